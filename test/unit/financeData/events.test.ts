import fc from 'fast-check';
import { eventOf, isDistinct, recordEvent } from '../../../nodes/FinanceData/events';

const invoice = {
	id: 'i',
	status: 'open',
	total_amount: 12.5,
	updated_at: '2026-01-31T08:00:00Z',
	line_items: [{ a: 1 }],
	memo: null,
};
const payload = (code: string, record: object = invoice) => ({
	type: 'INVOICE',
	code,
	access_token: 't',
	connection_id: 'c',
	invoice: record,
});
const keyOf = (code: string, record: object = invoice) => eventOf(payload(code, record))!.eventKey;

describe('an event', () => {
	test('has one form, whatever it is about', () => {
		expect(eventOf(payload('INVOICE_UPDATED'))).toEqual({
			eventKey: expect.stringMatching(/^INVOICE:i:[0-9a-f]{24}$/),
			type: 'INVOICE',
			code: 'INVOICE_UPDATED',
			change: 'updated',
			connection_id: 'c',
			access_token: 't',
			data: invoice,
		});
		expect(
			eventOf({
				type: 'BILL_CREDIT_MEMO',
				code: 'BILL_CREDIT_MEMO_CREATED',
				connection_id: 'c',
				bill_credit_memo: { id: 'b' },
			}),
		).toMatchObject({ change: 'created', data: { id: 'b' } });
		expect(
			eventOf({
				type: 'CONNECTION',
				code: 'INITIAL_UPDATE',
				connection_id: 'c',
				access_token: 't',
			}),
		).toEqual({
			eventKey: 'CONNECTION:c:INITIAL_UPDATE',
			type: 'CONNECTION',
			code: 'INITIAL_UPDATE',
			change: 'initialUpdate',
			connection_id: 'c',
			access_token: 't',
			data: {},
		});
		expect(
			eventOf({
				type: 'CONNECTION',
				code: 'CONNECTION_NEEDS_UPDATE',
				connection_id: 'c',
				update_url: 'u',
			}),
		).toMatchObject({ change: 'connectionChanged', data: { update_url: 'u' } });
		expect(
			eventOf({ type: 'JOB', code: 'JOB_COMPLETED', job: { id: 'j', status: 'success' } }),
		).toMatchObject({ change: 'jobCompleted', eventKey: 'JOB:j:success', data: { id: 'j' } });
		expect(eventOf({ type: 'ORDER', code: 'SOMETHING_NEW', order: { id: 'o' } })).toMatchObject({
			change: 'other',
		});
	});

	test('of a job does not repeat the token in its address', () => {
		const job = {
			id: 'j',
			status: 'success',
			request: { url: 'https://x/versioned/a?access_token=secret-1&b=1#c', method: 'POST' },
		};
		expect(eventOf({ type: 'JOB', code: 'JOB_COMPLETED', job })!.data).toMatchObject({
			request: { url: 'https://x/versioned/a?access_token=[secret]&b=1#c' },
		});
	});

	test.each([
		[undefined],
		[null],
		['text'],
		[[]],
		[{}],
		[{ type: 'ORDER' }],
		[{ type: 1, code: 'x' }],
		[{ type: '', code: 'x' }],
	])('is not made of %j', (given) => {
		expect(eventOf(given)).toBeUndefined();
	});

	test('that is any JSON whatever never fails', () => {
		fc.assert(
			fc.property(
				fc.jsonValue(),
				fc.string(),
				fc.string(),
				(value, type, code) => void eventOf({ type, code, [type.toLowerCase()]: value }),
			),
		);
	});
});

describe('the event key', () => {
	test('tells a deletion, not a creation from an update', () => {
		expect(keyOf('INVOICE_CREATED')).toBe(keyOf('INVOICE_UPDATED'));
		expect(keyOf('INVOICE_DELETED')).not.toBe(keyOf('INVOICE_UPDATED'));
	});

	test('is that of the same record in a list, also in a version that writes amounts as texts', () => {
		const { line_items, memo, ...rest } = invoice;
		void memo;
		expect(
			recordEvent('invoice', { ...rest, line_items, platform_data: { raw: 1 } }, 'c').eventKey,
		).toBe(keyOf('INVOICE_UPDATED'));
		expect(recordEvent('invoice', { ...invoice, total_amount: '12.50' }).eventKey).toBe(
			keyOf('INVOICE_UPDATED'),
		);
		expect(recordEvent('invoice', { ...invoice, is_deleted: true })).toMatchObject({
			change: 'deleted',
			code: 'INVOICE_DELETED',
		});
	});

	test('changes with every change of content, even within one second', () => {
		const states = [
			{},
			{ status: 'paid' },
			{ total_amount: 12.51 },
			{ line_items: [] },
			{ updated_at: '2026-01-31T08:00:01Z' },
			{ id: 'other' },
			{ memo: 'x' },
			{ document_number: '7' },
			{ document_number: '07' },
		];
		expect(
			new Set(states.map((change) => keyOf('INVOICE_UPDATED', { ...invoice, ...change }))).size,
		).toBe(states.length);
	});

	test('does not depend on the order of keys', () => {
		fc.assert(
			fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (record) => {
				const turned = Object.fromEntries(Object.entries(record).reverse());
				expect(recordEvent('x', turned as never).eventKey).toBe(
					recordEvent('x', record as never).eventKey,
				);
			}),
		);
	});

	test('is no proof of a repeat where the same words may mean another event', () => {
		const distinct = (given: object) => isDistinct(eventOf(given)!);
		expect(distinct(payload('INVOICE_UPDATED'))).toBe(true);
		expect(distinct(payload('INVOICE_UPDATED', { id: 'i', status: 'open' }))).toBe(false);
		expect(distinct({ type: 'CONNECTION', code: 'INITIAL_UPDATE', connection_id: 'c' })).toBe(
			false,
		);
		expect(
			distinct({ type: 'JOB', code: 'JOB_COMPLETED', job: { id: 'j', status: 'success' } }),
		).toBe(true);
	});
});
