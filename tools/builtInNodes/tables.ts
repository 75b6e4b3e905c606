/** Generated part of docs/from-built-in-nodes.md: what replaces what in each of n8n's nodes. */
import type { INodeTypeDescription } from 'n8n-workflow';
import { markdownTable, replaceGenerated } from '../generate/markdown';
import {
	actionNodes,
	noteOf,
	triggerNodes,
	type ActionNode,
	type Target,
	type Targets,
	type TriggerNode,
} from './counterparts';
import { eventsOf, operationsOf, parametersOf, type Parameter } from './form';

export const builtInNodesPage = 'docs/from-built-in-nodes.md';

/**
 * Inserts the tables between the markers.
 * @param nodes the nodes of this pack
 * @throws Error if the page has no markers
 */
export function withBuiltInNodes(page: string, nodes: readonly INodeTypeDescription[]): string {
	const find = (name: string): INodeTypeDescription => {
		const found = nodes.find((node) => node.name === name);
		if (!found) throw new Error(`This pack has no node ${name}`);
		return found;
	};
	const sections = [
		...Object.values(actionNodes).map((node) => actionSection(node, find(node.counterpart))),
		...Object.values(triggerNodes).map((node) => triggerSection(node, find(node.counterpart))),
	];
	return replaceGenerated(page, 'built-in-nodes', `\n${sections.join('\n\n')}\n`);
}

function actionSection(node: ActionNode, ours: INodeTypeDescription): string {
	const operationLabels = operationsOf(ours);
	const rows = Object.values(node.operations).map(({ label, to, parameters = {}, difference }) => [
		label,
		operationLabels.get(to) ?? to,
		describeTargets(parameters, parametersOf(ours, to)),
		difference ?? '',
	]);
	return [
		`### ${node.label} to ${ours.displayName}`,
		'',
		'In all operations:',
		'',
		list(node.parameters, allParameters(node, ours)),
		'',
		markdownTable(
			[`${node.label} node`, `${ours.displayName} node`, 'Parameters', 'What is different'],
			rows,
		),
	].join('\n');
}

const allParameters = (
	{ operations }: ActionNode,
	ours: INodeTypeDescription,
): Map<string, Parameter> =>
	new Map(Object.values(operations).flatMap(({ to }) => [...parametersOf(ours, to)]));

function triggerSection(node: TriggerNode, ours: INodeTypeDescription): string {
	const labels = new Map(
		ours.properties
			.filter(({ name }) => name === 'events')
			.flatMap(({ options = [] }) => options as Array<{ name: string; value: string }>)
			.map(({ name, value }) => [value, name]),
	);
	const rows = Object.entries(node.events).map(([event, target]) => [
		`\`${event}\``,
		'note' in target ? '' : target.map((name) => labels.get(name) ?? name).join(', '),
		'note' in target ? target.note : '',
	]);
	const sameNames = eventsOf(ours, ['events']);
	return [
		`### ${node.label} to ${ours.displayName}`,
		'',
		list(node.parameters, parametersOf(ours)),
		'',
		node.difference,
		'',
		rows.length === 0
			? `All events have the same names. The node offers ${sameNames.length - 1} events.`
			: markdownTable(
					[`${node.label} (\`${node.eventParameters.join(':')}\`)`, 'Events', 'What is different'],
					rows,
				),
	].join('\n');
}

/** Parameters with the same name and values first, then the others. */
function describeTargets(
	targets: Targets,
	known: ReadonlyMap<string, Parameter>,
	separator = '<br>',
): string {
	const entries = Object.entries(targets);
	const same = entries.filter(([name, target]) => target === name).map(([name]) => `\`${name}\``);
	const others = entries
		.filter(([name, target]) => target !== name)
		.map(([name, target]) => `\`${name}\`: ${describeTarget(name, target, known)}`);
	return [...(same.length > 0 ? [`${same.join(', ')}: same name`] : []), ...others].join(separator);
}

function describeTarget(
	name: string,
	target: Target,
	known: ReadonlyMap<string, Parameter>,
): string {
	const { to } = typeof target === 'string' ? { to: target } : target;
	const note = noteOf(target);
	if (to === undefined) return `none; ${note}`;
	const described = `**${known.get(to)?.label ?? to}** (${to === name ? 'same name' : `\`${to}\``})`;
	return note === undefined ? described : `${described}; ${note}`;
}

const list = (targets: Targets, known: ReadonlyMap<string, Parameter>): string =>
	`- ${describeTargets(targets, known, '\n- ')}`;
