/** Runs the poll of a trigger inside n8n's own context, with the static data that n8n keeps between two polls. */
import { PollContext } from 'n8n-core';
import {
	Workflow,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { additionalData, type Stage } from './executor';

export interface Polling {
	/** One poll; answers the items that it starts an execution with, or nothing. */
	poll(mode?: WorkflowExecuteMode): Promise<INodeExecutionData[] | undefined>;
	/** n8n is started again: what no execution and no activation has stored is forgotten. */
	restart(): void;
	/** What n8n has stored. */
	stored(): IDataObject;
}

/**
 * A trigger in an active workflow. Like n8n, it stores static data at activation, and whenever a poll answers something.
 * @param before what n8n had stored already
 * @param budgetMs time that n8n gives a poll; its own without it
 */
export function polling(
	stage: Stage,
	parameters: INodeParameters,
	before: IDataObject = {},
	budgetMs?: number,
): Polling {
	const { nodeType } = stage;
	const node: INode = {
		id: 'a2a2c1a8-5d1c-4d0e-9d4c-0c8f4f1f0002',
		name: 'Trigger',
		type: `n8n-nodes-tenfold.${nodeType.description.name}`,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: Object.fromEntries(
			Object.keys(stage.credentials).map((name) => [name, { id: name, name }]),
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
				nodeTypes: {
					getByName: () => nodeType,
					getByNameAndVersion: () => nodeType,
					getKnownTypes: () => ({}),
				},
			});
			const activation: WorkflowActivateMode = isFirst ? 'activate' : 'init';
			const unused = () => undefined;
			const context = new PollContext(
				workflow,
				workflow.getNode(node.name)!,
				additionalData(stage, '1'),
				mode,
				activation,
				unused,
				unused,
				undefined,
				undefined,
				() => data,
				budgetMs === undefined ? undefined : () => budgetMs,
			);
			const items = await nodeType.poll!.call(context);
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
