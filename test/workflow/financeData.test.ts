import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { FinanceDataApi } from '../../credentials/FinanceDataApi.credentials';
import { FinanceData } from '../../nodes/FinanceData/FinanceData.node';
import {
	LOCAL_IDS,
	LOCAL_TOKENS,
	startFinanceService,
	type FinanceService,
} from '../services/financeData/service';
import { operationRunner, binary, hintsOf, onlyItem } from './kit/executor';
import { byId } from './kit/locator';
import { lookUp } from './kit/lookups';
import { rawServersPerTest, respondWithJson, type RawRequest } from './kit/rawServer';

const nodeType = new FinanceData();

const startRawServer = rawServersPerTest();

let finance: FinanceService;
beforeEach(async () => {
	finance = await startFinanceService({ settings: { platformMs: 40 } });
});
afterEach(async () => await finance.close());

const credentials = () => ({
	financeDataApi: { type: new FinanceDataApi(), data: finance.credential.data },
});
const run = operationRunner(nodeType, credentials);
const setup = () => ({ nodeType, credentials: credentials() });
const items = (...rows: IDataObject[]): INodeExecutionData[] => rows.map((json) => ({ json }));
const { customer, account, otherAccount, vendor } = LOCAL_IDS;
const data = `={{ { customer_id: "${customer}", issue_date: "2026-01-31", due_date: "2026-02-28", currency_code: "EUR", document_number: "N-" + ($json.index ?? 0), line_items: [{ total_amount: 5, item: { id: "i" } }] } }}`;
const createParameters = {
	specifyFields: 'json',
	data,
	responseMode: 'prefer_sync',
	waitForJob: true,
};
const fromList = (value: string) => ({ __rl: true, mode: 'list', value });
const lastRequest = (pattern: string) => finance.requests.list(pattern).at(-1)!;

describe('read', () => {
	test('reading data before its download fails without a retry, and Return Partial Data returns the available data', async () => {
		const options = { accessToken: LOCAL_TOKENS.waiting };
		const { error } = await run('invoice', 'getAll', { options });
		expect(error?.message).toBe('The data of this connection has not been downloaded yet');
		expect(error?.description).toContain('event First Import Completed');
		expect(finance.requests.count('GET /versioned/accounting/invoices')).toBe(1);
		expect(
			(await run('invoice', 'getAll', { options: { ...options, forceFetch: true } })).items,
		).toEqual([]);
	});
});

describe('filters', () => {
	const filtered = async (parameters: IDataObject, credential?: IDataObject) =>
		await run(
			'invoice',
			'getAll',
			{ returnAll: true, simplify: false, ...parameters },
			{ credential },
		);

	test('a number in a condition keeps its decimal places, but text such as 1.125 is rejected', async () => {
		const above = async (amount: string) =>
			await filtered({
				filterBy: 'conditions',
				conditionGroups: {
					rows: [
						{
							conditions: {
								rows: [{ field: 'total_amount', operator: 'greaterThan', value: amount }],
							},
						},
					],
				},
			});
		expect((await above('1.125')).error?.message).toBe(
			'Condition Group 1, Condition 1, Field Total Amount: "1.125" could mean 1125 or 1.125: enter 1125 or 1.1250',
		);
		for (const clear of ['={{ 1.125 }}', '={{ Number("1.125").toFixed(4) }}']) {
			expect((await above(clear)).error).toBeUndefined();
			expect(lastRequest('GET /versioned/accounting/invoices').query.filter).toMatch(
				/^total_amount > 1\.1250?$/,
			);
		}
	});
});

