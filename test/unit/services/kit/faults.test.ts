import axios, { type AxiosResponse } from 'axios';
import { frozenClock } from '../../../services/kit/clock';
import { Faults, type Fault } from '../../../services/kit/faults';
import { HttpError } from '../../../services/kit/httpError';
import { startServer, type LocalServer } from '../../../services/kit/server';

let server: LocalServer;
let done: number;

beforeEach(async () => {
	done = 0;
	server = await startServer(
		{
			name: 'scratch',
			clock: frozenClock(),
			failureBody: (status, message) => ({ status, message }),
			errorForCode: (code) => new HttpError(409, { code }),
			state: () => ({ done }),
		},
		(app) => {
			app.post('/deeds', async () => ({ done: ++done, text: 'x'.repeat(1000) }));
			app.get('/deeds', async () => ({ done }));
		},
	);
});
afterEach(() => server.close());

const http = axios.create({ proxy: false, validateStatus: () => true });
const deed = (): Promise<AxiosResponse> => http.post(`${server.url}/deeds`, {});
const control = (method: string, path: string, data?: unknown): Promise<AxiosResponse> =>
	http.request({ method, url: `${server.url}/_control/${path}`, data });

describe('a fault', () => {
	it('answers 429 with Retry-After in place of the service', async () => {
		server.faults.add({ status: 429, retryAfter: 7, count: 1 });
		const { status, headers } = await deed();
		expect([status, headers['retry-after'], done]).toEqual([429, '7', 0]);
		expect((await deed()).status).toBe(200);
	});

	it('answers 5xx in the form of the service', async () => {
		server.faults.add({ status: 503 });
		expect((await deed()).data).toMatchObject({ status: 503 });
	});

	it('answers a code of the service without any effect', async () => {
		server.faults.add({ code: 'conflict' });
		expect((await deed()).data).toEqual({ code: 'conflict' });
		expect(done).toBe(0);
	});

	it('drops the connection before the service acts', async () => {
		server.faults.add({ drop: 'before' });
		await expect(deed()).rejects.toMatchObject({ code: 'ECONNRESET' });
		expect(done).toBe(0);
	});

	it('drops the connection after the service acted: the deed is done and its answer lost', async () => {
		server.faults.add({ drop: 'after', count: 1 });
		await expect(deed()).rejects.toMatchObject({ code: 'ECONNRESET' });
		expect(done).toBe(1);
		expect((await deed()).data).toMatchObject({ done: 2 });
	});

	it('cuts the body short of the length that was announced', async () => {
		server.faults.add({ body: 'truncated' });
		const { body, headers } = await fetch(`${server.url}/deeds`, { method: 'POST', body: '{}' });
		let received = 0;
		const reading = (async () => {
			for await (const chunk of body ?? []) received += chunk.length;
		})();
		await expect(reading).rejects.toThrow();
		expect(received).toBe(Math.floor(Number(headers.get('content-length')) / 2));
	});

	it('sends HTML where JSON was due', async () => {
		server.faults.add({ body: 'html', status: 502 });
		const { status, headers, data } = await deed();
		expect([status, headers['content-type'], done]).toEqual([502, 'text/html; charset=utf-8', 0]);
		expect(data).toContain('<html>');
	});

	it('lets the body drip, whole in the end', async () => {
		server.faults.add({ body: 'drip', dripMs: 2 });
		const began = performance.now();
		expect((await deed()).data).toMatchObject({ done: 1 });
		expect(performance.now() - began).toBeGreaterThan(30);
	});

	it('holds a request back for its latency', async () => {
		server.faults.add({ latencyMs: 30 });
		const began = performance.now();
		await deed();
		expect(performance.now() - began).toBeGreaterThanOrEqual(29);
	});

	it('meets only the method and the path that it names', async () => {
		server.faults.add({ on: 'POST /dee*', status: 500 });
		expect((await http.get(`${server.url}/deeds`)).status).toBe(200);
		expect((await deed()).status).toBe(500);
	});

	it('lets the first requests pass and then meets as many as it counts', async () => {
		server.faults.add({ status: 500, skip: 1, count: 2 });
		const statuses = [];
		for (let request = 0; request < 5; request++) statuses.push((await deed()).status);
		expect(statuses).toEqual([200, 500, 500, 200, 200]);
	});

	it('goes when it is switched off', async () => {
		const off = server.faults.add({ status: 500 });
		off();
		expect((await deed()).status).toBe(200);
	});
});

