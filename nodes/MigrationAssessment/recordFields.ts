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
 * @param more.label default: the singular of the collection
 * @param more.key key of the field; paths contain it as `{key}`; default, for example, `reportId`
 * @param more.title property that contains the name to display; default `displayName`
 */
export function recordField(
	collection: string,
	more: { label?: string; key?: string; title?: string; description?: string } = {},
) {
	const singular = singularOf(collection);
	const { label = toTitleCase(singular), key = `${singular}Id`, title = 'displayName' } = more;
	const rows = `${singular}s`;
	const parents = collection.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
	return id(label, {
		...(more.description ? { description: more.description } : {}),
		resourceName: new RegExp(
			`^projects/(?<project>[^/]+)/locations/(?<location>[^/]+)/${parents}/(?<${key}>[^/]+)$`,
		),
		listMethod: `search${label.replaceAll(' ', '')}`,
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

export const assetId = recordField('assets', { title: 'title' });
export const assetsExportJobId = recordField('assetsExportJobs');
export const discoveryClientId = recordField('discoveryClients');
export const groupId = recordField('groups');
export const importJobId = recordField('importJobs');
export const importDataFileId = recordField('importJobs/{importJobId}/importDataFiles');
export const operationId = recordField('operations', { label: 'Operation Name' });
export const preferenceSetId = recordField('preferenceSets');
export const relationId = recordField('relations');
export const reportConfigId = recordField('reportConfigs');
export const reportId = recordField('reportConfigs/{reportConfigId}/reports');
export const sourceId = recordField('sources');
export const errorFrameId = recordField('sources/{sourceId}/errorFrames');
