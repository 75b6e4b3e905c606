/** The Task List service (specification, document 3, part B). */
import { service } from '../engine/describe';
import { toText } from '../engine/input/messages';
import { readGoogleError } from '../engine/transport/googleErrors';
import { errors } from './errors';
import { task } from './resources/task';
import { taskListResource } from './resources/taskList';

export const taskList = service({
	name: 'taskList',
	label: 'Task List',
	credentials: [
		{ value: 'oAuth2', label: 'OAuth2', type: 'taskListOAuth2Api', renews: true },
		{
			value: 'serviceAccount',
			label: 'Service Account',
			type: 'taskListServiceAccountApi',
			renews: true,
		},
		{ value: 'accessToken', label: 'Access Token', type: 'taskListApi' },
	],
	address: ({ baseUrl }) => toText(baseUrl),
	default: 'task',
	resources: { task, taskList: taskListResource },
	readError: readGoogleError,
	errors,
	codex: {
		categories: ['Productivity'],
		aliases: [
			'todo',
			'to-do',
			'to do list',
			'tasks',
			'checklist',
			'reminder',
			'due date',
			'subtask',
		],
	},
});
