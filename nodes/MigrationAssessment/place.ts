/** Where everything lies: project and location, of the item or of the credential, and the names made of them. */
import { byCursor, type Field, id, PackError, type Paging, scope, text } from '../engine/describe';
import type { IDataObject } from 'n8n-workflow';

/** Beginning of all paths (specification part D). */
const projectPath = '/v1alpha1/projects/{project}';
export const locationPath = `${projectPath}/locations/{location}` as const;
const standardPageSize = 500;

/**
 * Pages by token. The service says which locations it could not ask; a list without them would look complete.
 * @throws Refusal naming those locations
 */
export function byToken(rows: string): Paging {
	const paging = byCursor({
		rows,
		cursor: 'pageToken',
		next: 'nextPageToken',
		size: { name: 'pageSize', maximum: standardPageSize },
	});
	return {
		...paging,
		next(answer, page) {
			const { unreachable } = (answer.body ?? {}) as { unreachable?: string[] };
			if (!unreachable?.length || page.query.returnPartialSuccess === true)
				return paging.next(answer, page);
			throw new PackError(
				`The list would be incomplete: the service cannot reach ${unreachable.join(', ')}`,
				{
					hint: 'Try again later, or name one location that can be reached.',
				},
			);
		},
	};
}

const project = text('Project', {
	description: 'Leave empty to use the project of the credential',
	placeholder: 'e.g. my-project',
});

/** The location, of the item or else of the credential. */
export const location: Field<string> = {
	...id('Location', {
		description: 'Leave empty to use the location of the credential',
		placeholder: 'e.g. us-central1',
		resourceName: /^projects\/(?<project>[^/]+)\/locations\/(?<location>[^/]+)$/,
		lookup: {
			request: `GET ${projectPath}/locations`,
			rows: 'locations',
			row: ({ locationId, displayName }) => ({
				name: String(displayName || locationId),
				value: String(locationId),
			}),
			paging: byToken('locations'),
		},
	}),
	required: false,
};

export const inProject = scope(projectPath, { project });
export const inLocation = scope(locationPath, { project, location });

/**
 * The id of a record, chosen from its list or given as its short id or full name.
 * @param collection its path below the location, with the parents as placeholders: `reportConfigs/{reportConfigId}/reports`
 * @param key name of the field, which stands in paths as `{key}`
 */
export function record(
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
			row: (one) => ({
				name: String(one[more.title ?? 'displayName'] || shortName(one.name)),
				value: shortName(one.name),
			}),
			paging: byToken(rows),
		},
	});
}

/** The last part of a full name. */
export const shortName = (name: unknown): string => String(name).split('/').at(-1)!;

/** The full name of a record, as bodies want it: made of its short id, or the full name that was given. */
export const fullName = (
	{ project: own, location: at }: IDataObject,
	collection: string,
	name: unknown,
): string =>
	String(name).startsWith('projects/')
		? String(name)
		: `projects/${String(own)}/locations/${String(at)}/${collection}/${String(name)}`;
