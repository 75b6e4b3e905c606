/**
 * Writes the forms that a conversion reads. `npx jest test/host/builtInNodes/convertForms.test.ts -u`
 * updates builtInForms.json, and `npm run docs` updates packForms.json. The tests fail if a file is
 * outdated.
 */
import type { INodeProperties, INodePropertyCollection, INodeTypeDescription } from 'n8n-workflow';
import { actionNodes, triggerNodes } from '../builtInNodes/counterparts';
import { isShown, operationsOf } from '../builtInNodes/form';
import { operationsOf as listedOperations } from '../generate/operationList';
import { printJson } from '../generate/printJson';
import type { BuiltNode } from '../pack/builtPack';
import type { BuiltInForm, BuiltInParameter, Conditions, PackForm, PackParameter } from './forms';

export const builtInFormsFile = 'tools/convert/builtInForms.json';
export const packFormsFile = 'tools/convert/packForms.json';

/** One parameter or operation per line, so that a diff shows what changed. */
export const printForms = (forms: object): string => printJson(forms, 3);

/** Parameters that only show a text. */
const textOnly: readonly string[] = ['notice', 'callout', 'hidden'];

const optionsOf = ({ options = [] }: INodeProperties) =>
	options as Array<INodeProperties | INodePropertyCollection>;

const builtInParameter = (property: INodeProperties): BuiltInParameter => {
	const { name, type, displayOptions: { show, hide } = {} } = property;
	return {
		name,
		default: property.default,
		...(show && { show: show as Conditions }),
		...(hide && { hide: hide as Conditions }),
		...(type.toLowerCase().endsWith('collection') && {
			entries: optionsOf(property).map((entry) => entry.name),
		}),
	};
};

/** Reads the forms of the nodes with a counterpart from the descriptions of n8n. */
export const builtInFormsOf = (
	descriptions: readonly INodeTypeDescription[],
): Record<string, BuiltInForm> =>
	Object.fromEntries(
		Object.keys({ ...actionNodes, ...triggerNodes }).map((wanted) => {
			const { displayName, version, properties } = descriptions.find(
				({ name }) => name === wanted,
			)!;
			return [
				wanted,
				{
					label: displayName,
					versions: [version].flat(),
					parameters: properties
						.filter(({ type }) => !textOnly.includes(type))
						.map(builtInParameter),
				},
			];
		}),
	);

const ofTools = ({ displayOptions }: INodeProperties): Pick<PackParameter, 'tools'> =>
	displayOptions?.show?.['@tool']
		? { tools: 'only' }
		: displayOptions?.hide?.['@tool']
			? { tools: 'never' }
			: {};

const packParameter = (property: INodeProperties): PackParameter => ({
	type: property.type,
	...(property.default === '' ? {} : { default: property.default }),
	...(property.modes && { modes: property.modes.map(({ name }) => name) }),
	...ofTools(property),
});

/** Whether an entry of a collection belongs to an operation. */
const isEntryShown = ({ displayOptions }: INodeProperties, resource: string, operation: string) => {
	const { '/resource': resources, '/operation': operations } = displayOptions?.show ?? {};
	return (
		(resources ?? [resource]).includes(resource) && (operations ?? [operation]).includes(operation)
	);
};

function parametersOf(
	{ properties }: INodeTypeDescription,
	key: string,
): Record<string, PackParameter> {
	const [resource, operation] = key.split(':') as [string, string];
	const selected = key === '' ? {} : { resource, operation };
	return Object.fromEntries(
		properties
			.filter(({ name, type }) => name !== 'operation' && !textOnly.includes(type))
			// Resource and Authentication belong to all operations.
			.filter(({ displayOptions }) => key === '' || displayOptions?.show?.resource)
			.filter((property) => isShown(property, selected))
			.flatMap((property) => [
				[property.name, packParameter(property)] as const,
				...(property.type === 'collection' ? optionsOf(property) : [])
					.filter((entry): entry is INodeProperties => 'type' in entry)
					.filter((entry) => entry.name !== 'requestOptions')
					.filter((entry) => key === '' || isEntryShown(entry, resource, operation))
					.map((entry) => [`${property.name}.${entry.name}`, packParameter(entry)] as const),
			]),
	);
}

/** `GET /repos/{owner}/{repository}/issues` becomes `GET /repos/{}/{}/issues`. */
const withoutNames = (request: string): string => request.replace(/\{[^}]*\}/g, '{}');

/**
 * The forms of the nodes of this pack that a conversion uses.
 * @param credentialLabels by credential type
 */
export function packFormsOf(
	nodes: ReadonlyArray<Pick<BuiltNode, 'description' | 'service'>>,
	credentialLabels: Readonly<Record<string, string>>,
): Record<string, PackForm> {
	const used = new Map<string, Set<string>>();
	for (const { counterpart, operations } of Object.values(actionNodes))
		used.set(counterpart, new Set(Object.values(operations).map(({ to }) => to)));
	for (const { counterpart } of Object.values(triggerNodes)) used.set(counterpart, new Set(['']));
	return Object.fromEntries(
		nodes
			.filter(({ description: { name } }) => used.has(name) || !name.endsWith('Trigger'))
			.map(({ description, service }) => {
				const { name, displayName, version, credentials = [], properties } = description;
				const labels = operationsOf(description);
				const keys = [
					...(used.get(name) ?? []),
					...(name.endsWith('Trigger') ? [] : ['apiRequest:send']),
				].sort();
				const requests = name.endsWith('Trigger')
					? []
					: listedOperations(service!).flatMap(({ resourceLabel, operation }) =>
							operation.request
								? [[withoutNames(operation.request), `${resourceLabel}: ${operation.name}`]]
								: [],
						);
				return [
					name,
					{
						label: displayName,
						version: [version].flat().at(-1)!,
						authentication: properties.find((property) => property.name === 'authentication')
							?.default as string | undefined,
						credentials: Object.fromEntries(
							credentials.map((one) => [one.name, credentialLabels[one.name]!]),
						),
						operations: Object.fromEntries(
							keys.map((key) => [
								key,
								{ label: labels.get(key) ?? '', parameters: parametersOf(description, key) },
							]),
						),
						requests: Object.fromEntries(requests.reverse()) as Record<string, string>,
					},
				];
			}),
	);
}
