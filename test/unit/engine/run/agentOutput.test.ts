import { formatForAgent, maxAgentCharacters } from '../../../../nodes/engine/run/agentOutput';

const size = (rows: ReturnType<typeof formatForAgent>): number =>
	JSON.stringify(rows.map(({ json }) => json)).length;

test('short output is not changed', () => {
	expect(formatForAgent([{ json: { a: 1 } }, { json: { b: 'two' } }])).toEqual([
		{ json: { a: 1 } },
		{ json: { b: 'two' } },
	]);
});

test('a long list is truncated after a complete row, followed by the number of omitted rows', () => {
	const rows = Array.from({ length: 500 }, (_, index) => ({
		json: { index, text: 'x'.repeat(300) },
	}));
	const output = formatForAgent(rows);
	expect(size(output)).toBeLessThan(maxAgentCharacters + 1000);
	expect(output.slice(0, -1)).toEqual(rows.slice(0, output.length - 1));
	expect(output.at(-1)!.json.leftOut).toContain(`${500 - (output.length - 1)} more`);
});

test('a large record keeps its short fields, and its long fields are truncated', () => {
	const [output, ...others] = formatForAgent([
		{
			json: {
				log: 'y'.repeat(100_000),
				id: 'a-1',
				parts: Array.from({ length: 5000 }, (_, index) => ({ index })),
				state: 'done',
			},
		},
	]);
	expect(others).toEqual([]);
	expect(JSON.stringify(output).length).toBeLessThan(maxAgentCharacters + 1000);
	expect(Object.keys(output!.json)).toEqual(['log', 'id', 'parts', 'state']);
	expect(output!.json).toMatchObject({ id: 'a-1', state: 'done' });
	expect(String(output!.json.log)).toMatch(/^y{1000,}… \(100000 characters\)$/);
	expect(output!.json.parts).toMatch(/^\[\{"index":0\},.*… \(\d+ characters\)$/);
});

test('a file is replaced by its name, type and size', () => {
	const [output] = formatForAgent([
		{
			json: {},
			binary: { data: { data: 'AAAA', mimeType: 'image/png', fileName: 'a.png', fileSize: '3 B' } },
		},
	]);
	expect(output).toEqual({
		json: { files: [{ fileName: 'a.png', mimeType: 'image/png', fileSize: '3 B' }] },
	});
});

test.each([
	[
		'many long fields',
		Object.fromEntries(
			Array.from({ length: 3000 }, (_, index) => [`field${index}`, 'z'.repeat(200)]),
		),
	],
	[
		'a deeply nested record',
		Array.from({ length: 60 }).reduce<object>((inner) => ({ inner, text: 'w'.repeat(2000) }), {}),
	],
	[
		'a nested list',
		{ rows: Array.from({ length: 300 }, () => Array.from({ length: 300 }, (_, index) => index)) },
	],
])('the output of %s is limited in size', (_, json) => {
	expect(size(formatForAgent([{ json } as never]))).toBeLessThan(maxAgentCharacters + 1000);
});

test('a record that is nested too deeply to remove its secrets is replaced by a note', () => {
	const json = Array.from({ length: 20_000 }).reduce<object>((inner) => ({ inner }), {});
	expect(formatForAgent([{ json } as never], ['token'])).toEqual([
		{ json: { note: 'The result is nested too deeply.' } },
	]);
});

test('a note says that the limit was reached, because a model would count the results as all', () => {
	const rows = [{ json: { id: 1 } }, { json: { id: 2 } }];
	const limited = (limit: number) => formatForAgent(rows, [], [], new Map(), limit).slice(2);
	expect(limited(2)).toEqual([
		{ json: { note: 'Limit of 2 reached. There may be more results.' } },
	]);
	expect(limited(3)).toEqual([]);
});

test('a note lists the fields that no result has', () => {
	const rows = [{ json: { id: 1, name: 'a' } }, { json: { id: 2, title: 'b' } }];
	const select = (...fields: string[]) => formatForAgent(rows, [], fields).map(({ json }) => json);
	expect(select('titel', 'status')).toEqual([
		{ id: 1, name: 'a' },
		{ id: 2, title: 'b' },
		{ note: 'Fields to Return: no result has titel, status. Fields of the results: id, name' },
	]);
	expect(select('title', 'id')).toEqual([{ id: 1 }, { title: 'b', id: 2 }]);
	expect(select('id', 'titel').at(-1)).toEqual({
		note: 'Fields to Return: no result has titel. Fields of the results: id, name',
	});
	expect(formatForAgent([], [], ['title'])).toEqual([{ json: { note: 'No results.' } }]);
});

test('fields are selected in the output first, and then in the complete record, without secrets', () => {
	const row = { json: { id: 1, user: 'anna' } };
	const record = { json: { id: 1, user: { login: 'anna' }, key: 'k', state: 'open' } };
	const select = (...fields: string[]) =>
		formatForAgent([row], ['key'], fields, new Map([[row, record]]))[0]?.json;
	expect(select('user', 'user.login', 'state', 'key')).toEqual({
		user: 'anna',
		'user.login': 'anna',
		state: 'open',
	});
	expect(select('key')).toEqual(row.json);
});

describe('a record with many short properties', () => {
	const recordOf = (count: number) =>
		Object.fromEntries(Array.from({ length: count }, (_, index) => [`property${index}`, index]));

	test.each([800, 1400, 2000, 100_000])(
		'of %d keeps the first that fit, and says how many were omitted',
		(count) => {
			const [output] = formatForAgent([{ json: recordOf(count) }]);
			const { '…': note, ...kept } = output!.json;
			const names = Object.keys(kept);
			expect(names.length).toBeGreaterThanOrEqual(Math.min(count, 1000));
			expect(kept).toEqual(recordOf(names.length));
			expect(note).toBe(
				names.length < count ? `${count - names.length} more properties` : undefined,
			);
			expect(size([output!])).toBeLessThanOrEqual(maxAgentCharacters);
		},
	);

	test('is named in a short note if a field is missing', () => {
		const rows = formatForAgent([{ json: recordOf(10_000) }], [], ['titel', 'x'.repeat(50_000)]);
		expect(rows.at(-1)!.json.note).toMatch(
			/^Fields to Return: no result has titel, x+…\. Fields of/,
		);
		expect(String(rows.at(-1)!.json.note).length).toBeLessThan(2200);
	});
});

test('secrets are removed from a record that is too long', () => {
	const json = { token: 't-secret', log: 'y'.repeat(100_000), inner: { token: 't-secret', id: 1 } };
	const output = JSON.stringify(formatForAgent([{ json }], ['token']));
	expect(output).not.toContain('t-secret');
	expect(output).toContain('"inner":{"id":1}');
});
