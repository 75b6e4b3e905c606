/** Fields and paths that the operations of projects and of their items share. */
import type { IDataObject } from 'n8n-workflow';
import {
	basePath,
	choice,
	id,
	list,
	type LocatorRow,
	numbered,
	type RequestLine,
	text,
	toText,
} from '../../engine/describe';
import { organization, pagedLookup, username } from '../fields';
import { byLinkCursor } from '../paging';

const ofOrganization = { projectOwnerType: ['organization'] } as const;
const ofUser = { projectOwnerType: ['user'] } as const;

const owned = '/orgs/{organization}';
const ownedByUser = '/users/{username}';

/** The projects of an organization, or of a user if Owner Type is User. */
export const projectScope = basePath(owned, {
	projectOwnerType: choice(
		'Owner Type',
		{ organization: 'Organization', user: 'User' },
		{ description: 'Who owns the project', default: 'organization', in: 'none' },
	),
	organization: { ...organization, show: ofOrganization },
	username: { ...username, show: ofUser },
});

type Method = 'DELETE' | 'GET' | 'PATCH' | 'POST';

/** For `requestFor`: the request line for a project of a user. */
export const requestForUser =
	(method: Method, path: string) =>
	({ projectOwnerType }: { projectOwnerType?: string }): RequestLine | undefined =>
		projectOwnerType === 'user' ? (`${method} ${ownedByUser}${path}` as RequestLine) : undefined;

/** The path of a project, for requests beside that of the operation. */
export const projectPath = ({ projectOwnerType }: IDataObject): string =>
	`${projectOwnerType === 'user' ? ownedByUser : owned}/projectsV2/{projectNumber}`;

const lookup = (path: string, row: (row: IDataObject) => LocatorRow) =>
	pagedLookup(
		[`GET ${owned}/projectsV2${path}`, `GET ${ownedByUser}/projectsV2${path}`],
		undefined,
		row,
		{ paging: byLinkCursor() },
	);

export const projectNumber = id('Project Number', {
	urlExample: 'https://github.com/orgs/octo-org/projects/3',
	...numbered,
	description: 'Number of the project in its URL',
	urlPattern: '/projects(?:V2)?/([0-9]+)',
	listMethod: 'searchProject',
	lookup: lookup('?per_page=100', ({ number, title, state }) => ({
		name: `#${toText(number)} · ${toText(title)} · ${toText(state)}`,
		value: toText(number),
	})),
});

export const projectItemId = id('Project Item', {
	urlExample: 'https://github.com/orgs/octo-org/projects/3?pane=issue&itemId=13',
	description: 'ID of the item in the project, not of the issue in it',
	placeholder: 'e.g. 13',
	urlPattern: '(?:[?&]itemId=|/items/)([0-9]+)',
	listMethod: 'searchProjectItem',
	lookup: lookup(
		'/{projectNumber}/items?per_page=100',
		({ id: itemId, content, content_type: type }) => {
			const { number, title } = (content ?? {}) as IDataObject;
			return {
				name: [number === undefined ? undefined : `#${toText(number)}`, title, type]
					.filter((part) => part !== undefined)
					.map(toText)
					.join(' · '),
				value: toText(itemId),
			};
		},
	),
});

export const projectFieldNames = list('Field Names', {
	description:
		'Names or IDs of the fields to return, separated by commas. Default: all fields, at most 50.',
	placeholder: 'e.g. Status, Priority',
	maximum: 50,
	in: 'none',
	collection: 'options',
});

export const itemQuery = text('Query', {
	description: 'Filter in the syntax of the filter bar of the project',
	placeholder: 'e.g. is:open status:"In Progress"',
	apiName: 'q',
});
