// Lists and tasks as the service keeps them (public facts: schemas, limits, states).

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

interface Kept {
	list: TaskList;
	/** In the order of the list; the siblings among them keep theirs. */
	tasks: Task[];
}

export type Given = Readonly<Record<string, unknown>>;

const written = ['title', 'notes', 'due', 'status', 'completed', 'deleted'] as const;
const longest = { title: 1024, notes: 8192 };

const idOf = (): string =>
	Buffer.from(randomUUID().replaceAll('-', '').slice(0, 16)).toString('base64url');

/** All lists of the one user. */
export class Records {
	readonly lists: Kept[] = [];
	private last = 0;

	constructor(
		private readonly clock: Clock,
		private readonly address: () => string,
	) {
		this.addList({ title: 'My Tasks' });
	}

	/** Every change has a moment of its own. */
	private now(): string {
		this.last = Math.max(this.clock.now(), this.last + 1);
		return new Date(this.last).toISOString();
	}

	/** The list of an id; `@default` is the first. @throws Refusal 404 */
	list(id: string): Kept {
		const found = id === '@default' ? this.lists[0] : this.lists.find(({ list }) => list.id === id);
		return found ?? missing('Task list');
	}

	/** A task, deleted ones included. @throws Refusal 404 */
	task(list: string, id: string): Task {
		return this.list(list).tasks.find((task) => task.id === id) ?? missing('Task');
	}

	addList(given: Given): TaskList {
		const id = idOf();
		const list: TaskList = {
			kind: 'tasks#taskList',
			id,
			etag: '',
			title: titleOf(given),
			updated: '',
			selfLink: `${this.address()}/tasks/v1/users/@me/lists/${id}`,
		};
		this.lists.push({ list: this.touched(list), tasks: [] });
		return list;
	}

	renameList(id: string, given: Given): TaskList {
		const { list } = this.list(id);
		if (given.title !== undefined) list.title = titleOf(given);
		return this.touched(list);
	}

	removeList(id: string): void {
		const kept = this.list(id);
		if (kept === this.lists[0]) throw googleError(400, 'The default task list cannot be deleted.');
		this.lists.splice(this.lists.indexOf(kept), 1);
	}

	/** @param given what a person wrote; `assigned` makes a task that came from a document */
	addTask(
		listId: string,
		given: Given,
		{
			parent,
			previous,
			assigned = false,
		}: { parent?: string; previous?: string; assigned?: boolean } = {},
	): Task {
		const kept = this.list(listId);
		const id = idOf();
		const task: Task = {
			kind: 'tasks#task',
			id,
			etag: '',
			title: '',
			updated: '',
			selfLink: `${this.address()}/tasks/v1/lists/${kept.list.id}/tasks/${id}`,
			webViewLink: `${this.address()}/task/${id}`,
			position: '',
			status: 'needsAction',
			links: [],
			...(assigned && {
				assignmentInfo: { surfaceType: 'DOCUMENT', linkToTask: `${this.address()}/task/${id}` },
			}),
		};
		this.write(task, given, true);
		this.place(kept, task, parent, previous);
		return task;
	}

	/** A patch changes what it names, null included; a replacement empties the rest. */
	changeTask(listId: string, id: string, given: Given, whole: boolean): Task {
		const task = this.task(listId, id);
		if (whole && given.id !== id)
			throw googleError(400, 'The id of the body is not that of the task.');
		return this.write(task, given, whole);
	}

	removeTask(listId: string, id: string): void {
		const kept = this.list(listId);
		this.touched(Object.assign(this.task(listId, id), { deleted: true }));
		for (const child of kept.tasks.filter((task) => task.parent === id))
			this.touched(Object.assign(child, { deleted: true }));
	}

	/** Hides the completed tasks. */
	clear(listId: string): void {
		for (const task of this.list(listId).tasks)
			if (task.status === 'completed' && !task.hidden)
				this.touched(Object.assign(task, { hidden: true }));
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
		task.selfLink = `${this.address()}/tasks/v1/lists/${to.list.id}/tasks/${id}`;
		this.place(to, task, parent, previous);
		return task;
	}

	/** Puts a task where it is to stand: first among its siblings, or after one of them. */
	private place(kept: Kept, task: Task, parent?: string, previous?: string): void {
		const find = (id: string, what: string): Task =>
			kept.tasks.find((one) => one.id === id && one !== task) ??
			invalid(`${what} ${id} is not in the list.`);
		if (parent !== undefined && find(parent, 'parent').parent !== undefined)
			invalid('A subtask has no subtasks of its own.');
		const before = previous === undefined ? undefined : find(previous, 'previous');
		if (before && before.parent !== parent) invalid('previous is no sibling.');
		if (parent === undefined) delete task.parent;
		else task.parent = parent;
		kept.tasks.splice(before ? kept.tasks.indexOf(before) + 1 : 0, 0, task);
		const siblings = new Map<string | undefined, number>();
		for (const one of kept.tasks) {
			const at = siblings.get(one.parent) ?? 0;
			one.position = String(at).padStart(20, '0');
			siblings.set(one.parent, at + 1);
		}
		this.touched(task);
	}

	private write(task: Task, given: Given, whole: boolean): Task {
		checked(given);
		const wasCompleted = task.status === 'completed' && task.completed !== undefined;
		for (const name of written) {
			if (given[name] === null || (whole && given[name] === undefined))
				delete (task as Partial<Task>)[name];
			else if (given[name] !== undefined) Object.assign(task, { [name]: given[name] });
		}
		task.title ??= '';
		task.status ??= 'needsAction';
		if (task.due) task.due = `${task.due.slice(0, 10)}T00:00:00.000Z`;
		if (task.status === 'needsAction') delete task.completed;
		this.touched(task);
		if (task.status === 'completed' && (!wasCompleted || task.completed === undefined))
			task.completed = (given.completed as string | undefined) ?? task.updated;
		return task;
	}

	private touched<T extends { updated: string; etag: string }>(record: T): T {
		record.updated = this.now();
		record.etag = `"${Buffer.from(record.updated).toString('base64url')}"`;
		return record;
	}
}

function checked(given: Given): void {
	for (const [name, most] of Object.entries(longest))
		if (String(given[name] ?? '').length > most)
			invalid(`${name} is longer than ${most} characters.`);
	if (
		given.status !== undefined &&
		given.status !== null &&
		given.status !== 'needsAction' &&
		given.status !== 'completed'
	)
		invalid('status is neither needsAction nor completed.');
	for (const name of ['due', 'completed'])
		if (given[name] !== undefined && given[name] !== null) moment(name, String(given[name]));
}

/** A moment as RFC 3339 has it, epoch milliseconds. @throws Refusal 400 */
export function moment(name: string, text: string): number {
	if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text))
		invalid(`${name} is no RFC 3339 timestamp: ${text}`);
	return Date.parse(text);
}

function titleOf({ title }: Given): string {
	if (typeof title !== 'string' || title === '') return invalid('The title is missing.');
	if (title.length > longest.title) return invalid('title is longer than 1024 characters.');
	return title;
}

const invalid = (text: string): never => {
	throw googleError(400, text);
};
const missing = (what: string): never => {
	throw googleError(404, `${what} not found.`);
};
