import type { IDataObject } from 'n8n-workflow';
import {
	type Connection,
	operation,
	type Operation,
	type Row,
} from '../../../../nodes/engine/describe';
import { RunMemory } from '../../../../nodes/engine/limits/memory';
import type { ItemValues } from '../../../../nodes/engine/read/items';
import type { Run } from '../../../../nodes/engine/run/call';
import {
	addParents,
	finishRows,
	itemOutput,
	mapInTurns,
	renamedError,
	responseToRows,
	simplifyRow,
	toRow,
} from '../../../../nodes/engine/run/output';

const rowsOf = (more: Partial<Operation>, body: unknown) =>
	responseToRows(
		{ ...operation({ name: 'Do', action: 'Do it', request: 'GET /x' }), ...more },
		{ status: 200, headers: {}, body },
	).map(({ json }) => json);

test.each<[Partial<Operation>, body: unknown, rows: unknown[]]>([
	[{ output: 'single' }, { id: 1 }, [{ id: 1 }]],
	[{ output: 'single' }, undefined, [{ success: true }]],
	[{ output: 'rows' }, [{ id: 1 }, 'two'], [{ id: 1 }, { value: 'two' }]],
	[{ output: 'rows', rows: 'notes' }, { notes: [{ id: 1 }], total: 1 }, [{ id: 1 }]],
	[{ output: 'rows' }, undefined, []],
	[{ output: 'done', method: 'DELETE' }, { anything: 1 }, [{ deleted: true }]],
	[{ output: 'done', method: 'POST' }, undefined, [{ success: true }]],
])('%j: the response %j becomes %j', (more, body, rows) =>
	expect(rowsOf(more, body)).toEqual(rows),
);

test('a list in place of a single record is rejected, and the reverse', () => {
	expect(() => rowsOf({ output: 'single' }, [{ id: 1 }])).toThrow('a list instead of a single');
	expect(() => rowsOf({ output: 'rows' }, { id: 1 })).toThrow('does not contain a list');
});

test.each([[5], ['x'], [null], [true], [[1, 2]]])('%p becomes a property `value`', (value) =>
	expect(toRow(value)).toEqual({ json: { value } }),
);

test('a top-level error is renamed in place, since n8n would treat it as a failure of the node', () => {
	expect(Object.entries(toRow({ id: 1, error: 'broke', status: 'failed' }).json)).toEqual([
		['id', 1],
		[renamedError, 'broke'],
		['status', 'failed'],
	]);
	expect(toRow({ error: null }).json).toEqual({ [renamedError]: null });
	expect(toRow({ nested: { error: 'broke' } }).json).toEqual({ nested: { error: 'broke' } });
});

test.each([
	[{ id: 1 }, { owner: 'o', region: undefined }, { id: 1, owner: 'o' }],
	[
		{ owner: { login: 'o' }, region: null },
		{ owner: 'x', region: 'y' },
		{ owner: { login: 'o' }, region: null },
	],
])('the record %j with the parents %j is %j', (json, parents, expected) =>
	expect(addParents({ json }, ['owner', 'region'], parents)).toEqual({ json: expected }),
);

const price = { amount: 2, tax: { rate: 3 } };
test.each<[NonNullable<Operation['simplify']>, Array<[string, unknown]>]>([
	[
		['extra', 'id'],
		[
			['extra', 4],
			['id', 1],
		],
	],
	[
		{ cost: 'price.amount', rate: 'price.tax.rate' },
		[
			['cost', 2],
			['rate', 3],
		],
	],
	[{ total: ({ extra }) => `${extra as number}/4`, missing: () => undefined }, [['total', '4/4']]],
	[{ a: 'missing', b: 'name', c: 'name.first', d: 'missing.deep' }, [['b', null]]],
])('%j keeps %j, and the files', (simplify, expected) => {
	const file = { data: '', mimeType: 'text/plain' };
	const row = { json: { id: 1, name: null, price, extra: 4 }, binary: { data: file } };
	const { json, binary } = simplifyRow(row, simplify);
	expect(Object.entries(json)).toEqual(expected);
	expect(binary).toBe(row.binary);
});

const connection = { service: { secretProperties: ['env'] } } as unknown as Connection;
const finish = async (
	rows: readonly IDataObject[],
	described: Partial<Operation>,
	isAgent = false,
	values: object = {},
) => {
	const run = { connection, isAgent, operation: described as Operation };
	const input = { input: {}, isSimplified: true, secrets: [], ...values } as ItemValues;
	return (
		await finishRows(
			run,
			input,
			rows.map((json) => ({ json })),
		)
	).map(({ json }) => json);
};
const read: Partial<Operation> = { simplify: ['id'], output: 'single', method: 'GET' };

test.each<[string, IDataObject, Partial<Operation>]>([
	['text, which has no properties', { value: 'diff' }, read],
	['the answer to a write', { other: 1 }, { ...read, method: 'POST' }],
	['an empty answer', { success: true }, read],
])('%s stays as it is without any known property', async (_, json, described) =>
	expect(await finish([json], described)).toEqual([json]),
);

test.each([
	[{}, 'an empty object'],
	[{ other: 1 }, 'the properties other'],
])('rejects the answer to a read without a record: %p', async (json, hint) => {
	await expect(finish([json], read)).rejects.toMatchObject({
		message: 'The response does not contain the expected record',
		details: { hint: expect.stringContaining(hint) as string },
	});
});

test('an agent gets the fields that it selects of the complete record, but no secret, and sorting gets complete records', async () => {
	const arrange = (rows: readonly Row[]) => rows.filter(({ json }) => json.id === 1);
	const rows = [
		{ id: 1, name: 'a', env: { KEY: 'secret' }, list: [{ env: 'secret' }] },
		{ id: 2, name: 'b' },
	];
	const outputFields = ['name', 'env.KEY', 'list.0.env'];
	expect(await finish(rows, { arrange }, true, { outputFields })).toEqual([
		{ name: 'a' },
		{
			note: 'Fields to Return: no result has env.KEY, list.0.env. Fields of the results: id, name, list',
		},
	]);
	expect(await finish(rows, {})).toEqual(rows);
});

// n8n links items by itself only if there are as many as input items.
test('every row is linked to its input item', async () => {
	const rows: Row[] = [{ json: { id: 1 } }, { json: { id: 2 } }];
	const run = { memory: new RunMemory(1) } as Run;
	expect(await itemOutput(run, 3, async () => await Promise.resolve(rows))).toEqual([
		{ json: { id: 1 }, pairedItem: { item: 3 } },
		{ json: { id: 2 }, pairedItem: { item: 3 } },
	]);
});

test('many rows are converted in order, and other work runs in between', async () => {
	let converted = 0;
	const seen: number[] = [];
	const timer = setInterval(() => seen.push(converted), 0);
	const rows = Array.from({ length: 20_000 }, (_, index) => index);
	expect(await mapInTurns(rows, (row) => row - converted++)).toEqual(rows.map(() => 0));
	clearInterval(timer);
	expect(seen.some((count) => count > 0 && count < 20_000)).toBe(true);
});
