import { formatForAgent, maxAgentCharacters } from '../../../../nodes/engine/run/agentOutput';

const size = (rows: ReturnType<typeof formatForAgent>): number =>
	JSON.stringify(rows.map(({ json }) => json)).length;

test('an agent gets a short answer as it is', () => {
	expect(formatForAgent([{ json: { a: 1 } }, { json: { b: 'two' } }])).toEqual([
		{ json: { a: 1 } },
		{ json: { b: 'two' } },
	]);
});

test('of a long list an agent gets the first rows whole, and is told how many are missing', () => {
	const rows = Array.from({ length: 500 }, (_, index) => ({
		json: { index, text: 'x'.repeat(300) },
	}));
	const told = formatForAgent(rows);
	expect(size(told)).toBeLessThan(maxAgentCharacters + 1000);
	expect(told.slice(0, -1)).toEqual(rows.slice(0, told.length - 1));
	expect(told.at(-1)!.json.leftOut).toContain(`${500 - (told.length - 1)} more`);
});

test('of one long record an agent gets the short fields whole, and the long ones cut', () => {
	const [told, ...none] = formatForAgent([
		{
			json: {
				log: 'y'.repeat(100_000),
				id: 'a-1',
				parts: Array.from({ length: 5000 }, (_, index) => ({ index })),
				state: 'done',
			},
		},
	]);
	expect(none).toEqual([]);
	expect(JSON.stringify(told).length).toBeLessThan(maxAgentCharacters + 1000);
	expect(Object.keys(told!.json)).toEqual(['log', 'id', 'parts', 'state']);
	expect(told!.json).toMatchObject({ id: 'a-1', state: 'done' });
	expect(String(told!.json.log)).toMatch(/^y{1000,}… \(100000 characters\)$/);
	expect((told!.json.parts as unknown[]).at(-1)).toMatch(/^… \(\d+ more\)$/);
});

test('an agent hears of a file without being handed it', () => {
	const [told] = formatForAgent([
		{
			json: {},
			binary: { data: { data: 'AAAA', mimeType: 'image/png', fileName: 'a.png', fileSize: '3 B' } },
		},
	]);
	expect(told).toEqual({
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
		'a deep record',
		Array.from({ length: 60 }).reduce<object>((inner) => ({ inner, text: 'w'.repeat(2000) }), {}),
	],
	[
		'a list of lists',
		{ rows: Array.from({ length: 300 }, () => Array.from({ length: 300 }, (_, index) => index)) },
	],
])('%s: the answer stays within the bound', (_, json) => {
	expect(size(formatForAgent([{ json } as never]))).toBeLessThan(maxAgentCharacters + 1000);
});
