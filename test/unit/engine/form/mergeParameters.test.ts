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
	parameters.filter((parameter) =>
		NodeHelpers.displayParameterPath(values as never, parameter, '', node, {
			name,
			version: 1,
		} as unknown as INodeTypeDescription),
	);

/** A parameter without the conditions on resource and operation, as `parametersOf` returns it. */
function withoutOperationConditions(parameter: INodeProperties): INodeProperties {
	const { displayOptions, ...rest } = parameter;
	const { show = {}, ...others } = displayOptions ?? {};
	const kept = Object.fromEntries(
		Object.entries(show).filter(([name]) => name !== 'resource' && name !== 'operation'),
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
							parametersOf(spec).filter((parameter) => !hidden.has(parameter.name)),
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
