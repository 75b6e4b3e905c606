/** Task List Trigger: reads the tasks updated since the last poll, and emits the changes. */
import type { IDataObject } from 'n8n-workflow';
import { addParents, eventKeyOf, fetchAllRows, planRequest, simplifyRow } from '../../engine';
import {
	flag,
	type Input,
	isObject,
	type Poll,
	pollTrigger,
	several,
	simplifyField,
} from '../../engine/describe';
import {
	detectChanges,
	initialState,
	updatedMinOf,
	type Change,
	type ChangeKind,
	type PollState,
} from './changes';
import { tasksReadOnlyScope } from '../credentials';
import { taskListId as taskListField } from '../locators';
import { taskPaging } from '../paging';
import { taskList } from '../service';
import { simplifiedTask } from '../shapes';
import { withPlainDueDate } from '../tasks';

const form = {
	fields: {
		taskListId: taskListField,
		events: several(
			'Events',
			{
				new: 'New Task',
				completed: 'Task Completed',
				deleted: 'Task Deleted',
				changed: 'Task Changed',
			} satisfies Record<ChangeKind, string>,
			{
				description:
					'Events that start the workflow. A task is new when the trigger first detects it. Task Changed covers all changes that no other selected event covers.',
				default: ['new'],
				required: true,
			},
		),
	},
	options: {
		showAssigned: flag('Include Assigned', {
			description: 'Whether to include tasks assigned from documents and chats',
			default: true,
		}),
		...simplifyField,
	},
};

type TaskPoll = Poll<Input<typeof form.fields, typeof form.options>>;

async function fetchTasks(
	{ connection, settings: { taskListId, showAssigned } }: TaskPoll,
	query: IDataObject,
	maxRows?: number,
): Promise<IDataObject[]> {
	const rows = await fetchAllRows(
		connection,
		planRequest('GET /tasks/v1/lists/{list}/tasks', {
			values: { list: taskListId },
			query: {
				showDeleted: true,
				showCompleted: true,
				showHidden: true,
				...(showAssigned ? { showAssigned } : {}),
				...query,
			},
		}),
		taskPaging,
		{
			idempotency: 'safe',
			permission: tasksReadOnlyScope,
			records: [{ label: 'Task List', value: taskListId }],
		},
		maxRows,
	);
	return rows.filter(isObject);
}

function eventOf(
	{ settings: { taskListId, simplify = true } }: TaskPoll,
	{ kind, task }: Change,
): IDataObject {
	const row = { json: withPlainDueDate(task) };
	const { json } = simplify
		? addParents(simplifyRow(row, simplifiedTask), ['taskListId'], { taskListId })
		: row;
	return { event: kind, eventKey: eventKeyOf(task.id, kind, task.updated), ...json };
}

export const taskChanges = pollTrigger({
	service: taskList,
	form,
	/** The latest three changes of the selected kinds. */
	async sample(poll) {
		const tasks = await fetchTasks(poll, {}, 100);
		const { changes } = detectChanges(initialState(''), tasks, poll.settings.events, Date.now());
		return changes
			.slice(-3)
			.reverse()
			.map((change) => eventOf(poll, change));
	},
	async read(poll, stored: Partial<PollState>) {
		const now = Date.now();
		const { taskListId, events: kinds, showAssigned = false } = poll.settings;
		const of = [poll.connection.address.url, taskListId, showAssigned].join(' ');
		const isFirst = stored.of !== of || stored.known === undefined;
		const previous = isFirst ? initialState(of) : (stored as PollState);
		const updatedMin = updatedMinOf(previous, now);
		const tasks = await fetchTasks(poll, updatedMin === undefined ? {} : { updatedMin });
		const { changes, state } = detectChanges(previous, tasks, kinds, now);
		return { events: isFirst ? [] : changes.map((change) => eventOf(poll, change)), state };
	},
});