describe('many customers in one workflow', () => {
	const tokens = [LOCAL_TOKENS.south, LOCAL_TOKENS.north];

	test('each item uses its own connection', async () => {
		const { items: out } = await run(
			'invoice',
			'getAll',
			{ returnAll: true, options: { accessToken: '={{ $json.token }}' } },
			{ items: items(...tokens.map((token) => ({ token }))) },
		);
		expect(
			out.map(({ json, pairedItem }) => [
				json.document_number,
				(pairedItem as { item: number }).item,
			]),
		).toEqual([
			['INV-9', 0],
			['INV-1', 1],
			['INV-2', 1],
			['INV-3', 1],
			['INV-4', 1],
		]);
	});

	test('an expression without a value does not select the connection of the credential', async () => {
		for (const token of ['', null, undefined]) {
			const accessToken = '={{ $json.token }}';
			const { error } = await run(
				'invoice',
				'getAll',
				{ accessToken },
				{ items: items({ token }) },
			);
			expect(error?.message).toMatch(/^Access Token is required/);
		}
		expect(finance.requests.total).toBe(0);
	});

	test.each([
		[1, { options: { accessToken: LOCAL_TOKENS.south } }],
		[1.1, { accessToken: LOCAL_TOKENS.south }],
	])(
		'lists in the form of version %s use the access token of the node',
		async (typeVersion, token) => {
			const form = { resource: 'invoice', operation: 'get', ...token };
			const { results } = await lookUp(setup(), 'searchInvoice', form, '', { typeVersion });
			expect(results.map(({ name }) => name)).toEqual([expect.stringMatching(/^INV-9 /)]);
		},
	);

	test('the access token of an item is redacted from errors, but not from records', async () => {
		const token = 'item-token/42+x';
		finance.connections.add({
			token,
			records: {
				'accounting/vendors': [
					{ id: 'v', vendor_name: `echoes ${token} and ${encodeURIComponent(token)}` },
				],
			},
		});
		const { items: out } = await run('vendor', 'getAll', { options: { accessToken: token } });
		expect(out[0]?.json.vendor_name).toBe(`echoes ${token} and ${encodeURIComponent(token)}`);
		finance.connections.all.at(-1)!.broken = `leaks ${token}`;
		const { error } = await run('vendor', 'getAll', { options: { accessToken: token } });
		expect(error).toBeDefined();
		expect(JSON.stringify([error?.message, error?.description, error?.context])).not.toContain(
			token,
		);
		const created = await run('vendor', 'create', {
			specifyFields: 'json',
			data: '{}',
			options: { accessToken: token },
		});
		expect(JSON.stringify([created.error?.message, created.error?.description])).not.toContain(
			token,
		);
	});
});

describe('records entered in fields', () => {
	const mapped = (value: IDataObject) => ({
		specifyFields: 'form',
		record: { mappingMode: 'defineBelow', value },
		responseMode: 'prefer_sync',
		waitForJob: true,
	});

	test('a hint names an added date that is empty, and a column whose expression has no value', async () => {
		const columns = { transaction_date: 'dateTime', memo: 'string' };
		const schema = Object.entries(columns).map(([id, type]) => ({ id, displayName: id, type }));
		const { record, ...form } = mapped({
			currency_code: 'EUR',
			expense_type: 'expense',
			memo: '={{ $json.purpose }}',
		});
		const parameters = { ...form, record: { ...record, schema }, accountId: byId(account) };
		const lineItems = { rows: [{ account_id: account, total_amount: '1' }] };
		const settings = { typeVersion: 1.1 };
		const result = await run('expense', 'create', { ...parameters, lineItems }, { settings });
		expect(result.error).toBeUndefined();
		expect(hintsOf(result)).toEqual([
			expect.stringContaining('transaction_date has no value.'),
			expect.stringContaining('memo has no value.'),
		]);
		const data = {
			account_id: account,
			currency_code: 'EUR',
			expense_type: 'expense',
			line_items: [{ account_id: account, total_amount: 1 }],
		};
		const asJson = { ...parameters, specifyFields: 'json', data: JSON.stringify(data) };
		const hidden = await run('expense', 'create', asJson, { settings });
		expect(hidden.error).toBeUndefined();
		expect(hintsOf(hidden)).toEqual([]);
		expect((await run('expense', 'create', asJson)).error).toBeUndefined();
		const current = await run('expense', 'create', { ...parameters, lineItems });
		expect(current.error?.message).toBe('transaction_date is empty');
	});

	const record = {
		currency_code: 'EUR',
		expense_type: 'expense',
		'additional_fields.reference_number': 'R-1',
	};
	const more = { items: items({ tax: 't-1', token: LOCAL_TOKENS.south }) };

	test('a workflow that was saved with version 1 sends the same request as before', async () => {
		const saved = {
			...mapped({ ...record, account_id: account, vendor_id: vendor }),
			lineItems: {
				rows: [
					{
						account_id: otherAccount,
						class_id: '',
						tax_rate_id: '={{ $json.tax }}',
						total_amount: '1',
					},
				],
			},
			options: { accessToken: '={{ $json.token }}' },
		};
		const current = {
			...mapped(record),
			accessToken: '={{ $json.token }}',
			accountId: fromList(account),
			additionalFields: { vendorId: byId(vendor) },
			lineItems: {
				rows: [
					{
						account_id: fromList(otherAccount),
						class_id: fromList(''),
						tax_rate_id: byId('={{ $json.tax }}'),
						total_amount: '1',
					},
				],
			},
		};
		const version1 = { ...more, settings: { typeVersion: 1 } };
		const before = await run('expense', 'create', saved, version1);
		const after = await run('expense', 'create', current, more);
		expect([before.error, after.error]).toEqual([undefined, undefined]);
		const requests = finance.requests.list('POST /versioned/accounting/expenses');
		const expected = {
			query: { access_token: LOCAL_TOKENS.south },
			body: {
				response_mode: 'prefer_sync',
				expense: {
					account_id: account,
					vendor_id: vendor,
					currency_code: 'EUR',
					expense_type: 'expense',
					additional_fields: { reference_number: 'R-1' },
					line_items: [{ account_id: otherAccount, tax_rate_id: 't-1', total_amount: 1 }],
				},
			},
		};
		expect(requests.map(({ query, body }) => ({ query, body }))).toEqual([expected, expected]);
	});

	test('a value cannot be entered in Fields and in its own field', async () => {
		const { error } = await run('expense', 'create', {
			...mapped({ ...record, account_id: 'a' }),
			accountId: byId('b'),
		});
		expect(error?.message).toBe('Account is entered twice. Remove it from Fields');
		expect(finance.requests.list()).toEqual([]);
	});
});

