// The task lists and tasks of a single user. Tasks are in display order (public documentation).

import { randomUUID } from 'node:crypto';
import type { Clock } from '../kit/clock';
import { googleError } from '../kit/googleErrors';
import { Records, type Fields } from '../kit/records';

export const LISTS = '/tasks/v1/users/@me/lists';
export const tasksOf = (list: string): string => `/tasks/v1/lists/${list}/tasks`;

export interface TaskList extends Fields {
	id: string;
	title: string;
}

export interface Task extends Fields {
	id: string;
	title: string;
	status: string;
	updated: string;
	parent?: string;
	due?: string;
	completed?: string;
	deleted?: boolean;
	hidden?: boolean;
}

type Position = Readonly<{ parent?: string; previous?: string; assigned?: boolean }>;

const notFound = (resource: string): never => {
	throw googleError(404, `${resource} not found.`);
};
const newId = (): string =>
	Buffer.from(randomUUID().replaceAll('-', '').slice(0, 16)).toString('base64url');

export class TaskRecords extends Records {
	private lastUpdate = 0;

	/** @param baseUrl returns the URL of the service, which is not known before it has started */
	constructor(
		private readonly clock: Clock,
		private readonly baseUrl: () => string,
	) {
		super();
		this.addList({ title: 'My Tasks' });
	}

	get lists(): TaskList[] {
		return this.of(LISTS);
	}

	/** `@default` is the first list. @throws HttpError 404 */
	list(id: string): TaskList {
		const found = id === '@default' ? this.lists[0] : this.find<TaskList>(LISTS, 'id', id);
		return found ?? notFound('Task list');
	}

	tasks(list: string): Task[] {
		return this.of(tasksOf(this.list(list).id));
	}

	/** Finds a task, including deleted ones. @throws HttpError 404 */
	task(list: string, id: string): Task {
		return this.tasks(list).find((task) => task.id === id) ?? notFound('Task');
	}

	addList({ title }: Fields): TaskList {
		const id = newId();
		const list = { kind: 'tasks#taskList', id, title: String(title) };
		this.lists.push(this.touch(list));
		this.of(tasksOf(id));
		return list;
	}

	/** With `assigned`, the task is one that was assigned to the user in a document. */
	addTask(list: string, values: Fields, { parent, previous, assigned }: Position = {}): Task {
		const id = newId();
		const link = `${this.baseUrl()}/task/${id}`;
		const task = this.write(
			{
				kind: 'tasks#task',
				id,
				title: '',
				status: 'needsAction',
				updated: '',
				webViewLink: link,
				links: [],
				...(assigned && { assignmentInfo: { surfaceType: 'DOCUMENT', linkToTask: link } }),
			},
			values,
		);
		this.insert(this.list(list).id, task, parent, previous);
		return task;
	}

	/** @param replace whether to clear the fields that the values omit */
	changeTask(list: string, id: string, values: Fields, replace = false): Task {
		const cleared = { notes: null, due: null, status: 'needsAction', completed: null };
		return this.write(this.task(list, id), { ...(replace && cleared), ...values });
	}

	removeTask(list: string, id: string): void {
		for (const task of [this.task(list, id), ...this.tasks(list)])
			if (task.id === id || task.parent === id) this.touch(Object.assign(task, { deleted: true }));
	}

	/** Hides the completed tasks. */
	clear(list: string): void {
		for (const task of this.tasks(list))
			if (task.status === 'completed' && !task.hidden)
				this.touch(Object.assign(task, { hidden: true }));
	}

	move(from: string, id: string, to: string, { parent, previous }: Position): Task {
		const task = this.task(from, id);
		this.remove(tasksOf(this.list(from).id), task);
		this.insert(this.list(to).id, task, parent, previous);
		return task;
	}

	/** Sets the time of the last change, which is later than that of any previous change. */
	touch<T extends Fields>(record: T): T {
		this.lastUpdate = Math.max(this.clock.now(), this.lastUpdate + 1);
		const updated = new Date(this.lastUpdate).toISOString();
		return Object.assign(record, {
			updated,
			etag: `"${Buffer.from(updated).toString('base64url')}"`,
		});
	}

	private write(task: Task, values: Fields): Task {
		const wasCompleted = task.status === 'completed';
		for (const [name, value] of Object.entries(values))
			if (value === null) delete task[name];
			else task[name] = value;
		if (task.due) task.due = `${task.due.slice(0, 10)}T00:00:00.000Z`;
		task.status ??= 'needsAction';
		this.touch(task);
		if (task.status === 'needsAction') delete task.completed;
		else if (!wasCompleted) task.completed ??= task.updated;
		return task;
	}

	/** Inserts a task as the first of its siblings, or after the sibling `previous`. */
	private insert(list: string, task: Task, parent?: string, previous?: string): void {
		const tasks = this.tasks(list);
		const before = tasks.find(({ id }) => id === previous);
		if (parent === undefined) delete task.parent;
		else task.parent = parent;
		task.selfLink = `${this.baseUrl()}${tasksOf(list)}/${task.id}`;
		tasks.splice(before ? tasks.indexOf(before) + 1 : 0, 0, task);
		for (const other of tasks) {
			const siblings = tasks.filter((one) => one.parent === other.parent);
			other.position = String(siblings.indexOf(other)).padStart(20, '0');
		}
		this.touch(task);
	}
}
