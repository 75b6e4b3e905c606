import type { IDataObject } from 'n8n-workflow';
import { fetchAllRows, planOperation, planRequest, rowsUpToLimit, toRow } from '../../engine';
import {
	allFieldsOf,
	basePath,
	choice,
	date,
	flag,
	operationsIn,
	resource,
	text,
	toText,
} from '../../engine/describe';
import { tasksReadOnlyScope, tasksScope } from '../credentials';
import { destinationTaskListId, positionField, taskId, taskListId } from '../locators';
import { taskPaging } from '../paging';
import { simplifiedTask, task as shape } from '../shapes';
import { taskOrder } from '../taskOrder';
import { buildTree, withPlainDueDates } from '../tasks';

const operation = operationsIn(
	basePath('/tasks/v1/lists/{taskListId}', { taskListId }),
	tasksReadOnlyScope,
	tasksScope,
);

const title = text('Title', {
	description: 'At most 1,024 characters',
	placeholder: 'e.g. Buy milk',
	maxLength: 1024,
});

const dueDate = (
	label: string,
	description: string,
	format: 'day-start' | 'day-end' = 'day-start',
) =>
	date(label, {
		description: `${description}. The service stores only the date, not the time.`,
		format,
	});

const taskFields = {
	completed: date('Completed At', {
		description:
			'When the task was completed. If you set only Status to Completed, the service uses the current time.',
	}),
	due: dueDate('Due Date', 'When the task is due'),
	notes: text('Notes', { description: 'At most 8,192 characters', lines: 4, maxLength: 8192 }),
	status: choice(
		'Status',
		{ needsAction: 'Needs Action', completed: 'Completed' },
		{ description: 'Whether the task is open or completed' },
	),
};

/** Fields that an update can clear. */
const clearableFields = {
	due: {
		...taskFields.due,
		clearable: true,
		description: `${taskFields.due.description} To clear it, enter the expression {{ [] }}.`,
	},
	notes: {
		...taskFields.notes,
		clearable: true,
		description: `${taskFields.notes.description}. To clear them, add this field and leave it empty, or return an empty list from an expression.`,
	},
} as const;

const deleted = flag('Deleted', {
	description: 'Whether the task is marked as deleted. Turn off to restore a deleted task.',
});

const includesHidden = 'Includes hidden tasks, unless you turn off Show Hidden.';

/** Apps hide the tasks that they complete, so a filter by completion time would not find them. */
const withHiddenTasks = <
	T extends { completedMin?: unknown; completedMax?: unknown; showHidden?: boolean },
>(
	input: T,
): T =>
	input.completedMin === undefined && input.completedMax === undefined
		? input
		: { ...input, showHidden: input.showHidden ?? true };

/** Clears the completion time of a reopened task, which the service would keep. */
const reopened = { status: 'needsAction', completed: null };

/** Output settings of all operations that return tasks. */
const taskOutput = { simplify: simplifiedTask, refine: withPlainDueDates, shape } as const;

/** An operation that only changes the status of a task. */
const changeStatus = (description: string, fixedBody: IDataObject) =>
	operation({
		description,
		request: 'PATCH /tasks/{taskId}',
		fixedBody,
		idempotency: 'safe',
		fields: { taskId },
		...taskOutput,
	});

