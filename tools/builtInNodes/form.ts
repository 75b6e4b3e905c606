/** Reads the operations, parameters and events of a node from its description. */
import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeTypeDescription,
} from 'n8n-workflow';

type Description = Pick<INodeTypeDescription, 'properties'>;

export interface Parameter {
	/** Label in the editor. In a collection, `Options > Author`. */
	readonly label: string;
	/** Values of a dropdown list. Empty if the user can enter any value. */
	readonly choices: readonly string[];
}

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
 * All parameters of an operation, by name. A parameter in a collection has a name such as
 * `options.author`.
 * @param operation `resource:operation`, or undefined for a trigger
 */
export function parametersOf(
	{ properties }: Description,
	operation?: string,
): Map<string, Parameter> {
	const [resource, key] = operation?.split(':') ?? [];
	const selected = operation === undefined ? {} : { resource, operation: key };
	const parameters = new Map<string, Parameter>();
	for (const property of properties) {
		const { name, displayName, type, options = [] } = property;
		if (name === 'resource' || name === 'operation' || textOnly.includes(type)) continue;
		if (!isShown(property, selected)) continue;
		if (type !== 'collection' && type !== 'fixedCollection')
			parameters.set(name, { label: displayName, choices: valuesOf(property) });
		else
			for (const entry of options as Array<INodeProperties | INodePropertyCollection>)
				parameters.set(`${name}.${entry.name}`, {
					label: `${displayName} > ${entry.displayName}`,
					choices: 'type' in entry ? valuesOf(entry) : [],
				});
	}
	return parameters;
}

/** Values of a dropdown list. */
const valuesOf = (property: INodeProperties): string[] =>
	property.type === 'options' || property.type === 'multiOptions'
		? choicesOf(property).map(({ value }) => String(value))
		: [];

/**
 * Events that a trigger offers: the values of one parameter, or the combinations of the values of
 * several parameters, as in `activity:create`. `*` stands for all events.
 */
export function eventsOf({ properties }: Description, parameters: readonly string[]): string[] {
	const values = parameters.map((name) =>
		valuesOf(properties.find((property) => property.name === name)!),
	);
	const combined = values.reduce((left, right) =>
		left.flatMap((a) => right.map((b) => (a === '*' || b === '*' ? '*' : `${a}:${b}`))),
	);
	return [...new Set(combined)];
}

/** Whether an operation has a parameter. */
export function isShown(
	{ displayOptions }: Pick<INodeProperties, 'displayOptions'>,
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
