/** Fields that identify a record, one for each collection. All operations share them. */
import { type Field, id, toText, toTitleCase } from '../engine/describe';
import { locationPath } from './location';
import { byPageToken } from './pagination';
import { idOf } from './resourceNames';

/** Singular of a collection, without its parents: `importJob` for `importJobs`. */
export const singularOf = (collection: string): string =>
	collection.split('/').at(-1)!.replace(/s$/, '');

/**
 * A resource locator for a record: from a list, by ID or by resource name.
 * @param collection path below the location, with parents as placeholders:
 * `reportConfigs/{reportConfigId}/reports`
 * @param key key of the field; paths contain it as `{key}`
 * @param more.label default: the singular of the collection
 * @param more.title property that contains the name to display; default `displayName`
 */
export function recordField(
	collection: string,
	key: string,
	listMethod: string,
	more: { label?: string; title?: string; description?: string } = {},
) {
	const { label = toTitleCase(singularOf(collection)), title = 'displayName', ...others } = more;
	const rows = collection.split('/').at(-1)!;
	const parents = collection.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
	return id(label, {
		...others,
		resourceName: new RegExp(
			`^projects/(?<project>[^/]+)/locations/(?<location>[^/]+)/${parents}/(?<${key}>[^/]+)$`,
		),
		listMethod,
		lookup: {
			request: `GET ${locationPath}/${collection}`,
			rows,
			row: (record) => ({
				name: toText(record[title] || idOf(record.name)),
				value: idOf(record.name),
			}),
			paging: byPageToken(rows),
		},
	});
}

/** A record field for a collection, where fields are never required. */
export function optionalRecord(field: Field<string> & { required: true }): Field<string> {
	const { required, ...rest } = field;
	void required;
	return rest;
}

export const assetId = recordField('assets', 'assetId', 'searchAsset', { title: 'title' });
export const assetsExportJobId = recordField(
	'assetsExportJobs',
	'assetsExportJobId',
	'searchAssetsExportJob',
);
export const discoveryClientId = recordField(
	'discoveryClients',
	'discoveryClientId',
	'searchDiscoveryClient',
);
export const groupId = recordField('groups', 'groupId', 'searchGroup');
export const importJobId = recordField('importJobs', 'importJobId', 'searchImportJob');
export const importDataFileId = recordField(
	'importJobs/{importJobId}/importDataFiles',
	'importDataFileId',
	'searchImportDataFile',
);
export const operationId = recordField('operations', 'operationId', 'searchOperationName', {
	label: 'Operation Name',
});
export const preferenceSetId = recordField(
	'preferenceSets',
	'preferenceSetId',
	'searchPreferenceSet',
);
export const relationId = recordField('relations', 'relationId', 'searchRelation');
export const reportConfigId = recordField('reportConfigs', 'reportConfigId', 'searchReportConfig');
export const reportId = recordField(
	'reportConfigs/{reportConfigId}/reports',
	'reportId',
	'searchReport',
);
export const reportExportJobId = recordField(
	'reportConfigs/{reportConfigId}/reports/{reportId}/reportExportJobs',
	'reportExportJobId',
	'searchReportExportJob',
);
export const sourceId = recordField('sources', 'sourceId', 'searchSource');
export const errorFrameId = recordField(
	'sources/{sourceId}/errorFrames',
	'errorFrameId',
	'searchErrorFrame',
);
