/** Finance data in a real n8n: the credential's test, jobs through faults, signed webhooks that nobody can forge, and events of which none is lost. */
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { signatureOf } from '../../../nodes/FinanceData/signature';
import {
	LOCAL_TOKENS,
	startFinanceService,
	type FinanceService,
} from '../../services/financeData/service';
import { draws, payloadOf, tamperings } from '../../services/financeData/tampering';
import { HOST_VERSION, OLDER } from '../../../tools/n8n/install';
import { itemsOf, manyItems, openStage, type NodeSpec, type Stage } from '../kit/testN8n';
import type { StoredCredential } from '../../../tools/n8n/restTypes';
import { webhookReady } from '../../../tools/n8n/webhooks';

let stage: Stage;
let finance: FinanceService;
let credential: StoredCredential;

beforeAll(async () => {
	finance = await startFinanceService({ settings: { platformMs: 100 }, remembered: 20_000 });
	stage = await openStage();
	credential = await stage.credential('financeDataApi', finance.credential.data);
}, 600_000);
afterAll(async () => {
	await stage?.close();
	await finance?.close();
}, 60_000);
afterEach(() => finance.faults.clear());

const node = (
	name: string,
	resource: string,
	operation: string,
	parameters: IDataObject = {},
	more: Partial<NodeSpec> = {},
): NodeSpec => ({
	name,
	type: 'n8n-nodes-tenfold.financeData',
	parameters: { resource, operation, ...parameters } as NodeSpec['parameters'],
	credentials: { financeDataApi: { id: credential.id, name: credential.name } },
	...more,
});
const located = (value: string) => ({ __rl: true, mode: 'id', value });

test("the credential's test says which part to look at", async () => {
	const test = async (data: object) =>
		await stage.rest.testCredential(credential, { ...finance.credential.data, ...data });
	expect(await test({})).toMatchObject({ status: 'OK' });
	expect(await test({ accessToken: '' })).toMatchObject({ status: 'OK' });
	// n8n 1 has words of its own for 401, whatever the credential says.
	const says = (words: string) =>
		expect.stringContaining(HOST_VERSION === OLDER ? 'check your credentials' : words) as string;
	expect(await test({ clientSecret: 'wrong' })).toMatchObject({
		status: 'Error',
		message: says('Empty the access token and test again'),
	});
	expect(await test({ accessToken: 'wrong' })).toMatchObject({
		status: 'Error',
		message: says('the access token is the wrong one'),
	});
	// What the person then does tells the two apart.
	expect(await test({ clientSecret: 'wrong', accessToken: '' })).toMatchObject({ status: 'Error' });
});

test('locators list the records of the connection, page by page', async () => {
	const lookup = {
		nodeType: 'n8n-nodes-tenfold.financeData',
		credentials: { financeDataApi: { id: credential.id, name: credential.name } },
	};
	const { results } = await stage.rest.resourceLocatorResults(
		{ ...lookup, method: 'searchInvoice', path: 'parameters.invoiceId' },
		{ filter: 'inv-2' },
	);
	expect(results).toEqual([{ name: 'INV-2', value: expect.any(String) }]);
	const { results: connections } = await stage.rest.resourceLocatorResults({
		...lookup,
		method: 'searchConnection',
		path: 'parameters.connectionId',
	});
	expect(connections.map(({ name }) => name)).toContain(
		'SHOPIFY · 00000000-0000-4000-8000-000000000001',
	);
});