describe('synchronous writes', () => {
	test('a record that already has its wrapper key (invoice) is not wrapped again', async () => {
		await run('invoice', 'create', {
			...createParameters,
			data: `{"invoice":{"customer_id":"${customer}","issue_date":"2026-01-31","due_date":"2026-02-28","currency_code":"EUR","line_items":[]}}`,
		});
		expect(lastRequest('POST /versioned/accounting/invoices').body).toMatchObject({
			invoice: { customer_id: customer },
		});
	});

	const retryOnFail = { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };

	test('if reading a job fails, Retry On Fail reads the job again and does not repeat the write', async () => {
		Object.assign(finance.settings, { platformMs: 600, syncLimitMs: 50 });
		finance.faults.add({ on: 'GET /versioned/jobs/*', count: 1, status: 418 });
		const { items: out, error } = await run('invoice', 'create', createParameters, {
			settings: retryOnFail,
		});
		expect(error).toBeUndefined();
		expect(out[0]?.json).toMatchObject({ document_number: 'N-0' });
		expect(finance.requests.count('POST /versioned/accounting/invoices')).toBe(1);
	});

	test('a Timeout below 30 seconds does not interrupt a synchronous write', async () => {
		finance.settings.platformMs = 1200;
		const { items: out, error } = await run('invoice', 'create', {
			...createParameters,
			options: { timeout: 300 },
		});
		expect(error).toBeUndefined();
		expect(out).toHaveLength(1);
	});
});

describe('asynchronous writes', () => {
	const asynchronous = { ...createParameters, responseMode: 'async' };

	test('after Maximum Wait, the item contains the job', async () => {
		finance.settings.platformMs = 60_000;
		const { items: out } = await run('invoice', 'create', {
			...asynchronous,
			options: { maximumWait: 0.01 },
		});
		expect(out[0]?.json).toMatchObject({
			timedOut: true,
			async_response: { status: 'prequeued', id: expect.any(String) },
		});
	});
});

