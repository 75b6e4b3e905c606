import { operation, resource, text } from '../../engine/describe';
import { reading, taskListId, writing } from '../locators';
import { taskList as shape } from '../shapes';
import { taskListPages } from '../tasks';

const title = text('Title', {
	description: 'Up to 1024 characters',
	placeholder: 'e.g. Groceries',
	maxLength: 1024,
	required: true,
});

export const taskListResource = resource('Task List', {
	default: 'getAll',
	operations: {
		create: operation({
			name: 'Create',
			action: 'Create a task list',
			request: 'POST /tasks/v1/users/@me/lists',
			fields: { title },
			shape,
			scope: writing,
		}),
		delete: operation({
			name: 'Delete',
			action: 'Delete a task list',
			description: 'Delete a task list with all of its tasks',
			request: 'DELETE /tasks/v1/users/@me/lists/{taskListId}',
			fields: { taskListId },
			scope: writing,
		}),
		get: operation({
			name: 'Get',
			action: 'Get a task list',
			request: 'GET /tasks/v1/users/@me/lists/{taskListId}',
			fields: { taskListId },
			shape,
			scope: reading,
		}),
		getAll: operation({
			name: 'Get Many',
			action: 'Get many task lists',
			request: 'GET /tasks/v1/users/@me/lists',
			paging: taskListPages,
			shape,
			scope: reading,
		}),
		replace: operation({
			name: 'Replace',
			action: 'Replace a task list',
			description: 'Write the whole record of a task list anew; its tasks stay',
			request: 'PUT /tasks/v1/users/@me/lists/{taskListId}',
			fields: { taskListId: { ...taskListId, in: 'body', wire: 'id' }, title },
			shape,
			scope: writing,
		}),
		update: operation({
			name: 'Update',
			action: 'Update a task list',
			description: 'Change what is set, and leave the rest as it is',
			request: 'PATCH /tasks/v1/users/@me/lists/{taskListId}',
			replay: 'safe',
			fields: { taskListId, title },
			shape,
			scope: writing,
		}),
	},
});
