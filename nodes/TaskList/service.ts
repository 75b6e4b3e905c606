/** The Task List service (README.md). */
import { apiRequest } from '../engine';
import { service } from '../engine/describe';
import { taskPaging } from './paging';
import { classifyGoogle } from '../google/errors';
import { credentials, taskListProviders, tasksScope } from './credentials';
import { errors } from './errors';
import { task } from './resources/task';
import { taskListResource } from './resources/taskList';

export const taskList = service({
	name: 'taskList',
	label: 'Task List',
	providers: taskListProviders,
	credentials,
	connectionTest: { request: 'GET /tasks/v1/users/@me/lists?maxResults=1' },
	default: 'task',
	resources: {
		apiRequest: apiRequest({ paging: taskPaging, path: '/tasks/v1/users/@me/lists' }),
		task,
		taskList: taskListResource,
	},
	classify: classifyGoogle(tasksScope, errors),
	errors,
	codex: {
		categories: ['Productivity'],
		aliases: [
			'todo',
			'to-do',
			'to do list',
			'overdue tasks',
			'checklist',
			'due date',
			'task reminder',
			'subtask',
			'create task',
			'get tasks',
			'update task',
		],
	},
});