describe('a share of requests', () => {
	const run = (seed: number, fault: Fault): boolean[] => {
		const faults = new Faults(seed);
		faults.add(fault);
		return Array.from(
			{ length: 1000 },
			() => faults.match({ method: 'GET', path: '/' }) !== undefined,
		);
	};

	it('is the same in every run of the same seed, and another in one of another seed', () => {
		expect(run(1, { share: 0.2, status: 500 })).toEqual(run(1, { share: 0.2, status: 500 }));
		expect(run(1, { share: 0.2, status: 500 })).not.toEqual(run(2, { share: 0.2, status: 500 }));
	});

	it('is about as large as it says', () => {
		const met = run(1, { share: 0.2, status: 500 }).filter(Boolean).length;
		expect(met).toBeGreaterThan(150);
		expect(met).toBeLessThan(250);
	});
});

describe('the request log', () => {
	it('tells headers, body and status, and how many requests were under way at a time', async () => {
		server.faults.add({ on: 'POST /deeds', latencyMs: 20 });
		await Promise.all([deed(), deed(), deed(), http.get(`${server.url}/deeds`)]);
		await server.requests.until(({ inFlight }) => inFlight === 0);
		expect(server.requests.count('POST /deeds')).toBe(3);
		expect(server.requests.peak('POST /deeds')).toBe(3);
		expect(server.requests.peak('GET /deeds')).toBe(1);
		expect(server.requests.maxInFlight).toBe(4);
		const [first] = server.requests.list('POST /deeds');
		expect(first).toMatchObject({
			method: 'POST',
			path: '/deeds',
			body: {},
			bodySize: 2,
			status: 200,
			listener: 'scratch',
		});
		expect(first?.headers['content-type']).toBe('application/json');
	});

	it('notes a request whose connection was dropped, without a status', async () => {
		server.faults.add({ drop: 'after' });
		await deed().catch(() => undefined);
		await server.requests.until(({ inFlight }) => inFlight === 0);
		expect(server.requests.list()).toHaveLength(1);
		expect(server.requests.list()[0]?.status).toBeUndefined();
	});
});

describe('/_control', () => {
	it('switches faults on and off for another process, and meets none itself', async () => {
		await control('POST', 'faults', { status: 503 });
		expect((await deed()).status).toBe(503);
		expect((await control('GET', 'faults')).data).toEqual({ faults: [{ status: 503, met: 1 }] });
		await control('DELETE', 'faults');
		expect((await deed()).status).toBe(200);
	});

	it('shows requests and state, and leaves itself out of the log', async () => {
		await deed();
		expect((await control('GET', 'requests?on=POST /deeds')).data).toMatchObject({
			total: 1,
			count: 1,
			peak: 1,
		});
		expect((await control('GET', 'state')).data).toEqual({ done: 1 });
		await control('DELETE', 'requests');
		expect((await control('GET', 'requests')).data).toMatchObject({ total: 0, requests: [] });
	});

	it('advances the clock', async () => {
		const before = server.clock.now();
		expect((await control('POST', 'clock', { advanceMs: 5000 })).data).toEqual({
			now: before + 5000,
		});
	});
});

describe('the server', () => {
	it('names the port that is taken', async () => {
		const again = startServer(
			{ name: 'second', port: server.port, failureBody: () => ({}) },
			() => undefined,
		);
		await expect(again).rejects.toThrow(`second: port ${server.port} is taken.`);
	});

	it('answers what is not JSON, and what it does not know, in the form of the service', async () => {
		const headers = { 'content-type': 'application/json' };
		const answer = await fetch(`${server.url}/deeds`, { method: 'POST', headers, body: '{' });
		expect(await answer.json()).toMatchObject({ status: 400 });
		expect((await http.get(`${server.url}/nowhere`)).data).toMatchObject({ status: 404 });
	});
});
