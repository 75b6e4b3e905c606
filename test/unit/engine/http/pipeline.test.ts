import { Readable } from 'node:stream';
import { type IDataObject, NodeApiError } from 'n8n-workflow';
import { type Connection, PackError, type RawResponse } from '../../../../nodes/engine/describe';
import { collectSecrets, createRedactor } from '../../../../nodes/engine/errors/redact';
import { send } from '../../../../nodes/engine/http/pipeline';
import {
	AdaptiveLimiter,
	RunLimits,
	WindowLimit,
} from '../../../../nodes/engine/limits/rateLimiter';
import { planRequest } from '../../../../nodes/engine/plan/buildRequest';
import { exampleService, fakeConnection, node, noRateLimits, rejectedError } from '../kit';

const plan = planRequest('GET /x');

/** A connection whose service returns this response to every request. */
const respondingConnection = (
	response: Partial<RawResponse>,
	more: Parameters<typeof fakeConnection>[1] = {},
): Connection =>
	fakeConnection(() => null, {
		request: async () =>
			await Promise.resolve({ statusCode: 200, headers: {}, body: '', ...response }),
		...more,
	});

/** A connection whose requests fail, and that allows four attempts. */
const failingConnection = (error: () => Error): Connection =>
	fakeConnection(() => null, {
		retry: { attempts: 4, backOffMs: 0, maximumWaitMs: 0 },
		request: async () => await Promise.reject(error()),
	});

