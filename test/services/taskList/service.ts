// Local test service for task lists (nodes/TaskList/README.md).

import { LOCAL_TOKEN, localCredentials, type AccessTokens } from '../kit/accessTokens';
import { startGoogleService, type GoogleServiceOptions } from '../kit/googleService';
import type { LocalService } from '../kit/server';
import { taskRoutes } from './routes';
import { defaultSettings, type Settings } from './settings';
import { TaskStore } from './store';

export interface TaskService extends LocalService {
	settings: Settings;
	/** The stored lists and tasks. Tests may change them without a request. */
	records: TaskStore;
	tokens: AccessTokens;
	/** Data for the three credential types. */
	credentials: ReturnType<typeof localCredentials>;
}

const errors: Record<string, [status: number, message: string]> = {
	rateLimitExceeded: [403, 'Rate Limit Exceeded'],
	userRateLimitExceeded: [403, 'User Rate Limit Exceeded'],
	quotaExceeded: [403, 'Quota exceeded for quota metric.'],
	insufficientPermissions: [403, 'Request had insufficient authentication scopes.'],
};

/** Starts the service on 127.0.0.1. @throws Error if the port is in use */
export async function startTaskService(options: GoogleServiceOptions = {}): Promise<TaskService> {
	const settings = defaultSettings();
	let url = '';
	const { store, ...service } = await startGoogleService(options, {
		name: 'taskList',
		described: { name: 'task-list' },
		settings,
		errors,
		createStore: (clock) => new TaskStore(clock, () => url),
		state: ({ lists }) => ({ lists }),
		routes: (app, records) => taskRoutes(app, records, settings),
	});
	url = service.url;
	// The default list was created before the URL was known.
	for (const { list } of store.lists) list.selfLink = `${url}${list.selfLink}`;
	return {
		...service,
		settings,
		records: store,
		credential: {
			type: 'taskListApi',
			data: { provider: 'other', baseUrl: url, accessToken: LOCAL_TOKEN },
		},
		credentials: localCredentials(url),
	};
}
