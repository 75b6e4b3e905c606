/** One poll of the trigger: reads the tasks updated since the last poll and emits the changes. */
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import {
	addParents,
	connectPoll,
	createRowFilter,
	fetchAllRows,
	guardPoll,
	planRequest,
	simplifyRow,
	withNodeErrors,
} from '../engine';
import type { Connection } from '../engine/describe';
import {
	detectChanges,
	initialState,
	updatedMinOf,
	type Change,
	type ChangeKind,
	type PollState,
} from './changes';
import { eventKeyOf } from './eventKey';
import { taskPaging } from './paging';
import { tasksReadOnlyScope } from './scopes';
import { taskList } from './service';
import { simplifiedTask } from './shapes';
import { withPlainDueDate } from './tasks';

interface Options {
	readonly showAssigned?: boolean;
	readonly simplify?: boolean;
}

export const poll = async (context: IPollFunctions): Promise<INodeExecutionData[][] | null> =>
	await withNodeErrors(
		context,
		async () => await guardPoll(context, async () => await pollChanges(context)),
	);

async function pollChanges(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const list = context.getNodeParameter('taskListId', undefined, { extractValue: true }) as string;
	const events = context.getNodeParameter('events') as ChangeKind[];
	const options = context.getNodeParameter('options', {}) as Options;
	const connection = await connectPoll(context, taskList);
	const filterRows = createRowFilter(context);
	const now = Date.now();
	if (context.getMode() === 'manual') {
		const tasks = filterRows(await fetchTasks(connection, list, options, undefined, 100));
		return toOutput(latestChanges(tasks, events, now), list, options);
	}

	const staticData = context.getWorkflowStaticData('node') as Partial<PollState> & IDataObject;
	const of = [connection.address, list, options.showAssigned ?? false].join(' ');
	const isFirst = staticData.of !== of || staticData.known === undefined;
	const previous = isFirst ? initialState(of) : (staticData as unknown as PollState);
	const tasks = filterRows(
		await fetchTasks(connection, list, options, updatedMinOf(previous, now)),
	);
	const { changes, state } = detectChanges(previous, tasks, events, now);
	// n8n saves static data when a poll emits items and when the workflow is activated.
	Object.assign(staticData, state);
	return isFirst ? null : toOutput(changes, list, options);
}

const fetchTasks = async (
	connection: Connection,
	list: string,
	{ showAssigned }: Options,
	updatedMin?: string,
	maxRows?: number,
): Promise<IDataObject[]> =>
	await fetchAllRows(
		connection,
		planRequest('GET /tasks/v1/lists/{list}/tasks', {
			values: { list },
			query: {
				showDeleted: true,
				showCompleted: true,
				showHidden: true,
				...(showAssigned ? { showAssigned } : {}),
				...(updatedMin ? { updatedMin } : {}),
			},
		}),
		taskPaging,
		{
			idempotency: 'safe',
			permission: tasksReadOnlyScope,
			records: [{ label: 'Task List', value: list }],
		},
		maxRows,
	);

/** Sample output of a manual test run: the latest three changes of the selected kinds. */
const latestChanges = (
	tasks: IDataObject[],
	events: readonly ChangeKind[],
	now: number,
): Change[] => detectChanges(initialState(''), tasks, events, now).changes.slice(-3).reverse();

function toOutput(
	changes: readonly Change[],
	taskListId: string,
	{ simplify = true }: Options,
): INodeExecutionData[][] | null {
	if (changes.length === 0) return null;
	const items = changes.map(({ kind, task }) => {
		const row = { json: withPlainDueDate(task) };
		const { json } = simplify
			? addParents(simplifyRow(row, simplifiedTask), ['taskListId'], { taskListId })
			: row;
		return {
			json: {
				event: kind,
				eventKey: eventKeyOf({ kind, task }),
				...json,
			},
		};
	});
	return [items];
}
