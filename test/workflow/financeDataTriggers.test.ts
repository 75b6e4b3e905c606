import { createHmac } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import { FinanceDataApi } from '../../credentials/FinanceDataApi.credentials';
import { FinanceDataTrigger } from '../../nodes/FinanceData/FinanceDataTrigger.node';
import { FinanceDataUpdatesTrigger } from '../../nodes/FinanceData/FinanceDataUpdatesTrigger.node';
import {
	LOCAL_TOKENS,
	startFinanceService,
	type FinanceService,
} from '../services/financeData/service';
import { activateWebhook, type DeliveryResult, type Delivery } from './kit/webhooks';
import type { NodeSetup } from './kit/executor';
import { startManagedWebhook } from './kit/managedWebhook';
import { polling } from './kit/polling';
import { rawServersPerTest, respondWithJson, type RawServer } from './kit/rawServer';

const startRawServer = rawServersPerTest();

const secret = 'tenfold-client-secret';
const sign = (body: Buffer, key = secret) =>
	`sha256=${createHmac('sha256', key).update(body).digest('base64')}`;
const credential = {
	provider: 'other',
	baseUrl: 'http://127.0.0.1:1/versioned',
	clientId: 'i',
	clientSecret: secret,
	previousClientSecret: '',
	accessToken: 't',
	version: '2024-08-31',
	vendor: 'Rutter',
};

const realNow = Date.now();
let workflowNumber = 0;
/**
 * Each trigger gets its own workflow ID, because the keys of emitted events are kept for the
 * lifetime of the process.
 */
const triggerSetup = (data: object = {}): NodeSetup => ({
	nodeType: new FinanceDataTrigger(),
	credentials: {
		financeDataApi: { type: new FinanceDataApi(), data: { ...credential, ...data } },
	},
});
const triggerParameters = {
	events: ['created', 'updated', 'deleted'],
	filters: {},
	options: {},
};
const webhookTrigger = (parameters: INodeParameters = {}, data: object = {}) =>
	activateWebhook(
		triggerSetup(data),
		{ ...triggerParameters, ...parameters },
		`workflow-${++workflowNumber}`,
	);
const payload = (id: string, more: object = {}, code = 'ORDER_UPDATED') => ({
	type: 'ORDER',
	code,
	access_token: 'their-token',
	connection_id: 'c-1',
	order: { id, updated_at: '2026-01-31T08:00:00Z', ...more },
});
const signedDelivery = (value: unknown, more: Partial<Delivery> = {}): Delivery => {
	const body = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
	return {
		body,
		headers: { 'x-rutter-signature': sign(body), 'content-type': 'application/json' },
		...more,
	};
};
const ids = ({ items }: DeliveryResult) =>
	items?.map(({ json }) => (json.data as { id: string }).id);

