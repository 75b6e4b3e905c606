/** The polls of the trigger: read the tasks updated since the last poll, and emit the changes. */
import type { IDataObject } from 'n8n-workflow';
import {
	addParents,
	connectPoll,
	eventKeyOf,
	fetchAllRows,
	planRequest,
	type Poll,
	type PollSource,
	readForm,
	simplifyRow,
} from '../engine';
import { flag, isObject, several, simplifyField } from '../engine/describe';
import {
	detectChanges,
	initialState,
	updatedMinOf,
	type Change,
	type ChangeKind,
	type PollState,
} from './changes';
import { tasksReadOnlyScope } from './credentials';
import { taskListId as taskListField } from './locators';
import { taskPaging } from './paging';
import { taskList } from './service';
import { simplifiedTask } from './shapes';
import { withPlainDueDate } from './tasks';

export const form = {
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

export async function preparePoll(poll: Poll): Promise<PollSource<PollState>> {
	const {
		taskListId,
		events: kinds,
		showAssigned = false,
		simplify = true,
	} = readForm(form, poll.readParameter);
	const connection = await connectPoll(poll, taskList);
	const fetchTasks = async (query: IDataObject, maxRows?: number): Promise<IDataObject[]> =>
		(
			await fetchAllRows(
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
			)
		).filter(isObject);
	const toEvent = ({ kind, task }: Change): IDataObject => {
		const row = { json: withPlainDueDate(task) };
		const { json } = simplify
			? addParents(simplifyRow(row, simplifiedTask), ['taskListId'], { taskListId })
			: row;
		return { event: kind, eventKey: eventKeyOf(task.id, kind, task.updated), ...json };
	};
	return {
		/** The latest three changes of the selected kinds. */
		async sample() {
			const tasks = await fetchTasks({}, 100);
			const { changes } = detectChanges(initialState(''), tasks, kinds, Date.now());
			return changes.slice(-3).reverse().map(toEvent);
		},
		async read(stored) {
			const now = Date.now();
			const of = [connection.address.url, taskListId, showAssigned].join(' ');
			const isFirst = stored.of !== of || stored.known === undefined;
			const previous = isFirst ? initialState(of) : (stored as PollState);
			const updatedMin = updatedMinOf(previous, now);
			const tasks = await fetchTasks(updatedMin === undefined ? {} : { updatedMin });
			const { changes, state } = detectChanges(previous, tasks, kinds, now);
			return { events: isFirst ? [] : changes.map(toEvent), state };
		},
	};
}
