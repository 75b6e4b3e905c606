/** Runs the lookups of a node in n8n's own context for the node form. */
import { LoadOptionsContext } from 'n8n-core';
import type { IDataObject, INode, INodeListSearchResult } from 'n8n-workflow';
import { additionalData, nodeOf, workflowOf, type NodeSetup } from './executor';

/** Entries that a resource locator shows for the parameters in the form. */
export async function lookUp(
	setup: NodeSetup,
	method: string,
	parameters: IDataObject,
	filter?: string,
	more: Partial<INode> = {},
): Promise<INodeListSearchResult> {
	const node = nodeOf(setup, parameters, more);
	const workflow = workflowOf(setup.nodeType, { nodes: [node] });
	const context = new LoadOptionsContext(
		workflow,
		node,
		Object.assign(additionalData(setup, '1'), { currentNodeParameters: node.parameters }),
		'',
	);
	return await setup.nodeType.methods!.listSearch![method]!.call(context, filter);
}
