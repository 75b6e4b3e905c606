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
import { activateWebhook, type Delivery, type DeliveryResult } from './kit/webhooks';
import { startServer } from '../services/kit/server';
import type { NodeSetup } from './kit/executor';
import { polling } from './kit/polling';

const secret = 'tenfold-client-secret';
const signed = (body: Buffer, key = secret) =>
	`sha256=${createHmac('sha256', key).update(body).digest('base64')}`;
const credential = {
	environment: 'custom',
	baseUrl: 'http://127.0.0.1:1/versioned',
	clientId: 'i',
	clientSecret: secret,
	previousClientSecret: '',
	accessToken: 't',
	version: '2024-08-31',
	vendor: 'Rutter',
};

let number = 0;
/** Each trigger stands in a workflow of its own, as the memory against repeats lasts as long as the process. */
const trigger = (parameters: INodeParameters = {}, data: object = {}) =>
	activateWebhook(
		{
			nodeType: new FinanceDataTrigger(),
			credentials: {
				financeDataApi: { type: new FinanceDataApi(), data: { ...credential, ...data } },
			},
		},
		{ events: ['created', 'updated', 'deleted'], filters: {}, options: {}, ...parameters },
		`workflow-${++number}`,
	);
const payload = (id: string, more: object = {}, code = 'ORDER_UPDATED') => ({
	type: 'ORDER',
	code,
	access_token: 'their-token',
	connection_id: 'c-1',
	order: { id, updated_at: '2026-01-31T08:00:00Z', ...more },
});
const genuine = (value: unknown, more: Partial<Delivery> = {}): Delivery => {
	const body = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
	return {
		body,
		headers: { 'x-rutter-signature': signed(body), 'content-type': 'application/json' },
		...more,
	};
};
const ids = ({ items }: DeliveryResult) =>
	items?.map(({ json }) => (json.data as { id: string }).id);

