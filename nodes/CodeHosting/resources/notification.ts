import { date, flag, operation, operationsIn, resource } from '../../engine/describe';
import { sendAndConfirm } from '../confirmation';
import { repositoryScope, threadId } from '../fields';
import { byLink } from '../paging';
import { thread as shape, threadBrief as simplify } from '../shapes';
import { tokenScopes } from '../tokenScopes';

const permission = tokenScopes.notifications;
const inRepository = operationsIn(repositoryScope, permission);

const filters = {
	all: flag('Include Read', {
		description: 'Whether to include read notifications',
		apiName: 'all',
	}),
	participating: flag('Only Participating', {
		description:
			'Whether to only return notifications in which the user participates or is mentioned',
	}),
	since: date('Since', { description: 'Only return notifications updated after this time' }),
	before: date('Before', { description: 'Only return notifications updated before this time' }),
};

const lastReadAt = date('Last Read At', {
	description:
		'Only mark notifications that were not updated after this time. Defaults to the current time.',
	apiName: 'last_read_at',
});
const markedAsRead = { read: 'boolean', accepted: 'boolean' } as const;

export const notification = resource('Notification', {
	default: 'getAll',
	operations: {
		get: operation({
			action: 'Get a notification thread',
			request: 'GET /notifications/threads/{threadId}',
			fields: { threadId },
			permission,
			simplify,
			shape,
		}),
		getAll: operation({
			request: 'GET /notifications',
			options: filters,
			paging: byLink({ maximum: 50 }),
			permission,
			simplify,
			shape,
		}),
		getAllRepository: inRepository({
			name: 'Get Many of a Repository',
			action: 'Get many notifications of a repository',
			request: 'GET /notifications',
			options: filters,
			paging: byLink(),
			simplify,
			shape,
		}),
		markAllAsRead: operation({
			name: 'Mark All as Read',
			action: 'Mark all notifications as read',
			description: 'Mark all notifications as read; the service may process this in the background',
			request: 'PUT /notifications',
			options: {
				lastReadAt,
				read: flag('Read', {
					description: 'Whether to mark the notifications as read',
					default: true,
				}),
			},
			permission,
			shape: markedAsRead,
			run: async (call) =>
				await sendAndConfirm(
					call,
					{ read: call.input.read ?? true },
					{
						...(call.input.lastReadAt === undefined ? {} : { last_read_at: call.input.lastReadAt }),
						...(call.input.read === undefined ? {} : { read: call.input.read }),
					},
				),
		}),
		markAsDone: operation({
			name: 'Mark as Done',
			action: 'Mark a thread as done',
			request: 'DELETE /notifications/threads/{threadId}',
			effect: 'reversible',
			fields: { threadId },
			permission,
			done: ({ threadId: id }) => ({ done: true, thread_id: id }),
		}),
		markAsRead: operation({
			name: 'Mark as Read',
			action: 'Mark a thread as read',
			request: 'PATCH /notifications/threads/{threadId}',
			fields: { threadId },
			idempotency: 'safe',
			permission,
			shape: { read: 'boolean', thread_id: 'string' },
			run: async (call) =>
				await sendAndConfirm(call, { read: true, thread_id: call.input.threadId }),
		}),
		markRepositoryAsRead: inRepository({
			name: 'Mark Repository as Read',
			action: 'Mark the notifications of a repository as read',
			request: 'PUT /notifications',
			options: { lastReadAt },
			shape: markedAsRead,
			run: async (call) =>
				await sendAndConfirm(
					call,
					{ read: true },
					call.input.lastReadAt === undefined ? {} : { last_read_at: call.input.lastReadAt },
				),
		}),
	},
});
