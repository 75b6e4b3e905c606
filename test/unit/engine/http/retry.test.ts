import fc from 'fast-check';
import type { Idempotency, ResponseAction, RetryPolicy } from '../../../../nodes/engine/describe';
import { attemptWith, networkErrorOf } from '../../../../nodes/engine/errors/failedAttempt';
import { responseError } from '../../../../nodes/engine/errors/responseErrors';
import { decideRetry, retry } from '../../../../nodes/engine/http/retry';
import type { Outgoing } from '../../../../nodes/engine/http/stage';
import { exhaustedLimitMs, requestedWaitMs } from '../../../../nodes/engine/errors/retryAfter';
import { exampleService, fakeConnection } from '../kit';

const retryPolicy: RetryPolicy = { attempts: 4, backOffMs: 100, maximumWaitMs: 60_000 };
const idempotencies: Idempotency[] = ['safe', 'keyed', 'none'];

/** A network error, or an error response, possibly with a known error. */
interface Failed {
	readonly networkCode?: string;
	readonly status?: number;
	readonly retryAfter?: string;
	readonly action?: ResponseAction;
	readonly minWaitMs?: number;
}

/** The attempt that failed with it. */
function attempt({ networkCode, status = 0, retryAfter, ...known }: Failed) {
	if (networkCode !== undefined) return attemptWith(networkCode);
	const errors = { known: { message: 'm', hint: 'h', ...known } };
	const connection = fakeConnection(() => null, { service: exampleService({ errors }) });
	const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
	return responseError(connection, { status, headers, body: { code: 'known' } }).failed;
}

const decide = (failed: Failed, idempotency: Idempotency, count = 1, policy = retryPolicy) =>
	decideRetry(attempt(failed), idempotency, count, policy);
const isRetried = (failed: Failed, idempotency: Idempotency): boolean =>
	'retryInMs' in decide(failed, idempotency);

describe('a failed request', () => {
	it.each<[Failed, retriedReplays: string]>([
		[{ networkCode: 'ECONNREFUSED' }, 'safe keyed none'],
		[{ networkCode: 'ENOTFOUND' }, 'safe keyed none'],
		[{ networkCode: 'EAI_AGAIN' }, 'safe keyed none'],
		[{ networkCode: 'EHOSTUNREACH' }, 'safe keyed none'],
		[{ networkCode: 'ENETUNREACH' }, 'safe keyed none'],
		[{ networkCode: 'NO_HTTPS' }, 'safe keyed none'],
		[{ networkCode: 'TLS_HANDSHAKE' }, 'safe keyed none'],
		[{ networkCode: 'CERT_HAS_EXPIRED' }, ''],
		[{ networkCode: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }, ''],
		[{ networkCode: 'ERR_TLS_CERT_ALTNAME_INVALID' }, ''],
		[{ networkCode: 'HPE_INVALID_CONSTANT' }, 'safe keyed'],
		[{ networkCode: 'ECONNRESET' }, 'safe keyed'],
		[{ networkCode: 'ECONNABORTED' }, 'safe keyed'],
		[{ networkCode: 'ETIMEDOUT' }, 'safe keyed'],
		[{ networkCode: 'EPIPE' }, 'safe keyed'],
		[{ networkCode: 'TRUNCATED' }, 'safe keyed'],
		[{ networkCode: 'STALLED' }, 'safe keyed'],
		[{ status: 429 }, 'safe keyed none'],
		[{ status: 429, retryAfter: '0.01' }, 'safe keyed none'],
		[{ status: 503, retryAfter: '0.01' }, 'safe keyed none'],
		[{ status: 503, retryAfter: '0' }, 'safe keyed none'],
		[{ status: 503 }, 'safe keyed'],
		[{ status: 408 }, 'safe keyed'],
		[{ status: 425 }, 'safe keyed'],
		[{ status: 500 }, 'safe keyed'],
		[{ status: 500, retryAfter: '0.01' }, 'safe keyed'],
		[{ status: 502 }, 'safe keyed'],
		[{ status: 504 }, 'safe keyed'],
		[{ status: 550 }, 'safe keyed'],
		[{ status: 501 }, ''],
		[{ status: 400 }, ''],
		[{ status: 401, retryAfter: '0.01' }, ''],
		[{ status: 404 }, ''],
		[{ status: 409 }, ''],
		[{ status: 302 }, ''],
		[{ status: 400, action: 'retry' }, 'safe keyed none'],
		[{ status: 502, action: 'retry' }, 'safe keyed none'],
		[{ status: 502, action: 'fail' }, ''],
		[{ status: 429, action: 'fail' }, ''],
		[{ status: 502 }, 'safe keyed'],
		[{ status: 429 }, 'safe keyed none'],
		[{ status: 400 }, ''],
	])('%j is retried for these values of idempotency: %s', (outcome, retried) => {
		expect(idempotencies.filter((idempotency) => isRetried(outcome, idempotency)).join(' ')).toBe(
			retried,
		);
		for (const idempotency of idempotencies.filter((idempotency) => !retried.includes(idempotency)))
			expect(decide(outcome, idempotency)).toEqual({ stop: 'final' });
	});
});

