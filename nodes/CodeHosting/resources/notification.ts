import { date, flag, operation, resource } from '../../engine/describe';
import { acknowledged } from '../acknowledged';
import { repositoryScope, threadId } from '../fields';
import { byLink } from '../paging';
import { needs } from '../scopes';
import { thread as shape, threadBrief as simplify } from '../shapes';

const scope = needs.notifications;

const filters = {
	all: flag('Include Read', {
		description: 'Whether to include notifications that were read',
		wire: 'all',
	}),
	participating: flag('Only Participating', {
		description: 'Whether to get only those that concern the user directly',
	}),
	since: date('Since', { description: 'Only notifications updated after this time' }),
	before: date('Before', { description: 'Only notifications updated before this time' }),
};

const lastReadAt = date('Last Read At', {
	description: 'Only what was updated before this time; now unless set',
	wire: 'last_read_at',
});
const read = { read: 'boolean', accepted: 'boolean' } as const;

export const notification = resource('Notification', {
	default: 'getAll',
	operations: {
		get: operation({
			name: 'Get',
			action: 'Get a thread of notifications',
			alsoKnownAs: ['getThread'],
			request: 'GET /notifications/threads/{threadId}',
			fields: { threadId },
			scope,
			simplify,
			shape,
		}),
		getAll: operation({
			name: 'Get Many',
			action: 'Get many notifications',
			alsoKnownAs: ['listNotificationsForAuthenticatedUser'],
			request: 'GET /notifications',
			options: filters,
			paging: byLink({ maximum: 50 }),
			scope,
			simplify,
			shape,
		}),
		getAllRepository: operation({
			name: 'Get Many of a Repository',
			action: 'Get many notifications of a repository',
			alsoKnownAs: ['listRepoNotificationsForAuthenticatedUser'],
			under: repositoryScope,
			request: 'GET /notifications',
			options: filters,
			paging: byLink(),
			scope,
			simplify,
			shape,
		}),
		markAllAsRead: operation({
			name: 'Mark All as Read',
			action: 'Mark all notifications as read',
			description: 'Mark all notifications as read; the service may do so in the background',
			alsoKnownAs: ['markNotificationsAsRead'],
			request: 'PUT /notifications',
			options: {
				lastReadAt,
				read: flag('Read', {
					description: 'Whether the notifications count as read',
					default: true,
				}),
			},
			scope,
			shape: read,
			run: async (call) =>
				await acknowledged(
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
			alsoKnownAs: ['markThreadAsDone'],
			request: 'DELETE /notifications/threads/{threadId}',
			fields: { threadId },
			scope,
			done: ({ threadId: id }) => ({ done: true, thread_id: id }),
		}),
		markAsRead: operation({
			name: 'Mark as Read',
			action: 'Mark a thread as read',
			alsoKnownAs: ['markThreadAsRead'],
			request: 'PATCH /notifications/threads/{threadId}',
			fields: { threadId },
			replay: 'safe',
			scope,
			shape: { read: 'boolean', thread_id: 'string' },
			run: async (call) => await acknowledged(call, { read: true, thread_id: call.input.threadId }),
		}),
		markRepositoryAsRead: operation({
			name: 'Mark Repository as Read',
			action: 'Mark the notifications of a repository as read',
			alsoKnownAs: ['markRepoNotificationsAsRead'],
			under: repositoryScope,
			request: 'PUT /notifications',
			options: { lastReadAt },
			scope,
			shape: read,
			run: async (call) =>
				await acknowledged(
					call,
					{ read: true },
					call.input.lastReadAt === undefined ? {} : { last_read_at: call.input.lastReadAt },
				),
		}),
	},
});
