/**
 * Runs a polling trigger inside n8n's own poll context, with the static data that n8n keeps between
 * polls.
 */
import { PollContext } from 'n8n-core';
import {
	Workflow,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type IWorkflowSettings,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { additionalData, type NodeSetup } from './executor';
import { placeOptions } from './placeOptions';

export interface Polling {
	/** Polls once. Returns the items that start an execution, or undefined. */
	poll(mode?: WorkflowExecuteMode): Promise<INodeExecutionData[] | undefined>;
	/** Simulates a restart of n8n, which discards static data that was not stored. */
	restart(): void;
	/** The static data that n8n has stored. */
	stored(): IDataObject;
}

/**
 * Creates a trigger in an active workflow. As in n8n, static data is stored on activation and after
 * every poll that returns items. Every poll gets its own copy of the static data, because n8n may
 * clone it.
 * @param before static data that is already stored
 * @param budgetMs time limit of a poll in milliseconds; n8n's default if undefined
 * @param settings settings of the workflow, such as its time zone
 */
export function polling(
	setup: NodeSetup,
	parameters: INodeParameters,
	before: IDataObject = {},
	budgetMs?: number,
	settings: IWorkflowSettings = {},
): Polling {
	const { nodeType } = setup;
	const node: INode = {
		id: 'a2a2c1a8-5d1c-4d0e-9d4c-0c8f4f1f0002',
		name: 'Trigger',
		type: `n8n-nodes-tenfold.${nodeType.description.name}`,
		typeVersion: 1,
		position: [0, 0],
		parameters: placeOptions(nodeType, parameters) as INodeParameters,
		credentials: Object.fromEntries(
			Object.keys(setup.credentials).map((name) => [name, { id: name, name }]),
		),
	};
	let stored: IDataObject = before;
	let data: IDataObject = structuredClone(before);
	let isFirst = true;
	return {
		async poll(mode = 'trigger') {
			const workflow = new Workflow({
				id: 'workflow-1',
				nodes: [node],
				connections: {},
				active: true,
				settings,
				nodeTypes: {
					getByName: () => nodeType,
					getByNameAndVersion: () => nodeType,
					getKnownTypes: () => ({}),
				},
			});
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
