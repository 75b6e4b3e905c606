/** Comments on issues, and on the conversation of pull requests. */
import { operationsIn, resource } from '../../engine/describe';
import { direction, repositoryScope } from '../fields';
import {
	commentBody as body,
	commentsSince,
	commentSort,
	issueCommentId,
	issueNumber,
} from '../issues/fields';
import { issueComment as shape, issueCommentBrief as simplify } from '../issues/shapes';
import { byLink } from '../paging';
import { tokenScopes } from '../tokenScopes';

const operation = operationsIn(repositoryScope, tokenScopes.issues, tokenScopes.issuesWrite);

export const issueComment = resource('Issue Comment', {
	default: 'create',
	operations: {
		create: operation({
			action: 'Create a comment on an issue or a pull request',
			description: 'Create a comment on an issue or on the conversation of a pull request',
			request: 'POST /issues/{issueNumber}/comments',
			fields: { issueNumber, body },
			simplify,
			shape,
		}),
		delete: operation({
			action: 'Delete a comment on an issue',
			request: 'DELETE /issues/comments/{issueCommentId}',
			effect: 'irreversible',
			fields: { issueCommentId },
		}),
		get: operation({
			action: 'Get a comment on an issue',
			request: 'GET /issues/comments/{issueCommentId}',
			fields: { issueCommentId },
			simplify,
			shape,
		}),
		getAll: operation({
			action: 'Get many comments on an issue',
			description: 'Get the comments on an issue or on the conversation of a pull request',
			request: 'GET /issues/{issueNumber}/comments',
			fields: { issueNumber },
			options: { commentsSince },
			paging: byLink(),
			simplify,
			shape,
		}),
		getAllRepository: operation({
			name: 'Get Many of a Repository',
			action: 'Get many comments on all issues of a repository',
			description: 'Get the comments on all issues and pull requests of a repository',
			request: 'GET /issues/comments',
			options: { commentSort, commentsSince, direction },
			paging: byLink(),
			simplify,
			shape,
		}),
		update: operation({
			action: 'Update a comment on an issue',
			request: 'PATCH /issues/comments/{issueCommentId}',
			fields: { issueCommentId, body },
			idempotency: 'safe',
			simplify,
			shape,
		}),
	},
});
