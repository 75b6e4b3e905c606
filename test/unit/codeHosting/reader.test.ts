import type { IHttpRequestOptions } from 'n8n-workflow';
import { codeHosting } from '../../../nodes/CodeHosting/service';
import { feedReader, judge } from '../../../nodes/CodeHosting/trigger/reader';
import { PackError, type PackErrorDetails } from '../../../nodes/engine/describe';
import { fakeConnection, rejectedError } from '../engine/kit';

const address = 'https://git.example.com/api/v3';
const path = '/repos/octo-org/hello-world/events';

interface Answered {
	readonly status?: number;
	readonly headers?: Record<string, string>;
	readonly body?: unknown;
}

/** A reader whose service answers one request after the other, and what it was asked. */
function reading(...answers: readonly Answered[]) {
	const sent: IHttpRequestOptions[] = [];
	const connection = fakeConnection(() => undefined, {
		service: codeHosting,
		address,
		async httpRequest(options) {
			const { status = 200, headers = {}, body = [] } = answers[sent.length] ?? {};
			sent.push(options);
			return await Promise.resolve({ statusCode: status, headers, body: JSON.stringify(body) });
		},
	});
	return { ...feedReader(connection, { path, scope: 'read:org' }), sent };
}

const moved = (location: string, status = 301): Answered => ({ status, headers: { location } });
const events = [
	{ id: '2', created_at: '2026-01-01T00:00:01Z' },
	{ id: 1, created_at: null },
];

test('a page is asked for with its size, from the second on with its number, and with the ETag as it came', async () => {
	const { read, sent } = reading({ body: events, headers: { etag: 'W/"one"' } }, { status: 304 });
	expect(await read(1, undefined, undefined)).toEqual({
		events: [events[0], { id: '1', created_at: null }],
		etag: 'W/"one"',
	});
	expect(await read(2, 'W/"one"', undefined)).toEqual({ unchanged: true });
	expect(sent.map(({ url, qs }) => [url, qs])).toEqual([
		[address + path, { per_page: 100 }],
		[address + path, { per_page: 100, page: 2 }],
	]);
	expect(sent.map(({ headers }) => headers?.['if-none-match'])).toEqual([undefined, 'W/"one"']);
});

test('the Link header says whether a page follows, of an unchanged page as well', async () => {
	const { read } = reading(
		{ headers: { link: '<https://git.example.com/x?page=2>; rel="next"' } },
		{ status: 304, headers: { link: '<https://git.example.com/x?page=1>; rel="prev"' } },
		{},
	);
	expect(await read(1, undefined, undefined)).toEqual({ events: [], hasNext: true });
	expect(await read(2, '"x"', undefined)).toEqual({ unchanged: true, hasNext: false });
	expect(await read(3, undefined, undefined)).toEqual({ events: [] });
});

test('the interval counts from the first answer, and the longest one that was asked for holds', async () => {
	const { read, terms } = reading(
		{ headers: { 'x-poll-interval': '60' } },
		{ headers: { 'x-poll-interval': '120' } },
		{ headers: { 'x-poll-interval': '60' } },
	);
	const before = Date.now();
	await read(1, undefined, undefined);
	const after = Date.now();
	await read(2, undefined, undefined);
	await read(3, undefined, undefined);
	expect(terms().restUntil).toBeGreaterThanOrEqual(before + 120_000);
	expect(terms().restUntil).toBeLessThanOrEqual(after + 120_000);
	expect(reading({ headers: { 'x-poll-interval': 'soon' } }).terms()).toEqual({});
});

