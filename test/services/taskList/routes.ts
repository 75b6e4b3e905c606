// Routes for lists and tasks (nodes/TaskList/README.md).

import type { FastifyInstance } from 'fastify';
import { googleError } from '../kit/googleErrors';
import { decodeOffset, encodeOffset } from '../kit/pageToken';
import type { Settings } from './settings';
import { parseTimestamp, type Task, type TaskInput, type TaskStore } from './store';

type Query = Record<string, string | undefined>;
type Params = { Params: { list: string; task: string }; Querystring: Query };

const LISTS = '/tasks/v1/users/@me/lists';
const TASKS = '/tasks/v1/lists/:list/tasks';

const parseInput = (body: unknown): TaskInput =>
	typeof body === 'object' && body !== null ? (body as TaskInput) : {};

export function taskRoutes(app: FastifyInstance, records: TaskStore, settings: Settings): void {
	app.get<Params>(LISTS, async ({ query }) => ({
		kind: 'tasks#taskLists',
		etag: '"lists"',
		...page(
			records.lists.map(({ list }) => list),
			query,
			1000,
			1000,
			settings,
		),
	}));
	app.post(LISTS, async ({ body }) => records.addList(parseInput(body)));
	app.get<Params>(`${LISTS}/:list`, async ({ params }) => records.list(params.list).list);
	app.patch<Params>(`${LISTS}/:list`, async ({ params, body }) =>
		records.renameList(params.list, parseInput(body)),
	);
	app.put<Params>(`${LISTS}/:list`, async ({ params, body }) => {
		if (parseInput(body).id !== params.list)
			throw googleError(400, 'The ID in the body does not match the list.');
		return records.renameList(params.list, parseInput(body));
	});
	app.delete<Params>(`${LISTS}/:list`, async ({ params }, reply) => {
		records.removeList(params.list);
		return await reply.code(204).send();
	});

	app.get<Params>(TASKS, async ({ params, query }) => ({
		kind: 'tasks#tasks',
		etag: '"tasks"',
		...page(filterTasks(records.list(params.list).tasks, query), query, 20, 100, settings),
	}));
	app.post<Params>(TASKS, async ({ params, query, body }) =>
		records.addTask(params.list, parseInput(body), query),
	);
	app.get<Params>(`${TASKS}/:task`, async ({ params }) => records.task(params.list, params.task));
	app.patch<Params>(`${TASKS}/:task`, async ({ params, body }) =>
		records.changeTask(params.list, params.task, parseInput(body), false),
	);
	app.put<Params>(`${TASKS}/:task`, async ({ params, body }) =>
		records.changeTask(params.list, params.task, parseInput(body), true),
	);
	app.delete<Params>(`${TASKS}/:task`, async ({ params }, reply) => {
		records.removeTask(params.list, params.task);
		return await reply.code(204).send();
	});
	app.post<Params>(`${TASKS}/:task/move`, async ({ params, query }) =>
		records.moveTask(params.list, params.task, query),
	);
	app.post<Params>('/tasks/v1/lists/:list/clear', async ({ params }, reply) => {
		records.clear(params.list);
		return await reply.code(204).send();
	});
}

function filterTasks(tasks: readonly Task[], query: Query): Task[] {
	const flag = (name: string, defaultValue: boolean): boolean =>
		query[name] === undefined ? defaultValue : query[name] === 'true';
	const bound = (name: string): number | undefined =>
		query[name] === undefined ? undefined : parseTimestamp(name, query[name]);
	const isWithin = (
		date: string | undefined,
		min: number | undefined,
		max: number | undefined,
	): boolean => {
		if (min === undefined && max === undefined) return true;
		const time = date === undefined ? NaN : Date.parse(date);
		return time >= (min ?? -Infinity) && time <= (max ?? Infinity);
	};
	const bounds = {
		due: [bound('dueMin'), bound('dueMax')],
		completed: [bound('completedMin'), bound('completedMax')],
		updated: [bound('updatedMin'), undefined],
	} as const;
	return tasks.filter(
		(task) =>
			(flag('showDeleted', false) || !task.deleted) &&
			(flag('showCompleted', true) || task.status !== 'completed') &&
			(flag('showHidden', false) || !task.hidden) &&
			(flag('showAssigned', false) || !task.assignmentInfo) &&
			isWithin(task.due, ...bounds.due) &&
			isWithin(task.completed, ...bounds.completed) &&
			isWithin(task.updated, ...bounds.updated),
	);
}

/** One page, and the token of the next page. */
function page<T>(
	rows: readonly T[],
	{ maxResults, pageToken }: Query,
	defaultSize: number,
	maxSize: number,
	{ repeatPages }: Settings,
): { items?: T[]; nextPageToken?: string } {
	const size = maxResults === undefined ? defaultSize : Number(maxResults);
	if (!Number.isInteger(size) || size < 0 || size > maxSize)
		throw googleError(400, `maxResults must be an integer from 0 to ${maxSize}.`);
	const start = pageToken === undefined || repeatPages ? 0 : decodeOffset(pageToken);
	if (!Number.isInteger(start)) throw googleError(400, 'Invalid page token.');
	const items = rows.slice(start, start + size);
	const isLast = start + size >= rows.length && !repeatPages;
	return {
		// An empty page omits `items`.
		...(items.length > 0 && { items: structuredClone(items) }),
		...(!isLast && { nextPageToken: encodeOffset(start + size) }),
	};
}