it('is not retried with one of the statuses that are never retried', () => {
	const policy = { ...retryPolicy, neverRetriedStatuses: [502, 429] };
	for (const status of policy.neverRetriedStatuses)
		expect(decide({ status }, 'safe', 1, policy)).toEqual({ stop: 'final' });
	expect(decide({ status: 500 }, 'safe', 1, policy)).toHaveProperty('retryInMs');
});

it.each<[method: string, Idempotency, Failed, expected: boolean]>([
	['POST', 'keyed', { status: 500 }, true],
	['PUT', 'safe', { status: 500 }, true],
	['PATCH', 'safe', { status: 500 }, true],
	['DELETE', 'safe', { status: 500 }, true],
	['GET', 'safe', { status: 500 }, false],
	['POST', 'safe', { status: 500 }, false],
	['POST', 'none', { status: 500 }, false],
	['PUT', 'none', { status: 500 }, false],
	['PUT', 'safe', { status: 400 }, false],
])(
	'whether a %s with idempotency %s that failed with %j is a write that may have been processed: %s',
	async (method, idempotency, failed, expected) => {
		const buildError = jest.fn(() => new Error('failed'));
		const request = {
			connection: { limits: { retry: { ...retryPolicy, attempts: 1 } } },
			plan: { method },
			policy: { idempotency },
		} as unknown as Outgoing;
		const next = async () => ({
			failed: attempt(failed),
			buildError,
			isExternal: false,
			requests: 1,
		});
		await expect(retry(next as never)(request)).rejects.toThrow('failed');
		expect(buildError).toHaveBeenCalledWith(1, expect.anything(), expected);
	},
);

it.each([
	'ECONNREFUSED',
	'ECONNRESET',
	'ETIMEDOUT',
	'EAI_AGAIN',
	'HPE_HEADER_OVERFLOW',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
])('%s is a network error', (code) => expect(networkErrorOf(code)).toBeDefined());

it.each([
	'ERR_INVALID_URL',
	'ERR_INVALID_ARG_TYPE',
	'ERR_BAD_REQUEST',
	'ENOENT',
	'EMFILE',
	'ERR_STREAM_WRITE_AFTER_END',
	'constructor',
	'',
])('%j is not a network error', (code) => expect(networkErrorOf(code)).toBeUndefined());

it.each<[Failed, expected: boolean]>([
	[{ networkCode: 'ECONNRESET' }, true],
	[{ networkCode: 'ECONNABORTED' }, true],
	[{ networkCode: 'ECONNREFUSED' }, false],
	[{ networkCode: 'CERT_HAS_EXPIRED' }, false],
	[{ status: 500 }, true],
	[{ status: 550 }, true],
	[{ status: 408 }, true],
	[{ status: 503 }, true],
	[{ status: 503, retryAfter: '1' }, false],
	[{ status: 500, action: 'retry' }, false],
	[{ status: 500, action: 'fail' }, true],
	[{ status: 429 }, false],
	[{ status: 400 }, false],
])('after %j, the request may have been processed: %s', (failed, expected) =>
	expect(attempt(failed).mayHaveBeenProcessed).toBe(expected),
);

