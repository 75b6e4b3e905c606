// Parameters of a node as n8n's editor shows and stores them.
import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
	type INodeTypeDescription,
} from 'n8n-workflow';

/** What a stored value depends on: type, default, choices, modes and lookups. Labels, order and conditions may change, these may not. */
export function shapeOf(parameter: INodeProperties): object {
	const { type, default: standard, typeOptions = {}, modes, noDataExpression } = parameter;
	const isChoice = type === 'options' || type === 'multiOptions';
	const { resourceMapper, loadOptionsMethod, multipleValues } = typeOptions;
	return {
		type,
		default: standard,
		...(isChoice
			? { values: (parameter.options as INodePropertyOptions[]).map(({ value }) => value).sort() }
			: {}),
		...(modes
			? {
					modes: modes.map(({ name, typeOptions: { searchListMethod } = {}, extractValue }) =>
						[name, searchListMethod, extractValue?.regex].filter(Boolean).join(' '),
					),
				}
			: {}),
		...(resourceMapper ? { columns: resourceMapper.resourceMapperMethod } : {}),
		...(loadOptionsMethod ? { loadOptionsMethod } : {}),
		...(multipleValues ? { multipleValues } : {}),
		...(noDataExpression ? { noDataExpression } : {}),
	};
}

export const isCollection = ({ type }: INodeProperties): boolean =>
	type === 'collection' || type === 'fixedCollection';

/** The parameters inside a collection. */
export const innerOf = (parameter: INodeProperties): INodeProperties[] =>
	!isCollection(parameter)
		? []
		: ((parameter.options ?? []) as Array<INodeProperties | INodePropertyCollection>).flatMap(
				(one) => ('values' in one ? one.values : [one]),
			);

/** All parameters of a form under their paths, those inside collections included. */
export const everyOne = (
	properties: readonly INodeProperties[],
	path = '',
): Array<readonly [string, INodeProperties]> =>
	properties.flatMap((one) => [
		[`${path}${one.name}`, one] as const,
		...everyOne(innerOf(one), `${path}${one.name}.`),
	]);

/** Parameters that no operation owns. */
const general = ['authentication', 'resource', 'operation'];

type Shown = Readonly<Record<string, readonly unknown[]>>;

/** The conditions of a parameter beside those on resource and operation. */
export function siblingsOf({ displayOptions }: INodeProperties): Shown {
	const { resource, operation, ...others } = displayOptions?.show ?? {};
	void resource;
	void operation;
	return others as Shown;
}

const first = (shown: Shown): INodeParameters =>
	Object.fromEntries(
		Object.entries(shown).map(([name, [value]]) => [name, value]),
	) as INodeParameters;

/** Whether n8n shows a parameter while the form has these values. */
export const isShown = (
	description: INodeTypeDescription,
	parameter: INodeProperties,
	values: INodeParameters,
): boolean => NodeHelpers.displayParameter(values, parameter, { typeVersion: 1 }, description);

/** Parameters that n8n shows for an operation, in order; one that waits for a sibling's value counts as shown. */
export function shownFor(
	description: INodeTypeDescription,
	resource: string,
	operation: string,
): INodeProperties[] {
	return description.properties.filter(
		(parameter) =>
			!general.includes(parameter.name) &&
			isShown(description, parameter, { resource, operation, ...first(siblingsOf(parameter)) }),
	);
}

/** A parameter without the conditions on resource and operation, as its operation alone makes it. */
export function withoutPlace(parameter: INodeProperties): INodeProperties {
	const { displayOptions, ...rest } = parameter;
	const show = siblingsOf(parameter);
	const others = {
		...(Object.keys(show).length > 0 ? { show } : {}),
		...(displayOptions?.hide ? { hide: displayOptions.hide } : {}),
	};
	return (
		Object.keys(others).length > 0 ? { ...rest, displayOptions: others } : rest
	) as INodeProperties;
}
