// Puts optional fields into the collections of a form.
import type { IDataObject, INodeProperties, INodeType } from 'n8n-workflow';
import { innerOf, isCollection, isShown } from '../../contract/kit/form';

/**
 * Moves each value from `options` to the parameter or the collection of the node's form that has it,
 * so that tests of what a node does need not repeat how its form groups the fields. The forms themselves
 * are tested in test/contract and test/unit/engine/form. Unknown names stay in `options`.
 */
export function placeOptions(
	{ description }: Pick<INodeType, 'description'>,
	parameters: IDataObject,
	typeVersion?: number,
): IDataObject {
	const { options } = parameters;
	if (typeof options !== 'object' || options === null) return parameters;
	const isOffered = (parameter: INodeProperties): boolean =>
		isShown(description, parameter, parameters as never, typeVersion);
	const collections = description.properties.filter(
		(parameter) => parameter.type === 'collection' && isOffered(parameter),
	);
	const placed: IDataObject = { ...parameters, options: {} };
	const own = description.properties.filter(isOffered).map(({ name }) => name);
	for (const [name, value] of Object.entries(options as IDataObject)) {
		const path = collections.map((parameter) => pathTo(name, parameter, isOffered)).find(Boolean);
		const target = (path ?? (own.includes(name) ? [] : ['options'])).reduce(
			(at, key) => (at[key] = { ...(at[key] as IDataObject | undefined) }),
			placed,
		);
		target[name] = value;
	}
	return placed;
}

/** Names of the collections, from the outside in, that lead to a field. */
function pathTo(
	name: string,
	parameter: INodeProperties,
	isOffered: (parameter: INodeProperties) => boolean,
): string[] | undefined {
	const inner = innerOf(parameter).filter(isOffered);
	if (inner.some((field) => field.name === name)) return [parameter.name];
	for (const nested of inner.filter(isCollection)) {
		const path = nested.type === 'collection' ? pathTo(name, nested, isOffered) : undefined;
		if (path) return [parameter.name, ...path];
	}
	return undefined;
}
