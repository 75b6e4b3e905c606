/** API Request: requests that the user writes, in all ten nodes and with faulty services. */
import type { IDataObject } from 'n8n-workflow';
import type { LoggedRequest } from '../services/kit/requestLog';
import { Reply, apiKey, useExampleService } from './kit/exampleService';
import { binary, bytesOf, hintsOf, onlyItem } from './kit/executor';

const service = useExampleService();

const send = async (parameters: IDataObject, more: IDataObject = {}) =>
	await service.run('send', { parameters: { resource: 'apiRequest', ...parameters }, ...more });
const getAll = async (parameters: IDataObject, more: IDataObject = {}) =>
	await service.run('getAll', { parameters: { resource: 'apiRequest', ...parameters }, ...more });
const rowsOf = (...pairs: Array<[string, unknown]>) => ({
	rows: pairs.map(([name, value]) => ({ name, value })) as IDataObject[],
});
const lastRequest = (): LoggedRequest => service.requests.list().at(-1)!;

test('sends query, headers and a body of fields, with the credential', async () => {
	await send({
		requestMethod: 'PATCH',
		requestUrl: '/things/1?from=url&tag=a',
		requestQuery: rowsOf(['tag', 'b'], ['tag', 'c']),
		requestBody: 'fields',
		requestFields: rowsOf(['name', 'x'], ['size', '={{ 3 }}'], ['empty', '']),
		options: {
			requestHeaders: rowsOf(['X-Trace', 'abc'], ['Accept', 'application/vnd.example+json']),
			requestQueryJson: '{"more": [1, 2]}',
		},
	});
	expect(lastRequest()).toMatchObject({
		method: 'PATCH',
		path: '/things/1',
		query: { from: 'url', tag: ['b', 'c'], more: ['1', '2'] },
		body: { name: 'x', size: 3, empty: '' },
		headers: {
			authorization: `Bearer ${apiKey}`,
			'x-trace': 'abc',
			accept: 'application/vnd.example+json',
			'content-type': 'application/json',
		},
	});
});

test('sends the file of an item, and returns a file with its name', async () => {
	const file = await binary(Buffer.from('a,b\n1,2\n'), 'table.csv', 'text/csv');
	await send(
		{
			requestMethod: 'PUT',
			requestUrl: '/files/upload',
			requestBody: 'file',
			requestFile: 'data',
		},
		{ items: [{ json: {}, binary: { data: file } }] },
	);
	expect(lastRequest()).toMatchObject({
		method: 'PUT',
		bodySize: 8,
		headers: { 'content-type': 'text/csv' },
	});
	service.handlers.set(
		'GET /files/7',
		() =>
			new Reply(200, Buffer.from('content'), {
				'content-type': 'application/pdf',
				'content-disposition': 'attachment; filename="../a b.pdf"',
			}),
	);
	const { json, binary: files } = onlyItem(
		await send({ requestUrl: '/files/7', responseAs: 'file', options: { outputProperty: 'pdf' } }),
	);
	expect(json).toEqual({ fileName: 'a b.pdf', mimeType: 'application/pdf', size: 7 });
	expect(String(await bytesOf(files!.pdf!))).toBe('content');
});

test('returns text, and on request the status and the headers', async () => {
	service.handlers.set(
		'GET /things/1',
		() => new Reply(200, '<gpx/>', { 'content-type': 'application/gpx+xml', etag: '"1"' }),
	);
	const requestUrl = '/things/1';
	const text = { requestUrl, responseAs: 'text' };
	expect(onlyItem(await send(text)).json).toEqual({ value: '<gpx/>' });
	expect(onlyItem(await send({ ...text, options: { fullResponse: true } })).json).toMatchObject({
		statusCode: 200,
		headers: { etag: '"1"' },
		body: '<gpx/>',
	});
	service.handlers.set('HEAD /things/1', () => new Reply(200, '', { etag: '"2"' }));
	expect(onlyItem(await send({ requestUrl, requestMethod: 'HEAD' })).json).toMatchObject({
		statusCode: 200,
		headers: { etag: '"2"' },
	});
});