it.each([
	['ECONNREFUSED', false],
	['CERT_HAS_EXPIRED', false],
	['NO_HTTPS', false],
	['EPROTO', false],
	['ECONNRESET', true],
	['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', true],
	// Bytes without TLS after a request, for example from a proxy whose time limit is over.
	['ERR_SSL_WRONG_VERSION_NUMBER', true],
])('after %s, the request may have reached the service: %s', (code, expected) =>
	expect(networkErrorOf(code)?.wasSent).toBe(expected),
);

describe('the number of attempts', () => {
	it('is never exceeded', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 10 }),
				fc.integer({ min: 1, max: 12 }),
				(attempts, count) => {
					const decision = decideRetry(attempt({ status: 429 }), 'none', count, {
						...retryPolicy,
						attempts,
					});
					if (count < attempts) expect(decision).toHaveProperty('retryInMs');
					else expect(decision).toEqual({ stop: 'attempts' });
				},
			),
		);
	});
});

describe('the wait before the next attempt', () => {
	it('doubles with each attempt, with jitter over the upper half, up to 30 seconds', () => {
		const patientPolicy = { attempts: 99, backOffMs: 100, maximumWaitMs: 1e9 };
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 50 }),
				fc.double({ min: 0, max: 0.999, noNaN: true }),
				(count, random) => {
					const full = Math.min(30_000, 100 * 2 ** (count - 1));
					const { retryInMs } = decideRetry(
						attempt({ status: 500 }),
						'safe',
						count,
						patientPolicy,
						() => random,
					) as {
						retryInMs: number;
					};
					expect(retryInMs).toBeCloseTo(full / 2 + (full / 2) * random, 5);
				},
			),
		);
	});

	it('is limited to the maximum wait, and can be zero', () => {
		expect(
			decideRetry(
				attempt({ status: 500 }),
				'safe',
				5,
				{ attempts: 10, backOffMs: 500, maximumWaitMs: 2000 },
				() => 0.99,
			),
		).toEqual({ retryInMs: 2000 });
		expect(
			decideRetry(attempt({ status: 500 }), 'safe', 2, {
				attempts: 4,
				backOffMs: 500,
				maximumWaitMs: 0,
			}),
		).toEqual({ retryInMs: 0 });
	});

	it('is at least the wait that the service requests', () => {
		expect(decideRetry(attempt({ status: 429, retryAfter: '5' }), 'none', 1, retryPolicy)).toEqual({
			retryInMs: 5000,
		});
		expect(
			decideRetry(attempt({ status: 429, retryAfter: '0.001' }), 'none', 1, retryPolicy, () => 0),
		).toEqual({
			retryInMs: 50,
		});
	});

	it('is at least the minimum of a known error', () =>
		expect(
			decideRetry(
				attempt({ status: 403, action: 'rateLimit', minWaitMs: 5000 }),
				'none',
				1,
				retryPolicy,
			),
		).toEqual({ retryInMs: 5000 }));

	it('stops retrying if the service requests a longer wait than the maximum', () => {
		expect(decideRetry(attempt({ status: 429, retryAfter: '60' }), 'none', 1, retryPolicy)).toEqual(
			{
				retryInMs: 60_000,
			},
		);
		expect(
			decideRetry(attempt({ status: 429, retryAfter: '60.001' }), 'none', 1, retryPolicy),
		).toEqual({
			stop: 'wait',
			waitMs: 60_001,
		});
	});

	it('stops retrying if a known error requires a longer wait than the maximum', () =>
		expect(
			decideRetry(
				attempt({ status: 403, action: 'rateLimit', minWaitMs: 60_001 }),
				'none',
				1,
				retryPolicy,
			),
		).toEqual({ stop: 'wait', waitMs: 60_001 }));
});

