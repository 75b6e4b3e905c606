import { choice, date, flag, operation, resource, scope, text } from '../../engine/describe';
import { toRow } from '../../engine/run/output';
import {
	destinationTaskListId,
	neighbour,
	reading,
	taskId,
	taskListId,
	writing,
} from '../locators';
import { task as shape, taskBrief } from '../shapes';
import { asTasks, taskPages, treeOf } from '../tasks';

const inList = scope('/tasks/v1/lists/{taskListId}', { taskListId });

const title = text('Title', {
	description: 'Up to 1024 characters',
	placeholder: 'e.g. Buy milk',
	maxLength: 1024,
});

const day = (label: string, description: string, format: 'day-start' | 'day-end' = 'day-start') =>
	date(label, {
		description: `${description}. The service keeps the date and no time of day.`,
		format,
	});

const details = {
	completed: date('Completed At', {
		description:
			'When the task was completed. Setting the status is enough: the service then takes the present moment.',
	}),
	due: day('Due Date', 'When the task is due'),
	notes: text('Notes', { description: 'Up to 8192 characters', lines: 4, maxLength: 8192 }),
	status: choice(
		'Status',
		{ needsAction: 'Needs Action', completed: 'Completed' },
		{ description: 'Whether the task is open or done' },
	),
};

const deleted = flag('Deleted', {
	description: 'Whether the task is marked as deleted; off brings a deleted task back',
});

/** What one task becomes, whatever was done with it. */
const one = { simplify: taskBrief, refine: asTasks, shape } as const;

export const task = resource('Task', {
	default: 'getAll',
	operations: {
		clear: operation({
			name: 'Clear',
			action: 'Clear completed tasks of a list',
			description:
				'Hide the completed tasks of a list; they are not deleted, and are found again where hidden tasks are asked for',
			request: 'POST /clear',
			under: inList,
			output: 'done',
			replay: 'safe',
			scope: writing,
		}),
		create: operation({
			name: 'Create',
			action: 'Create a task',
			request: 'POST /tasks',
			under: inList,
			fields: { title },
			options: {
				...details,
				parent: neighbour('Parent Task', 'parent', 'taskListId'),
				previous: neighbour('After Task', 'previous', 'taskListId'),
			},
			scope: writing,
			...one,
		}),
		delete: operation({
			name: 'Delete',
			action: 'Delete a task',
			request: 'DELETE /tasks/{taskId}',
			under: inList,
			fields: { taskId },
			scope: writing,
		}),
		get: operation({
			name: 'Get',
			action: 'Get a task',
			request: 'GET /tasks/{taskId}',
			under: inList,
			fields: { taskId },
			scope: reading,
			...one,
		}),
		getAll: operation({
			name: 'Get Many',
			action: 'Get many tasks',
			request: 'GET /tasks',
			under: inList,
			paging: taskPages,
			options: {
				asTree: flag('As Tree', {
					description:
						'Whether to give one item a top-level task, with its subtasks in order under children. Limit counts all of them: with Return All no branch is cut.',
					default: true,
					in: 'none',
				}),
				completedMax: date('Completed Before', {
					description: 'Only tasks completed up to this moment',
				}),
				completedMin: date('Completed After', {
					description: 'Only tasks completed from this moment on',
				}),
				dueMax: day('Due Until', 'Only tasks due on this day or before', 'day-end'),
				dueMin: day('Due From', 'Only tasks due on this day or later'),
				showAssigned: flag('Show Assigned', {
					description: 'Whether to include tasks assigned from documents and chats',
					default: false,
				}),
				showCompleted: flag('Show Completed', {
					description:
						'Whether to include completed tasks. Those completed in an app need Show Hidden as well.',
					default: true,
				}),
				showDeleted: flag('Show Deleted', {
					description: 'Whether to include tasks marked as deleted',
					default: false,
				}),
				showHidden: flag('Show Hidden', {
					description:
						'Whether to include hidden tasks: those that Clear hid, and those completed in an app',
					default: false,
				}),
				updatedMin: date('Updated After', {
					description: 'Only tasks changed from this moment on',
				}),
			},
			arrange: (rows, { asTree }) => (asTree ? treeOf(rows) : rows),
			scope: reading,
			...one,
		}),
		move: operation({
			name: 'Move',
			action: 'Move a task',
			description: 'Move a task to another place in its list, or to another list',
			request: 'POST /tasks/{taskId}/move',
			under: inList,
			fields: {
				taskId,
				target: choice(
					'To',
					{ same: 'Another Place in the List', other: 'Another List' },
					{ description: 'Where the task goes', default: 'same', in: 'none' },
				),
				destinationTaskListId: {
					...destinationTaskListId,
					in: 'query',
					show: { target: ['other'] },
				},
				parentTask: {
					...neighbour('Parent Task', 'parent', 'taskListId'),
					show: { target: ['same'] },
				},
				previousTask: {
					...neighbour('After Task', 'previous', 'taskListId'),
					show: { target: ['same'] },
				},
				parentThere: {
					...neighbour('Parent Task There', 'parent', 'destinationTaskListId'),
					show: { target: ['other'] },
				},
				previousThere: {
					...neighbour('After Task There', 'previous', 'destinationTaskListId'),
					show: { target: ['other'] },
				},
			},
			scope: writing,
			...one,
		}),
		replace: operation({
			name: 'Replace',
			action: 'Replace a task',
			description: 'Write the whole task anew: what is not set here is emptied',
			request: 'PUT /tasks/{taskId}',
			under: inList,
			fields: { taskId: { ...taskId, in: 'body', wire: 'id' }, title },
			options: { ...details, deleted },
			scope: writing,
			...one,
		}),
		update: operation({
			name: 'Update',
			action: 'Update a task',
			description: 'Change what is set, and leave the rest as it is',
			request: 'PATCH /tasks/{taskId}',
			under: inList,
			replay: 'safe',
			fields: { taskId },
			options: {
				...details,
				deleted,
				due: {
					...details.due,
					clearable: true,
					description: `${details.due.description} Empty takes the date away.`,
				},
				notes: {
					...details.notes,
					clearable: true,
					description: `${details.notes.description}. Empty takes the notes away.`,
				},
				title,
			},
			async run({ input: { taskListId, taskId, ...changes }, request }) {
				// A task that is open again keeps no moment of completion.
				const reopened =
					changes.status === 'needsAction' && changes.completed === undefined
						? { completed: null }
						: {};
				const answer = await request('PATCH /tasks/v1/lists/{taskListId}/tasks/{taskId}', {
					values: { taskListId, taskId },
					body: { ...changes, ...reopened },
				});
				return [toRow(answer.body)];
			},
			scope: writing,
			...one,
		}),
	},
});
