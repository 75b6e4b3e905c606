// Local test service for task lists (nodes/TaskList/README.md).

import responses from '../../contract/data/responses/task-list.json';
import { AccessTokens, googleServer, localCredentials } from '../kit/accessTokens';
import { addAnswers } from '../kit/answers';
import { Clock } from '../kit/clock';
import { List, type Exchange, type Routes } from '../kit/exchange';
import { googleError } from '../kit/googleErrors';
import { byToken } from '../kit/paging';
import { withDates } from '../kit/records';
import { startServer, type ServiceOptions } from '../kit/server';
import seedData from './seedData.json';
import { LISTS, TaskRecords, tasksOf, type Task } from './tasks';

export type TaskService = Awaited<ReturnType<typeof startTaskService>>;

const pagesOf = (standard: number, maximum: number) =>
	byToken('pageToken', 'nextPageToken', { name: 'maxResults', standard, maximum }, () =>
		googleError(400, 'Invalid page token.'),
	);

/** Starts the service on 127.0.0.1. @throws Error if the port is in use */
export async function startTaskService({ port, clock = new Clock() }: ServiceOptions = {}) {
	let url = '';
	const records = new TaskRecords(clock, () => url);
	const tokens = new AccessTokens(clock);
	const server = await startServer(
		{
			...googleServer(tokens),
			name: 'taskList',
			port,
			clock,
			described: { name: 'task-list', refusesUnknown: true },
		},
		(app) =>
			addAnswers(app, {
				responses,
				records,
				paging: pagesOf(1000, 1000),
				notFound: () => googleError(404, 'Task list not found.'),
				touch: (record) => void records.touch(record),
				own: ownRoutes(records),
			}),
	);
	url = server.url;
	const credentials = localCredentials(url);
	const credential = { type: 'taskListApi', data: credentials.accessToken };
	return { ...server, records, tokens, credential, credentials };
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

/** Starts the service for demonstrations, with the lists and tasks of seedData.json. */
export async function startTaskDemo({ port }: { port: number }) {
	const service = await startTaskService({ port });
	const { records } = service;
	for (const [title, tasks] of Object.entries(withDates(seedData))) {
		const list = title === '@default' ? title : records.addList({ title }).id;
		for (const task of tasks) records.addTask(list, task);
	}
	return service;
}