describe('Get Many', () => {
	beforeEach(() => {
		service.handlers.set('GET /others', ({ query }) => {
			const from = Number(query.cursor ?? 0);
			const others = Array.from({ length: 10 }, (_, index) => ({ id: from + index }));
			return { others, labels: [1], next: from < 20 ? String(from + 10) : '' };
		});
	});

	test("reads all pages by the service's pagination, up to the limit", async () => {
		const options = { listProperty: 'others' };
		const all = await getAll({ requestUrl: '/others?kind=a', returnAll: true, options });
		expect(all.items.map(({ json }) => json.id)).toEqual(Array.from({ length: 30 }, (_, i) => i));
		expect(service.requests.list().map(({ query }) => query)).toEqual([
			{ kind: 'a', limit: '10' },
			{ kind: 'a', limit: '10', cursor: '10' },
			{ kind: 'a', limit: '10', cursor: '20' },
		]);
		const some = await getAll({ requestUrl: '/others', limit: 13, options });
		expect(some.items).toHaveLength(13);
	});

	test('returns nothing without a list, with a hint that is shown once', async () => {
		service.handlers.set('GET /found', () => ({ kind: 'list' }));
		const two = { items: [{ json: {} }, { json: {} }] };
		const result = await getAll({ requestUrl: '/found' }, two);
		expect(result.items).toEqual([]);
		expect(hintsOf(result)).toEqual([
			'The response contains no list. To get the response itself, use the operation Send.',
		]);
		const options = { listProperty: 'data.items' };
		expect(hintsOf(await getAll({ requestUrl: '/found', options }))).toEqual([
			'The response contains no list named data.items. Check List Property.',
		]);
	});

	test('fails if List Property names none of the lists in the response', async () => {
		const errorFor = async (body: unknown) => {
			service.handlers.set('GET /found', () => body);
			return (await getAll({ requestUrl: '/found', options: { listProperty: 'jobs' } })).error;
		};
		expect((await errorFor({ workflow_runs: [], total: 1 }))?.message).toBe(
			'List Property must be a list of the response (workflow_runs), got "jobs"',
		);
		expect((await errorFor({ data: { runs: [{ id: 1 }] } }))?.message).toContain('(data.runs)');
	});
});

describe('the credential', () => {
	test('is not sent to a different host after a redirect, and neither are the headers', async () => {
		const { url } = service.otherServer;
		service.handlers.set('GET /moved', () => new Reply(302, '', { location: `${url}/elsewhere` }));
		await send({ requestUrl: '/moved', options: { requestHeaders: rowsOf(['X-Trace', 'abc']) } });
		const [request] = service.otherServer.requests.list();
		expect(request!.path).toBe('/elsewhere');
		expect(JSON.stringify(request)).not.toContain(apiKey);
		expect(request!.headers['x-trace']).toBeUndefined();
	});

	test('is not sent to the next page on a different host', async () => {
		service.handlers.set('GET /things', () => ({
			things: [{ id: 1 }],
			next: `${service.otherServer.url}/things`,
		}));
		await getAll({ requestUrl: '/things', limit: 2 });
		expect(service.otherServer.requests.total).toBe(0);
	});

	test.each([
		'Authorization',
		'cookie',
		'Host',
		'Proxy-Authorization',
		'Content-Length',
		'content-type',
		'Transfer-Encoding',
		'X-HTTP-Method-Override',
		'X-Method-Override',
	])('cannot be replaced with the header %s', async (name) => {
		const { error } = await send({
			requestUrl: '/things',
			options: { requestHeaders: rowsOf([name, 'x']) },
		});
		expect(error?.message).toBe(
			`Headers 1: Header Name cannot be ${name}, because the node sets this header`,
		);
		expect(service.requests.total).toBe(0);
	});

	test.each([
		['X Trace', 'x', 'Headers 1: Header Name must be the name of a header, got "X Trace"'],
		['X-Trace\r\nHost', 'x', 'must be the name of a header'],
		['X-Trace', 'a\r\nauthorization: b', 'X-Trace can contain only printable ASCII characters'],
	])('cannot be replaced with the header %j: %j', async (name, value, message) => {
		const { error } = await send({
			requestUrl: '/things',
			options: { requestHeaders: rowsOf([name, value]) },
		});
		expect(error?.message).toContain(message);
		expect(service.requests.total).toBe(0);
	});

	test.each(['//evil.example', 'https://127.0.0.1@evil.example/', '/../x', '/%2e%2e/x', '/\\x'])(
		'is not sent to %s',
		async (requestUrl) => {
			for (const run of [send, getAll]) {
				const { error } = await run({ requestUrl });
				expect(error?.message).toMatch(/^Path or URL /);
			}
			expect(service.requests.total).toBe(0);
		},
	);
});

test('reads are retried, and writes are sent once, also under Retry On Fail', async () => {
	const options = { attempts: 2 };
	service.faults.add({ on: '/things', count: 1, status: 500 });
	expect((await send({ requestUrl: '/things', options })).error).toBeUndefined();
	expect(service.requests.count('GET /things')).toBe(2);
	for (const requestMethod of ['POST', 'PUT', 'DELETE', 'PATCH']) {
		service.requests.clear();
		service.faults.add({ on: '/things', count: 1, status: 500 });
		const { error } = await send(
			{ requestMethod, requestUrl: '/things', options },
			{ settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } },
		);
		expect([requestMethod, error?.httpCode]).toEqual([requestMethod, '500']);
		expect(service.requests.total).toBe(1);
	}
});

test('agents need Allow Irreversible Operations', async () => {
	const nodeTypeName = 'n8n-nodes-tenfold.exampleTool';
	const parameters = { resource: 'apiRequest', requestUrl: '/things' };
	for (const operation of ['send', 'getAll']) {
		service.requests.clear();
		const refused = await service.run(operation, { parameters, nodeTypeName });
		expect(refused.error?.message).toMatch(
			/ is not available to AI agents, because it can do anything that the credential allows\. Turn on Allow Irreversible Operations in the tool/,
		);
		expect(service.requests.total).toBe(0);
		const allowed = { ...parameters, allowIrreversible: true };
		const result = await service.run(operation, { parameters: allowed, nodeTypeName });
		expect(result.error).toBeUndefined();
	}
});