describe('other operations', () => {
	test.each([
		[{}, { file: 'YSByZWNlaXB0', file_name: 'receipt.pdf' }],
		[
			{ fileEncoding: 'dataUrl', fileName: 'other.pdf' },
			{ file: 'data:application/pdf;base64,YSByZWNlaXB0', file_name: 'other.pdf' },
		],
	])('a file is attached in the selected encoding: %j', async (options, sent) => {
		const data = await binary(Buffer.from('a receipt'), 'receipt.pdf', 'application/pdf');
		const server = await startRawServer();
		const parameters = {
			attachedTo: 'invoices',
			recordId: byId('i'),
			binaryPropertyName: 'data',
			responseMode: 'prefer_sync',
			options,
		};
		await run('attachment', 'create', parameters, {
			items: [{ json: {}, binary: { data } }],
			credential: { baseUrl: server.url },
		});
		const [{ target, body }] = server.received as [RawRequest];
		expect(target).toMatch(/\/invoices\/i\/attachments(?:\?|$)/);
		expect(JSON.parse(String(body))).toEqual({ response_mode: 'prefer_sync', ...sent });
	});

	test('a file in the response is decoded', async () => {
		const server = await startRawServer();
		const attachment = { id: 'a', file_name: 'receipt.pdf', file: 'YSByZWNlaXB0' };
		server.respond = respondWithJson({ attachment });
		const parameters = { attachedTo: 'invoices', attachmentId: byId('a') };
		const get = async (options: IDataObject) =>
			await run(
				'attachment',
				'get',
				{ ...parameters, options },
				{ credential: { baseUrl: server.url } },
			);
		expect(hintsOf(await get({}))).toEqual([
			expect.stringContaining('add the option Download File'),
		]);
		const downloaded = onlyItem(await get({ downloadFile: true }));
		expect(downloaded.json).toMatchObject({ file_name: 'receipt.pdf', size: 9 });
		expect(downloaded.json).not.toHaveProperty('file');
		expect(downloaded.binary).toMatchObject({ data: { fileName: 'receipt.pdf' } });
	});

	test.each([true, false])(
		'a file is downloaded from the address in the attachment, with the credential only at the service: %p',
		async (isAtService) => {
			const [service, storage] = [await startRawServer(), await startRawServer()];
			const fileServer = isAtService ? service : storage;
			const attachment = { id: 'a', file_name: 'receipt.txt', file_url: `${fileServer.url}/file` };
			for (const server of [service, storage])
				server.respond = (response, received, request) =>
					received.target === '/file'
						? void response.writeHead(200, { 'content-type': 'text/plain' }).end('a receipt')
						: respondWithJson({ attachment })(response, received, request);
			const { json, binary: files } = onlyItem(
				await run(
					'attachment',
					'get',
					{ attachedTo: 'bills', attachmentId: byId('a'), options: { downloadFile: true } },
					{ credential: { baseUrl: service.url } },
				),
			);
			expect(json).toMatchObject({ ...attachment, size: 9, mimeType: 'text/plain' });
			expect(files).toMatchObject({ data: { fileName: 'receipt.txt' } });
			const { rawHeaders } = fileServer.received.at(-1)!;
			expect(rawHeaders.map((name) => name.toLowerCase()).includes('authorization')).toBe(
				isAtService,
			);
		},
	);

	test('records with the same label have the end of their ID in the list', async () => {
		const expense = {
			memo: 'Ines paper',
			currency_code: 'EUR',
			line_items: [{ total_amount: 1300 }],
		};
		for (const fields of [expense, expense, { ...expense, memo: 'Taxi' }])
			finance.change({ token: LOCAL_TOKENS.north, path: 'accounting/expenses', fields });
		const form = { resource: 'attachment', operation: 'create', attachedTo: 'expenses' };
		const { results } = await lookUp(setup(), 'searchAttachedRecord', form);
		expect(results.map(({ name }) => name)).toEqual([
			...results
				.slice(0, 2)
				.map(({ value }) => `Ines paper · 1300 EUR · …${String(value).slice(-6)}`),
			'Taxi · 1300 EUR',
		]);
	});

	test('a public token is exchanged with the keys of the credential, and appears in no error', async () => {
		const exchange = async () =>
			await run('token', 'exchange', { publicToken: 'tenfold-public-token' });
		const { items: out } = await exchange();
		expect(out[0]?.json).toMatchObject({ access_token: 'text' });
		expect(lastRequest('POST /versioned/item/public_token/exchange').body).toEqual({
			client_id: 'tenfold-client',
			secret: 'tenfold-client-secret',
			public_token: 'tenfold-public-token',
		});
		finance.faults.add({ on: 'POST *exchange', status: 400 });
		const { error } = await exchange();
		expect(JSON.stringify([error?.message, error?.description])).not.toMatch(
			/tenfold-(public-token|client-secret)/,
		);
	});

	test('Job: Get returns the job without its wrapper, and redacts the access token in the request URL', async () => {
		const { items: out } = await run('invoice', 'create', {
			...createParameters,
			responseMode: 'async',
			waitForJob: false,
			// This token and the token in the credential belong to different connections.
			options: { accessToken: LOCAL_TOKENS.south },
		});
		const { id: jobId } = out[0]?.json.async_response as { id: string };
		expect((await run('job', 'get', { jobId: byId(jobId) })).items[0]?.json).toMatchObject({
			id: jobId,
			request: {
				method: 'POST',
				url: expect.stringMatching(/^\/versioned\/\S+\?access_token=\[secret\]$/),
			},
		});
	});

	test('Job: Get returns an unfinished job in the same shape as a finished job', async () => {
		const job = { id: byId('j-1').value, status: 'pending', response_url: '/jobs/j-1' };
		for (const body of [job, { async_response: job }, { type: 'JOB', code: 'X', job }]) {
			const server = await startRawServer();
			server.respond = respondWithJson(body, 202);
			const { items: out } = await run(
				'job',
				'get',
				{ jobId: byId('j-1') },
				{ credential: { provider: 'other', baseUrl: server.url } },
			);
			expect(out[0]?.json).toEqual(job);
		}
	});
});

test.each([
	['token', 'exchange', { publicToken: 'x' }, /is not available to AI agents$/],
	['connection', 'delete', { connectionId: byId('x') }, /because it can't be undone\. Turn on /],
])('agents cannot use %s %s', async (resource, operation, parameters, message) => {
	const tool = { nodeTypeName: 'n8n-nodes-tenfold.financeDataTool' };
	const { error } = await run(resource, operation, parameters, tool);
	expect(error?.message).toMatch(message);
	expect(finance.requests.total).toBe(0);
});
