import { choice, integer, operationsIn, resource, rows, text } from '../../engine/describe';
import { repositoryScope } from '../fields';
import { body, commentBody } from '../issues/fields';
import { byLink } from '../paging';
import { pullRequestNumber, reviewId } from '../pullRequests/fields';
import { review } from '../pullRequests/shapes';
import { tokenScopes } from '../tokenScopes';

const operation = operationsIn(
	repositoryScope,
	tokenScopes.pullRequests,
	tokenScopes.pullRequestsWrite,
);

const events = { APPROVE: 'Approve', COMMENT: 'Comment', REQUEST_CHANGES: 'Request Changes' };

/** A review can only be read with the number of its pull request. */
const parents = ['owner', 'repository', 'pullRequestNumber'] as const;

const sides = { LEFT: 'Left (Old)', RIGHT: 'Right (New)' };

/** Only an approval may be submitted without a text. */
const checkBody = ({ reviewEvent, body: given }: { reviewEvent?: string; body?: string }) =>
	given === undefined && (reviewEvent === 'COMMENT' || reviewEvent === 'REQUEST_CHANGES')
		? {
				field: 'body' as const,
				problem: 'is required if Event is Comment or Request Changes',
			}
		: undefined;

export const pullRequestReview = resource('Pull Request Review', {
	default: 'getAll',
	operations: {
		create: operation({
			action: 'Create a review of a pull request',
			collection: 'additionalFields',
			description: 'Create a review; without an event, it is a draft until it is submitted',
			request: 'POST /pulls/{pullRequestNumber}/reviews',
			fields: {
				pullRequestNumber,
				reviewEvent: choice('Event', events, {
					description: 'Result of the review. Leave it unset to create a draft.',
					apiName: 'event',
				}),
				body,
				reviewComments: rows('Comments', {
					description: 'Comments on lines of the changes',
					apiName: 'comments',
					// n8n requires the fields of a row to be in the order of their labels.
					row: {
						body: { ...commentBody, label: 'Comment' },
						path: text('File Path', { placeholder: 'e.g. src/index.ts', required: true }),
						start_line: integer('First Line', {
							description: 'First line of a comment on several lines',
							// Without this default, the form of a new row would contain a number.
							default: '',
							minimum: 1,
						}),
						start_side: choice('First Line Side', sides, {
							description: 'Old or new version of the file, for First Line',
						}),
						line: integer('Line', {
							description: 'Line of the file. In a comment on several lines, the last one.',
							minimum: 1,
							required: true,
						}),
						side: choice('Side', sides, { description: 'Old or new version of the file' }),
					},
				}),
			},
			options: {
				reviewedCommit: text('Commit SHA', {
					description: 'Commit that the review belongs to. Default: the latest one.',
					apiName: 'commit_id',
				}),
			},
			check: checkBody,
			...review,
			parents,
		}),
		delete: operation({
			action: 'Delete a review of a pull request',
			description: 'Delete a draft; a submitted review can only be dismissed',
			request: 'DELETE /pulls/{pullRequestNumber}/reviews/{reviewId}',
			effect: 'irreversible',
			fields: { pullRequestNumber, reviewId },
		}),
		dismiss: operation({
			action: 'Dismiss a review of a pull request',
			description: 'Dismiss an approval or a request for changes',
			request: 'PUT /pulls/{pullRequestNumber}/reviews/{reviewId}/dismissals',
			effect: 'irreversible',
			fields: {
				pullRequestNumber,
				reviewId,
				dismissalMessage: text('Message', {
					description: 'Why the review is dismissed',
					apiName: 'message',
					required: true,
					lines: 2,
				}),
			},
			// A repeated request fails, because the review is already dismissed.
			idempotency: 'none',
			...review,
			parents,
		}),
		get: operation({
			action: 'Get a review of a pull request',
			request: 'GET /pulls/{pullRequestNumber}/reviews/{reviewId}',
			fields: { pullRequestNumber, reviewId },
			...review,
			parents,
		}),
		getAll: operation({
			action: 'Get many reviews of a pull request',
			description: 'Get the reviews of a pull request, oldest first',
			request: 'GET /pulls/{pullRequestNumber}/reviews',
			fields: { pullRequestNumber },
			paging: byLink(),
			...review,
			parents,
		}),
		submit: operation({
			action: 'Submit a review of a pull request',
			description: 'Submit a draft',
			request: 'POST /pulls/{pullRequestNumber}/reviews/{reviewId}/events',
			fields: {
				pullRequestNumber,
				reviewId,
				submittedEvent: choice('Event', events, {
					description: 'Result of the review',
					apiName: 'event',
					required: true,
					default: 'COMMENT',
				}),
				body,
			},
			check: ({ submittedEvent, body: given }) =>
				checkBody({ reviewEvent: submittedEvent, body: given }),
			...review,
			parents,
		}),
		update: operation({
			action: 'Update a review of a pull request',
			description: 'Change the text of a review',
			request: 'PUT /pulls/{pullRequestNumber}/reviews/{reviewId}',
			fields: { pullRequestNumber, reviewId, body: commentBody },
			...review,
			parents,
		}),
	},
});