describe('send', () => {
	it('returns a successful response unchanged', async () => {
		const body = {
			next: 'https://example.test/notes?token=sk-very-secret',
			echo: 'sk-very-secret',
		};
		const connection = fakeConnection(() => body);
		expect((await send(connection, plan, { idempotency: 'safe' })).body).toEqual(body);
	});

	it('says for status 404 that the provider of the credential does not have the operation', async () => {
		const policy = { idempotency: 'safe', missingIn: ['small'] } as const;
		const messageFor = async (provider: string) => {
			const connection = { ...respondingConnection({ statusCode: 404 }), credential: { provider } };
			return (await rejectedError(send(connection, plan, policy))).message;
		};
		expect(await messageFor('small')).toContain('does not have this operation');
		expect(await messageFor('large')).toContain('could not find this record');
	});

	it.each(['', 'null'])('returns no body for an empty response: "%s"', async (body) => {
		const connection = respondingConnection({ body });
		expect((await send(connection, plan, { idempotency: 'safe' })).body).toBeUndefined();
	});

	it('returns a 304 only to a conditional request', async () => {
		const connection = respondingConnection({ statusCode: 304 });
		const conditional = { ...plan, headers: { 'if-none-match': '"1"' } };
		expect(await send(connection, conditional, { idempotency: 'safe' })).toMatchObject({
			status: 304,
			body: undefined,
		});
		expect(
			(await rejectedError(send(connection, plan, { idempotency: 'safe' }))).details.status,
		).toBe(304);
	});

	it('redacts a secret from errors even if JSON escapes some of its characters', async () => {
		const secret = 'pa"ss\\wörd';
		const connection = respondingConnection(
			{ statusCode: 400, body: JSON.stringify({ text: `you sent ${secret}`, echo: [secret] }) },
			{ redact: createRedactor(collectSecrets({ password: secret })) },
		);
		const error = await rejectedError(send(connection, plan, { idempotency: 'safe' }));
		expect(error.details.hint).toContain('you sent [secret]');
		expect(error.details.data).toEqual({ echo: ['[secret]'] });
	});

	it('adds the request ID to the error if the caller rejects a successful response', async () => {
		const connection = respondingConnection({ headers: { 'x-request-id': 'r-1' }, body: '{}' });
		const classify = () => new PackError('No', { hint: 'Change it.' });
		const error = await rejectedError(send(connection, plan, { idempotency: 'none', classify }));
		expect(error.details.hint).toBe('Change it. Request ID: r-1.');
	});

	it('adds the request ID to the error for an error response', async () => {
		const connection = respondingConnection({
			statusCode: 400,
			headers: { 'x-request-id': 'r-1' },
			body: '{}',
		});
		const error = await rejectedError(send(connection, plan, { idempotency: 'safe' }));
		expect(error.details.hint).toMatch(/ Request ID: r-1\.$/);
	});

	it('adds the request ID to the error for a 2xx response with an error body', async () => {
		const connection = respondingConnection(
			{ statusCode: 200, headers: { 'x-request-id': 'r-2' }, body: '{"code":"failed"}' },
			{ service: exampleService({ classify: () => ({ action: 'fail' }) }) },
		);
		const error = await rejectedError(send(connection, plan, { idempotency: 'safe' }));
		expect(error.details.hint).toContain('Request ID: r-2.');
	});

	it.each([
		['{"text":"busy"}', 'UTF-8'],
		['\ufeff{"text":"busy"}', 'UTF-8 with a byte order mark'],
	])('parses the body %j (%s)', async (body) => {
		const connection = respondingConnection({
			statusCode: 200,
			body: Readable.from([Buffer.from(body)]),
		});
		expect((await send(connection, plan, { idempotency: 'safe' })).body).toEqual({ text: 'busy' });
	});

	it('retries and reports the status if the body of an error response is nested deeply', async () => {
		const body = `${'{"a":'.repeat(7000)}"\\\\"${'}'.repeat(7000)}`;
		let count = 0;
		const connection = fakeConnection(() => null, {
			retry: { attempts: 3, backOffMs: 0, maximumWaitMs: 0 },
			request: async () => {
				count++;
				return await Promise.resolve({ statusCode: 503, headers: {}, body });
			},
		});
		const error = await rejectedError(send(connection, plan, { idempotency: 'safe' }));
		expect(error.message).toBe('Example returned a server error (503)');
		expect(count).toBe(3);
	});

	it.each([
		{ errors: 5 },
		{ errors: [null] },
		{ detail: [null] },
		{ code: { toString: 5 }, text: { toString: null } },
		null,
		[],
		'text',
		7,
	])('reports the status of an error response with the unexpected body %j', async (body) => {
		const connection = respondingConnection(
			{ statusCode: 409, body: JSON.stringify(body) },
			{
				// This classify throws for most of the bodies.
				service: exampleService({
					classify: ({ body: value }) => ({
						text: (value as { errors: { message: string }[] }).errors
							.map(({ message }) => message)
							.join(),
					}),
				}),
			},
		);
		const error = await rejectedError(send(connection, plan, { idempotency: 'safe' }));
		expect(error.details.status).toBe(409);
		expect(error.message).toBe('Example rejected the request (409)');
	});

	it.each(['1e13', '99999999999999999999', '1e308', 'Infinity', '-1', 'NaN'])(
		'reports a rate limit if Retry-After is %s',
		async (retryAfter) => {
			for (const name of ['retry-after', 'x-ratelimit-reset']) {
				const connection = respondingConnection({
					statusCode: 429,
					headers: { [name]: retryAfter, 'x-ratelimit-remaining': '0' },
					body: '{}',
				});
				const error = await rejectedError(send(connection, plan, { idempotency: 'none' }));
				expect(error.message).toBe('The rate limit of Example was reached');
			}
		},
	);

	it.each([
		['ERR_INVALID_CHAR', 'A request header contains an invalid character'],
		['CERT_HAS_EXPIRED', 'The certificate of Example is not trusted'],
		['DEPTH_ZERO_SELF_SIGNED_CERT', 'The certificate of Example is not trusted'],
	])('does not retry a request that fails with %s', async (code, message) => {
		let count = 0;
		const connection = failingConnection(() => {
			count++;
			return Object.assign(new Error('failed'), { code });
		});
		expect((await rejectedError(send(connection, plan, { idempotency: 'safe' }))).message).toBe(
			message,
		);
		expect(count).toBe(1);
	});

	it.each([
		['n8n 2.x', { failure: { cause: 'credential-invalid' } }, true],
		['n8n 1.x', { code: 'EAUTH', body: { error: 'invalid_grant' } }, true],
		['a response that is not standard', { code: 'ESTATUS', status: 400, body: {} }, true],
		['a wrapped error', { cause: { body: { error: 'invalid_grant' } } }, true],
		['a server error of the token endpoint', { code: 'ESTATUS', status: 503, body: {} }, false],
		['a wrong client', { code: 'EAUTH', body: { error: 'invalid_client' } }, false],
		['a network error', { code: 'ECONNRESET' }, false],
	])('recognizes a revoked OAuth2 grant in the error of %s', async (_, properties, expected) => {
		const connection = failingConnection(() => Object.assign(new Error('failed'), properties));
		const error = await send(connection, plan, { idempotency: 'none' }).catch(String);
		expect(error === 'PackError: Example did not renew the access token of the credential').toBe(
			expected,
		);
	});

	it('does not treat an error of the node itself as a network error', async () => {
		const bug = Object.assign(new TypeError('a bug'), { code: 'ERR_INVALID_ARG_TYPE' });
		let count = 0;
		const connection = failingConnection(() => {
			count++;
			return bug;
		});
		await expect(send(connection, plan, { idempotency: 'safe' })).rejects.toBe(bug);
		expect(count).toBe(1);
	});

	it.each([
		[200, 'accepted'],
		[404, 'accepted'],
		[429, 'failed'],
		[500, 'failed'],
		[503, 'overloaded'],
		[undefined, 'failed'],
	])(
		'reports the end of a request with status %s to the rate limits: %s',
		async (status, ended) => {
			const outcomes: string[] = [];
			const connection = fakeConnection(() => null, {
				rate: {
					...noRateLimits,
					start: async () => await Promise.resolve({ end: (outcome) => outcomes.push(outcome) }),
				},
				request: async () => {
					if (status === undefined) throw new TypeError('a bug');
					return await Promise.resolve({ statusCode: status, headers: {}, body: '{}' });
				},
			});
			await send(connection, plan, { idempotency: 'none' }).catch(() => undefined);
			expect(outcomes).toEqual([ended]);
		},
	);

	it('redacts errors of n8n, such as a failed renewal of a credential', async () => {
		const data = { message: 'No', sent: 'client_secret=sk-very-secret' };
		const connection = failingConnection(
			() => new NodeApiError(node, { message: 'of sk-very-secret', response: { data } }),
		);
		const error = (await send(connection, plan, { idempotency: 'safe' }).catch(
			(cause: unknown) => cause,
		)) as NodeApiError;
		expect(error.message).toBe('of [secret]');
		expect(error.context.data).toEqual({ message: 'No', sent: 'client_secret=[secret]' });
		expect(error.errorResponse).toBeUndefined();
	});

	it('finds the network code of a nested error', async () => {
		const connection = failingConnection(() =>
			Object.assign(new Error('outer'), {
				code: 'ERR_BAD_REQUEST',
				cause: Object.assign(new Error('inner'), { code: 'ECONNRESET' }),
			}),
		);
		const error = await rejectedError(send(connection, plan, { idempotency: 'none' }));
		expect(error.details.code).toBe('ECONNRESET');
	});

	it("after a redirect to another host, does not apply the service's error table and rate limits", async () => {
		const limits: unknown[] = [];
		const connection = fakeConnection(() => null, {
			service: exampleService({ errors: { '429': { message: 'No credits', hint: 'Pay' } } }),
			retry: { attempts: 2, backOffMs: 0, maximumWaitMs: 100_000 },
			rate: {
				...noRateLimits,
				start: async () =>
					await Promise.resolve({
						end: (outcome, waitMs) =>
							outcome === 'limited' || waitMs !== undefined ? limits.push(outcome) : 0,
					}),
			},
			request: async ({ url }) =>
				await Promise.resolve(
					url.startsWith('https://example.test')
						? { statusCode: 302, headers: { location: 'https://elsewhere.test/' }, body: '' }
						: { statusCode: 429, headers: {}, body: '{"text":"no"}' },
				),
		});
		const error = await rejectedError(send(connection, plan, { idempotency: 'safe' }));
		expect(error.message).toBe('The rate limit of elsewhere.test was reached');
		expect(limits).toEqual([]);
	});

	it.each([
		['/y?id=2', 'https://example.test/y?id=2'],
		['https://elsewhere.test/y', 'https://elsewhere.test/y'],
	])('a redirect to %s has its own query, not that of the request', async (location, url) => {
		const sent: unknown[] = [];
		const connection = fakeConnection(() => null, {
			request: async (options) => {
				sent.push({ url: options.url, qs: options.qs });
				return await Promise.resolve(
					sent.length === 1
						? { statusCode: 302, headers: { location }, body: '' }
						: { statusCode: 200, headers: {}, body: '{}' },
				);
			},
		});
		await send(connection, planRequest('GET /x', { query: { id: 1 } }), { idempotency: 'safe' });
		expect(sent).toEqual([
			{ url: 'https://example.test/x', qs: { id: 1 } },
			{ url, qs: {} },
		]);
	});

	it("after a redirect to another host, does not send the service's headers", async () => {
		const sentHeaders: IDataObject[] = [];
		const connection = fakeConnection(() => null, {
			headers: { 'x-key': 'sk-very-secret' },
			request: async (options) => {
				sentHeaders.push(options.headers as IDataObject);
				return await Promise.resolve(
					sentHeaders.length === 1
						? { statusCode: 302, headers: { location: 'https://elsewhere.test/' }, body: '' }
						: { statusCode: 200, headers: {}, body: '{}' },
				);
			},
		});
		await send(connection, plan, { idempotency: 'safe' });
		expect(sentHeaders[0]).toHaveProperty('x-key');
		expect(sentHeaders[1]).not.toHaveProperty('x-key');
	});
});

