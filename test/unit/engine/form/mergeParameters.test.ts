/**
 * Checks the merged form with n8n's own display logic: every operation must show its own parameters
 * in its own order.
 */
import fc from 'fast-check';
import {
	NodeHelpers,
	type IDataObject,
	type INodeProperties,
	type INodeTypeDescription,
} from 'n8n-workflow';
import type { Service } from '../../../../nodes/engine/describe';
import { mergeParameters, type Placed } from '../../../../nodes/engine/form/mergeParameters';
import { parametersOf, propertiesOf } from '../../../../nodes/engine/form/properties';
import { node, randomServices } from '../kit';

/** n8n appends `Tool` to the name when an AI agent uses the node. */
const toolName = 'exampleTool';

const visible = (
	parameters: readonly INodeProperties[],
	values: IDataObject,
	name = 'example',
): INodeProperties[] =>
	parameters
		.filter((parameter) =>
			NodeHelpers.displayParameterPath(values as never, parameter, '', node, {
				name,
				version: 1,
			} as unknown as INodeTypeDescription),
		)
		.map((parameter) => withEntries(parameter, (entries) => visible(entries, values, name)));

function withEntries(
	parameter: INodeProperties,
	change: (entries: INodeProperties[]) => INodeProperties[],
): INodeProperties {
	if (parameter.type !== 'collection') return parameter;
	return { ...parameter, options: change(parameter.options as INodeProperties[]) };
}

/** A parameter without the conditions on resource and operation, as `parametersOf` returns it. */
function withoutOperationConditions(parameter: INodeProperties): INodeProperties {
	const { displayOptions, ...rest } = withEntries(parameter, (entries) =>
		entries.map(withoutOperationConditions),
	);
	const { show = {}, ...others } = displayOptions ?? {};
	const kept = Object.fromEntries(
		Object.entries(show).filter(([name]) => !/^\/?(?:resource|operation)$/.test(name)),
	);
	const conditions = { ...(Object.keys(kept).length > 0 ? { show: kept } : {}), ...others };
	return {
		...rest,
		...(Object.keys(conditions).length > 0 ? { displayOptions: conditions } : {}),
	} as INodeProperties;
}

const eachOperation = (service: Service) =>
	Object.entries(service.resources).flatMap(([resource, { operations }]) =>
		Object.entries(operations).map(([operation, spec]) => ({ resource, operation, spec })),
	);

describe.each([
	['the same order', true],
	['different orders', false],
])('when operations list their fields in %s', (_, sameOrder) => {
	it('every operation shows exactly its own parameters in its own order', () => {
		fc.assert(
			fc.property(
				randomServices(sameOrder),
				fc.boolean(),
				fc.boolean(),
				fc.constantFrom('example', toolName),
				(service, loud, returnAll, name) => {
					const form = propertiesOf(service);
					for (const { resource, operation, spec } of eachOperation(service)) {
						const values = { resource, operation, loud, returnAll };
						const [first, second, ...shown] = visible(form, values, name);
						expect([first!.name, second!.name]).toEqual(['resource', 'operation']);
						expect(
							(second!.options as { value: string }[]).map(({ value }) => value).sort(),
						).toEqual(Object.keys(service.resources[resource]!.operations).sort());
						const hidden = new Set([
							...(loud ? [] : ['volume']),
							...(returnAll ? ['limit'] : []),
							...(name === toolName ? ['hiddenFromAgents'] : []),
						]);
						expect(shown.map(withoutOperationConditions)).toEqual(
							parametersOf(spec)
								.filter((parameter) => !hidden.has(parameter.name))
								.map((parameter) =>
									withEntries(parameter, (entries) =>
										name === toolName
											? entries.filter(({ displayOptions }) => !displayOptions?.hide)
											: entries,
									),
								),
						);
					}
				},
			),
			{ numRuns: 60 },
		);
	});
});

