/** Fields that identify a record, one for each collection. All operations share them. */
import { type Field, id, toText } from '../engine/describe';
import { locationPath } from './location';
import { byPageToken } from './pagination';
import { idOf } from './resourceNames';

/**
 * A resource locator for a record: from a list, by ID or by resource name.
 * @param collection path below the location, with parents as placeholders:
 * `reportConfigs/{reportConfigId}/reports`
 * @param key key of the field; paths contain it as `{key}`
 * @param more.title property that contains the name to display; default `displayName`
 */
export function recordField(
	label: string,
	listMethod: string,
	collection: string,
	key: string,
	more: { title?: string; description?: string } = {},
) {
	const rows = collection.split('/').at(-1)!;
	const parents = collection.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
	return id(label, {
		...(more.description ? { description: more.description } : {}),
		resourceName: new RegExp(
			`^projects/(?<project>[^/]+)/locations/(?<location>[^/]+)/${parents}/(?<${key}>[^/]+)$`,
		),
		listMethod,
		lookup: {
			request: `GET ${locationPath}/${collection}`,
			rows,
			row: (record) => ({
				name: toText(record[more.title ?? 'displayName'] || idOf(record.name)),
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

export const assetId = recordField('Asset', 'searchAsset', 'assets', 'assetId', { title: 'title' });
export const assetsExportJobId = recordField(
	'Assets Export Job',
	'searchAssetsExportJob',
	'assetsExportJobs',
	'assetsExportJobId',
);
export const discoveryClientId = recordField(
	'Discovery Client',
	'searchDiscoveryClient',
	'discoveryClients',
	'discoveryClientId',
);
export const groupId = recordField('Group', 'searchGroup', 'groups', 'groupId');
export const importJobId = recordField(
	'Import Job',
	'searchImportJob',
	'importJobs',
	'importJobId',
);
export const importDataFileId = recordField(
	'Import Data File',
	'searchImportDataFile',
	'importJobs/{importJobId}/importDataFiles',
	'importDataFileId',
);
export const operationId = recordField(
	'Operation Name',
	'searchOperationName',
	'operations',
	'operationId',
);
export const preferenceSetId = recordField(
	'Preference Set',
	'searchPreferenceSet',
	'preferenceSets',
	'preferenceSetId',
);
export const relationId = recordField('Relation', 'searchRelation', 'relations', 'relationId');
export const reportConfigId = recordField(
	'Report Config',
	'searchReportConfig',
	'reportConfigs',
	'reportConfigId',
);
export const reportId = recordField(
	'Report',
	'searchReport',
	'reportConfigs/{reportConfigId}/reports',
	'reportId',
);
export const sourceId = recordField('Source', 'searchSource', 'sources', 'sourceId');
export const errorFrameId = recordField(
	'Error Frame',
	'searchErrorFrame',
	'sources/{sourceId}/errorFrames',
	'errorFrameId',
);