test('operations of every kind run', async () => {
	const [invoice] = finance.state.connections[0]!.records['/accounting/invoices'] as Array<{
		id: string;
	}>;
	const data = '{"customer_id":"c","issue_date":"2026-01-31","line_items":[]}';
	const specs = [
		node('List', 'invoice', 'getAll', {
			returnAll: true,
			filterBy: 'conditions',
			conditionGroups: {
				rows: [
					{
						match: 'and',
						conditions: {
							rows: [
								{ kind: 'exact', field: 'status', value: 'open' },
								{ kind: 'number', field: 'total_amount', orderOperator: '>', value: '50' },
							],
						},
					},
				],
			},
		}),
		node('Get', 'invoice', 'get', { invoiceId: located(invoice!.id) }),
		node('Create', 'invoice', 'create', { data }),
		node('Update', 'invoice', 'update', {
			invoiceId: located(invoice!.id),
			data: '{"memo":"m"}',
			responseMode: 'async',
		}),
		node('Read', 'companyInfo', 'get'),
		node('Statement', 'balanceSheet', 'getAll', { returnAll: true }),
		node('Connections', 'connection', 'getAll', { returnAll: true }),
		node('Exchange', 'token', 'exchange', { publicToken: 'tenfold-public-token' }),
		node('Metric', 'metric', 'getAccounting', { metricName: 'net_income' }),
		node('Other', 'other', 'getAll', { path: '/accounting/bills', returnAll: true }),
		node('South', 'invoice', 'getAll', {
			returnAll: true,
			options: { accessToken: LOCAL_TOKENS.south },
		}),
	];
	const execution = await stage.run('every kind', specs, { fanOut: true });
	expect(execution.error).toBeUndefined();
	expect(
		Object.fromEntries(specs.map(({ name }) => [name, itemsOf(execution, name).length])),
	).toEqual({
		List: 2,
		Get: 1,
		Create: 1,
		Update: 1,
		Read: 1,
		Statement: 1,
		Connections: 4,
		Exchange: 1,
		Metric: 1,
		Other: 1,
		South: 1,
	});
	expect(itemsOf(execution, 'Exchange')[0]?.json.access_token).toBe(LOCAL_TOKENS.north);
});

const invoiceCount = process.env.TENFOLD_LONG ? 300 : 100;

test(`${invoiceCount} invoices created asynchronously through a fault rate of 30 % and Retry On Fail: exactly one each`, async () => {
	const invoices = () =>
		finance.state.connections[0]!.records['/accounting/invoices'] as Array<{
			document_number?: string;
		}>;
	const before = invoices().length;
	finance.requests.clear();
	finance.faults.add({ on: 'POST /versioned/accounting/invoices', share: 0.15, drop: 'after' });
	finance.faults.add({ on: 'POST /versioned/accounting/invoices', share: 0.05, drop: 'before' });
	finance.faults.add({ on: 'POST /versioned/accounting/invoices', share: 0.05, status: 500 });
	finance.faults.add({ on: 'POST /versioned/accounting/invoices', share: 0.05, body: 'truncated' });
	// One refusal that the node cannot mend by itself, so that n8n runs the whole node again.
	finance.faults.add({
		on: 'POST /versioned/accounting/invoices',
		skip: invoiceCount / 2,
		count: 1,
		status: 418,
	});
	const parameters = {
		data: '={{ { customer_id: "c", issue_date: "2026-01-31", line_items: [], document_number: "F-" + $json.index } }}',
		responseMode: 'async',
		waitForJob: true,
		options: { attempts: 8, itemsAtOnce: 8 },
	};
	const execution = await stage.run(
		'creates',
		[
			...manyItems(invoiceCount),
			node('Create', 'invoice', 'create', parameters, {
				retryOnFail: true,
				maxTries: 5,
				waitBetweenTries: 0,
			}),
		],
		{ timeout: 400_000 },
	);
	expect(execution.error).toBeUndefined();
	expect(itemsOf(execution, 'Create').map(({ json }) => json.document_number)).toEqual(
		Array.from({ length: invoiceCount }, (_, index) => `F-${index}`),
	);
	const made = invoices()
		.map(({ document_number: number }) => number)
		.filter((number) => number?.startsWith('F-'));
	expect(new Set(made).size).toBe(invoiceCount);
	expect(made).toHaveLength(invoiceCount);
	expect(invoices().length - before).toBe(invoiceCount);
	console.log(
		`${invoiceCount} invoices: ${finance.requests.count('POST /versioned/accounting/invoices')} requests that create`,
	);
}, 420_000);

