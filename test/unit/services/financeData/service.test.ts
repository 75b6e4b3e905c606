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

const ask = async (
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
/** Real time for requests under way to end; the service's own clock stands still. */
const settle = async () => {
	for (let quiet = 0; quiet < 3;) {
		await new Promise((resolve) => setTimeout(resolve, 5));
		quiet = finance.webhooks.underWay === 0 ? quiet + 1 : 0;
	}
};
const invoice = { customer_id: 'c', issue_date: 'd', line_items: [] };

describe('webhooks', () => {
	test('are signed over the bytes that are sent', async () => {
		await open();
		finance.change({
			token: LOCAL_TOKENS.north,
			path: 'accounting/invoices',
			fields: { ...invoice, memo: 'ü', total_amount: '12345678901234567.89' },
		});
		await settle();
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

	test('are tried 6 times over 15 minutes', async () => {
		await open();
		receiver.faults.add({ status: 500 });
		finance.change({
			token: LOCAL_TOKENS.north,
			path: 'accounting/vendors',
			fields: { vendor_name: 'v' },
		});
		await settle();
		for (const delay of RETRY_DELAYS) {
			await finance.clock.advance(delay + 1);
			await settle();
		}
		await finance.clock.advance(1_000_000);
		expect(finance.state.deliveries).toMatchObject([
			{ outcome: 'failed', attempts: [500, 500, 500, 500, 500, 500] },
		]);
		expect(RETRY_DELAYS.reduce((sum, delay) => sum + delay)).toBeCloseTo(900_000);
	});

	test('get lost and come twice in the share that is wanted', async () => {
		await open({ settings: { dropped: 0.2, doubled: 0.3 } });
		for (let index = 0; index < 300; index++)
			finance.change({
				token: LOCAL_TOKENS.north,
				path: 'accounting/vendors',
				fields: { vendor_name: `v${index}` },
			});
		await settle();
		const names = bodies.map(
			({ text }) => (JSON.parse(text) as { vendor: { vendor_name: string } }).vendor.vendor_name,
		);
		const distinct = new Set(names).size;
		expect(distinct).toBeGreaterThan(210);
		expect(distinct).toBeLessThan(270);
		expect(names.length - distinct).toBeGreaterThan(40);
	});

	test('tell of each batch of a first download, and before it the data is not ready', async () => {
		await open();
		const waiting = { access_token: LOCAL_TOKENS.waiting };
		expect((await ask('GET', '/accounting/invoices', undefined, {}, waiting)).data).toMatchObject({
			error_type: 'CONNECTION_ERROR',
			error_code: 'PRODUCT_NOT_READY',
		});
		await finance.clock.advance(3_600_000);
		expect((await ask('GET', '/accounting/invoices', undefined, {}, waiting)).status).toBe(200);
		await finance.clock.advance(3_600_000);
		await settle();
		expect(bodies.map(({ text }) => (JSON.parse(text) as { code: string }).code)).toEqual([
			'INITIAL_UPDATE',
			'INITIAL_UPDATE',
		]);
	});
});

describe('writes', () => {
	test('wait 30 seconds for the platform and then answer with a job', async () => {
		await open({ settings: { platformMs: 40_000 } });
		const pending = ask('POST', '/accounting/invoices', { invoice });
		await finance.requests.until((log) => log.count('POST *') === 1);
		await settle();
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

	test('under one key make one record, and another request under it is a conflict', async () => {
		await open();
		const before = finance.state.connections[0]!.records['/accounting/invoices']!.length;
		const send = async (fields: object) =>
			await ask(
				'POST',
				'/accounting/invoices',
				{ response_mode: 'async', invoice: { ...invoice, ...fields } },
				{ 'Idempotency-Key': 'k' },
			);
		const [first, again, other] = [await send({}), await send({}), await send({ memo: 'x' })];
		expect(first.status).toBe(202);
		expect(again.data.async_response.id).toBe(first.data.async_response.id);
		expect(other.status).toBe(409);
		await finance.clock.advance(10_000);
		expect(finance.state.connections[0]!.records['/accounting/invoices']!.length - before).toBe(1);
	});

	test('that succeed as jobs are told by a webhook, those at once are not', async () => {
		await open();
		await ask('POST', '/accounting/invoices', { response_mode: 'async', invoice });
		await finance.clock.advance(10_000);
		await settle();
		expect(bodies.map(({ text }) => (JSON.parse(text) as { code: string }).code).sort()).toEqual([
			'INVOICE_CREATED',
			'JOB_COMPLETED',
		]);
	});
});

describe('limits and logins', () => {
	test('500 requests pass in ten seconds, and no more', async () => {
		await open();
		const statuses: number[] = [];
		for (let index = 0; index < 505; index++) statuses.push((await ask('GET', '/store')).status);
		expect(statuses.filter((status) => status === 429)).toHaveLength(5);
		await finance.clock.advance(10_001);
		expect((await ask('GET', '/store')).status).toBe(200);
	});

	test.each([
		['the keys', { authorization: 'Basic eDp5' }, { access_token: LOCAL_TOKENS.north }, 401],
		['the token', {}, { access_token: 'nobody' }, 401],
		[
			'the version',
			{ 'X-Rutter-Version': '1999-01-01' },
			{ access_token: LOCAL_TOKENS.north },
			400,
		],
	])('%s are checked', async (_, headers, params, status) => {
		await open();
		const { auth, ...rest } = {
			auth: undefined,
			url: `${finance.url}/versioned/store`,
			params,
			proxy: false as const,
			validateStatus: () => true,
		};
		void auth;
		const answer = await axios.get(rest.url, {
			...rest,
			headers: {
				authorization: `Basic ${Buffer.from('tenfold-client:tenfold-client-secret').toString('base64')}`,
				'X-Rutter-Version': '2024-08-31',
				...headers,
			},
		});
		expect(answer.status).toBe(status);
	});
});