describe('requestedWaitMs', () => {
	const now = Date.UTC(2026, 0, 31, 8);

	it.each<[Record<string, unknown>, number | undefined]>([
		[{}, undefined],
		[{ 'retry-after': '7' }, 7000],
		[{ 'retry-after': '0.5' }, 500],
		[{ 'retry-after': '0' }, 0],
		[{ 'retry-after': '-3' }, 0],
		[{ 'retry-after': 'Sat, 31 Jan 2026 08:00:30 GMT' }, 30_000],
		[{ 'retry-after': 'Sat, 31 Jan 2026 07:59:30 GMT' }, 0],
		[{ 'retry-after': 'soon' }, undefined],
		[{ 'retry-after': ' ' }, undefined],
		[{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now / 1000 + 9) }, 9000],
		[{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now / 1000 - 9) }, 0],
		[{ 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': String(now / 1000 + 9) }, undefined],
		[{ 'x-ratelimit-reset': String(now / 1000 + 9) }, undefined],
		[{ 'x-ratelimit-remaining': '0' }, undefined],
		[{ 'ratelimit-remaining': '0', 'ratelimit-reset': '12' }, 12_000],
		[{ 'ratelimit-remaining': '3', 'ratelimit-reset': '12' }, undefined],
		[{ 'ratelimit-remaining': '0', 'ratelimit-reset': 'x' }, undefined],
		[
			{
				'retry-after': '2',
				'x-ratelimit-remaining': '0',
				'x-ratelimit-reset': String(now / 1000 + 9),
			},
			2000,
		],
		[
			{
				'retry-after': 'soon',
				'x-ratelimit-remaining': '0',
				'x-ratelimit-reset': String(now / 1000 + 9),
			},
			9000,
		],
	])('reads %j as %p milliseconds', (headers, ms) =>
		expect(requestedWaitMs(headers, now)).toBe(ms),
	);

	const year = 365 * 24 * 60 * 60_000;

	it.each<[string, number | undefined]>([
		['9', 9000],
		[String(now / 1000 + 9), 9000],
		[String(now + 9000), 9000],
		[String((now + 9000) * 1000), 9000],
		[String(31 * 24 * 3600), 31 * 24 * 3_600_000],
		['3600000', 3_600_000],
		['2026-01-31T08:00:09Z', 9000],
		['Sat, 31 Jan 2026 08:00:09 GMT', 9000],
		[String(now / 1000 - 9), 0],
		['-5', 0],
		['', undefined],
		['soon', undefined],
		['1e300', year],
	])('reads the reset %j as %p milliseconds, whatever the unit', (reset, ms) => {
		for (const prefix of ['x-ratelimit', 'ratelimit'])
			expect(
				exhaustedLimitMs({ [`${prefix}-remaining`]: ' 0 ', [`${prefix}-reset`]: reset }, now),
			).toBe(ms);
	});

	it.each<[string, number]>([
		[String(now / 1000 + 9), 9000],
		[String(now + 9000), 9000],
		['3600000', 3_600_000],
		['2026-01-31T08:00:09Z', 9000],
	])('reads the Retry-After %j as %p milliseconds, whatever the unit', (header, ms) =>
		expect(requestedWaitMs({ 'retry-after': header }, now)).toBe(ms),
	);

	it.each<[string, string, number]>([
		['behind', 'Sat, 31 Jan 2026 09:00:00 GMT', 9000],
		['ahead', 'Sat, 31 Jan 2026 07:00:00 GMT', 3_609_000],
		['behind by more than the wait', 'Sat, 31 Jan 2026 10:00:00 GMT', 3_609_000],
	])(
		'measures the wait from the Date header if this makes the wait shorter: own clock %s',
		(_, date, ms) => {
			const reset = now + 3_609_000;
			const limit = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(reset) };
			for (const headers of [limit, { 'retry-after': new Date(reset).toUTCString() }])
				expect(requestedWaitMs({ ...headers, date }, now)).toBe(ms);
		},
	);

	it('is at most a year, so that it can be added to a date', () => {
		expect(requestedWaitMs({ 'retry-after': '1e13' }, now)).toBe(year);
		expect(requestedWaitMs({ 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' }, now)).toBe(year);
	});

	it('is never negative or NaN, whatever the headers contain', () => {
		const header = fc.option(
			fc.oneof(fc.string(), fc.double().map(String), fc.integer().map(String)),
			{ nil: undefined },
		);
		fc.assert(
			fc.property(header, header, header, (retryAfter, remaining, reset) => {
				const ms = requestedWaitMs(
					{
						'retry-after': retryAfter,
						'x-ratelimit-remaining': remaining,
						'x-ratelimit-reset': reset,
						'ratelimit-remaining': remaining,
						'ratelimit-reset': reset,
					},
					now,
				);
				expect(ms === undefined || (ms >= 0 && !Number.isNaN(ms))).toBe(true);
			}),
		);
	});
});
