// The routes of lists and tasks (specification, document 3, part B; their payloads from the public facts).

import type { FastifyInstance } from 'fastify';
import { googleError } from '../kit/googleErrors';
import { moment, type Given, type Records, type Task } from './store';
import type { Settings } from './service';

type Query = Record<string, string | undefined>;
type Params = { Params: { list: string; task: string }; Querystring: Query };

const LISTS = '/tasks/v1/users/@me/lists';
const TASKS = '/tasks/v1/lists/:list/tasks';

export function taskRoutes(app: FastifyInstance, records: Records, settings: Settings): void {
	const given = (body: unknown): Given =>
		typeof body === 'object' && body !== null ? (body as Given) : {};

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
	app.post(LISTS, async ({ body }) => records.addList(given(body)));
	app.get<Params>(`${LISTS}/:list`, async ({ params }) => records.list(params.list).list);
	app.patch<Params>(`${LISTS}/:list`, async ({ params, body }) =>
		records.renameList(params.list, given(body)),
	);
	app.put<Params>(`${LISTS}/:list`, async ({ params, body }) => {
		if (given(body).id !== params.list)
			throw googleError(400, 'The id of the body is not that of the list.');
		return records.renameList(params.list, given(body));
	});
	app.delete<Params>(`${LISTS}/:list`, async ({ params }, reply) => {
		records.removeList(params.list);
		return await reply.code(204).send();
	});

	app.get<Params>(TASKS, async ({ params, query }) => ({
		kind: 'tasks#tasks',
		etag: '"tasks"',
		...page(shown(records.list(params.list).tasks, query), query, 20, 100, settings),
	}));
	app.post<Params>(TASKS, async ({ params, query, body }) =>
		records.addTask(params.list, given(body), query),
	);
	app.get<Params>(`${TASKS}/:task`, async ({ params }) => records.task(params.list, params.task));
	app.patch<Params>(`${TASKS}/:task`, async ({ params, body }) =>
		records.changeTask(params.list, params.task, given(body), false),
	);
	app.put<Params>(`${TASKS}/:task`, async ({ params, body }) =>
		records.changeTask(params.list, params.task, given(body), true),
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

function shown(tasks: readonly Task[], query: Query): Task[] {
	const flag = (name: string, standard: boolean): boolean =>
		query[name] === undefined ? standard : query[name] === 'true';
	const bound = (name: string): number | undefined =>
		query[name] === undefined ? undefined : moment(name, query[name]);
	const within = (
		text: string | undefined,
		least: number | undefined,
		most: number | undefined,
	): boolean => {
		if (least === undefined && most === undefined) return true;
		const at = text === undefined ? NaN : Date.parse(text);
		return at >= (least ?? -Infinity) && at <= (most ?? Infinity);
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
			within(task.due, ...bounds.due) &&
			within(task.completed, ...bounds.completed) &&
			within(task.updated, ...bounds.updated),
	);
}

/** One page and the token of the next. */
function page<T>(
	rows: readonly T[],
	{ maxResults, pageToken }: Query,
	standard: number,
	most: number,
	{ repeatPages }: Settings,
): { items?: T[]; nextPageToken?: string } {
	const size = maxResults === undefined ? standard : Number(maxResults);
	if (!Number.isInteger(size) || size < 0 || size > most)
		throw googleError(400, `maxResults is not a whole number up to ${most}.`);
	const from =
		pageToken === undefined || repeatPages
			? 0
			: Number(Buffer.from(pageToken, 'base64url').toString());
	if (!Number.isInteger(from)) throw googleError(400, 'Invalid page token.');
	const items = rows.slice(from, from + size);
	const isLast = from + size >= rows.length && !repeatPages;
	// An empty page has no items at all.
	return {
		...(items.length > 0 && { items: structuredClone(items) }),
		...(!isLast && { nextPageToken: Buffer.from(String(from + size)).toString('base64url') }),
	};
}
