import { readFileSync } from 'node:fs';
import type { Extract, SourceRevision } from '../../../tools/published/extract';
import { compareExtracts } from '../../../tools/published/compare';
import {
	extractFile,
	formatExtract,
	referencedSchemas,
	toJsonSchema,
} from '../../../tools/published/extract';
import { openApiOperations } from '../../../tools/published/openApi';
import { descriptionSources, maintainedByHand } from '../../../tools/published/sources';
import { toOpenApi } from '../../../tools/published/swagger';
import { changelogs, changesInSources } from '../../../tools/published/watched';

const before: Extract = {
	generatedBy: 'npm run published',
	copied: '2026-11-29',
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
	for (const key of path.slice(0, -1)) at = (at[key] ??= {}) as Record<string, Json>;
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
		['an operation that disappeared', post, undefined, ['operations > POST /things: disappeared']],
		[
			'a new operation',
			['operations', 'GET /other'],
			{ parameters: [], responses: {} },
			['operations > GET /other: appeared'],
		],
		[
			'a new parameter',
			[...get, 'parameters', '1'],
			{ name: 'size', in: 'query', schema: number },
			['operations > GET /things > parameters > size: appeared'],
		],
		[
			'a changed parameter',
			[...get, 'parameters', '0', 'schema', 'enum'],
			['red', 'blue'],
			['operations > GET /things > parameters > color > schema > enum: changed'],
		],
		[
			'a new property in a nested list',
			[...thing, 'properties', 'tags', 'items', 'properties', 'value'],
			number,
			['schemas > Thing > properties > tags > items > properties > value: appeared'],
		],
		[
			'a property that became required',
			[...thing, 'required'],
			['name', 'parent'],
			['schemas > Thing > required: changed'],
		],
		[
			'a changed status',
			[...post, 'responses'],
			{ 204: {} },
			[
				'operations > POST /things > responses > 201: disappeared',
				'operations > POST /things > responses > 204: appeared',
			],
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

test('a Swagger description is converted to OpenAPI', () => {
	const description = toOpenApi({
		parameters: { page: { name: 'page', in: 'query', type: 'integer' } as never },
		definitions: { Box: { type: 'object' } },
		paths: {
			'/boxes/{id}': {
				put: {
					parameters: [
						{ name: 'id', in: 'path', required: true, type: 'integer' },
						{ $ref: '#/parameters/page' },
						{ name: 'tags', in: 'query', type: 'array', collectionFormat: 'csv' },
						{ name: 'open', in: 'formData', required: true, type: 'boolean' },
					],
					responses: { 200: { schema: { $ref: '#/definitions/Box' } } },
				},
				post: {
					parameters: [{ name: 'body', in: 'body', schema: { $ref: '#/definitions/Box' } }],
					responses: { 201: {} },
				},
			},
		},
	});
	const operations = openApiOperations(description, ['PUT /boxes/{id}', 'POST /boxes/{boxId}']);
	expect(operations).toEqual({
		'PUT /boxes/{id}': {
			parameters: [
				{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
				{ name: 'page', in: 'query', schema: { type: 'integer' } },
				{ name: 'tags', in: 'query', explode: false, schema: { type: 'array' } },
			],
			requestBody: {
				required: true,
				contentType: 'application/x-www-form-urlencoded',
				schema: {
					type: 'object',
					properties: { open: { type: 'boolean' } },
					required: ['open'],
				},
			},
			responses: { 200: { schema: { $ref: '#/schemas/Box' } } },
		},
		'POST /boxes/{id}': {
			parameters: [],
			requestBody: { contentType: 'application/json', schema: { $ref: '#/schemas/Box' } },
			responses: { 201: {} },
		},
	});
});

describe('changesInSources', () => {
	const captain: SourceRevision = {
		name: 'runcaptain/captain-mcp',
		revision: 'old',
		url: 'https://github.com/runcaptain/captain-mcp/tree/old',
		license: 'MIT',
	};
	const unikraft: SourceRevision = {
		name: '@unikraft/cloud',
		revision: '0.2.0',
		url: 'https://www.npmjs.com/package/@unikraft/cloud',
		license: 'MIT',
	};
	/** A repository with the text of its files by revision. */
	const openWith =
		(files: Readonly<Record<string, Readonly<Record<string, string>>>>) =>
		async (name: string, revision = 'new') =>
			await Promise.resolve({
				name,
				revision,
				url: '',
				read: async (path: string) => {
					const text = files[revision]?.[path];
					if (text === undefined) throw new Error(`There is no ${path}`);
					return await Promise.resolve(text);
				},
			});
	const newestVersion = async () => await Promise.resolve('0.3.0');

	test('names the files of a client that changed, and newer versions of packages', async () => {
		const open = openWith({
			old: { 'src/tools.ts': 'a', 'src/chunkTools.ts': 'b', 'src/queryHistoryTools.ts': 'c' },
			new: { 'src/tools.ts': 'a2', 'src/chunkTools.ts': 'b', 'src/webhookTools.ts': 'd' },
		});
		expect(await changesInSources({ sources: [captain, unikraft] }, open, newestVersion)).toEqual([
			'runcaptain/captain-mcp > src/queryHistoryTools.ts: disappeared',
			'runcaptain/captain-mcp > src/tools.ts: changed',
			'runcaptain/captain-mcp > src/webhookTools.ts: appeared',
			'@unikraft/cloud: 0.2.0 -> 0.3.0',
		]);
	});

	test('finds nothing if the sources are the newest', async () => {
		const sources = [
			{ ...captain, revision: 'new' },
			{ ...unikraft, revision: '0.3.0' },
		];
		expect(await changesInSources({ sources }, openWith({}), newestVersion)).toEqual([]);
	});
});

test('every copy has a date, a changelog to read and a row in CHANGES.md', () => {
	const page = readFileSync('test/contract/published/CHANGES.md', 'utf8');
	for (const service of [
		...descriptionSources.map((source) => source.service),
		...maintainedByHand,
	]) {
		const { copied } = JSON.parse(readFileSync(extractFile(service), 'utf8')) as Extract;
		expect([service.name, copied]).toEqual([
			service.name,
			expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
		]);
		expect(changelogs[service.name]).not.toEqual([]);
		for (const url of changelogs[service.name]!) expect(page).toContain(url);
		expect(page).toContain(`## ${service.label}`);
	}
});
