import { readFileSync } from 'node:fs';
import type { Extract } from '../../../tools/published/extract';
import { compareExtracts } from '../../../tools/published/compare';
import { extractFile } from '../../../tools/published/extract';
import { descriptionSources, maintainedByHand } from '../../../tools/published/sources';
import { changelogs } from '../../../tools/published/watched';

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
	])('finds %s', (_, path, value, expected) => {
		expect(compareExtracts(before, withValue(before, path, value)).sort()).toEqual(expected);
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