describe('a move', () => {
	test('for good is told, and later pages are asked for at the new place', async () => {
		const { read, terms, sent } = reading(
			moved(`${address}/repositories/1/events?per_page=100`),
			{ body: events },
			{},
		);
		await read(1, undefined, undefined);
		await read(2, undefined, undefined);
		expect(terms()).toEqual({ address: '/repositories/1/events' });
		expect(sent.map(({ url }) => url)).toEqual([
			address + path,
			`${address}/repositories/1/events`,
			`${address}/repositories/1/events`,
		]);
		expect(sent[1]!.qs).toEqual({ per_page: 100 });
	});

	test('for this time is followed and not told, and neither is what a move for good leads to behind it', async () => {
		for (const answers of [
			[moved('/api/v3/elsewhere', 302)],
			[moved('/api/v3/elsewhere', 307), moved('/api/v3/farther')],
		]) {
			const { read, terms } = reading(...answers, { body: events });
			expect(await read(1, undefined, undefined)).toMatchObject({
				events: [{ id: '2' }, { id: '1' }],
			});
			expect(terms()).toEqual({});
		}
	});

	test('that was remembered is where the feed is asked for', async () => {
		const { read, sent } = reading();
		await read(1, undefined, '/repositories/1/events');
		expect(sent[0]!.url).toBe(`${address}/repositories/1/events`);
	});

	test.each([
		[
			'to another host',
			'https://elsewhere.test/api/v3/x',
			'The feed has moved to another address: https://elsewhere.test',
		],
		[
			'out of the interface',
			'https://git.example.com/login',
			'The feed has moved to another address: https://git.example.com',
		],
		['nowhere', 'http://', 'The feed has moved to another address: an unreadable one'],
	])('%s is not followed', async (_, location, message) => {
		const { read, sent } = reading(moved(location));
		expect((await rejectedError(read(1, undefined, undefined))).message).toBe(message);
		expect(sent).toHaveLength(1);
	});

	test('that never ends, ends', async () => {
		const { read, sent } = reading(...Array.from({ length: 20 }, () => moved(address + path)));
		expect((await rejectedError(read(1, undefined, undefined))).message).toBe(
			'The feed moves on and on',
		);
		expect(sent.length).toBeLessThan(10);
	});
});

test('a 403 names what the feed needs', async () => {
	const { details: facts } = await rejectedError(
		reading({ status: 403, body: { message: 'Must have admin rights' } }).read(
			1,
			undefined,
			undefined,
		),
	);
	expect(facts.hint).toContain('It needs the permission read:org');
});

test.each([[{}], ['<html>'], [null]])('%j is no list of events', async (body) => {
	expect((await rejectedError(reading({ body }).read(1, undefined, undefined))).message).toBe(
		'The service sent no list of events',
	);
});

test.each<[string, PackErrorDetails | undefined, ReturnType<typeof judge>]>([
	[
		'a used-up rate limit passes when it says',
		{ status: 403, code: 'rate_limit', retryAfterMs: 7000 },
		{ isPassing: true, waitMs: 7000 },
	],
	[
		'a limit on abuse passes after five seconds at the least',
		{ status: 403, code: 'abuse_limit', retryAfterMs: 1000 },
		{ isPassing: true, waitMs: 5000 },
	],
	[
		'one that names no time, after a minute',
		{ status: 403, code: 'abuse_limit_unsaid' },
		{ isPassing: true, waitMs: 60_000 },
	],
	[
		'503 passes when it says',
		{ status: 503, retryAfterMs: 1000 },
		{ isPassing: true, waitMs: 1000 },
	],
	['500 passes', { status: 500 }, { isPassing: true }],
	['a fault of the network passes', { code: 'ECONNRESET' }, { isPassing: true }],
	['a missing permission does not', { status: 403 }, { isPassing: false }],
	[
		'a feed that is not there does not, and is gone',
		{ status: 404 },
		{ isPassing: false, isGone: true },
	],
	['a move to elsewhere does not', {}, { isPassing: false }],
	['a defect does not', undefined, { isPassing: false }],
])('%s', (_, facts, verdict) => {
	expect(judge(facts ? new PackError('no', facts) : new Error('no'))).toEqual(verdict);
});
