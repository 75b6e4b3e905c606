import type { IDataObject } from 'n8n-workflow';
import {
	type Connection,
	type HttpResponse,
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
	renamedError,
	responseToRows,
	simplifyRow,
	toRow,
} from '../../../../nodes/engine/run/output';
import { thrownError } from '../kit';

const response = (body: unknown): HttpResponse => ({ status: 200, headers: {}, body });
const rowsOf = (more: Partial<Operation>, body: unknown) =>
	responseToRows(
		{ ...operation({ name: 'Do', action: 'Do it', request: 'GET /x' }), ...more },
		response(body),
	);

describe('responseToRows', () => {
	it('converts a single record to one item', () =>
		expect(rowsOf({ output: 'single' }, { id: 1 })).toEqual([{ json: { id: 1 } }]));

	it('rejects a list in place of a single record', () =>
		expect(thrownError(() => rowsOf({ output: 'single' }, [{ id: 1 }]))).toMatchObject({
			message: 'The response is a list instead of a single record',
			details: { mayHaveBeenProcessed: true },
		}));

	it('converts an empty response to one item', () =>
		expect(rowsOf({ output: 'single' }, undefined)).toEqual([{ json: { success: true } }]));

	it('converts a list to one item per row, whether the list is the response or a property of it', () => {
		expect(rowsOf({ output: 'rows' }, [{ id: 1 }, 'two'])).toEqual([
			{ json: { id: 1 } },
			{ json: { value: 'two' } },
		]);
		expect(rowsOf({ output: 'rows', rows: 'notes' }, { notes: [{ id: 1 }], total: 1 })).toEqual([
			{ json: { id: 1 } },
		]);
		expect(rowsOf({ output: 'rows' }, undefined)).toEqual([]);
		expect(thrownError(() => rowsOf({ output: 'rows' }, { id: 1 })).message).toBe(
			'The response does not contain a list',
		);
	});

	it('reports success for an operation without output', () => {
		expect(rowsOf({ output: 'done', method: 'DELETE' }, { anything: 1 })).toEqual([
			{ json: { deleted: true } },
		]);
		expect(rowsOf({ output: 'done', method: 'POST' }, undefined)).toEqual([
			{ json: { success: true } },
		]);
		expect(rowsOf({ output: 'done', method: undefined }, undefined)).toEqual([
			{ json: { success: true } },
		]);
	});
});

describe('toRow', () => {
	it.each([[5], ['x'], [null], [true], [[1, 2]]])(
		'returns a value that is not an object in the field `value`: %p',
		(value) => expect(toRow(value)).toEqual({ json: { value } }),
	);

	it('renames a top-level error field in place, since n8n would treat it as a failure of the node', () => {
		const { json } = toRow({ id: 1, error: 'broke', status: 'failed' });
		expect(Object.entries(json)).toEqual([
			['id', 1],
			[renamedError, 'broke'],
			['status', 'failed'],
		]);
		expect(toRow({ error: null }).json).toEqual({ [renamedError]: null });
		expect(toRow({ nested: { error: 'broke' } }).json).toEqual({ nested: { error: 'broke' } });
	});
});

describe('addParents', () => {
	it('adds the values of the fields, but no missing values', () => {
		const row = { json: { id: 1 }, binary: {} };
		expect(addParents(row, ['owner', 'region'], { owner: 'o', region: undefined })).toEqual({
			json: { id: 1, owner: 'o' },
			binary: {},
		});
	});

	it('does not change properties of the record', () => {
		const row = { json: { owner: { login: 'o' }, region: null } };
		expect(addParents(row, ['owner', 'region'], { owner: 'x', region: 'y' })).toEqual(row);
	});
});

