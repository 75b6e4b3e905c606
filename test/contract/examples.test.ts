// The parameters of the example workflows, compared with the forms of the nodes.
import { readdirSync, readFileSync } from 'node:fs';
import { NodeHelpers, type INode, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import { inRoot } from '../../tools/system/paths';
import { innerOf, isShown } from './kit/form';
import { nodes } from './kit/pack';

const prefix = 'n8n-nodes-tenfold.';
const filesIn = (folder: string, ending: string): string[] =>
	readdirSync(inRoot(folder))
		.filter((name) => name.endsWith(ending))
		.map((name) => `${folder}/${name}`);
const files = [
	...filesIn('examples', '.json'),
	...filesIn('docs/from-built-in-nodes', '-after.json'),
];

/** Parameters of every polling trigger and every tool. */
const addedByN8n = ['pollTimes', 'descriptionType', 'toolDescription'];

/** Paths of values that the form does not contain. n8n removes such values when a node is saved. */
function unknownValues(
	parameters: readonly INodeProperties[],
	values: INodeParameters,
	path = '',
): string[] {
	return Object.entries(values).flatMap(([name, value]) => {
		const parameter = parameters.find((candidate) => candidate.name === name);
		if (!parameter) return [`${path}${name}`];
		return parameter.type === 'collection'
			? unknownValues(innerOf(parameter), value as INodeParameters, `${path}${name}.`)
			: [];
	});
}

test.each(files)('%s contains only values that the forms contain', (file) => {
	const workflow = JSON.parse(readFileSync(inRoot(file), 'utf8')) as { nodes: INode[] };
	const tenfoldNodes = workflow.nodes.filter(({ type }) => type.startsWith(prefix));
	expect(tenfoldNodes).not.toEqual([]);
	for (const node of tenfoldNodes) {
		const { name, type, parameters } = node;
		const { description } = nodes.find(
			(known) => `${prefix}${known.description.name}` === type.replace(/Tool$/, ''),
		)!;
		const { properties } = description;
		const withDefaults = NodeHelpers.getNodeParameters(
			properties,
			parameters,
			true,
			false,
			node,
			description,
		)!;
		const shown = properties.filter((parameter) => isShown(description, parameter, withDefaults));
		const own = Object.fromEntries(
			Object.entries(parameters).filter(([key]) => !addedByN8n.includes(key)),
		);
		expect([name, unknownValues(shown, own)]).toEqual([name, []]);
	}
});
