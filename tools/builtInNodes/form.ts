/** Reads the operations, parameters and events of a node from its description. */
import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeTypeDescription,
} from 'n8n-workflow';

type Description = Pick<INodeTypeDescription, 'properties'>;

/** Parameters that only show a text. */
const textOnly: readonly string[] = ['notice', 'callout', 'hidden'];

const choicesOf = ({ options }: INodeProperties): INodePropertyOptions[] =>
	(options ?? []) as INodePropertyOptions[];

/** Labels of all operations, as in `Task List: Get Many`, by `resource:operation`. */
export function operationsOf({ properties }: Description): Map<string, string> {
	const labels = new Map<string, string>();
	const resources = properties.find(({ name }) => name === 'resource');
	for (const resource of resources ? choicesOf(resources) : [])
		for (const property of properties)
			if (property.name === 'operation' && isShown(property, { resource: resource.value }))
				for (const { name, value } of choicesOf(property))
					labels.set(`${resource.value}:${value}`, `${resource.name}: ${name}`);
	return labels;
}

/**
 * Labels of all parameters of an operation, by name. A parameter in a collection has a name such as
 * `options.author` and a label such as `Options > Author`.
 * @param operation `resource:operation`, or undefined for a trigger
 */
export function parametersOf({ properties }: Description, operation?: string): Map<string, string> {
	const [resource, key] = operation?.split(':') ?? [];
	const selected = operation === undefined ? {} : { resource, operation: key };
	const labels = new Map<string, string>();
	for (const property of properties) {
		const { name, displayName, type, options = [] } = property;
		if (name === 'resource' || name === 'operation' || textOnly.includes(type)) continue;
		if (!isShown(property, selected)) continue;
		if (type !== 'collection' && type !== 'fixedCollection') labels.set(name, displayName);
		else
			for (const entry of options as Array<INodeProperties | INodePropertyCollection>)
				labels.set(`${name}.${entry.name}`, `${displayName} > ${entry.displayName}`);
	}
	return labels;
}

/**
 * Events that a trigger offers: the values of one parameter, or the combinations of the values of
 * several parameters, as in `activity:create`. `*` stands for all events.
 */
export function eventsOf({ properties }: Description, parameters: readonly string[]): string[] {
	const values = parameters.map((name) =>
		choicesOf(properties.find((property) => property.name === name)!).map(({ value }) =>
			String(value),
		),
	);
	const combined = values.reduce((left, right) =>
		left.flatMap((a) => right.map((b) => (a === '*' || b === '*' ? '*' : `${a}:${b}`))),
	);
	return [...new Set(combined)];
}

function isShown(
	{ displayOptions }: INodeProperties,
	selected: Readonly<Record<string, unknown>>,
): boolean {
	const matches = (name: string, conditions: readonly unknown[] = []): boolean =>
		conditions.includes(selected[name]);
	return Object.keys(selected).every((name) => {
		const show = displayOptions?.show?.[name];
		return (
			(show === undefined || matches(name, show)) && !matches(name, displayOptions?.hide?.[name])
		);
	});
}