describe('simplifyRow', () => {
	const row = {
		json: { id: 1, name: null, price: { amount: 2, tax: { rate: 3 } }, extra: 4 },
		binary: { data: { data: '', mimeType: 'text/plain' } },
	};

	it('keeps the listed keys in the listed order, and binary data', () => {
		const { json, binary } = simplifyRow(row, ['extra', 'id']);
		expect(Object.entries(json)).toEqual([
			['extra', 4],
			['id', 1],
		]);
		expect(binary).toBe(row.binary);
	});

	it('renames nested values', () => {
		expect(
			simplifyRow(row, { id: 'id', cost: 'price.amount', rate: 'price.tax.rate' }).json,
		).toEqual({ id: 1, cost: 2, rate: 3 });
	});

	it('derives texts from the complete record', () => {
		expect(
			simplifyRow(row, {
				total: ({ id, extra }) => `${id as number}/${extra as number}`,
				missing: () => undefined,
			}).json,
		).toStrictEqual({ total: '1/4' });
	});

	it('omits missing values, and keeps null', () => {
		expect(
			simplifyRow(row, {
				a: 'missing',
				b: 'name',
				c: 'name.first',
				d: 'missing.deep',
				e: 'price.tax.missing',
			}).json,
		).toStrictEqual({ b: null });
	});
});

describe('finishRows', () => {
	const connection = { service: { secretProperties: ['env'] } } as unknown as Connection;
	const finish = async (json: IDataObject, operation: Partial<Operation>, isAgent = false) =>
		(
			await finishRows(
				{ connection, isAgent, operation: { simplify: ['id'], ...operation } as Operation },
				{ input: {}, isSimplified: true } as ItemValues,
				[{ json }],
			)
		)[0]?.json;

	test('keeps text, which has no properties', async () => {
		expect(await finish({ value: 'diff' }, { output: 'single', method: 'GET' })).toEqual({
			value: 'diff',
		});
	});

	test('keeps the answer to a write, and an empty answer, without any known property', async () => {
		expect(await finish({ other: 1 }, { output: 'single', method: 'POST' })).toEqual({
			other: 1,
		});
		expect(await finish({ success: true }, { output: 'single', method: 'GET' })).toEqual({
			success: true,
		});
	});

	test.each([
		[{}, 'an empty object'],
		[{ other: 1 }, 'the properties other'],
	])('rejects the answer to a read without a record: %p', async (json, hint) => {
		await expect(finish(json, { output: 'single', method: 'GET' })).rejects.toMatchObject({
			message: 'The response does not contain the expected record',
			details: { hint: expect.stringContaining(hint) as string },
		});
	});

	test.each([
		[['id', 'user.login'], { id: 1, 'user.login': 'anna' }],
		[['title'], { title: 'Lamp' }],
		[['constructor.name'], { id: 1 }],
		[['missing'], { id: 1 }],
	])(
		'returns the fields %p of the output or the record, or the output if it has none of them',
		async (outputFields, expected) => {
			const [row] = await finishRows(
				{ connection, isAgent: true, operation: { simplify: ['id'] } as unknown as Operation },
				{ input: {}, isSimplified: true, outputFields, secrets: [] },
				[{ json: { id: 1, title: 'Lamp', user: { login: 'anna' } } }],
			);
			expect(row?.json).toEqual(expected);
		},
	);

	test('a path does not select a secret, and sorting gets complete records', async () => {
		const arrange = (rows: readonly Row[]) => rows.filter(({ json }) => json.id === 1);
		const rows = await finishRows(
			{ connection, isAgent: true, operation: { arrange } as unknown as Operation },
			{
				input: {},
				isSimplified: true,
				outputFields: ['name', 'env.KEY', 'list.0.env'],
				secrets: [],
			},
			[
				{ json: { id: 1, name: 'a', env: { KEY: 'secret' }, list: [{ env: 'secret' }] } },
				{ json: { id: 2, name: 'b' } },
			],
		);
		expect(rows.map(({ json }) => json)).toEqual([
			{ name: 'a' },
			{
				note: 'Fields to Return: no result has env.KEY, list.0.env. Fields of the results: id, name, list',
			},
		]);
	});

	test('removes secrets at any depth for AI agents only', async () => {
		const json = { id: 1, env: { KEY: 'secret' }, list: [{ env: 'secret', name: 'a' }] };
		const operation = { simplify: undefined };
		expect(await finish(json, operation, true)).toEqual({ id: 1, list: [{ name: 'a' }] });
		expect(await finish(json, operation)).toEqual(json);
	});
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
