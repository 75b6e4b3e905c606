import type { IDataObject } from 'n8n-workflow';
import {
	date,
	flag,
	id,
	type LocatorRow,
	operation,
	operationsIn,
	resource,
	text,
	toText,
} from '../../engine/describe';
import { checkExistence, sendAndConfirm } from '../confirmation';
import { onlyForUsers, pagedLookup, userScope } from '../fields';
import { gistFileChanges, gistFiles, problemOfFiles, readGist, withFiles } from '../gists/files';
import { gist as shape, gistBrief as simplify, listedGistBrief } from '../gists/shapes';
import { byLink } from '../paging';
import { tokenScopes } from '../tokenScopes';

/** Entries of the list of gists: the description, or the name of the first file. */
const gistRow = ({ id: gistId, description, files }: IDataObject): LocatorRow => ({
	name: toText(description) || Object.keys((files ?? {}) as IDataObject)[0] || toText(gistId),
	value: toText(gistId),
});

const gistId = id('Gist', {
	urlExample: 'https://gist.github.com/octocat/aa5a315d61ae9438b18d',
	description: 'ID of the gist',
	placeholder: 'e.g. aa5a315d61ae9438b18d',
	urlPattern: '\\bgists?(?:\\.[^/]+)?/(?:[^/?#]+/)?([0-9a-f]+)(?:[/?#]|$)',
	listMethod: 'searchGist',
	lookup: pagedLookup('GET /gists?per_page=100', undefined, gistRow, {
		forCredential: onlyForUsers('gists'),
	}),
});

const description = text('Description', {
	description: 'What the gist is about',
	placeholder: 'e.g. Release notes',
	apiName: 'description',
	clearable: true,
});

const fields = { gistId };
const read = { permission: tokenScopes.gistsRead, simplify, shape };
const write = { permission: tokenScopes.gistsWrite, simplify, shape };
const list = {
	...read,
	simplify: listedGistBrief,
	options: {
		gistsUpdatedSince: date('Updated Since', {
			description: 'Only return gists that were updated after this time',
			apiName: 'since',
		}),
	},
	paging: byLink(),
};
const star = {
	fields,
	permission: tokenScopes.gistsWrite,
	shape: { gistId: 'string', starred: 'boolean' },
} as const;

const ofUser = operationsIn(userScope);

export const gist = resource('Gist', {
	default: 'getAll',
	operations: {
		checkStar: operation({
			...star,
			action: 'Check whether a gist is starred',
			description:
				'Check whether the user starred a gist; a gist that does not exist counts as not starred',
			request: 'GET /gists/{gistId}/star',
			permission: tokenScopes.gistsRead,
			parents: ['gistId'],
			run: async (call) => await checkExistence(call, 'starred'),
		}),
		create: operation({
			...write,
			collection: 'additionalFields',
			description: 'Create a gist; everyone who has its URL can read it, even if it is not public',
			request: 'POST /gists',
			fields: {
				gistFiles,
				publicGist: flag('Public', {
					description:
						'Whether everyone can find the gist. A public gist cannot be made secret again.',
					apiName: 'public',
				}),
			},
			options: { gistDescription: description },
			check({ gistFiles: files }) {
				const problem = problemOfFiles(files);
				return problem === undefined ? undefined : { field: 'gistFiles', problem };
			},
			prepare: withFiles('gistFiles'),
		}),
		delete: operation({
			description: 'Delete a gist with its files, revisions and comments',
			request: 'DELETE /gists/{gistId}',
			effect: 'irreversible',
			fields,
			parents: ['gistId'],
			permission: tokenScopes.gistsWrite,
		}),
		fork: operation({
			...write,
			description: 'Copy a gist to the account of the user',
			request: 'POST /gists/{gistId}/forks',
			fields,
			simplify: listedGistBrief,
		}),
		get: operation({
			...read,
			description:
				'Get a gist with the text of its files; text of more than 10 MB and binary files are truncated',
			request: 'GET /gists/{gistId}',
			fields,
			run: readGist,
		}),
		getAll: operation({
			...list,
			action: 'Get many gists of the authenticated user',
			description: 'Get the gists of the authenticated user, without the text of their files',
			request: 'GET /gists',
		}),
		getAllPublic: operation({
			...list,
			action: 'Get many public gists',
			description: 'Get up to 3,000 public gists of all users, the last updated ones first',
			request: 'GET /gists/public',
			permission: undefined,
			paging: byLink({ window: 3000 }),
		}),
		getAllStarred: operation({
			...list,
			name: 'Get Many Starred',
			action: 'Get many starred gists',
			description: 'Get the gists that the authenticated user starred',
			request: 'GET /gists/starred',
		}),
		getAllUser: ofUser({
			...list,
			name: 'Get Many of a User',
			action: 'Get many public gists of a user',
			request: 'GET /gists',
			permission: undefined,
			// The gists have owners of their own.
			parents: [],
		}),
		star: operation({
			...star,
			action: 'Star a gist',
			request: 'PUT /gists/{gistId}/star',
			parents: ['gistId'],
			run: async (call) => await sendAndConfirm(call, { starred: true }),
		}),
		unstar: operation({
			...star,
			action: 'Unstar a gist',
			request: 'DELETE /gists/{gistId}/star',
			effect: 'reversible',
			parents: ['gistId'],
			run: async (call) => await sendAndConfirm(call, { starred: false }),
		}),
		update: operation({
			...write,
			collection: 'updateFields',
			description: 'Change the description of a gist, or add, replace, rename and delete its files',
			request: 'PATCH /gists/{gistId}',
			fields,
			options: { gistDescription: description, gistFileChanges },
			check({ gistFileChanges: files }) {
				const problem = problemOfFiles(files);
				return problem === undefined ? undefined : { field: 'gistFileChanges', problem };
			},
			prepare: withFiles('gistFileChanges'),
		}),
	},
});
