import fc from 'fast-check';
import { keyOf, recordEvent, webhookEvent } from '../../../nodes/FinanceData/events';
import { checkTimeLimit } from '../engine/kit';

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
const eventKeyOf = (code: string, record: object = invoice) =>
	webhookEvent(payload(code, record))!.eventKey;

describe('webhookEvent', () => {
	test('keeps the event keys of earlier versions', () => {
		const record = { id: 'i', b: [1, '2.50', null, { d: 'x', c: 3.0 }, [], {}], a: true, n: null };
		expect(eventKeyOf('INVOICE_UPDATED', record)).toBe('INVOICE:c:i:c2c2bde6b7846d45db0864cf');
	});

	test('returns the same format for all types of events', () => {
		expect(webhookEvent(payload('INVOICE_UPDATED'))).toEqual({
			eventKey: expect.stringMatching(/^INVOICE:c:i:[0-9a-f]{24}$/),
			type: 'INVOICE',
			code: 'INVOICE_UPDATED',
			change: 'updated',
			connection_id: 'c',
			access_token: 't',
			data: invoice,
		});
		expect(
			webhookEvent({
				type: 'BILL_CREDIT_MEMO',
				code: 'BILL_CREDIT_MEMO_CREATED',
				connection_id: 'c',
				bill_credit_memo: { id: 'b' },
			}),
		).toMatchObject({ change: 'created', data: { id: 'b' } });
		expect(
			webhookEvent({
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
			webhookEvent({
				type: 'CONNECTION',
				code: 'CONNECTION_NEEDS_UPDATE',
				connection_id: 'c',
				update_url: 'u',
			}),
		).toMatchObject({ change: 'connectionChanged', data: { update_url: 'u' } });
		expect(
			webhookEvent({ type: 'JOB', code: 'JOB_COMPLETED', job: { id: 'j', status: 'success' } }),
		).toMatchObject({ change: 'jobCompleted', eventKey: 'JOB:j:success', data: { id: 'j' } });
		expect(
			webhookEvent({ type: 'ORDER', code: 'SOMETHING_NEW', order: { id: 'o' } }),
		).toMatchObject({
			change: 'other',
		});
	});

	// With a regular expression such as /\.?0+$/, this test takes minutes.
	test('computes the key of an event with a long amount in linear time', async () => {
		const amount = `1.${'0'.repeat(1_000_000)}1`;
		expect(eventKeyOf('INVOICE_UPDATED', { ...invoice, total_amount: amount })).not.toBe(
			eventKeyOf('INVOICE_UPDATED', { ...invoice, total_amount: `${amount}1` }),
		);
		expect(eventKeyOf('INVOICE_UPDATED', { ...invoice, total_amount: '12.5000' })).toBe(
			eventKeyOf('INVOICE_UPDATED'),
		);
		await checkTimeLimit();
	});

	test('redacts the access token in the URL of a job', () => {
		const job = {
			id: 'j',
			status: 'success',
			request: { url: 'https://x/versioned/a?access_token=secret-1&b=1#c', method: 'POST' },
		};
		expect(webhookEvent({ type: 'JOB', code: 'JOB_COMPLETED', job })!.data).toMatchObject({
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
	])('returns undefined for %j', (value) => {
		expect(webhookEvent(value)).toBeUndefined();
	});

	test('never throws, whatever the payload', () => {
		fc.assert(
			fc.property(
				fc.jsonValue(),
				fc.string(),
				fc.string(),
				(value, type, code) => void webhookEvent({ type, code, [type.toLowerCase()]: value }),
			),
		);
	});
});

describe('event key', () => {
	test('is different for a deletion, but the same for creation and update', () => {
		expect(eventKeyOf('INVOICE_CREATED')).toBe(eventKeyOf('INVOICE_UPDATED'));
		expect(eventKeyOf('INVOICE_DELETED')).not.toBe(eventKeyOf('INVOICE_UPDATED'));
	});

	test('is the same for an event and for the record in a list, even if the API version returns amounts as strings', () => {
		const { line_items, memo, ...rest } = invoice;
		void memo;
		expect(recordEvent('invoice', { ...rest, line_items }, 'c').eventKey).toBe(
			eventKeyOf('INVOICE_UPDATED'),
		);
		expect(recordEvent('invoice', { ...invoice, total_amount: '12.50' }, 'c').eventKey).toBe(
			eventKeyOf('INVOICE_UPDATED'),
		);
		expect(recordEvent('invoice', { ...invoice, is_deleted: true })).toMatchObject({
			change: 'deleted',
			code: 'INVOICE_DELETED',
		});
	});

	test('changes with every change of content, even within a second', () => {
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
			{ platform_data: { raw: 1 } },
			{ platform_data: { raw: 2 } },
		];
		expect(
			new Set(states.map((change) => eventKeyOf('INVOICE_UPDATED', { ...invoice, ...change })))
				.size,
		).toBe(states.length);
	});

	test('differs between connections, because a record ID is unique only within a connection', () => {
		const keys = ['c', 'd', undefined].flatMap((connection) => [
			recordEvent('invoice', invoice, connection).eventKey,
			recordEvent('invoice', { ...invoice, is_deleted: true }, connection).eventKey,
			webhookEvent({ type: 'INVOICE', code: 'NEW', connection_id: connection, invoice })!.eventKey,
			webhookEvent({
				type: 'JOB',
				code: 'JOB_COMPLETED',
				connection_id: connection,
				job: { id: 'j', status: 'success' },
			})!.eventKey,
		]);
		expect(new Set(keys).size).toBe(keys.length);
	});

	test('is used for deduplication only if no later event can have the same key', () => {
		const deduplicable = (value: object) => keyOf(webhookEvent(value)!) !== undefined;
		expect(deduplicable(payload('INVOICE_UPDATED'))).toBe(true);
		expect(deduplicable(payload('INVOICE_UPDATED', { id: 'i', status: 'open' }))).toBe(false);
		expect(deduplicable({ type: 'CONNECTION', code: 'INITIAL_UPDATE', connection_id: 'c' })).toBe(
			false,
		);
		expect(
			deduplicable({ type: 'JOB', code: 'JOB_COMPLETED', job: { id: 'j', status: 'success' } }),
		).toBe(true);
	});
});
