/** ID fields for tasks and task lists. */
import type { IDataObject } from 'n8n-workflow';
import { id, type LocatorRow, toText } from '../engine/describe';
import { taskListPaging, taskPaging } from './paging';

const taskListRow = ({ id: value, title }: IDataObject): LocatorRow => ({
	name: toText(title || '(no title)'),
	value: toText(value),
});

const taskRow = ({ id: value, title, due, status, parent }: IDataObject): LocatorRow => ({
	name: [
		toText(title || '(no title)'),
		...(typeof due === 'string' ? [`due ${due.slice(0, 10)}`] : []),
		...(status === 'completed' ? ['completed'] : []),
		...(parent ? ['subtask'] : []),
	].join(' · '),
	value: toText(value),
});

const taskListLookup = {
	request: 'GET /tasks/v1/users/@me/lists?maxResults=100',
	rows: 'items',
	row: taskListRow,
	paging: taskListPaging,
} as const;

/** Lists the tasks of the task list selected in the parameter `listParameter`. */
const taskLookup = (listParameter: string) =>
	({
		request: `GET /tasks/v1/lists/{${listParameter}}/tasks?maxResults=100`,
		rows: 'items',
		row: taskRow,
		paging: taskPaging,
	}) as const;

/** URLs in the format of the service's `selfLink`. */
const taskListUrlPattern = '/lists/([^/?#]+)';
const taskUrlPattern = '/lists/[^/?#]+/tasks/([^/?#]+)';

export const taskListId = id('Task List', {
	description: 'The task list. To use the default list of the user, enter the ID @default.',
	urlExample: 'https://tasks.googleapis.com/tasks/v1/lists/MTIzNDU2Nzg5MDEyMzQ1Njc4OTA6MDow',
	placeholder: 'e.g. @default',
	listMethod: 'searchTaskList',
	lookup: taskListLookup,
	urlPattern: taskListUrlPattern,
});

export const destinationTaskListId = id('Destination Task List', {
	description:
		'The list to move the task to. Recurring tasks and tasks assigned from a document or chat cannot be moved to another list.',
	urlExample: 'https://tasks.googleapis.com/tasks/v1/lists/MTIzNDU2Nzg5MDEyMzQ1Njc4OTA6MDow',
	placeholder: 'e.g. MTIzNDU2Nzg5MDEyMzQ1Njc4OTA6MDow',
	apiName: 'destinationTasklist',
	listMethod: 'searchDestinationTaskList',
	lookup: taskListLookup,
	urlPattern: taskListUrlPattern,
});

export const taskId = id('Task', {
	description: 'The task, from the selected list',
	urlExample:
		'https://tasks.googleapis.com/tasks/v1/lists/MTIzNDU2Nzg5MDEyMzQ1Njc4OTA6MDow/tasks/dGFzay1udW1iZXItMQ',
	placeholder: 'e.g. dGFzay1udW1iZXItMQ',
	listMethod: 'searchTask',
	lookup: taskLookup('taskListId'),
	urlPattern: taskUrlPattern,
});

/**
 * A resource locator for a task that defines a position: the parent or the previous sibling.
 * @param listParameter parameter that contains the ID of the task list
 */
export const positionField = (
	label: string,
	listMethod: string,
	apiName: 'parent' | 'previous',
	listParameter: string,
) => ({
	...id(label, {
		description:
			apiName === 'parent'
				? 'The parent of the task. If not set, the task is at the top level.'
				: 'The sibling that comes before the task. If not set, the task is the first of its siblings.',
		urlExample:
			'https://tasks.googleapis.com/tasks/v1/lists/MTIzNDU2Nzg5MDEyMzQ1Njc4OTA6MDow/tasks/dGFzay1udW1iZXItMg',
		placeholder: 'e.g. dGFzay1udW1iZXItMg',
		apiName,
		in: 'query',
		listMethod,
		lookup: taskLookup(listParameter),
		urlPattern: taskUrlPattern,
	}),
	required: false as const,
});