describe('send with the option Requests per Second', () => {
	beforeEach(() => jest.useFakeTimers({ now: 0 }));
	afterEach(() => jest.useRealTimers());

	const newLimiter = (): AdaptiveLimiter => new AdaptiveLimiter();

	/** Sends requests at the same time. Returns when the service receives them, in milliseconds. */
	async function requestTimes(
		count: number,
		limiter: AdaptiveLimiter,
		respond: (at: number) => Partial<RawResponse> = () => ({}),
	): Promise<number[]> {
		const perSecond = new WindowLimit({ requests: 2, perMs: 1000 });
		const times: number[] = [];
		const connection = fakeConnection(() => null, {
			retry: { attempts: 2, backOffMs: 0, maximumWaitMs: 100_000 },
			rate: new RunLimits(limiter, [perSecond]),
			request: async () => {
				const at = Date.now();
				times.push(at);
				return await Promise.resolve({ statusCode: 200, headers: {}, body: '', ...respond(at) });
			},
		});
		const all = Promise.all(
			Array.from(
				{ length: count },
				async () => await send(connection, plan, { idempotency: 'safe' }),
			),
		);
		await jest.advanceTimersByTimeAsync(60_000);
		await all;
		return times;
	}

	it('requests that waited for the reset of a rate limit do not start at the same time', async () => {
		const limiter = newLimiter();
		const first = limiter.start(performance.now());
		limiter.end(first, 'accepted', performance.now(), 5000);
		const times = await requestTimes(8, limiter);
		expect(times).toHaveLength(8);
		expect(times[0]).toBeGreaterThanOrEqual(5000);
		for (let index = 2; index < times.length; index++)
			expect(times[index]! - times[index - 2]!).toBeGreaterThanOrEqual(1000);
	});

	it('after a 429, no request starts before the reset, even if it already waited for its turn', async () => {
		const times = await requestTimes(8, newLimiter(), (at) =>
			at === 1000 ? { statusCode: 429, headers: { 'retry-after': '3' } } : {},
		);
		expect(times).toHaveLength(9);
		expect(times.slice(0, 3)).toEqual([0, 7, 1000]);
		expect(times[3]).toBeGreaterThanOrEqual(4000);
	});
});
