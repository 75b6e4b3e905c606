import { createHmac } from 'node:crypto';
import axios, { type AxiosResponse } from 'axios';
import {
	LOCAL_TOKENS,
	startFinanceService,
	type FinanceService,
	type FinanceServiceOptions,
} from '../../../services/financeData/service';
import { RETRY_DELAYS } from '../../../services/financeData/webhooks';
import { frozenClock } from '../../../services/kit/clock';
import { startServer, type LocalServer } from '../../../services/kit/server';

let finance: FinanceService;
let receiver: LocalServer;
const bodies: Array<{ text: string; signature: unknown }> = [];

const open = async (options: FinanceServiceOptions = {}) => {
	finance = await startFinanceService({ clock: frozenClock(), ...options });
	finance.settings.webhooks = [`${receiver.url}/hook`];
};
beforeEach(async () => {
	bodies.length = 0;
	receiver = await startServer(
		{ name: 'receiver', failureBody: (status) => ({ status }) },
		(app) => {
			app.removeAllContentTypeParsers();
			app.addContentTypeParser('*', { parseAs: 'string' }, (_, text, done) => done(null, text));
			app.post('/hook', async ({ body, headers }) => {
				bodies.push({ text: String(body), signature: headers['x-rutter-signature'] });
				return {};
			});
		},
	);
});
afterEach(async () => {
	await finance.close();
	await receiver.close();
});

const send = async (
	method: string,
	path: string,
	body?: unknown,
	headers: Record<string, string> = {},
	params: Record<string, string> = { access_token: LOCAL_TOKENS.north },
): Promise<AxiosResponse> =>
	await axios.request({
		method,
		url: `${finance.url}/versioned${path}`,
		data: body,
		params,
		proxy: false,
		validateStatus: () => true,
		auth: { username: 'tenfold-client', password: 'tenfold-client-secret' },
		headers: { 'X-Rutter-Version': '2024-08-31', ...headers },
	});
/** Waits until no webhook is in flight. The service's clock does not move meanwhile. */
const deliveriesDone = async () => {
	for (let quiet = 0; quiet < 3;) {
		await new Promise((resolve) => setTimeout(resolve, 5));
		quiet = finance.webhooks.pendingAttempts === 0 ? quiet + 1 : 0;
	}
};
const invoice = { customer_id: 'c', issue_date: 'd', line_items: [] };

describe('webhooks', () => {
	test('are signed over the exact bytes of the body', async () => {
		await open();
		finance.change({
			token: LOCAL_TOKENS.north,
			path: 'accounting/invoices',
			fields: { ...invoice, memo: 'ü', total_amount: '12345678901234567.89' },
		});
		await deliveriesDone();
		expect(bodies).toHaveLength(1);
		const [{ text, signature }] = bodies as [(typeof bodies)[0]];
		expect(signature).toBe(
			`sha256=${createHmac('sha256', 'tenfold-client-secret').update(text).digest('base64')}`,
		);
		expect(text).toContain('"total_amount":12345678901234567.89');
		expect(JSON.parse(text)).toMatchObject({
			type: 'INVOICE',
			code: 'INVOICE_CREATED',
			access_token: LOCAL_TOKENS.north,
			invoice: { memo: 'ü' },
		});
	});

	test('are attempted 6 times in 15 minutes', async () => {
		await open();
		receiver.faults.add({ status: 500 });
		finance.change({
			token: LOCAL_TOKENS.north,
			path: 'accounting/vendors',
			fields: { vendor_name: 'v' },
		});
		await deliveriesDone();
		for (const delay of RETRY_DELAYS) {
			await finance.clock.advance(delay + 1);
			await deliveriesDone();
		}
		await finance.clock.advance(1_000_000);
		expect(finance.state.deliveries).toMatchObject([
			{ outcome: 'failed', attempts: [500, 500, 500, 500, 500, 500] },
		]);
		expect(RETRY_DELAYS.reduce((sum, delay) => sum + delay)).toBeCloseTo(900_000);
	});
});

describe('writes', () => {
	test('return a job if the platform takes longer than 30 seconds', async () => {
		await open({ settings: { platformMs: 40_000 } });
		const pending = send('POST', '/accounting/invoices', { invoice });
		await finance.requests.until((log) => log.count('POST *') === 1);
		await deliveriesDone();
		await finance.clock.advance(30_000);
		const { status, data } = await pending;
		expect([status, data.async_response.status]).toEqual([202, 'pending']);
		await finance.clock.advance(30_000);
		const job = await axios.get(data.async_response.response_url, {
			auth: { username: 'tenfold-client', password: 'tenfold-client-secret' },
			headers: { 'X-Rutter-Version': '2024-08-31' },
			proxy: false,
		});
		expect(job.data).toMatchObject({
			type: 'JOB',
			job: {
				status: 'success',
				response: { http_status: 200, body: { invoice: { customer_id: 'c' } } },
			},
		});
	});

	test('with the same idempotency key create one record, and a different request gets 409', async () => {
		await open();
		const before = finance.state.connections[0]!.records['/accounting/invoices']!.length;
		const createInvoice = async (fields: object) =>
			await send(
				'POST',
				'/accounting/invoices',
				{ response_mode: 'async', invoice: { ...invoice, ...fields } },
				{ 'Idempotency-Key': 'k' },
			);
		const first = await createInvoice({});
		const repeated = await createInvoice({});
		const different = await createInvoice({ memo: 'x' });
		expect(first.status).toBe(202);
		expect(repeated.data.async_response.id).toBe(first.data.async_response.id);
		expect(different.status).toBe(409);
		await finance.clock.advance(10_000);
		expect(finance.state.connections[0]!.records['/accounting/invoices']!.length - before).toBe(1);
	});

	test('send a webhook when an asynchronous job succeeds', async () => {
		await open();
		await send('POST', '/accounting/invoices', { response_mode: 'async', invoice });
		await finance.clock.advance(10_000);
		await deliveriesDone();
		expect(bodies.map(({ text }) => (JSON.parse(text) as { code: string }).code).sort()).toEqual([
			'INVOICE_CREATED',
			'JOB_COMPLETED',
		]);
	});
});

describe('rate limit and authentication', () => {
	test('only 500 requests are allowed in 10 seconds', async () => {
		await open();
		const statuses: number[] = [];
		for (let index = 0; index < 505; index++) statuses.push((await send('GET', '/store')).status);
		expect(statuses.filter((status) => status === 429)).toHaveLength(5);
		await finance.clock.advance(10_001);
		expect((await send('GET', '/store')).status).toBe(200);
	});

	test.each([
		[
			'the client ID and secret',
			{ authorization: 'Basic eDp5' },
			{ access_token: LOCAL_TOKENS.north },
			401,
		],
		['the access token', {}, { access_token: 'nobody' }, 401],
		[
			'the API version',
			{ 'X-Rutter-Version': '1999-01-01' },
			{ access_token: LOCAL_TOKENS.north },
			400,
		],
	])('%s must be valid', async (_, headers, params, status) => {
		await open();
		const response = await axios.get(`${finance.url}/versioned/store`, {
			params,
			proxy: false,
			validateStatus: () => true,
			headers: {
				authorization: `Basic ${Buffer.from('tenfold-client:tenfold-client-secret').toString('base64')}`,
				'X-Rutter-Version': '2024-08-31',
				...headers,
			},
		});
		expect(response.status).toBe(status);
	});
});
