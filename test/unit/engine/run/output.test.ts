import { type HttpResponse, operation, type Operation } from '../../../../nodes/engine/describe';
import {
	renamedError,
	responseToRows,
	simplifyRow,
	toRow,
} from '../../../../nodes/engine/run/output';
import { refusal } from '../kit';

const answer = (body: unknown): HttpResponse => ({ status: 200, headers: {}, body });
const made = (more: Partial<Operation>, body: unknown) =>
	responseToRows(
		{ ...operation({ name: 'Do', action: 'Do it', request: 'GET /x' }), ...more },
		answer(body),
	);

describe('an answer', () => {
	it('with one record becomes one item', () =>
		expect(made({ output: 'single' }, { id: 1 })).toEqual([{ json: { id: 1 } }]));

	it('without content still becomes an item', () =>
		expect(made({ output: 'single' }, undefined)).toEqual([{ json: { success: true } }]));

	it('with rows becomes an item a row, from the answer itself or from a named list', () => {
		expect(made({ output: 'rows' }, [{ id: 1 }, 'two'])).toEqual([
			{ json: { id: 1 } },
			{ json: { value: 'two' } },
		]);
		expect(made({ output: 'rows', rows: 'notes' }, { notes: [{ id: 1 }], total: 1 })).toEqual([
			{ json: { id: 1 } },
		]);
		expect(made({ output: 'rows' }, undefined)).toEqual([]);
		expect(refusal(() => made({ output: 'rows' }, { id: 1 })).message).toBe(
			'The response does not contain a list',
		);
	});

	it('of an operation that answers nothing tells that it is done', () => {
		expect(made({ output: 'done', request: 'DELETE /x' }, { anything: 1 })).toEqual([
			{ json: { deleted: true } },
		]);
		expect(made({ output: 'done', request: 'POST /x' }, undefined)).toEqual([
			{ json: { success: true } },
		]);
		expect(made({ output: 'done', request: undefined }, undefined)).toEqual([
			{ json: { success: true } },
		]);
	});

	it('that is text stands under text, also where it is empty', () => {
		expect(made({ output: 'text' }, 'hello')).toEqual([{ json: { text: 'hello' } }]);
		expect(made({ output: 'text' }, undefined)).toEqual([{ json: { text: '' } }]);
	});
});

describe('a row', () => {
	it.each([[5], ['x'], [null], [true], [[1, 2]]])(
		'that is no object, %p, stands under value',
		(value) => expect(toRow(value)).toEqual({ json: { value } }),
	);

	it('with an error of the service carries it under another name and in the same place, as n8n would take it for a failure of the node', () => {
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

describe('Simplify', () => {
	const row = {
		json: { id: 1, name: null, price: { amount: 2, tax: { rate: 3 } }, extra: 4 },
		binary: { data: { data: '', mimeType: 'text/plain' } },
	};

	it('keeps the named keys in the named order, and files', () => {
		const { json, binary } = simplifyRow(row, ['extra', 'id']);
		expect(Object.entries(json)).toEqual([
			['extra', 4],
			['id', 1],
		]);
		expect(binary).toBe(row.binary);
	});

	it('takes values out of the depth under names of their own', () => {
		expect(
			simplifyRow(row, { id: 'id', cost: 'price.amount', rate: 'price.tax.rate' }).json,
		).toEqual({ id: 1, cost: 2, rate: 3 });
	});

	it('leaves absent what is absent, and keeps what is null', () => {
		expect(
			simplifyRow(row, {
				a: 'gone',
				b: 'name',
				c: 'name.first',
				d: 'gone.deep',
				e: 'price.tax.gone',
			}).json,
		).toStrictEqual({ b: null });
	});
});
