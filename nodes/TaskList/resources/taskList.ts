import { operation, resource, text } from '../../engine/describe';
import { tasksReadOnlyScope, tasksScope } from '../credentials';
import { taskListId } from '../locators';
import { taskListPaging } from '../paging';
import { taskList as shape } from '../shapes';

const title = text('Title', {
	description: 'At most 1,024 characters',
	placeholder: 'e.g. Groceries',
	maxLength: 1024,
	required: true,
});

export const taskListResource = resource('Task List', {
	default: 'getAll',
	operations: {
		create: operation({
			action: 'Create a task list',
			request: 'POST /tasks/v1/users/@me/lists',
			fields: { title },
			shape,
			permission: tasksScope,
		}),
		delete: operation({
			action: 'Delete a task list',
			description: 'Delete a task list and all its tasks',
			request: 'DELETE /tasks/v1/users/@me/lists/{taskListId}',
			effect: 'irreversible',
			fields: { taskListId },
			permission: tasksScope,
		}),
		get: operation({
			action: 'Get a task list',
			request: 'GET /tasks/v1/users/@me/lists/{taskListId}',
			fields: { taskListId },
			shape,
			permission: tasksReadOnlyScope,
		}),
		getAll: operation({
			action: 'Get many task lists',
			request: 'GET /tasks/v1/users/@me/lists',
			paging: taskListPaging,
			shape,
			permission: tasksReadOnlyScope,
		}),
		replace: operation({
			action: 'Replace a task list',
			description: 'Replace the complete record of a task list, but keep its tasks',
			request: 'PUT /tasks/v1/users/@me/lists/{taskListId}',
			fields: { taskListId: { ...taskListId, in: 'body', apiName: 'id' }, title },
			shape,
			permission: tasksScope,
		}),
		update: operation({
			action: 'Update a task list',
			description: 'Update only the fields that are set',
			request: 'PATCH /tasks/v1/users/@me/lists/{taskListId}',
			idempotency: 'safe',
			fields: { taskListId, title },
			shape,
			permission: tasksScope,
		}),
	},
});