describe('Finance Data Trigger', () => {
	test('emits the event, without the access token of the connection', async () => {
		const { status, items, body } = await webhookTrigger()(
			signedDelivery(payload('o-1', { total: 5 })),
		);
		expect([status, body]).toEqual([200, { received: true }]);
		expect(items).toEqual([
			{
				json: {
					eventKey: expect.any(String),
					type: 'ORDER',
					code: 'ORDER_UPDATED',
					change: 'updated',
					connection_id: 'c-1',
					data: { id: 'o-1', total: 5, updated_at: '2026-01-31T08:00:00Z' },
				},
			},
		]);
		const { items: withToken } = await webhookTrigger({ options: { includeAccessToken: true } })(
			signedDelivery(payload('o-1')),
		);
		expect(withToken?.[0]?.json.access_token).toBe('their-token');
	});

	// test/workflow/codeHostingWebhookTrigger.test.ts tests the other reasons.
	test('explains that a test delivery has the header of another vendor', async () => {
		const delivery = signedDelivery(payload('o-1'), { mode: 'manual' });
		const headers = { 'x-service-signature': delivery.headers['x-rutter-signature'] };
		const { status, body, items } = await webhookTrigger()({ ...delivery, headers });
		expect([status, items]).toEqual([401, undefined]);
		expect((body as { message: string }).message).toMatch(
			/^The signature is in the header x-service-signature instead of X-Rutter-Signature\./,
		);
	});

	test('emits identical deliveries of events without a timestamp, because they may be different events', async () => {
		const deliver = webhookTrigger({ events: ['initialUpdate', 'updated'] });
		const initial = { type: 'CONNECTION', code: 'INITIAL_UPDATE', connection_id: 'c-1' };
		expect([
			(await deliver(signedDelivery(initial))).items,
			(await deliver(signedDelivery(initial))).items,
		]).toEqual([[expect.anything()], [expect.anything()]]);
		const unstamped = payload('o-1', { updated_at: undefined });
		expect([
			ids(await deliver(signedDelivery(unstamped))),
			ids(await deliver(signedDelivery(unstamped))),
		]).toEqual([['o-1'], ['o-1']]);
	});

	test.each([
		[undefined, false],
		['c-1', true],
		['c-2', false],
	])(
		'with the filter Connection IDs, a job with the connection ID %s is emitted: %s',
		async (connection_id, isEmitted) => {
			const job = { id: 'j-1', status: 'success' };
			const { items } = await webhookTrigger({
				events: ['jobCompleted'],
				filters: { connectionIds: 'c-1' },
			})(signedDelivery({ type: 'JOB', code: 'JOB_COMPLETED', job, connection_id }));
			expect(items !== undefined).toBe(isEmitted);
		},
	);

	test.each([
		[{ events: ['created'] }, false],
		[{ filters: { entities: 'invoice, order' } }, true],
		[{ filters: { entities: 'Orders' } }, true],
		[{ filters: { entities: 'Bill Credit Memo' } }, false],
		[{ filters: { connectionIds: 'c-2, c-1' } }, true],
		[{ filters: { connectionIds: 'c-2' } }, false],
	])('with %j, an order update of connection c-1 is emitted: %s', async (parameters, isEmitted) => {
		const { status, items } = await webhookTrigger(parameters as INodeParameters)(
			signedDelivery(payload('o-1')),
		);
		expect([status, items !== undefined]).toEqual([200, isEmitted]);
	});
});

describe('a type of record that the pack does not know', () => {
	const managed = async (entities: string) =>
		await startManagedWebhook(
			triggerSetup(),
			{ ...triggerParameters, filters: { entities } },
			`workflow-${++workflowNumber}`,
		);

	test.each(['Rechnung', 'invoice, invoise'])(
		'stops the test of a trigger whose Entities are %s',
		async (entities) => {
			const trigger = await managed(entities);
			await expect(trigger.listen()).rejects.toThrow(
				`Entities: "${entities.split(', ').at(-1)}" is not a known type of record`,
			);
			await trigger.close();
		},
	);

	test('is accepted in production, because the service may have added it', async () => {
		const { checkExists } = triggerSetup().nodeType.webhookMethods!.default!;
		const inProduction = {
			getNodeParameter: () => ({ entities: 'Rechnung' }),
			getActivationMode: () => 'activate',
		};
		expect(await checkExists!.call(inProduction as never)).toBe(true);
	});

	test.each([
		'invoice',
		'Bill Credit Memos',
		'ORDER, accounting_customer',
		'Accounting Customers',
		'',
	])('is not reported for the Entities %p', async (entities) => {
		const trigger = await managed(entities);
		await expect(trigger.listen()).resolves.toBeUndefined();
		await trigger.close();
	});
});

