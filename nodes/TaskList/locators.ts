/** Lists and tasks as a person picks them, and the scopes that the operations need. */
import type { IDataObject } from 'n8n-workflow';
import { id, type LocatorRow } from '../engine/describe';
import { taskListPages, taskPages } from './tasks';

export const writing = 'https://www.googleapis.com/auth/tasks';
export const reading = `${writing}.readonly`;

const listRow = ({ id: value, title }: IDataObject): LocatorRow => ({
	name: String(title || '(no title)'),
	value: String(value),
});

const taskRow = ({ id: value, title, due, status }: IDataObject): LocatorRow => ({
	name: [
		title || '(no title)',
		...(typeof due === 'string' ? [`due ${due.slice(0, 10)}`] : []),
		...(status === 'completed' ? ['completed'] : []),
	].join(' · '),
	value: String(value),
});

const lists = {
	request: 'GET /tasks/v1/users/@me/lists?maxResults=100',
	rows: 'items',
	row: listRow,
	paging: taskListPages,
} as const;
const tasksOf = (list: string) =>
	({
		request: `GET /tasks/v1/lists/{${list}}/tasks?maxResults=100`,
		rows: 'items',
		row: taskRow,
		paging: taskPages,
	}) as const;

/** Addresses as the service's own `selfLink` has them. */
const listAddress = 'https?:\\/\\/.+\\/lists\\/([^\\/?#]+)';
const taskAddress = 'https?:\\/\\/.+\\/tasks\\/([^\\/?#]+)$';

export const taskListId = id('Task List', {
	description: 'The list to work with. By ID, @default is the default list of the user.',
	placeholder: 'e.g. @default',
	lookup: lists,
	urlPattern: listAddress,
});

export const destinationTaskListId = id('Destination Task List', {
	description:
		'The list that the task moves to. Recurring tasks and tasks assigned from a document or chat stay where they are.',
	placeholder: 'e.g. MTIzNDU2Nzg5MDEyMzQ1Njc4OTA6MDow',
	wire: 'destinationTasklist',
	lookup: lists,
	urlPattern: listAddress,
});

export const taskId = id('Task', {
	description: 'The task to work with',
	placeholder: 'e.g. dGFzay1udW1iZXItMQ',
	lookup: tasksOf('taskListId'),
	urlPattern: taskAddress,
});

/** A neighbour of a task: its parent or the task before it, in the list that the named parameter holds. */
export const neighbour = (label: string, wire: 'parent' | 'previous', list: string) => ({
	...id(label, {
		description:
			wire === 'parent'
				? 'The task that it goes under. Left out: it stands at the top level.'
				: 'The task that it follows. Left out: it is the first among its siblings.',
		placeholder: 'e.g. dGFzay1udW1iZXItMg',
		wire,
		in: 'query',
		lookup: tasksOf(list),
		urlPattern: taskAddress,
	}),
	required: false as const,
});
