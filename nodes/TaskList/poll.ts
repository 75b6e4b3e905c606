/** The trigger's look at its list: reads what was changed, hands on what is new to it. */
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { Connection } from '../engine/describe';
import { planRequest } from '../engine/request/buildRequest';
import { simplifyRow } from '../engine/run/output';
import { fetchAllRows } from '../engine/run/pagination';
import { connect } from '../engine/transport/connect';
import { nodeError } from '../engine/transport/nodeError';
import {
	changesSince,
	emptyMemory,
	readFrom,
	type Change,
	type ChangeKind,
	type Memory,
} from './changes';
import { reading } from './locators';
import { taskList } from './service';
import { taskBrief } from './shapes';
import { asTask, taskPages } from './tasks';

interface Options {
	readonly showAssigned?: boolean;
	readonly simplify?: boolean;
}

/** Looks under way in this process: n8n begins the next one on time, even where this one takes longer. */
const underWay = new Set<string>();

export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const look = [context.getWorkflow().id, context.getNode().id].join('\n');
	if (underWay.has(look)) return null;
	underWay.add(look);
	try {
		return await looked(context);
	} catch (error) {
		throw nodeError(context.getNode(), error, 0);
	} finally {
		underWay.delete(look);
	}
}

async function looked(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const list = context.getNodeParameter('taskListId', undefined, { extractValue: true }) as string;
	const events = context.getNodeParameter('events') as ChangeKind[];
	const options = context.getNodeParameter('options', {}) as Options;
	const connection = await connect(
		context,
		taskList,
		{ attempts: 3, timeout: 30_000 },
		context.getNodeParameter('authentication'),
	);
	if (context.getMode() === 'manual')
		return output(examples(await read(connection, list, options, undefined, 100), events), options);

	const kept = context.getWorkflowStaticData('node') as Partial<Memory> & IDataObject;
	const of = [connection.address, list, options.showAssigned ?? false].join(' ');
	const isFirst = kept.of !== of || kept.known === undefined;
	const before = isFirst ? emptyMemory(of) : (kept as unknown as Memory);
	const { changes, memory } = changesSince(
		before,
		await read(connection, list, options, readFrom(before)),
		events,
	);
	// n8n stores this together with the execution that the changes start, and when the workflow is switched on.
	Object.assign(kept, memory);
	return isFirst ? null : output(changes, options);
}

const read = async (
	connection: Connection,
	list: string,
	{ showAssigned }: Options,
	updatedMin?: string,
	most?: number,
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
		taskPages,
		{ replay: 'safe', scope: reading },
		most,
	);

/** What a person sees who tries the trigger: the last changes of the list, as far as they fit what was chosen. */
const examples = (tasks: IDataObject[], events: readonly ChangeKind[]): Change[] =>
	changesSince(emptyMemory(''), tasks, events).changes.slice(-3).reverse();

function output(
	changes: readonly Change[],
	{ simplify = true }: Options,
): INodeExecutionData[][] | null {
	if (changes.length === 0) return null;
	const items = changes.map(({ kind, task }) => {
		const row = { json: asTask(task) };
		const { json } = simplify ? simplifyRow(row, taskBrief) : row;
		return {
			json: {
				event: kind,
				eventKey: `${String(task.id)}:${kind}:${String(task.updated)}`,
				...json,
			},
		};
	});
	return [items];
}
