import { flag, operation, operationsIn, resource } from '../../engine/describe';
import { sendAndConfirm } from '../confirmation';
import { repositoryScope, threadId } from '../fields';
import { byLink } from '../paging';
import { repository, repositoryBrief, repositorySubscription, threadSubscription } from '../shapes';
import { tokenScopes } from '../tokenScopes';

const permission = tokenScopes.notifications;
const inRepository = operationsIn(repositoryScope, permission);

const ignored = flag('Ignored', { description: 'Whether to block all notifications' });

export const subscription = resource('Subscription', {
	default: 'getRepository',
	operations: {
		deleteRepository: inRepository({
			name: 'Delete for a Repository',
			action: 'Stop watching a repository',
			request: 'DELETE /subscription',
			effect: 'reversible',
		}),
		deleteThread: operation({
			name: 'Delete for a Thread',
			action: 'Mute a notification thread',
			description: 'Mute a notification thread until the user comments or is mentioned',
			request: 'DELETE /notifications/threads/{threadId}/subscription',
			effect: 'reversible',
			fields: {
				threadId: { ...threadId, hint: 'Muted until the user comments or is mentioned' },
			},
			permission,
			shape: { deleted: 'boolean' },
			run: async (call) => await sendAndConfirm(call, { deleted: true }),
		}),
		getAllRepositories: operation({
			name: 'Get Many Watched Repositories',
			action: 'Get many repositories that the user watches',
			request: 'GET /user/subscriptions',
			paging: byLink(),
			permission,
			simplify: repositoryBrief,
			shape: repository,
		}),
		getRepository: inRepository({
			name: 'Get for a Repository',
			action: 'Get the subscription to a repository',
			description: 'Get the subscription to a repository; fails if the user does not watch it',
			request: 'GET /subscription',
			shape: repositorySubscription,
		}),
		getThread: operation({
			name: 'Get for a Thread',
			action: 'Get the subscription to a thread',
			request: 'GET /notifications/threads/{threadId}/subscription',
			fields: { threadId },
			permission,
			shape: threadSubscription,
		}),
		setRepository: inRepository({
			name: 'Set for a Repository',
			action: 'Watch or ignore a repository',
			collection: 'updateFields',
			request: 'PUT /subscription',
			options: {
				subscribed: flag('Subscribed', {
					description: 'Whether to receive notifications',
					default: true,
				}),
				ignored,
			},
			shape: repositorySubscription,
		}),
		setThread: operation({
			name: 'Set for a Thread',
			action: 'Watch or ignore a thread',
			collection: 'updateFields',
			request: 'PUT /notifications/threads/{threadId}/subscription',
			fields: { threadId },
			options: { ignored },
			permission,
			shape: threadSubscription,
		}),
	},
});
