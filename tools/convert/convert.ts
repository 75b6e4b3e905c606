/**
 * Converts workflows with n8n's GitHub, Strava and Google Tasks nodes, and with HTTP Request nodes
 * that call a service of this pack, to the nodes of this pack. Sends nothing and reads no files, so it
 * also runs in a browser.
 */
import { convertBuiltInNode, type Conversion, type NeededCredential } from './builtInNode';
import { convertHttpRequest } from './httpRequest';
import { adaptErrorTexts, adaptLaterNodes } from './laterNodes';
import {
	adaptedNode,
	type CredentialReport,
	type NodeReport,
	type Remark,
	type Report,
	type Workflow,
} from './workflow';

export interface Converted<T extends Workflow> {
	readonly workflow: T;
	readonly report: Report;
}

/** Whether a conversion has something to do for a workflow. */
export const hasConvertibleNodes = (workflow: Workflow): boolean =>
	workflow.nodes.some((node) => convertBuiltInNode(node) ?? convertHttpRequest(node));

/** Converts a workflow. Nodes that cannot be converted stay as they were, and are in the report. */
export function convertWorkflow<T extends Workflow>(original: T): Converted<T> {
	const conversions = original.nodes.map(
		(node) => convertBuiltInNode(node) ?? convertHttpRequest(node),
	);
	const found = original.nodes.flatMap(({ name }, index) => {
		const conversion = conversions[index];
		return conversion ? [{ name, conversion }] : [];
	});
	let workflow: Workflow = {
		...original,
		nodes: original.nodes.map((node, index) => conversions[index]?.node ?? node),
	};
	const later = new Map<string, readonly Remark[]>();
	for (const { name, conversion } of found) {
		if (!conversion.node || !conversion.output) continue;
		const adapted = adaptLaterNodes(workflow, name, conversion.output);
		({ workflow } = adapted);
		later.set(name, adapted.remarks);
	}
	const errors = found.some(({ conversion }) => conversion.node)
		? adaptErrorTexts(workflow)
		: { workflow, remarks: new Map<string, Remark>() };
	const adapted = original.nodes.flatMap((node, index): NodeReport[] => {
		const remark = errors.remarks.get(node.name);
		const changed = errors.workflow.nodes[index]!;
		const isChanged = JSON.stringify(changed) !== JSON.stringify(node);
		if (conversions[index]?.node || !(isChanged || remark)) return [];
		return [
			{
				node: node.name,
				from: node.type.replace(/^.*\./, ''),
				to: isChanged ? adaptedNode : undefined,
				remarks: remark ? [remark] : [],
			},
		];
	});
	return {
		workflow: errors.workflow as T,
		report: {
			nodes: [
				...found.map(({ name, conversion }) => reportOf(name, conversion, later.get(name))),
				...adapted,
			],
			credentials: credentialsIn(found),
		},
	};
}

const reportOf = (
	node: string,
	{ from, to, node: converted, remarks, offer }: Conversion,
	later: readonly Remark[] = [],
): NodeReport => ({
	node,
	from,
	to: converted && to,
	remarks: [...remarks, ...later],
	offer,
});

/** The credentials to create. Nodes with the same credential in n8n share one. */
function credentialsIn(
	found: ReadonlyArray<{ readonly name: string; readonly conversion: Conversion }>,
): CredentialReport[] {
	const byKey = new Map<string, { credential: NeededCredential; nodes: string[] }>();
	for (const { name, conversion } of found) {
		const { credential } = conversion;
		if (!credential || !conversion.node) continue;
		const key = [credential.label, credential.name, credential.host].join('\n');
		const entry = byKey.get(key) ?? { credential, nodes: [] };
		entry.nodes.push(name);
		byKey.set(key, entry);
	}
	return [...byKey.values()].map(({ credential: { label, name, host }, nodes }) => ({
		label,
		name,
		host,
		nodes,
	}));
}
