/** Runs the lookups of a node in n8n's own context for the node form. */
import { LoadOptionsContext } from 'n8n-core';
import {
	Workflow,
	type IDataObject,
	type INode,
	type INodeListSearchResult,
	type INodeTypes,
} from 'n8n-workflow';
import { additionalData, type NodeSetup } from './executor';

/** Entries that a resource locator shows for the parameters in the form. */
export async function lookUp(
	setup: NodeSetup,
	method: string,
	parameters: IDataObject,
	filter?: string,
): Promise<INodeListSearchResult> {
	const node: INode = {
		id: 'node-1',
		name: 'Under Test',
		type: `n8n-nodes-tenfold.${setup.nodeType.description.name}`,
		typeVersion: 1,
		position: [0, 0],
		parameters: parameters as INode['parameters'],
		credentials: Object.fromEntries(
			Object.keys(setup.credentials).map((name) => [name, { id: name, name }]),
		),
	};
	const nodeTypes: INodeTypes = {
		getByName: () => setup.nodeType,
		getByNameAndVersion: () => setup.nodeType,
		getKnownTypes: () => ({}),
	};
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const context = new LoadOptionsContext(
		workflow,
		node,
		Object.assign(additionalData(setup, '1'), { currentNodeParameters: node.parameters }),
		'',
	);
	return await setup.nodeType.methods!.listSearch![method]!.call(context, filter);
}
