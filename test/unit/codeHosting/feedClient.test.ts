import type { IHttpRequestOptions } from 'n8n-workflow';
import { codeHosting } from '../../../nodes/CodeHosting/service';
import { createFeedReader } from '../../../nodes/CodeHosting/triggers/feedClient';
import { fakeConnection, rejectedError } from '../engine/kit';

const address = 'https://git.example.com/api/v3';
const path = '/repos/octo-org/hello-world/events';

interface PreparedResponse {
	readonly status?: number;
	readonly headers?: Record<string, string>;
	readonly body?: unknown;
}

/** A feed reader that gets these responses, one per request. `sent` contains the requests. */
function createReader(...responses: readonly PreparedResponse[]) {
	const sent: IHttpRequestOptions[] = [];
	const connection = fakeConnection(() => undefined, {
		service: codeHosting,
		address,
		async request(options) {
			const { status = 200, headers = {}, body = [] } = responses[sent.length] ?? {};
			sent.push(options);
			return await Promise.resolve({ statusCode: status, headers, body: JSON.stringify(body) });
		},
	});
	return {
		...createFeedReader(connection, { path, permission: 'read:org' }),
		sent,
	};
}

const redirect = (location: string, status = 301): PreparedResponse => ({
	status,
	headers: { location },
});
const events = [
	{ id: '2', created_at: '2026-01-01T00:00:01Z' },
	{ id: 1, created_at: null },
];

test('requests contain the page size, the page number (except for the first page) and the unchanged ETag', async () => {
	const { read, sent } = createReader(
		{ body: events, headers: { etag: 'W/"one"' } },
		{ status: 304 },
	);
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

test('the Link header determines whether there is a next page, even for unchanged pages', async () => {
	const { read } = createReader(
		{ headers: { link: '<https://git.example.com/x?page=2>; rel="next"' } },
		{ status: 304, headers: { link: '<https://git.example.com/x?page=1>; rel="prev"' } },
		{},
	);
	expect(await read(1, undefined, undefined)).toEqual({ events: [], hasNext: true });
	expect(await read(2, '"x"', undefined)).toEqual({ unchanged: true, hasNext: false });
	expect(await read(3, undefined, undefined)).toEqual({ events: [] });
});

test('the next poll is due after the longest requested interval, counted from the first response', async () => {
	const { read, info } = createReader(
		{ headers: { 'x-poll-interval': '60' } },
		{ headers: { 'x-poll-interval': '120' } },
		{ headers: { 'x-poll-interval': '60' } },
	);
	const before = Date.now();
	await read(1, undefined, undefined);
	const after = Date.now();
	await read(2, undefined, undefined);
	await read(3, undefined, undefined);
	expect(info().nextPollAt).toBeGreaterThanOrEqual(before + 120_000);
	expect(info().nextPollAt).toBeLessThanOrEqual(after + 120_000);
	expect(createReader({ headers: { 'x-poll-interval': 'soon' } }).info()).toEqual({});
});

describe('redirects', () => {
	test('a permanent redirect is reported, and later pages are requested from the new path', async () => {
		const { read, info, sent } = createReader(
			redirect(`${address}/repositories/1/events?per_page=100`),
			{ body: events },
			{},
		);
		await read(1, undefined, undefined);
		await read(2, undefined, undefined);
		expect(info()).toEqual({ address: '/repositories/1/events' });
		expect(sent.map(({ url }) => url)).toEqual([
			address + path,
			`${address}/repositories/1/events`,
			`${address}/repositories/1/events`,
		]);
		expect(sent[1]!.qs).toEqual({ per_page: 100 });
	});

	test('a temporary redirect, and a permanent redirect after it, are followed but not reported', async () => {
		for (const responses of [
			[redirect('/api/v3/elsewhere', 302)],
			[redirect('/api/v3/elsewhere', 307), redirect('/api/v3/farther')],
		]) {
			const { read, info } = createReader(...responses, { body: events });
			expect(await read(1, undefined, undefined)).toMatchObject({
				events: [{ id: '2' }, { id: '1' }],
			});
			expect(info()).toEqual({});
		}
	});

	test.each([
		[
			'another host',
			'https://elsewhere.test/api/v3/x',
			'The feed was redirected to a URL outside the base URL: https://elsewhere.test/api/v3/x',
		],
		[
			'another path on the same host',
			'https://git.example.com/login',
			'The feed was redirected to a URL outside the base URL: https://git.example.com/login',
		],
		['an invalid URL', 'http://', 'The feed was redirected to an invalid URL'],
	])('a redirect to %s is not followed', async (_, location, message) => {
		const { read, sent } = createReader(redirect(location));
		expect((await rejectedError(read(1, undefined, undefined))).message).toBe(message);
		expect(sent).toHaveLength(1);
	});
});

test('a 403 error contains the required scope of the feed', async () => {
	const { details } = await rejectedError(
		createReader({ status: 403, body: { message: 'Must have admin rights' } }).read(
			1,
			undefined,
			undefined,
		),
	);
	expect(details.hint).toContain('It needs the permission read:org');
});

test.each([[{}], ['<html>'], [null]])('the body %j is rejected', async (body) => {
	expect((await rejectedError(createReader({ body }).read(1, undefined, undefined))).message).toBe(
		'The response did not contain a list of events',
	);
});