describe('the webhook trigger', () => {
	test('starts an execution with the event, without the token of the connection', async () => {
		const { status, items, body } = await trigger()(genuine(payload('o-1', { total: 5 })));
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
		const { items: asked } = await trigger({ options: { includeAccessToken: true } })(
			genuine(payload('o-1')),
		);
		expect(asked?.[0]?.json.access_token).toBe('their-token');
	});

	test('reads numbers as they were signed, not as they were rounded', async () => {
		const { items } = await trigger()(
			genuine(
				'{"type":"ORDER","code":"ORDER_CREATED","order":{"id":9007199254740993,"total":12345678901234567.89}}',
			),
		);
		expect(items?.[0]?.json.data).toEqual({
			id: '9007199254740993',
			total: '12345678901234567.89',
		});
	});

	test.each([
		['no signature', { headers: {} }],
		['another signature', { headers: { 'x-rutter-signature': signed(Buffer.from('{}')) } }],
		[
			'the signature under another name',
			{ headers: { 'x-service-signature': signed(Buffer.from(JSON.stringify(payload('o-1')))) } },
		],
		[
			'two signatures',
			{ headers: { 'x-rutter-signature': [signed(Buffer.from(JSON.stringify(payload('o-1'))))] } },
		],
		['a body whose bytes n8n did not keep', { withoutRawBody: true }],
	])('answers %s with 401 and nothing else, and starts nothing', async (_, more) => {
		expect(await trigger()(genuine(payload('o-1'), more as Partial<Delivery>))).toEqual({
			status: 401,
			body: { message: 'Unauthorized' },
		});
	});

	test('takes either secret while one is replaced, and only the new one afterwards', async () => {
		const body = Buffer.from(JSON.stringify(payload('o-1')));
		const old: Delivery = { body, headers: { 'x-rutter-signature': signed(body, 'the old one') } };
		expect((await trigger({}, { previousClientSecret: 'the old one' })(old)).status).toBe(200);
		expect(
			(await trigger({}, { previousClientSecret: 'the old one' })(genuine(payload('o-1')))).status,
		).toBe(200);
		expect((await trigger()(old)).status).toBe(401);
	});

	test('takes nothing while the credential has no secret', async () => {
		const body = Buffer.from(JSON.stringify(payload('o-1')));
		expect(
			(
				await trigger(
					{},
					{ clientSecret: '' },
				)({ body, headers: { 'x-rutter-signature': signed(body, '') } })
			).status,
		).toBe(401);
	});

	test('finds the header of another vendor', async () => {
		const body = Buffer.from(JSON.stringify(payload('o-1')));
		expect(
			(
				await trigger(
					{},
					{ vendor: 'Service' },
				)({ body, headers: { 'x-service-signature': signed(body) } })
			).items,
		).toHaveLength(1);
	});

	test('what is signed and still no event is told so', async () => {
		for (const text of ['{}', '[]', 'null', '"x"', 'no json', ''])
			expect(await trigger()(genuine(text))).toEqual({
				status: 400,
				body: { message: 'This is no event' },
			});
	});

	test('drops a repeat, and lets everything else pass', async () => {
		const deliver = trigger();
		expect(ids(await deliver(genuine(payload('o-1', {}, 'ORDER_CREATED'))))).toEqual(['o-1']);
		expect(await deliver(genuine(payload('o-1')))).toEqual({
			status: 200,
			body: { message: 'Delivered before' },
		});
		expect(ids(await deliver(genuine(payload('o-1', { total: 6 }))))).toEqual(['o-1']);
		expect(ids(await deliver(genuine(payload('o-1', {}, 'ORDER_DELETED'))))).toEqual(['o-1']);
		expect(ids(await deliver(genuine(payload('o-1'), { mode: 'manual' })))).toEqual(['o-1']);
		expect(ids(await trigger()(genuine(payload('o-1'))))).toEqual(['o-1']);
	});

	test('lets the same delivery pass again when n8n did not manage to start an execution', async () => {
		const deliver = trigger();
		expect((await deliver(genuine(payload('o-1'), { fails: true }))).status).toBe(500);
		expect(ids(await deliver(genuine(payload('o-1'))))).toEqual(['o-1']);
		expect((await deliver(genuine(payload('o-1')))).items).toBeUndefined();
	});

	test('never drops what may be another event in the same words', async () => {
		const deliver = trigger({ events: ['initialUpdate', 'updated'] });
		const initial = { type: 'CONNECTION', code: 'INITIAL_UPDATE', connection_id: 'c-1' };
		expect([
			(await deliver(genuine(initial))).items,
			(await deliver(genuine(initial))).items,
		]).toEqual([[expect.anything()], [expect.anything()]]);
		const unstamped = payload('o-1', { updated_at: undefined });
		expect([
			ids(await deliver(genuine(unstamped))),
			ids(await deliver(genuine(unstamped))),
		]).toEqual([['o-1'], ['o-1']]);
	});

	test.each([
		[
			'initialUpdate',
			{
				type: 'CONNECTION',
				code: 'INITIAL_UPDATE',
				connection_id: 'c-1',
				access_token: 'their-token',
			},
		],
		[
			'connectionChanged',
			{
				type: 'CONNECTION',
				code: 'CONNECTION_NEEDS_UPDATE',
				connection_id: 'c-1',
				access_token: 'their-token',
			},
		],
		[
			'jobCompleted',
			{
				type: 'JOB',
				code: 'JOB_COMPLETED',
				job: {
					id: 'j-1',
					status: 'success',
					request: { url: '/versioned/orders?access_token=their-token' },
				},
			},
		],
	])(
		'passes %s where it is chosen, whatever records are, and without a token',
		async (change, event) => {
			const filters = { entities: 'invoice' };
			const { items } = await trigger({ events: [change], filters })(genuine(event));
			expect(items?.[0]?.json.change).toBe(change);
			expect(JSON.stringify(items)).not.toContain('their-token');
			expect(
				await trigger({ events: ['created', 'updated', 'deleted'], filters })(genuine(event)),
			).toEqual({ status: 200, body: { message: 'Filtered out' } });
		},
	);

	test('a job names no connection, so it does not pass a filter of connections', async () => {
		const job = { type: 'JOB', code: 'JOB_COMPLETED', job: { id: 'j-1', status: 'success' } };
		expect(
			(await trigger({ events: ['jobCompleted'], filters: { connectionIds: 'c-1' } })(genuine(job)))
				.items,
		).toBeUndefined();
	});

	test.each([
		[{ events: ['created'] }, false],
		[{ filters: { entities: 'invoice, order' } }, true],
		[{ filters: { entities: 'Bill Credit Memo' } }, false],
		[{ filters: { connectionIds: 'c-2, c-1' } }, true],
		[{ filters: { connectionIds: 'c-2' } }, false],
	])('with %j an update of an order of c-1 passes: %s', async (parameters, passes) => {
		const { status, items } = await trigger(parameters as INodeParameters)(genuine(payload('o-1')));
		expect([status, items !== undefined]).toEqual([200, passes]);
	});
});

