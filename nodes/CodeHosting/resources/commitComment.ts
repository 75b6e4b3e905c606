import { id, integer, operationsIn, resource, text } from '../../engine/describe';
import { commitSha } from '../content/fields';
import { commitComment as shape, commitCommentBrief as simplify } from '../content/shapes';
import { pagedLookup, repositoryPath, repositoryScope, repositoryUrl } from '../fields';
import { commentBody as body, commentRow } from '../issues/fields';
import { byLink } from '../paging';
import { tokenScopes } from '../tokenScopes';

const operation = operationsIn(
	repositoryScope,
	tokenScopes.contentsRead,
	tokenScopes.contentsWrite,
);

export const commitCommentId = id('Commit Comment', {
	urlExample: 'https://github.com/octo-org/hello-world/commit/6dcb09b#commitcomment-1234567',
	description: 'ID of the comment on a commit',
	placeholder: 'e.g. 1234567',
	urlPattern: '(?:#commitcomment-|/repos/[^/]+/[^/]+/comments/)([0-9]+)',
	urlParents: repositoryUrl,
	listMethod: 'searchCommitComment',
	lookup: pagedLookup(`GET ${repositoryPath}/comments?per_page=100`, undefined, commentRow),
});

const list = { paging: byLink(), simplify, shape } as const;

export const commitComment = resource('Commit Comment', {
	default: 'create',
	operations: {
		create: operation({
			action: 'Create a comment on a commit',
			collection: 'additionalFields',
			request: 'POST /commits/{commitSha}/comments',
			fields: { commitSha, body },
			options: {
				commentedPath: text('File Path', {
					description: 'File to comment on. Default: the complete commit.',
					placeholder: 'e.g. src/index.ts',
					apiName: 'path',
				}),
				commentedPosition: integer('Position', {
					description: 'Line in the diff of the file, starting at 1',
					apiName: 'position',
					minimum: 1,
				}),
			},
			simplify,
			shape,
		}),
		delete: operation({
			action: 'Delete a comment on a commit',
			request: 'DELETE /comments/{commitCommentId}',
			effect: 'irreversible',
			fields: { commitCommentId },
		}),
		get: operation({
			action: 'Get a comment on a commit',
			request: 'GET /comments/{commitCommentId}',
			fields: { commitCommentId },
			simplify,
			shape,
		}),
		getAll: operation({
			...list,
			action: 'Get many comments on a commit',
			request: 'GET /commits/{commitSha}/comments',
			fields: { commitSha },
		}),
		getAllRepository: operation({
			...list,
			name: 'Get Many of a Repository',
			action: 'Get many comments on all commits of a repository',
			request: 'GET /comments',
		}),
		update: operation({
			action: 'Update a comment on a commit',
			request: 'PATCH /comments/{commitCommentId}',
			fields: { commitCommentId, body },
			idempotency: 'safe',
			simplify,
			shape,
		}),
	},
});
