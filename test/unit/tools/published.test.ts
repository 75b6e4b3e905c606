import { readFileSync } from 'node:fs';
import type { Extract } from '../../../tools/published/extract';
import { compareExtracts } from '../../../tools/published/compare';
import { extractFile } from '../../../tools/published/extract';
import { descriptionSources, maintainedByHand } from '../../../tools/published/sources';
import { changelogs } from '../../../tools/published/watched';

const thing = { type: 'object', properties: { name: { type: 'string' } } };
const before = {
	operations: {
		'GET /things': { parameters: [], responses: {}, deprecated: undefined },
		'POST /things': { parameters: [], responses: { 201: {} } },
	},
	schemas: { Thing: { ...thing, required: ['name'] } },
};

test('the operations and schemas that changed are found, whatever the order of their keys', () => {
	const { 'POST /things': post, 'GET /things': get } = before.operations;
	const same = JSON.parse(JSON.stringify({ 'POST /things': post, 'GET /things': get })) as object;
	expect(compareExtracts(before, { ...before, operations: { ...same } })).toEqual([]);
	const after = {
		operations: { 'GET /things': { ...get, paging: 'link' as const }, 'PUT /things': post },
		schemas: { Thing: thing },
	};
	expect(compareExtracts(before, after)).toEqual([
		'operations > GET /things: changed',
		'operations > POST /things: disappeared',
		'operations > PUT /things: appeared',
		'schemas > Thing: changed',
	]);
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
