// In-memory store of task lists and tasks (public documentation: schemas, limits, states).

import { randomUUID } from 'node:crypto';
import type { Clock } from '../kit/clock';
import { googleError } from '../kit/googleErrors';

export interface TaskList {
	kind: 'tasks#taskList';
	id: string;
	etag: string;
	title: string;
	updated: string;
	selfLink: string;
}

export interface Task {
	kind: 'tasks#task';
	id: string;
	etag: string;
	title: string;
	updated: string;
	selfLink: string;
	webViewLink: string;
	position: string;
	status: 'needsAction' | 'completed';
	links: unknown[];
	parent?: string;
	notes?: string;
	due?: string;
	completed?: string;
	deleted?: boolean;
	hidden?: boolean;
	assignmentInfo?: { surfaceType: string; linkToTask: string };
}

interface StoredTaskList {
	list: TaskList;
	/** In display order. */
	tasks: Task[];
}

export type TaskInput = Readonly<Record<string, unknown>>;

const WRITABLE_FIELDS = ['title', 'notes', 'due', 'status', 'completed', 'deleted'] as const;
const MAX_LENGTHS = { title: 1024, notes: 8192 };

const newId = (): string =>
	Buffer.from(randomUUID().replaceAll('-', '').slice(0, 16)).toString('base64url');

/** The lists of a single user. */
export class TaskStore {
	readonly lists: StoredTaskList[] = [];
	private lastUpdate = 0;

	constructor(
		private readonly clock: Clock,
		private readonly baseUrl: () => string,
	) {
		this.addList({ title: 'My Tasks' });
	}

	/** A unique timestamp, later than that of any previous change. */
	private now(): string {
		this.lastUpdate = Math.max(this.clock.now(), this.lastUpdate + 1);
		return new Date(this.lastUpdate).toISOString();
	}

	/** Finds a list by ID. `@default` is the first list. @throws HttpError 404 */
	list(id: string): StoredTaskList {
		const found = id === '@default' ? this.lists[0] : this.lists.find(({ list }) => list.id === id);
		return found ?? notFound('Task list');
	}

	/** Finds a task, including deleted ones. @throws HttpError 404 */
	task(list: string, id: string): Task {
		return this.list(list).tasks.find((task) => task.id === id) ?? notFound('Task');
	}

	addList(input: TaskInput): TaskList {
		const id = newId();
		const list: TaskList = {
			kind: 'tasks#taskList',
			id,
			etag: '',
			title: parseTitle(input),
			updated: '',
			selfLink: `${this.baseUrl()}/tasks/v1/users/@me/lists/${id}`,
		};
		this.lists.push({ list: this.touch(list), tasks: [] });
		return list;
	}

	renameList(id: string, input: TaskInput): TaskList {
		const { list } = this.list(id);
		if (input.title !== undefined) list.title = parseTitle(input);
		return this.touch(list);
	}

	removeList(id: string): void {
		const stored = this.list(id);
		if (stored === this.lists[0])
			throw googleError(400, 'The default task list cannot be deleted.');
		this.lists.splice(this.lists.indexOf(stored), 1);
	}

	/** With `assigned`, the task is one that was assigned to the user in a document. */
	addTask(
		listId: string,
		input: TaskInput,
		{
			parent,
			previous,
			assigned = false,
		}: { parent?: string; previous?: string; assigned?: boolean } = {},
	): Task {
		const stored = this.list(listId);
		const id = newId();
		const task: Task = {
			kind: 'tasks#task',
			id,
			etag: '',
			title: '',
			updated: '',
			selfLink: `${this.baseUrl()}/tasks/v1/lists/${stored.list.id}/tasks/${id}`,
			webViewLink: `${this.baseUrl()}/task/${id}`,
			position: '',
			status: 'needsAction',
			links: [],
			...(assigned && {
				assignmentInfo: { surfaceType: 'DOCUMENT', linkToTask: `${this.baseUrl()}/task/${id}` },
			}),
		};
		this.writeFields(task, input, true);
		this.insert(stored, task, parent, previous);
		return task;
	}

	/**
	 * @param replace whether to clear the fields that the input omits. If false, these fields are not
	 * changed.
	 */
	changeTask(listId: string, id: string, input: TaskInput, replace: boolean): Task {
		const task = this.task(listId, id);
		if (replace && input.id !== id)
			throw googleError(400, 'The ID in the body does not match the task.');
		return this.writeFields(task, input, replace);
	}

