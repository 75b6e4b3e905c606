// Converts workflows from the nodes of the pack to those of the packages with a single service.
import type { INode } from 'n8n-workflow';
import { packageName } from '../system/paths';
import { singlePackages } from './table';

/**
 * Replaces the types of nodes and credentials. Everything else stays the same, also the names of the
 * credentials.
 */
export const convertWorkflow = <T extends { readonly nodes: readonly INode[] }>(
	workflow: T,
): T => ({
	...workflow,
	nodes: workflow.nodes.map(convertNode),
});

function convertNode(node: INode): INode {
	const one = singlePackages.find(({ from }) =>
		new RegExp(`^${packageName}\\.${from.camel}(\\w*Trigger|Tool)?$`).test(node.type),
	);
	if (one === undefined) return node;
	const { npmName, from, to } = one;
	const credentials = Object.entries(node.credentials ?? {}).map(([type, { name }]) => [
		type.replace(from.camel, to.camel),
		{ id: null, name },
	]);
	return {
		...node,
		type: node.type.replace(`${packageName}.${from.camel}`, `${npmName}.${to.camel}`),
		...(node.credentials
			? { credentials: Object.fromEntries(credentials) as INode['credentials'] }
			: {}),
	};
}
