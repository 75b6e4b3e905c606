import { basePath, operationsIn, resource, text } from '../../engine/describe';
import { tasksReadOnlyScope, tasksScope } from '../credentials';
import { taskListId } from '../locators';
import { taskListPaging } from '../paging';
import { taskList as shape } from '../shapes';

const operation = operationsIn(basePath('/tasks/v1/users/@me', {}), tasksReadOnlyScope, tasksScope);

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
			request: 'POST /lists',
			fields: { title },
			shape,
		}),
		delete: operation({
			description: 'Delete a task list and all its tasks',
			request: 'DELETE /lists/{taskListId}',
			effect: 'irreversible',
			fields: { taskListId },
		}),
		get: operation({
			request: 'GET /lists/{taskListId}',
			fields: { taskListId },
			shape,
		}),
		getAll: operation({
			request: 'GET /lists',
			paging: taskListPaging,
			shape,
		}),
		replace: operation({
			description: 'Replace the complete record of a task list, but keep its tasks',
			request: 'PUT /lists/{taskListId}',
			fields: { taskListId: { ...taskListId, in: 'body', apiName: 'id' }, title },
			shape,
		}),
		update: operation({
			description: 'Update only the fields that are set',
			request: 'PATCH /lists/{taskListId}',
			idempotency: 'safe',
			fields: { taskListId, title },
			shape,
		}),
	},
});