	removeTask(listId: string, id: string): void {
		const stored = this.list(listId);
		this.touch(Object.assign(this.task(listId, id), { deleted: true }));
		for (const child of stored.tasks.filter((task) => task.parent === id))
			this.touch(Object.assign(child, { deleted: true }));
	}

	/** Hides the completed tasks. */
	clear(listId: string): void {
		for (const task of this.list(listId).tasks)
			if (task.status === 'completed' && !task.hidden)
				this.touch(Object.assign(task, { hidden: true }));
	}

	moveTask(
		listId: string,
		id: string,
		{ parent, previous, destinationTasklist }: Record<string, string | undefined>,
	): Task {
		const from = this.list(listId);
		const to = destinationTasklist === undefined ? from : this.list(destinationTasklist);
		const task = this.task(listId, id);
		if (to !== from && task.assignmentInfo)
			throw googleError(400, 'Assigned tasks cannot be moved to another list.');
		from.tasks.splice(from.tasks.indexOf(task), 1);
		task.selfLink = `${this.baseUrl()}/tasks/v1/lists/${to.list.id}/tasks/${id}`;
		this.insert(to, task, parent, previous);
		return task;
	}

	/** Inserts a task as the first of its siblings, or after the sibling `previous`. */
	private insert(stored: StoredTaskList, task: Task, parent?: string, previous?: string): void {
		const find = (id: string, parameter: string): Task =>
			stored.tasks.find((other) => other.id === id && other !== task) ??
			invalid(`${parameter} ${id} is not in the list.`);
		if (parent !== undefined && find(parent, 'parent').parent !== undefined)
			invalid('A subtask cannot have subtasks.');
		const before = previous === undefined ? undefined : find(previous, 'previous');
		if (before && before.parent !== parent) invalid('previous is not a sibling of the task.');
		if (parent === undefined) delete task.parent;
		else task.parent = parent;
		stored.tasks.splice(before ? stored.tasks.indexOf(before) + 1 : 0, 0, task);
		const siblingCounts = new Map<string | undefined, number>();
		for (const other of stored.tasks) {
			const position = siblingCounts.get(other.parent) ?? 0;
			other.position = String(position).padStart(20, '0');
			siblingCounts.set(other.parent, position + 1);
		}
		this.touch(task);
	}

	private writeFields(task: Task, input: TaskInput, replace: boolean): Task {
		validate(input);
		const wasCompleted = task.status === 'completed' && task.completed !== undefined;
		for (const name of WRITABLE_FIELDS) {
			if (input[name] === null || (replace && input[name] === undefined))
				delete (task as Partial<Task>)[name];
			else if (input[name] !== undefined) Object.assign(task, { [name]: input[name] });
		}
		task.title ??= '';
		task.status ??= 'needsAction';
		if (task.due) task.due = `${task.due.slice(0, 10)}T00:00:00.000Z`;
		if (task.status === 'needsAction') delete task.completed;
		this.touch(task);
		if (task.status === 'completed' && (!wasCompleted || task.completed === undefined))
			task.completed = (input.completed as string | undefined) ?? task.updated;
		return task;
	}

	private touch<T extends { updated: string; etag: string }>(record: T): T {
		record.updated = this.now();
		record.etag = `"${Buffer.from(record.updated).toString('base64url')}"`;
		return record;
	}
}

function validate(input: TaskInput): void {
	for (const [name, maxLength] of Object.entries(MAX_LENGTHS))
		if (String(input[name] ?? '').length > maxLength)
			invalid(`${name} is longer than ${maxLength} characters.`);
	if (
		input.status !== undefined &&
		input.status !== null &&
		input.status !== 'needsAction' &&
		input.status !== 'completed'
	)
		invalid('status must be needsAction or completed.');
	for (const name of ['due', 'completed'])
		if (input[name] !== undefined && input[name] !== null)
			parseTimestamp(name, String(input[name]));
}

/** Parses an RFC 3339 timestamp to epoch milliseconds. @throws HttpError 400 */
export function parseTimestamp(name: string, text: string): number {
	if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text))
		invalid(`${name} is not an RFC 3339 timestamp: ${text}`);
	return Date.parse(text);
}

function parseTitle({ title }: TaskInput): string {
	if (typeof title !== 'string' || title === '') return invalid('title is required.');
	if (title.length > MAX_LENGTHS.title) return invalid('title is longer than 1024 characters.');
	return title;
}

const invalid = (text: string): never => {
	throw googleError(400, text);
};
const notFound = (resource: string): never => {
	throw googleError(404, `${resource} not found.`);
};
