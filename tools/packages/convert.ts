// Converts workflows from the nodes of the pack to those of the packages with a single service.
import type { INode } from 'n8n-workflow';
import { packageName } from '../system/paths';
import { singlePackages } from './table';

/** The parts of an exported workflow that change. */
interface Workflow {
	readonly nodes: readonly INode[];
}

/**
 * Replaces the types of nodes and credentials. Everything else stays the same, also the names of the
 * credentials.
 */
export const convertWorkflow = <T extends Workflow>(workflow: T): T => ({
	...workflow,
	nodes: workflow.nodes.map(convertNode),
});

/**
 * Converts the text of an exported file: a workflow, or a list of workflows as n8n's command line
 * exports it.
 * @throws Error that says what is wrong, if the text is no exported workflow
 */
export function convertExport(text: string): string {
	let exported: unknown;
	try {
		exported = JSON.parse(text);
	} catch (error) {
		throw new Error(
			`The file is not valid JSON: ${(error as Error).message}. Export the workflow again in n8n, with Download in the menu of the editor.`,
			{ cause: error },
		);
	}
	for (const [index, one] of [exported].flat().entries()) {
		const { nodes } = (one ?? {}) as Partial<Workflow>;
		const place = Array.isArray(exported) ? `Entry ${index + 1} of the list` : 'The file';
		if (!Array.isArray(nodes))
			throw new Error(`${place} is no exported workflow: it has no list of nodes.`);
		const broken = nodes.findIndex(
			(node) => typeof (node as Partial<INode> | null)?.type !== 'string',
		);
		if (broken >= 0)
			throw new Error(`${place} is no exported workflow: node ${broken + 1} has no type.`);
	}
	const converted = Array.isArray(exported)
		? (exported as Workflow[]).map(convertWorkflow)
		: convertWorkflow(exported as Workflow);
	return `${JSON.stringify(converted, null, 2)}\n`;
}

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
