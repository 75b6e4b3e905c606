/** Comments on the changes of a pull request. */
import { choice, integer, operationsIn, resource, text } from '../../engine/describe';
import { direction, repositoryScope } from '../fields';
import { commentBody as body, commentsSince, commentSort } from '../issues/fields';
import { byLink } from '../paging';
import { pullRequestNumber, reviewCommentId, reviewId } from '../pullRequests/fields';
import { reviewComment as comment } from '../pullRequests/shapes';
import { tokenScopes } from '../tokenScopes';

const operation = operationsIn(
	repositoryScope,
	tokenScopes.pullRequests,
	tokenScopes.pullRequestsWrite,
);

const filters = { commentSort, commentsSince, direction };

export const reviewComment = resource('Review Comment', {
	default: 'getAll',
	operations: {
		create: operation({
			action: 'Create a comment on the changes of a pull request',
			collection: 'additionalFields',
			request: 'POST /pulls/{pullRequestNumber}/comments',
			fields: {
				pullRequestNumber,
				body,
				commentedCommit: text('Commit SHA', {
					description: 'Commit to comment on, usually the head SHA of the pull request',
					apiName: 'commit_id',
					required: true,
				}),
				commentedFile: text('File Path', {
					description: 'Path of the file in the repository',
					apiName: 'path',
					placeholder: 'e.g. src/index.ts',
					required: true,
				}),
				subjectType: choice(
					'Comment On',
					{ line: 'Line', file: 'File' },
					{
						description: 'Whether to comment on lines or on the complete file',
						apiName: 'subject_type',
						default: 'line',
					},
				),
				line: integer('Line', {
					description: 'Line of the file. In a comment on several lines, the last one.',
					minimum: 1,
					required: true,
					show: { subjectType: ['line'] },
				}),
			},
			options: {
				side: choice(
					'Side',
					{ LEFT: 'Left (Old)', RIGHT: 'Right (New)' },
					{ description: 'Old or new version of the file', default: 'RIGHT' },
				),
				startLine: integer('First Line', {
					description: 'First line of a comment on several lines',
					apiName: 'start_line',
					minimum: 1,
				}),
				startSide: choice(
					'First Line Side',
					{ LEFT: 'Left (Old)', RIGHT: 'Right (New)', side: 'Same as Side' },
					{
						description: 'Old or new version of the file, for First Line',
						apiName: 'start_side',
						default: 'RIGHT',
					},
				),
			},
			...comment,
		}),
		delete: operation({
			action: 'Delete a comment on the changes of a pull request',
			request: 'DELETE /pulls/comments/{reviewCommentId}',
			effect: 'irreversible',
			fields: { reviewCommentId },
		}),
		get: operation({
			action: 'Get a comment on the changes of a pull request',
			request: 'GET /pulls/comments/{reviewCommentId}',
			fields: { reviewCommentId },
			...comment,
		}),
		getAll: operation({
			action: 'Get many comments on the changes of a pull request',
			request: 'GET /pulls/{pullRequestNumber}/comments',
			fields: { pullRequestNumber },
			options: filters,
			paging: byLink(),
			...comment,
		}),
		getAllRepository: operation({
			name: 'Get Many of a Repository',
			action: 'Get many comments on the changes of all pull requests',
			request: 'GET /pulls/comments',
			options: filters,
			paging: byLink(),
			...comment,
		}),
		getAllReview: operation({
			name: 'Get Many of a Review',
			action: 'Get many comments of a review',
			request: 'GET /pulls/{pullRequestNumber}/reviews/{reviewId}/comments',
			fields: { pullRequestNumber, reviewId },
			paging: byLink(),
			...comment,
		}),
		reply: operation({
			action: 'Reply to a comment on the changes of a pull request',
			request: 'POST /pulls/{pullRequestNumber}/comments/{reviewCommentId}/replies',
			fields: {
				pullRequestNumber,
				reviewCommentId: {
					...reviewCommentId,
					hint: 'The first comment of the conversation. Replies to replies are not possible.',
				},
				body,
			},
			...comment,
		}),
		update: operation({
			action: 'Update a comment on the changes of a pull request',
			request: 'PATCH /pulls/comments/{reviewCommentId}',
			fields: { reviewCommentId, body },
			idempotency: 'safe',
			...comment,
		}),
	},
});
