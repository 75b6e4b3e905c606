// The parameters of a node as n8n's editor shows and stores them.
import {
	type INodeCredentialDescription,
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
	type INodeTypeDescription,
} from 'n8n-workflow';
import type { Service } from '../../../nodes/engine/describe';

/**
 * The properties of a parameter that must not change, because stored values depend on them: type,
 * default, choices, modes and lookups. Labels, order and conditions may change.
 */
export function shapeOf(parameter: INodeProperties): object {
	const { type, default: defaultValue, typeOptions = {}, modes, noDataExpression } = parameter;
	const isChoice = type === 'options' || type === 'multiOptions';
	const { resourceMapper, loadOptionsMethod, multipleValues } = typeOptions;
	return {
		type,
		default: defaultValue,
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
				(option) => ('values' in option ? option.values : [option]),
			);

/** All parameters with their paths, including those inside collections. */
export const allParameters = (
	properties: readonly INodeProperties[],
	path = '',
): Array<readonly [string, INodeProperties]> =>
	properties.flatMap((parameter) => [
		[`${path}${parameter.name}`, parameter] as const,
		...allParameters(innerOf(parameter), `${path}${parameter.name}.`),
	]);

/** The distinct labels of parameters and their choices, without notices. */
export const labelsOf = (properties: readonly INodeProperties[]): string[] => {
	const labels = allParameters(properties)
		.filter(([, { type }]) => type !== 'notice')
		.flatMap(([, { displayName, type, options = [] }]) => [
			displayName,
			...(type === 'options' || type === 'multiOptions'
				? (options as INodePropertyOptions[]).map(({ name }) => name)
				: []),
		]);
	return [...new Set(labels)];
};

/** Whether a parameter belongs to an operation, unlike Authentication and Resource. */
const isOfOperation = ({ displayOptions }: INodeProperties): boolean =>
	displayOptions?.show?.operation !== undefined;

type Conditions = Readonly<Record<string, readonly unknown[]>>;

/** The conditions of a parameter, except those on resource, operation and node version. */
export const otherConditions = ({ displayOptions }: INodeProperties): Conditions =>
	Object.fromEntries(
		Object.entries(displayOptions?.show ?? {}).filter(
			([name]) => !/^(?:\/?(?:resource|operation)|@version)$/.test(name),
		),
	) as Conditions;

/** For each condition, the first value that meets it. */
const firstValues = (conditions: Conditions): INodeParameters =>
	Object.fromEntries(
		Object.entries(conditions).map(([name, [value]]) => [name, value]),
	) as INodeParameters;

/** Whether n8n shows a parameter for these values of the form. */
export const isShown = (
	description: INodeTypeDescription,
	parameter: INodeProperties,
	values: INodeParameters,
	typeVersion = latestVersionOf(description),
): boolean => NodeHelpers.displayParameter(values, parameter, { typeVersion }, description);

const latestVersionOf = ({ version }: INodeTypeDescription): number => [version].flat().at(-1)!;

/** The parameters without those that only earlier versions of the node show. */
export const inLatestVersion = (
	description: INodeTypeDescription,
	parameters: readonly INodeProperties[],
): INodeProperties[] =>
	parameters
		.filter(({ displayOptions }) => {
			const version = displayOptions?.show?.['@version'];
			const condition = { displayOptions: { show: version ? { '@version': version } : {} } };
			return isShown(description, condition as INodeProperties, {});
		})
		.map((parameter) =>
			parameter.type === 'collection'
				? {
						...parameter,
						options: inLatestVersion(description, parameter.options as INodeProperties[]),
					}
				: parameter,
		);

/**
 * The parameters that n8n shows for an operation, in order, and in collections the entries that it
 * offers. Conditions on other parameters count as met.
 */
export function parametersShownFor(
	description: INodeTypeDescription,
	resource: string,
	operation: string,
): INodeProperties[] {
	const shownOf = (parameters: readonly INodeProperties[]): INodeProperties[] =>
		parameters
			.filter((parameter) =>
				isShown(description, parameter, {
					resource,
					operation,
					...firstValues(otherConditions(parameter)),
				}),
			)
			.map((parameter) =>
				parameter.type === 'collection'
					? { ...parameter, options: shownOf(parameter.options as INodeProperties[]) }
					: parameter,
			);
	return shownOf(description.properties.filter(isOfOperation));
}

/** A parameter without the conditions on resource and operation, as `parametersOf` returns it. */
export function withoutOperationConditions(parameter: INodeProperties): INodeProperties {
	const { displayOptions, ...rest } = parameter;
	if (rest.type === 'collection')
		rest.options = (rest.options as INodeProperties[]).map(withoutOperationConditions);
	const show = otherConditions(parameter);
	const remaining = {
		...(Object.keys(show).length > 0 ? { show } : {}),
		...(displayOptions?.hide ? { hide: displayOptions.hide } : {}),
	};
	return (
		Object.keys(remaining).length > 0 ? { ...rest, displayOptions: remaining } : rest
	) as INodeProperties;
}

/** The `credentials` of a node. The nodes repeat them, because n8n's lint rules read literals. */
export const credentialsOf = ({
	credentials,
}: Pick<Service, 'credentials'>): INodeCredentialDescription[] =>
	credentials
		.filter(({ type }) => type !== undefined)
		.map(({ type, value, authenticate }) => ({
			name: type!,
			required: true,
			...(authenticate ? { testedBy: 'connectionTest' } : {}),
			...(credentials.length > 1 ? { displayOptions: { show: { authentication: [value] } } } : {}),
		}));