/** A request whose header names are sent as they are written; axios would change their case. */
const post = async (
	address: string,
	body: Buffer | string,
	headers: Record<string, string | string[]>,
): Promise<{ status: number; text: string }> =>
	await new Promise((resolve, reject) => {
		const sending = request(
			address,
			{
				method: 'POST',
				agent: false,
				headers: {
					'content-type': 'application/json',
					...headers,
					'content-length': Buffer.byteLength(body),
				},
			},
			(answer) => {
				let text = '';
				answer
					.setEncoding('utf8')
					.on('data', (part: string) => (text += part))
					.on('end', () => resolve({ status: answer.statusCode!, text }));
			},
		);
		sending
			.on('error', (error) => reject(new Error(`${error.message}: ${JSON.stringify(headers)}`)))
			.end(body);
	});

/** Values that a header can have on the wire; the spaces around others are no part of it, and none of theirs would be left of the tampering. */
const canTravel = (header: unknown): header is string | string[] | undefined =>
	header === undefined ||
	Array.isArray(header) ||
	(typeof header === 'string' && /^(?:[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)?$/.test(header));

const lanes = async (
	count: number,
	width: number,
	work: (index: number) => Promise<void>,
): Promise<void> => {
	let next = 0;
	await Promise.all(
		Array.from({ length: width }, async () => {
			while (next < count) await work(next++);
		}),
	);
};

describe('signed webhooks', () => {
	const secret = 'tenfold-client-secret';
	const triggerNode = (parameters: IDataObject): NodeSpec => ({
		...node('Events', '', ''),
		type: 'n8n-nodes-tenfold.financeDataTrigger',
		parameters: parameters as NodeSpec['parameters'],
	});
	const event = (index: number) =>
		JSON.stringify({
			type: 'ORDER',
			code: 'ORDER_UPDATED',
			access_token: 't',
			connection_id: 'c',
			order: { id: `o-${index}`, updated_at: '2026-01-31T08:00:00Z', memo: 'ü "quoted"' },
		});
	const anyCase = (name: string, index: number) =>
		[...name]
			.map((letter, at) => ((index >> (at % 12)) & 1 ? letter.toUpperCase() : letter.toLowerCase()))
			.join('');
	const name = (index: number) => anyCase('x-rutter-signature', index);

	// All 100,000 are tried inside n8n's webhook context (test/workflow/financeDataSignatures.test.ts); over HTTP n8n itself is what takes the time.
	const [forged, genuine] = process.env.TENFOLD_LONG ? [5000, 1000] : [82, 30];

	test(`${forged} tampered deliveries start nothing and are told nothing; ${genuine} genuine ones, whatever the case of the header’s name, are accepted`, async () => {
		const workflow = await stage.workflow('tampering', [
			triggerNode({
				events: [
					'created',
					'updated',
					'deleted',
					'initialUpdate',
					'jobCompleted',
					'connectionChanged',
					'other',
				],
				filters: {},
				options: {},
			}),
		]);
		const address = await stage.listen(workflow, 'events');
		const good = (index: number) => signatureOf(Buffer.from(event(index)), secret);
		const ways = Object.values(tamperings);
		const draw = draws(4);
		const forgery = (index: number): [Buffer | string, Record<string, string | string[]>] => {
			const text = payloadOf(draw);
			const { body, header } = ways[index % ways.length]!(
				text,
				signatureOf(Buffer.from(text), secret),
				draw,
				secret,
			);
			if (canTravel(header)) return [body, header === undefined ? {} : { [name(index)]: header }];
			return [text, { 'x-service-signature': signatureOf(Buffer.from(text), secret) }];
		};
		const answers = new Map<string, number>();
		const began = Date.now();
		await lanes(forged, 16, async (index) => {
			const { status, text } = await post(address, ...forgery(index));
			// 422: n8n itself, for JSON that a flipped bit broke.
			const told = status === 422 ? '422' : `${status} ${text}`;
			answers.set(told, (answers.get(told) ?? 0) + 1);
		});
		expect(
			[...answers.keys()].filter(
				(told) => told !== '401 {"message":"Unauthorized"}' && told !== '422',
			),
		).toEqual([]);
		expect(await stage.rest.executions(workflow.id)).toEqual([]);
		const started = Date.now();
		const filtered = await stage.workflow('genuine', [
			triggerNode({ events: ['updated'], filters: { connectionIds: 'another' }, options: {} }),
		]);
		const quiet = await stage.listen(filtered, 'events');
		let accepted = 0;
		await lanes(genuine, 16, async (index) => {
			const { status } = await post(quiet, event(index), { [name(index)]: good(index) });
			if (status === 200) accepted++;
		});
		expect(accepted).toBe(genuine);
		expect(await stage.rest.executions(filtered.id)).toEqual([]);
		for (let index = 0; index < 20; index++)
			expect((await post(address, event(index), { [name(index)]: good(index) })).status).toBe(200);
		for (
			let waited = 0;
			(await stage.rest.executions(workflow.id)).length < 20 && waited < 100;
			waited++
		)
			await sleep(100);
		expect(await stage.rest.executions(workflow.id)).toHaveLength(20);
		console.log(
			`answers to ${forged} forgeries in ${((started - began) / 1000).toFixed(0)} s: ${JSON.stringify([...answers])}; ${genuine} genuine deliveries in ${((Date.now() - started) / 1000).toFixed(0)} s`,
		);
	}, 4_000_000);

	const once: NodeSpec = {
		name: 'Once',
		type: 'n8n-nodes-base.removeDuplicates',
		typeVersion: 2,
		parameters: {
			operation: 'removeItemsSeenInPreviousExecutions',
			dedupeValue: '={{ $json.eventKey }}',
			options: {},
		},
	};
	const signedPost = async (address: string, index: number) =>
		(
			await post(address, event(index), {
				'X-Rutter-Signature': signatureOf(Buffer.from(event(index)), secret),
			})
		).status;

	test('a repeat is dropped by the process that has seen it, and after a kill -9 by Remove Duplicates', async () => {
		const workflow = await stage.workflow('repeats', [
			triggerNode({ events: ['updated'], filters: {}, options: {} }),
			once,
			{ name: 'Passed', type: 'n8n-nodes-base.noOp' },
		]);
		const address = await stage.listen(workflow, 'events');
		const ended = async (count: number) => {
			for (let waited = 0; waited < 300; waited++) {
				const all = await stage.rest.executions(workflow.id);
				if (all.length >= count && all.every(({ status }) => status === 'success')) break;
				await sleep(100);
			}
			const all = await Promise.all(
				(await stage.rest.executions(workflow.id)).map(
					async ({ id }) => await stage.rest.execution(id),
				),
			);
			return all.map((execution) => itemsOf(execution, 'Passed').length);
		};
		for (let index = 0; index < 3; index++) {
			expect(await signedPost(address, index)).toBe(200);
			expect(await ended(index + 1)).toHaveLength(index + 1);
		}
		for (let index = 0; index < 3; index++) expect(await signedPost(address, index)).toBe(200);
		await sleep(1000);
		expect(await ended(3)).toEqual([1, 1, 1]);
		await stage.n8n.kill();
		await stage.n8n.restart();
		await stage.rest.signIn();
		await webhookReady(address);
		for (let index = 0; index < 3; index++) expect(await signedPost(address, index)).toBe(200);
		expect((await ended(6)).sort()).toEqual([0, 0, 0, 1, 1, 1]);
	}, 180_000);
});
