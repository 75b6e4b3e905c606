/**
 * Runs a polling trigger inside n8n's own poll context, with the static data that n8n keeps between
 * polls.
 */
import { PollContext } from 'n8n-core';
import type {
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	IWorkflowSettings,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { additionalData, nodeOf, workflowOf, type NodeSetup } from './executor';

export interface Polling {
	/** Polls once. Returns the items that start an execution, or undefined. */
	poll(mode?: WorkflowExecuteMode): Promise<INodeExecutionData[] | undefined>;
	/** Simulates a restart of n8n, which discards static data that was not stored. */
	restart(): void;
	/** The static data that n8n has stored. */
	stored(): IDataObject;
}

/** Each setup belongs to another workflow. */
const workflowIds = new Map<NodeSetup, string>();

/**
 * Creates a trigger in an active workflow. As in n8n, static data is stored on activation and after
 * every poll that returns items. Every poll gets its own copy of the static data, because n8n may
 * clone it.
 * @param before static data that is already stored
 * @param budgetMs time limit of a poll in milliseconds; n8n's default if undefined
 * @param settings settings of the workflow, such as its time zone
 * @param typeVersion version of the node; the newest if undefined
 */
export function polling(
	setup: NodeSetup,
	parameters: INodeParameters,
	before: IDataObject = {},
	budgetMs?: number,
	settings: IWorkflowSettings = {},
	typeVersion?: number,
): Polling {
	const { nodeType } = setup;
	const node = nodeOf(setup, parameters, {
		name: 'Trigger',
		...(typeVersion ? { typeVersion } : {}),
	});
	const id = workflowIds.get(setup) ?? `workflow-${workflowIds.size + 1}`;
	workflowIds.set(setup, id);
	let stored: IDataObject = before;
	let data: IDataObject = structuredClone(before);
	let isFirst = true;
	return {
		async poll(mode = 'trigger') {
			const workflow = workflowOf(nodeType, { id, nodes: [node], active: true, settings });
			const activation: WorkflowActivateMode = isFirst ? 'activate' : 'init';
			const noop = () => undefined;
			const copy = structuredClone(data);
			const context = new PollContext(
				workflow,
				workflow.getNode(node.name)!,
				additionalData(setup, '1'),
				mode,
				activation,
				noop,
				noop,
				undefined,
				undefined,
				() => copy,
				budgetMs === undefined ? undefined : () => budgetMs,
			);
			const items = await nodeType.poll!.call(context).finally(() => (data = copy));
			if (mode === 'manual') return items?.[0];
			if (isFirst || items) stored = structuredClone(data);
			isFirst = false;
			return items?.[0];
		},
		restart() {
			data = structuredClone(stored);
		},
		stored: () => stored,
	};
}
