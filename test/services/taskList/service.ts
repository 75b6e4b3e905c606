// Local test service for task lists (nodes/TaskList/README.md).

import responses from '../../contract/data/responses/task-list.json';
import { LOCAL_TOKEN, localCredentials, type AccessTokens } from '../kit/accessTokens';
import { addAnswers } from '../kit/answers';
import { List, type Exchange, type Routes } from '../kit/exchange';
import { googleError } from '../kit/googleErrors';
import { startGoogleService } from '../kit/googleService';
import { byToken } from '../kit/paging';
import type { LocalService, ServiceOptions } from '../kit/server';
import { LISTS, TaskRecords, tasksOf, type Task } from './tasks';

export interface TaskService extends LocalService {
	/** The stored lists and tasks. Tests may change them without a request. */
	records: TaskRecords;
	tokens: AccessTokens;
	/** Data for the three credential types. */
	credentials: ReturnType<typeof localCredentials>;
}

const pagesOf = (standard: number, maximum: number) =>
	byToken('pageToken', 'nextPageToken', { name: 'maxResults', standard, maximum }, () =>
		googleError(400, 'Invalid page token.'),
	);

/** Starts the service on 127.0.0.1. @throws Error if the port is in use */
export async function startTaskService(options: ServiceOptions = {}): Promise<TaskService> {
	let url = '';
	const { store, ...service } = await startGoogleService(options, {
		name: 'taskList',
		described: { name: 'task-list' },
		createStore: (clock) => new TaskRecords(clock, () => url),
		routes: (app, records) =>
			addAnswers(app, {
				responses,
				records,
				paging: pagesOf(1000, 1000),
				notFound: () => googleError(404, 'Task list not found.'),
				touch: (record) => void records.touch(record),
				own: ownRoutes(records),
			}),
	});
	url = service.url;
	return {
		...service,
		records: store,
		credential: {
			type: 'taskListApi',
			data: { provider: 'other', baseUrl: url, accessToken: LOCAL_TOKEN },
		},
		credentials: localCredentials(url),
	};
}

/** Tasks have an order, and `@default` is a name of the first list. */
function ownRoutes(records: TaskRecords): Routes {
	const tasks = tasksOf(':list');
	const update =
		(replace: boolean) =>
		({ params, body }: Exchange) =>
			records.changeTask(params.list!, params.task!, body, replace);
	const rename = ({ params, body }: Exchange) =>
		records.touch(Object.assign(records.list(params.list!), body));
	return {
		[`POST ${LISTS}`]: ({ body }) => records.addList(body),
		[`GET ${LISTS}/:list`]: ({ params }) => records.list(params.list!),
		[`PATCH ${LISTS}/:list`]: rename,
		[`PUT ${LISTS}/:list`]: rename,
		[`GET ${tasks}`]: ({ params, query }) =>
			new List(
				records.tasks(params.list!).filter((task) => isFound(task, query)),
				'items',
				pagesOf(20, 100),
			),
		[`POST ${tasks}`]: ({ params, query, body }) => records.addTask(params.list!, body, query),
		[`GET ${tasks}/:task`]: ({ params }) => records.task(params.list!, params.task!),
		[`PATCH ${tasks}/:task`]: update(false),
		[`PUT ${tasks}/:task`]: update(true),
		[`DELETE ${tasks}/:task`]: ({ params }) => records.removeTask(params.list!, params.task!),
		[`POST ${tasks}/:task/move`]: ({ params: { list = '', task = '' }, query }) =>
			records.move(list, task, query.destinationTasklist ?? list, query),
		'POST /tasks/v1/lists/:list/clear': ({ params }) => records.clear(params.list!),
	};
}

function isFound(task: Task, query: Exchange['query']): boolean {
	const isWithin = (name: 'due' | 'completed' | 'updated'): boolean =>
		(['Min', 'Max'] as const).every((bound) => {
			const limit = query[`${name}${bound}`];
			if (limit === undefined) return true;
			const difference = Date.parse(task[name] ?? '') - Date.parse(limit);
			return bound === 'Min' ? difference >= 0 : difference <= 0;
		});
	return (
		(query.showDeleted === 'true' || !task.deleted) &&
		(query.showCompleted !== 'false' || task.status !== 'completed') &&
		(query.showHidden === 'true' || !task.hidden) &&
		(query.showAssigned === 'true' || !task.assignmentInfo) &&
		(['due', 'completed', 'updated'] as const).every(isWithin)
	);
}

const DAY_MS = 86_400_000;

/** Starts the service for demonstrations: with two lists, an overdue task, and one due today. */
export async function startTaskDemo({ port }: { port: number }): Promise<TaskService> {
	const service = await startTaskService({ port });
	const { records } = service;
	const dueIn = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
	const { id: shop } = records.addList({ title: 'Shop' });
	records.addTask(shop, { title: 'Order packing paper', due: dueIn(3) });
	records.addTask(shop, { title: 'Answer the supplier', notes: 'Two offers are open' });
	records.addTask('@default', { title: 'Pay the office rent', due: dueIn(-4) });
	records.addTask('@default', { title: 'Send the weekly report', due: dueIn(0) });
	records.addTask('@default', { title: 'Plan the summer party' });
	return service;
}
