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

export const assetId = recordField('Asset', 'assets', 'assetId', { title: 'title' });
export const assetsExportJobId = recordField(
	'Assets Export Job',
	'assetsExportJobs',
	'assetsExportJobId',
);
export const discoveryClientId = recordField(
	'Discovery Client',
	'discoveryClients',
	'discoveryClientId',
);
export const groupId = recordField('Group', 'groups', 'groupId');
export const importJobId = recordField('Import Job', 'importJobs', 'importJobId');
export const importDataFileId = recordField(
	'Import Data File',
	'importJobs/{importJobId}/importDataFiles',
	'importDataFileId',
);
export const operationId = recordField('Operation Name', 'operations', 'operationId');
export const preferenceSetId = recordField('Preference Set', 'preferenceSets', 'preferenceSetId');
export const relationId = recordField('Relation', 'relations', 'relationId');
export const reportConfigId = recordField('Report Config', 'reportConfigs', 'reportConfigId');
export const reportId = recordField('Report', 'reportConfigs/{reportConfigId}/reports', 'reportId');
export const sourceId = recordField('Source', 'sources', 'sourceId');
export const errorFrameId = recordField(
	'Error Frame',
	'sources/{sourceId}/errorFrames',
	'errorFrameId',
);