export const task = resource('Task', {
	default: 'getAll',
	operations: {
		clear: operation({
			action: 'Hide the completed tasks of a list',
			description: 'Hide the completed tasks of a list without deleting them',
			request: 'POST /clear',
			effect: 'irreversible',
			output: 'done',
			idempotency: 'safe',
		}),
		complete: changeStatus(
			'Mark a task as completed, with the current time as its completion time',
			{ status: 'completed' },
		),
		create: operation({
			collection: 'additionalFields',
			request: 'POST /tasks',
			fields: { title },
			options: {
				...taskFields,
				parent: positionField('Parent Task', 'searchParentTask', 'parent', 'taskListId'),
				previous: positionField('After Task', 'searchAfterTask', 'previous', 'taskListId'),
			},
			...taskOutput,
		}),
		delete: operation({
			request: 'DELETE /tasks/{taskId}',
			effect: 'irreversible',
			fields: { taskId },
		}),
		get: operation({
			request: 'GET /tasks/{taskId}',
			fields: { taskId },
			...taskOutput,
		}),
		getAll: operation({
			request: 'GET /tasks',
			paging: taskPaging,
			options: {
				asTree: flag('As Tree', {
					description:
						'Whether to return one item per top-level task, with its subtasks in order under children. Limit counts subtasks too. To get complete trees, turn on Return All.',
					default: true,
					in: 'none',
				}),
				completedMax: date('Completed Before', {
					description: `Only tasks completed at or before this time. ${includesHidden}`,
				}),
				completedMin: date('Completed After', {
					description: `Only tasks completed at or after this time. ${includesHidden}`,
				}),
				dueMax: dueDate('Due Until', 'Only tasks due on or before this date', 'day-end'),
				dueMin: dueDate('Due From', 'Only tasks due on or after this date'),
				showAssigned: flag('Show Assigned', {
					description: 'Whether to include tasks assigned from documents and chats',
					default: false,
					collection: 'options',
				}),
				showCompleted: flag('Show Completed', {
					description:
						'Whether to include completed tasks. To include tasks completed in an app, also turn on Show Hidden.',
					default: true,
					collection: 'options',
				}),
				showDeleted: flag('Show Deleted', {
					description: 'Whether to include tasks marked as deleted',
					default: false,
					collection: 'options',
				}),
				showHidden: flag('Show Hidden', {
					description:
						'Whether to include hidden tasks. Tasks are hidden by Clear, or when they are completed in an app.',
					default: false,
					collection: 'options',
				}),
				sortBy: choice(
					'Sort By',
					{ due: 'Due Date', title: 'Title', updated: 'Last Updated' },
					{
						description:
							'What to sort the tasks by. If not set, the service determines the order. If set, the node reads all matching tasks before it applies Limit.',
						in: 'none',
					},
				),
				sortOrder: choice(
					'Sort Order',
					{ asc: 'Ascending', desc: 'Descending' },
					{ description: 'The sort direction, if Sort By is set', in: 'none' },
				),
				titleContains: text('Title Contains', {
					description:
						'Only tasks whose title contains this text, in any case. If set, the node reads all matching tasks before it applies Limit.',
					in: 'none',
				}),
				updatedMin: date('Updated After', {
					description: 'Only tasks updated at or after this time',
				}),
			},
			check: ({ asTree, sortBy }) =>
				asTree && sortBy !== undefined
					? { field: 'sortBy', problem: 'cannot be combined with As Tree' }
					: undefined,
			async run({ connection, operation, input, maxRows }) {
				const { plan, policy } = planOperation(operation, withHiddenTasks(input));
				const compare = taskOrder(input);
				const title = input.titleContains?.toLowerCase();
				// All tasks must be read before they are filtered by title or sorted.
				const limit = compare || title !== undefined ? undefined : maxRows;
				const tasks = (await fetchAllRows(connection, plan, taskPaging, policy, limit)).filter(
					(task) => title === undefined || toText(task.title).toLowerCase().includes(title),
				);
				const sorted = compare ? tasks.sort(compare) : tasks;
				return rowsUpToLimit({ connection, maxRows }, sorted).map(toRow);
			},
			arrange: (rows, { asTree }) => (asTree ? buildTree(rows) : rows),
			...taskOutput,
		}),
		move: operation({
			description: 'Move a task to another position in its list, or to another list',
			request: 'POST /tasks/{taskId}/move',
			fields: {
				taskId,
				target: choice(
					'To',
					{ same: 'Another Position in the List', other: 'Another List' },
					{ description: 'Where to move the task', default: 'same', in: 'none' },
				),
				destinationTaskListId: {
					...destinationTaskListId,
					in: 'query',
					show: { target: ['other'] },
				},
				parentTask: {
					...positionField('Parent Task', 'searchParentTask', 'parent', 'taskListId'),
					show: { target: ['same'] },
				},
				previousTask: {
					...positionField('After Task', 'searchAfterTask', 'previous', 'taskListId'),
					show: { target: ['same'] },
				},
				parentThere: {
					...positionField(
						'Parent Task There',
						'searchParentTaskThere',
						'parent',
						'destinationTaskListId',
					),
					show: { target: ['other'] },
				},
				previousThere: {
					...positionField(
						'After Task There',
						'searchAfterTaskThere',
						'previous',
						'destinationTaskListId',
					),
					show: { target: ['other'] },
				},
			},
			...taskOutput,
			refine: (rows, { target, destinationTaskListId: moved }) =>
				withPlainDueDates(rows).map((row) =>
					target === 'other' ? { ...row, json: { ...row.json, taskListId: moved } } : row,
				),
			simplify: { ...simplifiedTask, taskListId: 'taskListId' },
			shape: { ...shape, taskListId: 'string' },
		}),
		reopen: changeStatus('Mark a completed task as open again', reopened),
		replace: operation({
			collection: 'updateFields',
			description: 'Replace the complete task, clearing all fields that are not set',
			request: 'PUT /tasks/{taskId}',
			effect: 'irreversible',
			fields: { taskId: { ...taskId, in: 'body', apiName: 'id' }, title },
			options: { ...taskFields, deleted },
			...taskOutput,
		}),
		update: operation({
			collection: 'updateFields',
			description: 'Update only the fields that are set',
			request: 'PATCH /tasks/{taskId}',
			idempotency: 'safe',
			fields: { taskId },
			options: { ...taskFields, ...clearableFields, deleted, title },
			prepare: (input) =>
				input.status === reopened.status ? { completed: null, ...input } : input,
			...taskOutput,
		}),
		upsert: operation({
			name: 'Create or Update',
			action: 'Create or update a task',
			description: 'Create a new record, or update the current one if it already exists (upsert)',
			collection: 'updateFields',
			request: 'POST /tasks',
			fields: {
				title: {
					...title,
					required: true,
					hint: 'The first open task with exactly this title in the list is updated. For a completed task, a new one is created.',
				},
			},
			options: { ...taskFields, ...clearableFields },
			async run({ connection, input: { taskListId, title, ...changes }, operation, request }) {
				const parts = { values: { taskListId }, query: { showCompleted: false } };
				const line = 'GET /tasks/v1/lists/{taskListId}/tasks';
				const list = planRequest(line, parts, allFieldsOf(operation));
				const tasks = await fetchAllRows(connection, list, taskPaging, { idempotency: 'safe' });
				const found = tasks.find((task) => task.title === title);
				const values = { taskListId, taskId: found?.id };
				const { body } = found
					? await request(
							'PATCH /tasks/v1/lists/{taskListId}/tasks/{taskId}',
							{ values, body: changes },
							{ idempotency: 'safe' },
						)
					: await request('POST /tasks/v1/lists/{taskListId}/tasks', {
							values,
							body: { title, ...changes },
						});
				return [toRow(body)];
			},
			...taskOutput,
		}),
	},
});
