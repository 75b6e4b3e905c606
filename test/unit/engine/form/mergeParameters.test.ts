/** The form of a service, seen with n8n's own eyes: every operation shows its own parameters, in its own order. */
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
import { node, services } from '../kit';

/** Under this name an agent uses the node as its tool. */
const asTool = 'scratchTool';

const visible = (
	parameters: readonly INodeProperties[],
	values: IDataObject,
	name = 'scratch',
): INodeProperties[] =>
	parameters.filter((parameter) =>
		NodeHelpers.displayParameterPath(values as never, parameter, '', node, {
			name,
			version: 1,
		} as unknown as INodeTypeDescription),
	);

/** A parameter as its operation has it: without the conditions on resource and operation. */
function bare(parameter: INodeProperties): INodeProperties {
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
	['agree on the order of their fields', true],
	['contradict each other in the order of their fields', false],
])('where operations %s', (_, sameOrder) => {
	it('every operation shows exactly its own parameters, in its own order', () => {
		fc.assert(
			fc.property(
				services(sameOrder),
				fc.boolean(),
				fc.boolean(),
				fc.constantFrom('scratch', asTool),
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
							...(name === asTool ? ['secretly'] : []),
						]);
						expect(shown.map(bare)).toEqual(
							parametersOf(spec).filter((one) => !hidden.has(one.name)),
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

describe('equal parameters', () => {
	it('of a resource are shown once, and those of several resources where their operations are the same', () => {
		fc.assert(
			fc.property(services(true), (service) => {
				const merged = propertiesOf(service).filter((one) => one.displayOptions?.show?.operation);
				const places = new Set<string>();
				const perResource = new Set<string>();
				for (const one of merged) {
					const { resource, operation } = conditionsOf(one);
					const place = `${[...operation].sort().join()} ${JSON.stringify(bare(one))}`;
					expect(places.has(place)).toBe(false);
					places.add(place);
					for (const name of resource) {
						const key = `${name} ${JSON.stringify(bare(one))}`;
						expect(perResource.has(key)).toBe(false);
						perResource.add(key);
					}
				}
			}),
		);
	});

	const parameter = (name: string, more: Partial<INodeProperties> = {}): INodeProperties => ({
		displayName: name,
		name,
		type: 'string',
		default: '',
		...more,
	});
	const placed = (...rows: [resource: string, operation: string, names: string][]): Placed[] =>
		rows.flatMap(([resource, operation, names]) =>
			names.split(' ').map((name) => ({ resource, operation, parameter: parameter(name) })),
		);
	const lines = (merged: INodeProperties[]) =>
		merged.map(
			(one) =>
				`${one.name}: ${conditionsOf(one).resource.join()} / ${conditionsOf(one).operation.join()}`,
		);

	it('become one parameter with the conditions of all', () => {
		expect(
			lines(
				mergeParameters(
					placed(['book', 'get', 'a b'], ['book', 'add', 'b c'], ['page', 'get', 'a']),
				),
			),
		).toEqual(['a: book,page / get', 'b: book / get,add', 'c: book / add']);
	});

	it('of several resources stay apart where one of them has the parameter in another operation', () => {
		expect(
			lines(
				mergeParameters(placed(['book', 'get', 'a'], ['book', 'add', 'a'], ['page', 'get', 'a'])),
			),
		).toEqual(['a: book / get,add', 'a: page / get']);
	});

	it('stand after everything that some operation puts before them', () => {
		expect(
			lines(
				mergeParameters(
					placed(['book', 'get', 'c'], ['book', 'add', 'a c'], ['book', 'set', 'b a']),
				),
			),
		).toEqual(['b: book / set', 'a: book / add,set', 'c: book / get,add']);
	});

	it('stay unmerged where two operations contradict each other', () => {
		expect(lines(mergeParameters(placed(['book', 'get', 'a b'], ['book', 'add', 'b a'])))).toEqual([
			'a: book / get',
			'b: book / get',
			'b: book / add',
			'a: book / add',
		]);
	});

	it('are merged within each resource where only two resources contradict each other', () => {
		const rows = placed(
			['book', 'get', 'a b'],
			['book', 'add', 'a b'],
			['page', 'get', 'b a'],
			['page', 'add', 'b a'],
		);
		expect(lines(mergeParameters(rows)).sort()).toEqual([
			'a: book / get,add',
			'a: page / get,add',
			'b: book / get,add',
			'b: page / get,add',
		]);
	});

	it('keep the conditions of their own', () => {
		const shown = parameter('a', {
			displayOptions: { show: { loud: [true] }, hide: { '@tool': [true] } },
		});
		const [merged] = mergeParameters([
			{ resource: 'book', operation: 'get', parameter: shown },
			{ resource: 'book', operation: 'add', parameter: shown },
		]);
		expect(merged!.displayOptions).toEqual({
			show: { resource: ['book'], operation: ['get', 'add'], loud: [true] },
			hide: { '@tool': [true] },
		});
	});
});