const conditionsOf = ({ displayOptions }: INodeProperties) =>
	displayOptions!.show as unknown as { resource: string[]; operation: string[] };

describe('mergeParameters', () => {
	it('merges equal parameters within a resource, and across resources if their operations are the same', () => {
		fc.assert(
			fc.property(randomServices(true), (service) => {
				const merged = propertiesOf(service).filter(
					(parameter) => parameter.displayOptions?.show?.operation,
				);
				const perOperations = new Set<string>();
				const perResource = new Set<string>();
				for (const parameter of merged) {
					const { resource, operation } = conditionsOf(parameter);
					const key = `${[...operation].sort().join()} ${JSON.stringify(withoutOperationConditions(parameter))}`;
					expect(perOperations.has(key)).toBe(false);
					perOperations.add(key);
					for (const name of resource) {
						const resourceKey = `${name} ${JSON.stringify(withoutOperationConditions(parameter))}`;
						expect(perResource.has(resourceKey)).toBe(false);
						perResource.add(resourceKey);
					}
				}
			}),
		);
	});

	const textParameter = (name: string, more: Partial<INodeProperties> = {}): INodeProperties => ({
		displayName: name,
		name,
		type: 'string',
		default: '',
		...more,
	});
	const placedIn = (...rows: [resource: string, operation: string, names: string][]): Placed[] =>
		rows.flatMap(([resource, operation, names]) =>
			names.split(' ').map((name) => ({ resource, operation, parameter: textParameter(name) })),
		);
	const lines = (merged: INodeProperties[]) =>
		merged.map(
			(parameter) =>
				`${parameter.name}: ${conditionsOf(parameter).resource.join()} / ${conditionsOf(parameter).operation.join()}`,
		);

	it('combines the conditions of the merged parameters', () => {
		expect(
			lines(
				mergeParameters(
					placedIn(['book', 'get', 'a b'], ['book', 'add', 'b c'], ['page', 'get', 'a']),
				),
			),
		).toEqual(['a: book,page / get', 'b: book / get,add', 'c: book / add']);
	});

	it('merges across resources unless an operation without the parameter would then show it', () => {
		const rows = placedIn(['book', 'get', 'a'], ['book', 'add', 'a'], ['page', 'get', 'a']);
		expect(lines(mergeParameters(rows))).toEqual(['a: book,page / get,add']);
		expect(lines(mergeParameters([...rows, ...placedIn(['page', 'add', 'b'])]))).toEqual([
			'a: book / get,add',
			'a: page / get',
			'b: page / add',
		]);
	});

	it('merges the entries of collections, and shows each only for its operations', () => {
		const collection = (resource: string, operation: string, names: string): Placed => ({
			resource,
			operation,
			parameter: textParameter('options', {
				type: 'collection',
				options: names.split(' ').map((name) => textParameter(name)),
			}),
		});
		const [options, ...others] = mergeParameters([
			collection('book', 'get', 'a b'),
			collection('book', 'add', 'b'),
			collection('page', 'get', 'b c'),
		]);
		expect(others).toEqual([]);
		expect(
			options!.options!.map((entry) => [
				entry.name,
				(entry as INodeProperties).displayOptions?.show,
			]),
		).toEqual([
			['a', { '/resource': ['book'], '/operation': ['get'] }],
			['b', undefined],
			['c', { '/resource': ['page'], '/operation': ['get'] }],
		]);
	});

	it('splits only the parameters that are listed in different orders', () => {
		const rows = placedIn(
			['book', 'get', 'a b c d'],
			['book', 'add', 'b a c d'],
			['page', 'get', 'a d'],
			['page', 'add', 'c d'],
		);
		expect(lines(mergeParameters(rows)).sort()).toEqual([
			'a: book / add',
			'a: book / get',
			'a: page / get',
			'b: book / get,add',
			'c: book / get,add',
			'c: page / add',
			'd: book,page / get,add',
		]);
	});
});
