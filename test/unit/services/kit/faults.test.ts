import axios, { type AxiosResponse } from 'axios';
import { frozenClock } from '../../../services/kit/clock';
import { Faults, type Fault } from '../../../services/kit/faults';
import { HttpError } from '../../../services/kit/httpError';
import { startServer, type LocalServer } from '../../../services/kit/server';

let server: LocalServer;
let processed: number;

beforeEach(async () => {
	processed = 0;
	server = await startServer(
		{
			name: 'scratch',
			clock: frozenClock(),
			failureBody: (status, message) => ({ status, message }),
			errorForCode: (code) => new HttpError(409, { code }),
			state: () => ({ processed }),
		},
		(app) => {
			app.post('/items', async () => ({ processed: ++processed, text: 'x'.repeat(1000) }));
			app.get('/items', async () => ({ processed }));
		},
	);
});
afterEach(() => server.close());

const http = axios.create({ proxy: false, validateStatus: () => true });
const post = (): Promise<AxiosResponse> => http.post(`${server.url}/items`, {});

describe('a fault', () => {
	it.each<[Fault, number, object]>([
		[{ status: 429, retryAfter: 7 }, 429, { 'retry-after': '7' }],
		[{ status: 503 }, 503, {}],
		[{ code: 'conflict' }, 409, {}],
		[{ body: 'html', status: 502 }, 502, { 'content-type': 'text/html; charset=utf-8' }],
	])('%j responds with %d without processing the request', async (fault, expected, sent) => {
		server.faults.add({ ...fault, count: 1 });
		const { status, headers } = await post();
		expect([status, headers, processed]).toEqual([expected, expect.objectContaining(sent), 0]);
		expect((await post()).status).toBe(200);
	});

	it('drops the connection before the request is processed', async () => {
		server.faults.add({ drop: 'before' });
		await expect(post()).rejects.toMatchObject({ code: 'ECONNRESET' });
		expect(processed).toBe(0);
	});

	it('drops the connection after the request is processed, so that the response is lost', async () => {
		server.faults.add({ drop: 'after', count: 1 });
		await expect(post()).rejects.toMatchObject({ code: 'ECONNRESET' });
		expect(processed).toBe(1);
		expect((await post()).data).toMatchObject({ processed: 2 });
	});

	it('truncates the body, but keeps the Content-Length of the complete body', async () => {
		server.faults.add({ body: 'truncated' });
		const { body, headers } = await fetch(`${server.url}/items`, { method: 'POST', body: '{}' });
		let received = 0;
		const reading = (async () => {
			for await (const chunk of body ?? []) received += chunk.length;
		})();
		await expect(reading).rejects.toThrow();
		expect(received).toBe(Math.floor(Number(headers.get('content-length')) / 2));
	});

	it('sends the complete body slowly', async () => {
		server.faults.add({ body: 'drip', dripMs: 2 });
		const began = performance.now();
		expect((await post()).data).toMatchObject({ processed: 1 });
		expect(performance.now() - began).toBeGreaterThan(30);
	});

	it('delays a request by the latency of the fault', async () => {
		server.faults.add({ latencyMs: 30 });
		const began = performance.now();
		await post();
		expect(performance.now() - began).toBeGreaterThanOrEqual(29);
	});

	it('affects only requests with its method and path', async () => {
		server.faults.add({ on: 'POST /it*', status: 500 });
		expect((await http.get(`${server.url}/items`)).status).toBe(200);
		expect((await post()).status).toBe(500);
	});

	it('skips the first `skip` requests, affects the next `count` requests, and then stops', async () => {
		server.faults.add({ status: 500, skip: 1, count: 2 });
		const statuses = [];
		for (let request = 0; request < 5; request++) statuses.push((await post()).status);
		expect(statuses).toEqual([200, 500, 500, 200, 200]);
	});
});

describe('a fault for a share of the requests', () => {
	const run = (seed: number, fault: Fault): boolean[] => {
		const faults = new Faults(seed);
		faults.add(fault);
		return Array.from(
			{ length: 1000 },
			() => faults.match({ method: 'GET', path: '/' }) !== undefined,
		);
	};

	it('affects the same requests with the same seed, and others with a different seed', () => {
		expect(run(1, { share: 0.2, status: 500 })).toEqual(run(1, { share: 0.2, status: 500 }));
		expect(run(1, { share: 0.2, status: 500 })).not.toEqual(run(2, { share: 0.2, status: 500 }));
	});

	it('affects about this share of the requests', () => {
		const hits = run(1, { share: 0.2, status: 500 }).filter(Boolean).length;
		expect(hits).toBeGreaterThan(150);
		expect(hits).toBeLessThan(250);
	});
});

describe('the request log', () => {
	it('contains headers, body and status, and the number of requests in flight', async () => {
		server.faults.add({ on: 'POST /items', latencyMs: 20 });
		await Promise.all([post(), post(), post(), http.get(`${server.url}/items`)]);
		await server.requests.until(({ inFlight }) => inFlight === 0);
		expect(server.requests.count('POST /items')).toBe(3);
		expect(server.requests.maxInFlight).toBe(4);
		const [first] = server.requests.list('POST /items');
		expect(first).toMatchObject({
			method: 'POST',
			path: '/items',
			body: {},
			bodySize: 2,
			status: 200,
			listener: 'scratch',
		});
		expect(first?.headers['content-type']).toBe('application/json');
	});

	it('contains requests whose connection was dropped, without a status', async () => {
		server.faults.add({ drop: 'after' });
		await post().catch(() => undefined);
		await server.requests.until(({ inFlight }) => inFlight === 0);
		expect(server.requests.list()).toHaveLength(1);
		expect(server.requests.list()[0]?.status).toBeUndefined();
	});
});

test('the control API returns the state, and is not affected by faults', async () => {
	server.faults.add({ status: 503 });
	expect((await post()).status).toBe(503);
	const { data } = await http.get(`${server.url}/_control/state`);
	expect(data).toEqual({ processed: 0 });
});

describe('the server', () => {
	it('fails with the port number if the port is in use', async () => {
		const again = startServer(
			{ name: 'second', port: server.port, failureBody: () => ({}) },
			() => undefined,
		);
		await expect(again).rejects.toThrow(`second: port ${server.port} is already in use.`);
	});

	it('returns the error format of the service for invalid JSON and unknown endpoints', async () => {
		const headers = { 'content-type': 'application/json' };
		const response = await fetch(`${server.url}/items`, { method: 'POST', headers, body: '{' });
		expect(await response.json()).toMatchObject({ status: 400 });
		expect((await http.get(`${server.url}/nowhere`)).data).toMatchObject({ status: 404 });
	});
});