describe('the updates trigger', () => {
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
	const watching = (parameters: INodeParameters = {}, data: object = {}) =>
		polling(stage(data), { lists: ['order', 'invoice'], options: {}, ...parameters });
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

	test('begins with what changes after the activation', async () => {
		const watched = watching();
		expect(await watched.poll()).toBeUndefined();
		order('new');
		const items = await watched.poll();
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
		expect(await watched.poll()).toBeUndefined();
	});

	test('or at a moment that the person chose', async () => {
		const items = await watching({ options: { startFrom: '2020-01-01T00:00:00Z' } }).poll();
		expect(items).toHaveLength(7);
	});

	test('hands on every state, and every page of them', async () => {
		const watched = watching();
		await watched.poll();
		const made = Array.from({ length: 130 }, (_, index) => order(`o${index}`));
		expect(names(await watched.poll())).toHaveLength(130);
		order('again', made[0]);
		expect(names(await watched.poll())).toEqual(['again']);
		order('o0', made[0]);
		expect(names(await watched.poll())).toEqual(['o0']);
	});

	test('goes over a long overlap once every tenth of its length, and over what is newer at every poll', async () => {
		const watched = watching({ lists: ['order'] });
		const asked = () => finance.requests.count('GET /versioned/orders');
		await watched.poll();
		for (let index = 0; index < 260; index++) order(`o${index}`);
		await finance.clock.advance(1000);
		order('the last of many');
		expect(await watched.poll()).toHaveLength(261);
		finance.requests.clear();
		order('newer');
		expect(names(await watched.poll())).toEqual(['newer']);
		expect(asked()).toBe(1);
		const later = Date.now() + 6 * 60_000;
		jest.spyOn(Date, 'now').mockReturnValue(later);
		expect(await watched.poll()).toBeUndefined();
		expect(asked()).toBe(1 + 6);
	});

	describe('when there is no time for more than a page of each list', () => {
		const hurried = () => polling(stage(), { lists: ['order'], options: {} }, {}, 0);
		const pages = () =>
			finance.requests.list('GET /versioned/orders').map(({ query }) => query.cursor !== undefined);

		test('the next poll goes on where this one ended, over a restart too', async () => {
			const watched = hurried();
			await watched.poll();
			const made = Array.from({ length: 120 }, (_, index) => order(`o${index}`)).length;
			finance.requests.clear();
			const first = names(await watched.poll());
			watched.restart();
			const all = [...first!, ...names(await watched.poll())!, ...names(await watched.poll())!];
			expect(new Set(all).size).toBe(made);
			expect(all).toHaveLength(made);
			expect(pages()).toEqual([false, true, true]);
		});

		test('a cursor that the service no longer knows is given up, and nothing is missed', async () => {
			const watched = hurried();
			await watched.poll();
			const made = Array.from({ length: 60 }, (_, index) => order(`o${index}`)).length;
			const first = names(await watched.poll());
			finance.faults.add({ on: 'GET /versioned/orders', count: 1, code: '400' });
			finance.requests.clear();
			// The window is read anew, and what was handed on is left out.
			expect(await watched.poll()).toBeUndefined();
			expect([...first!, ...names(await watched.poll())!]).toHaveLength(made);
			expect(pages()).toEqual([true, false, true]);
		});
	});

	test('after a restart nothing is missed', async () => {
		const watched = watching();
		await watched.poll();
		order('first');
		await watched.poll();
		order('while it was down');
		watched.restart();
		expect(names(await watched.poll())).toEqual(['while it was down']);
	});

	test('a process that has no memory yet hands on again what came last, under the same key', async () => {
		const watched = watching();
		await watched.poll();
		order('first');
		const before = await watched.poll();
		await jest.isolateModulesAsync(async () => {
			const { FinanceDataUpdatesTrigger: Another } = jest.requireActual<
				typeof import('../../nodes/FinanceData/FinanceDataUpdatesTrigger.node')
			>('../../nodes/FinanceData/FinanceDataUpdatesTrigger.node');
			const after = await polling(
				{ ...stage(), nodeType: new Another() },
				{ lists: ['order', 'invoice'], options: {} },
				watched.stored(),
			).poll();
			expect(after?.map(({ json }) => json.eventKey)).toEqual(
				expect.arrayContaining([before?.[0]?.json.eventKey]),
			);
		});
	});

	test('what was stored at the activation survives polls that found nothing', async () => {
		const watched = watching();
		await watched.poll();
		await watched.poll();
		watched.restart();
		order('after the restart');
		expect(names(await watched.poll())).toEqual(['after the restart']);
	});

	test('waits quietly while a connection is not ready, goes on with the others, and then hands on what changed since', async () => {
		const watched = watching({
			options: { accessTokens: `${LOCAL_TOKENS.waiting}, ${LOCAL_TOKENS.north}` },
		});
		expect(await watched.poll()).toBeUndefined();
		order('of the ready one');
		expect(names(await watched.poll())).toEqual(['of the ready one']);
		await finance.clock.advance(2 * 3_600_000);
		expect((await watched.poll())?.map(({ json }) => json.type)).toEqual(['INVOICE']);
		expect(JSON.stringify(watched.stored())).not.toContain('tenfold-access');
	});

	test('a list that fails is told when there is nothing else to hand on, without the token', async () => {
		const watched = watching({
			options: { accessTokens: `${LOCAL_TOKENS.south},${LOCAL_TOKENS.north}` },
		});
		// The first poll tells of it as well, so that a list that the platform does not have is seen at the activation.
		const failure = async () =>
			await watched.poll().then(
				() => undefined,
				(error: Error & { description?: string }) => error,
			);
		expect((await failure())?.message).toBe(
			'The platform of this connection does not offer this operation',
		);
		order('still arrives');
		expect(names(await watched.poll())).toEqual(['still arrives']);
		expect(JSON.stringify(await failure())).not.toContain(LOCAL_TOKENS.south);
	});

	test.each([
		[{ lists: [] }, {}, 'No list is chosen'],
		[{}, { accessToken: '' }, 'Access Token is required'],
	])('asks for what is required: %j', async (parameters, data, message) => {
		await expect(watching(parameters, data).poll()).rejects.toThrow(message);
	});

	test('a deletion arrives where the list shows it', async () => {
		finance.settings.showDeleted = true;
		const watched = watching();
		await watched.poll();
		const id = order('gone soon');
		await watched.poll();
		finance.change({ token: LOCAL_TOKENS.north, path: 'orders', id, remove: true });
		expect((await watched.poll())?.[0]?.json).toMatchObject({
			change: 'deleted',
			code: 'ORDER_DELETED',
		});
	});

	test('the editor is shown some records, whenever they changed, and nothing is remembered', async () => {
		const watched = watching();
		expect(await watched.poll('manual')).toHaveLength(7);
		expect(watched.stored()).toEqual({});
	});

	test('the same change has the same key in both triggers', async () => {
		const watched = watching();
		await watched.poll();
		const receiver: Array<{ text: string }> = [];
		const hook = await startServer({ name: 'hook', failureBody: () => ({}) }, (app) => {
			app.removeAllContentTypeParsers();
			app.addContentTypeParser('*', { parseAs: 'string' }, (_, text, done) => done(null, text));
			app.post('/', async ({ body }) => {
				receiver.push({ text: String(body) });
				return {};
			});
		});
		finance.settings.webhooks = [hook.url];
		finance.change({
			token: LOCAL_TOKENS.north,
			path: 'accounting/invoices',
			fields: {
				customer_id: 'c',
				total_amount: '12345678901234567.89',
				tax_amount: '0.10',
				memo: null,
				line_items: [{ a: 0.1 }],
			},
		});
		await hook.requests.until((log) => log.count('POST /') === 1 && log.inFlight === 0);
		const polled = await watched.poll();
		const { items } = await trigger()(genuine(receiver[0]!.text));
		expect(items?.[0]?.json.eventKey).toBe(polled?.[0]?.json.eventKey);
		expect(items?.[0]?.json.data).toEqual(polled?.[0]?.json.data);
		await hook.close();
	});
});
