import type { Extract } from '../../../tools/published/extract';
import { compareExtracts } from '../../../tools/published/compare';
import { formatExtract, referencedSchemas, toJsonSchema } from '../../../tools/published/extract';
import { openApiOperations } from '../../../tools/published/openApi';

const before: Extract = {
	generatedBy: 'npm run published',
	sources: [{ name: 'things', revision: '1', url: 'https://example.com', license: 'MIT' }],
	operations: {
		'GET /things': {
			parameters: [{ name: 'color', in: 'query', schema: { type: 'string', enum: ['red'] } }],
			responses: { 200: { schema: { type: 'array', items: { $ref: '#/schemas/Thing' } } } },
			paging: 'link',
		},
		'POST /things': {
			parameters: [],
			requestBody: { contentType: 'application/json', schema: { $ref: '#/schemas/Thing' } },
			responses: { 201: { schema: { $ref: '#/schemas/Thing' } } },
		},
	},
	schemas: {
		Thing: {
			type: 'object',
			required: ['name'],
			properties: {
				name: { type: 'string' },
				parent: { $ref: '#/schemas/Thing' },
				tags: { type: 'array', items: { type: 'object', properties: { key: { type: 'string' } } } },
			},
		},
	},
};

type Json = { [key: string]: Json } | Json[] | string | number | boolean | undefined;

/** A copy of the extract with another value at a path. */
function withValue(extract: Extract, path: readonly string[], value: Json): Extract {
	const copy = structuredClone(extract);
	let at = copy as unknown as Record<string, Json>;
	for (const key of path.slice(0, -1)) at = at[key] as Record<string, Json>;
	if (value === undefined) delete at[path.at(-1)!];
	else at[path.at(-1)!] = value;
	return copy;
}

describe('compareExtracts', () => {
	test('finds no changes in equal extracts', () => {
		expect(compareExtracts(before, structuredClone(before))).toEqual([]);
	});

	const get = ['operations', 'GET /things'];
	const post = ['operations', 'POST /things'];
	const thing = ['schemas', 'Thing'];
	const number = { type: 'integer' };
	test.each<[string, readonly string[], Json, string[]]>([
		['an operation that is gone', post, undefined, ['POST /things: is gone']],
		[
			'a new operation',
			['operations', 'GET /other'],
			{ parameters: [], responses: {} },
			['GET /other: appeared'],
		],
		['a deprecated operation', [...get, 'deprecated'], true, ['GET /things: is deprecated']],
		[
			'a new parameter',
			[...get, 'parameters', '1'],
			{ name: 'size', in: 'query', schema: number },
			['GET /things: query.size appeared'],
		],
		[
			'a parameter that disappeared',
			[...get, 'parameters'],
			[],
			['GET /things: query.color disappeared'],
		],
		[
			'a changed parameter',
			[...get, 'parameters', '0', 'schema', 'enum'],
			['red', 'blue'],
			['GET /things: query.color changed'],
		],
		[
			'a new property in a nested list',
			[...thing, 'properties', 'tags', 'items', 'properties', 'value'],
			number,
			[
				'GET /things: response.[].tags changed',
				'GET /things: response.[].tags[].value appeared',
				'POST /things: body.tags changed',
				'POST /things: body.tags[].value appeared',
				'POST /things: response.tags changed',
				'POST /things: response.tags[].value appeared',
			],
		],
		[
			'a property that became required',
			[...thing, 'required'],
			['name', 'parent'],
			[
				'GET /things: response.[].parent changed',
				'POST /things: body.parent changed',
				'POST /things: response.parent changed',
			],
		],
		[
			'a changed status',
			[...post, 'responses'],
			{ 204: {} },
			[
				'POST /things: response.name disappeared',
				'POST /things: response.parent disappeared',
				'POST /things: response.tags disappeared',
				'POST /things: response.tags[].key disappeared',
				'POST /things: statuses changed from 201 to 204',
			],
		],
		[
			'changed pagination',
			[...get, 'paging'],
			{ cursor: 'after', next: 'next' },
			['GET /things: paging changed'],
		],
	])('finds %s', (_, path, value, expected) => {
		expect(compareExtracts(before, withValue(before, path, value)).sort()).toEqual(expected);
	});
});

test('an extract file contains the extract, with one operation per line', () => {
	const text = formatExtract(before);
	expect(JSON.parse(text)).toEqual(before);
	expect(text.split('\n').filter((line) => line.includes('/things":'))).toHaveLength(2);
});

describe('toJsonSchema', () => {
	test('removes prose, but not properties with such names', () => {
		expect(
			toJsonSchema({
				title: 'A thing',
				description: 'Prose',
				'x-internal': true,
				properties: { title: { type: 'string', example: 'A title' }, description: {} },
			}),
		).toEqual({ properties: { title: { type: 'string' }, description: {} } });
	});

	test.each([
		['a type', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
		[
			'an enum',
			{ type: 'string', enum: ['a'], nullable: true },
			{ type: ['string', 'null'], enum: ['a', null] },
		],
		[
			'a composed schema',
			{ allOf: [{ $ref: '#/components/schemas/A' }], nullable: true },
			{ anyOf: [{ allOf: [{ $ref: '#/schemas/A' }] }, { type: 'null' }] },
		],
	])('converts nullable with %s', (_, schema, expected) => {
		expect(toJsonSchema(schema)).toEqual(expected);
	});

	test('does not change values that look like keywords', () => {
		const schema = { enum: [{ title: 'a' }], default: { description: 'b' } };
		expect(toJsonSchema(schema)).toEqual(schema);
	});
});

test('referencedSchemas follows references in schemas, also in cycles', () => {
	const schemas: Record<string, object> = {
		A: { items: { $ref: '#/schemas/B' } },
		B: { items: { $ref: '#/schemas/A' } },
	};
	expect(
		Object.keys(referencedSchemas({ $ref: '#/schemas/B' }, (name) => schemas[name] as never)),
	).toEqual(['A', 'B']);
});

describe('openApiOperations', () => {
	const description = {
		paths: {
			'/things/{id}': {
				parameters: [{ $ref: '#/components/parameters/id' }],
				get: {
					parameters: [{ name: 'fields', in: 'query', explode: false, schema: { type: 'array' } }],
					responses: {
						200: {
							headers: { Link: {} },
							content: {
								'application/json': {
									schema: { $ref: '#/components/schemas/Thing' },
									examples: { default: { value: { name: 'a' } } },
								},
							},
						},
						301: {},
						404: {},
					},
				},
				delete: { responses: { 204: {} } },
			},
		},
		components: {
			schemas: { Thing: {} },
			parameters: { id: { name: 'id', in: 'path', required: true, schema: { type: 'integer' } } },
		},
	};

	test('reads the requested operations, whatever their placeholders are called', () => {
		expect(openApiOperations(description, ['GET /things/{thingId}'])).toEqual({
			'GET /things/{id}': {
				parameters: [
					{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
					{ name: 'fields', in: 'query', explode: false, schema: { type: 'array' } },
				],
				responses: { 200: { schema: { $ref: '#/schemas/Thing' }, example: { name: 'a' } } },
				paging: 'link',
			},
		});
	});

	test('rejects a reference to nothing', () => {
		const paths = {
			'/things': { get: { parameters: [{ $ref: '#/components/x' }], responses: {} } },
		};
		expect(() => openApiOperations({ ...description, paths }, ['GET /things'])).toThrow(
			'#/components/x does not exist',
		);
	});
});