describe('Finance Data Updates Trigger', () => {
	let finance: FinanceService;
	beforeEach(async () => {
		finance = await startFinanceService({ settings: { pageSize: 2 } });
	});
	afterEach(async () => {
		jest.restoreAllMocks();
		await finance.close();
	});

	const stage = (data: object = {}): NodeSetup => ({
		nodeType: new FinanceDataUpdatesTrigger(),
		credentials: {
			financeDataApi: { type: new FinanceDataApi(), data: { ...finance.credential.data, ...data } },
		},
	});
	const updatesTrigger = (parameters: INodeParameters = {}, data: object = {}) =>
		polling(stage(data), { lists: ['order', 'invoice'], options: {}, ...parameters });
	const pollFrom = async (server: RawServer, startFrom: string | number) =>
		await polling(
			stage({ baseUrl: `${server.url}/versioned` }),
			{ lists: ['order'], options: { startFrom } },
			{},
			undefined,
			{ timezone: 'Asia/Kolkata' },
		).poll();
	const order = (memo: string, id?: string, token: string = LOCAL_TOKENS.north) =>
		(
			finance.change({
				token,
				path: 'orders',
				...(id === undefined ? {} : { id }),
				fields: { name: memo, line_items: [] },
			}) as { id: string }
		).id;
	const names = (items: Awaited<ReturnType<ReturnType<typeof polling>['poll']>>) =>
		items?.map(({ json }) => (json.data as { name: string }).name);

	test('emits changes made after the activation', async () => {
		const trigger = updatesTrigger();
		expect(await trigger.poll()).toBeUndefined();
		order('new');
		const items = await trigger.poll();
		expect(items).toEqual([
			{
				json: {
					eventKey: expect.stringMatching(/^ORDER:/),
					type: 'ORDER',
					code: 'ORDER_UPDATED',
					change: 'updated',
					connection_id: expect.any(String),
					data: expect.objectContaining({ name: 'new' }),
				},
			},
		]);
		expect(await trigger.poll()).toBeUndefined();
	});

	test.each([
		['the same cursor', () => 'c-1', 2],
		['the same records with new cursors', (index: number) => `c-${index}`, 2],
	])('stops if the service returns %s', async (_, next, requests) => {
		const server = await startRawServer();
		let index = 0;
		server.respond = async (response, ...rest) =>
			await respondWithJson({
				orders: [{ id: 'o-1', updated_at: '2026-01-31T08:00:00Z' }],
				connection: { id: 'c-1' },
				next_cursor: next(index++),
			})(response, ...rest);
		await expect(pollFrom(server, '2026-01-01')).rejects.toThrow('Pagination is stuck');
		expect(server.received).toHaveLength(requests);
	});

	test('after the server rejects a stored cursor as too long, the window is read from its start', async () => {
		const server = await startRawServer();
		const page = {
			orders: [{ id: 'o-1', updated_at: '2026-01-31T08:00:00Z' }],
			connection: { id: 'c-1' },
		};
		server.respond = respondWithJson({ ...page, next_cursor: 'x'.repeat(20_000) });
		const setup = stage({ baseUrl: `${server.url}/versioned` });
		const trigger = polling(
			setup,
			{ lists: ['order'], options: { startFrom: '2026-01-01' } },
			{},
			0,
		);
		await trigger.poll();
		expect(JSON.stringify(trigger.stored())).toContain('xxx');
		server.respond = respondWithJson({ ...page, orders: [{ ...page.orders[0], id: 'o-2' }] });
		expect((await trigger.poll())?.map(({ json }) => (json.data as { id: string }).id)).toEqual([
			'o-2',
		]);
	});

	const hour = 3_600_000;
	test.each([
		['emits every change once', 'is set forward and back', [0, 0, hour, 0], ['1', '2', '3']],
		['skips changes before the time of the start', 'was ahead at the start', [hour, 0, 0], []],
	])('%s if the clock of n8n %s', async (_, __, shifts, expected) => {
		const now = Date.now;
		const clock = jest.spyOn(Date, 'now');
		const records: object[] = [];
		const server = await startRawServer();
		server.respond = (response, received, request) => {
			const { searchParams } = new URL(received.target, server.url);
			const minimum = Number(searchParams.get('updated_at_min'));
			const orders = records.filter(
				(record) => (record as { updated_at: number }).updated_at >= minimum,
			);
			void respondWithJson({ connection: { id: 'c-1' }, orders })(response, received, request);
		};
		const trigger = updatesTrigger({ lists: ['order'] }, { baseUrl: server.url });
		const emitted: unknown[] = [];
		for (const [index, shiftMs] of shifts.entries()) {
			clock.mockImplementation(() => now() + shiftMs);
			if (index > 0) records.push({ id: String(index), name: String(index), updated_at: now() });
			emitted.push(...(names(await trigger.poll()) ?? []));
		}
		expect(emitted).toEqual(expected);
	});

	describe('if a poll has time for only one page of each list', () => {
		const triggerWithoutBudget = () => polling(stage(), { lists: ['order'], options: {} }, {}, 0);
		const pages = () =>
			finance.requests.list('GET /versioned/orders').map(({ query }) => query.cursor !== undefined);

		test('the next poll continues with the next page, even after a restart', async () => {
			const trigger = triggerWithoutBudget();
			await trigger.poll();
			const count = Array.from({ length: 120 }, (_, index) => order(`o${index}`)).length;
			finance.requests.clear();
			const first = names(await trigger.poll());
			trigger.restart();
			const all = [...first!, ...names(await trigger.poll())!, ...names(await trigger.poll())!];
			expect(new Set(all).size).toBe(count);
			expect(all).toHaveLength(count);
			expect(pages()).toEqual([false, true, true]);
		});

		test('after a cursor expires, the window is read from its start and no record is missed', async () => {
			const trigger = triggerWithoutBudget();
			await trigger.poll();
			const count = Array.from({ length: 60 }, (_, index) => order(`o${index}`)).length;
			const first = names(await trigger.poll());
			finance.faults.add({ on: 'GET /versioned/orders', count: 1, status: 400 });
			finance.requests.clear();
			// This poll reads the first page again and skips its records, which were already emitted.
			expect(await trigger.poll()).toBeUndefined();
			expect([...first!, ...names(await trigger.poll())!]).toHaveLength(count);
			expect(pages()).toEqual([true, false, true]);
		});
	});

	test('a connection that is not ready does not block others, and its changes are emitted later', async () => {
		const trigger = updatesTrigger({
			options: { accessTokens: `${LOCAL_TOKENS.waiting}, ${LOCAL_TOKENS.north}` },
		});
		expect(await trigger.poll()).toBeUndefined();
		order('from the ready connection');
		expect(names(await trigger.poll())).toEqual(['from the ready connection']);
		await finance.clock.advance(2 * 3_600_000);
		expect((await trigger.poll())?.map(({ json }) => json.type)).toEqual(['INVOICE']);
		expect(JSON.stringify(trigger.stored())).not.toContain('tenfold-access');
	});

	test('a trigger that was saved with version 1 polls the connections in its options, or that of the credential', async () => {
		for (const options of [{}, { accessTokens: LOCAL_TOKENS.north }]) {
			const parameters = { lists: ['order'], options };
			const trigger = polling(stage({}), parameters, {}, undefined, {}, 1);
			expect(await trigger.poll()).toBeUndefined();
			order('of a saved workflow');
			expect(names(await trigger.poll())).toEqual(['of a saved workflow']);
		}
	});

	test('if a list fails and there are no events, the poll fails, and the error contains no access token', async () => {
		const trigger = updatesTrigger({
			options: { accessTokens: `${LOCAL_TOKENS.south},${LOCAL_TOKENS.north}` },
		});
		// The first poll also fails with this error, so that the user notices an unsupported list at
		// the activation.
		const failure = async () =>
			await trigger.poll().then(
				() => undefined,
				(error: Error & { description?: string }) => error,
			);
		expect((await failure())?.message).toBe(
			'Access token 1, Order: The platform of this connection does not offer this operation',
		);
		order('still arrives');
		expect(names(await trigger.poll())).toEqual(['still arrives']);
		expect(JSON.stringify(await failure())).not.toContain(LOCAL_TOKENS.south);
	});

	test.each([
		[{ lists: [] }, {}, 'Lists are required'],
		[{}, { accessToken: '' }, 'Access Token is required'],
	])('missing parameters are an error: %j', async (parameters, data, message) => {
		await expect(updatesTrigger(parameters, data).poll()).rejects.toThrow(message);
	});

	test('with Platform Data, a change of only the platform data is emitted', async () => {
		const server = await startRawServer();
		const updatedAt = new Date().toISOString();
		const respondWithOrders = (...orders: object[]) =>
			(server.respond = respondWithJson({ connection: { id: 'c-1' }, orders }));
		const trigger = updatesTrigger(
			{ lists: ['order'], options: { platformData: true } },
			{ baseUrl: server.url },
		);
		respondWithOrders();
		await trigger.poll();
		for (const raw of [1, 2]) {
			respondWithOrders({ id: 'o-1', updated_at: updatedAt, platform_data: { raw } });
			expect(await trigger.poll()).toHaveLength(1);
			expect(await trigger.poll()).toBeUndefined();
		}
	});

	test('if a list does not contain the connection ID, this ID is requested from the service once per connection', async () => {
		const server = await startRawServer();
		server.respond = (response, received) => {
			const { pathname } = new URL(received.target, server.url);
			respondWithJson(
				pathname === '/connections/access_token'
					? { connection: { id: 'c-7' } }
					: { tax_rates: [{ id: 't-1', updated_at: new Date(Date.now()).toISOString() }] },
			)(response, received, undefined as never);
		};
		const trigger = updatesTrigger(
			{ lists: ['taxRate'], options: { startFrom: '2026-01-01T00:00:00Z' } },
			{ baseUrl: server.url },
		);
		const [first] = (await trigger.poll()) ?? [];
		expect(first?.json).toMatchObject({
			connection_id: 'c-7',
			eventKey: expect.stringMatching(/^TAX_RATE:c-7:t-1:/),
		});
		await trigger.poll();
		expect(
			server.received.filter(({ target }) => target.startsWith('/connections/access_token?')),
		).toHaveLength(1);
	});

	test('the same record of two connections is emitted twice, even if the service does not return their IDs', async () => {
		const server = await startRawServer();
		server.respond = (response, received, request) => {
			const isList = received.target.startsWith('/accounting/tax_rates?');
			const updatedAt = new Date(realNow).toISOString();
			const body = isList ? { tax_rates: [{ id: 't-1', updated_at: updatedAt }] } : {};
			void respondWithJson(body, isList ? 200 : 404)(response, received, request);
		};
		const trigger = updatesTrigger(
			{ lists: ['taxRate'], options: { accessTokens: 'a, b', startFrom: '2026-01-01T00:00:00Z' } },
			{ baseUrl: server.url },
		);
		const eventKeys = (await trigger.poll())?.map(({ json }) => json.eventKey);
		expect(new Set(eventKeys).size).toBe(2);
		expect(await trigger.poll()).toBeUndefined();
	});

	test('a manual test run returns the newest records of a list in any order, newest first', async () => {
		const server = await startRawServer();
		const daysAgo = (days: number) => new Date(realNow - days * 86_400_000).toISOString();
		const orders = Array.from({ length: 60 }, (_, index) => ({
			id: `o-${index}`,
			updated_at: daysAgo(60 - index),
		}));
		server.respond = (response, received, request) => {
			const { searchParams } = new URL(received.target, server.url);
			const minimum = Number(searchParams.get('updated_at_min'));
			const found = orders.filter(({ updated_at: at }) => Date.parse(at) >= minimum);
			const body = { connection: { id: 'c-1' }, orders: found.slice(0, 50) };
			void respondWithJson(body)(response, received, request);
		};
		const trigger = updatesTrigger({ lists: ['order'] }, { baseUrl: server.url });
		const items = await trigger.poll('manual');
		expect(items?.map(({ json }) => (json.data as { id: string }).id)).toEqual([
			'o-59',
			'o-58',
			'o-57',
			'o-56',
			'o-55',
		]);
	});

	test('a manual test run names the access token that is wrong, but not a list that is being downloaded', async () => {
		const poll = async (...tokens: string[]) =>
			await updatesTrigger({ lists: ['invoice'], accessTokens: tokens.join() }).poll('manual');
		const error = await poll(LOCAL_TOKENS.north, 'wrong-token').catch((reason: Error) => reason);
		expect((error as Error).message).toMatch(/^Access token 2, Invoice: .* rejected /);
		expect((error as { description?: string }).description).not.toContain('item');
		expect(JSON.stringify(error)).not.toContain('wrong-token');
		expect(await poll(LOCAL_TOKENS.waiting, LOCAL_TOKENS.north)).toHaveLength(4);
	});
});
