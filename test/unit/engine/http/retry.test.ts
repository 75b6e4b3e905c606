import fc from 'fast-check';
import type { Idempotency, KnownError, RetryPolicy } from '../../../../nodes/engine/describe';
import {
	type FailedAttempt,
	mayHaveBeenProcessed,
	networkErrorOf,
} from '../../../../nodes/engine/errors/failedAttempt';
import { decideRetry, retry } from '../../../../nodes/engine/http/retry';
import type { Outgoing } from '../../../../nodes/engine/http/stage';
import {
	exhaustedLimitMs,
	isRateLimit,
	requestedWaitMs,
} from '../../../../nodes/engine/limits/retryAfter';

const retryPolicy: RetryPolicy = { attempts: 4, backOffMs: 100, maximumWaitMs: 60_000 };
const idempotencies: Idempotency[] = ['safe', 'keyed', 'none'];
const isRetried = (outcome: FailedAttempt, idempotency: Idempotency, attempt = 1): boolean =>
	'retryInMs' in decideRetry(outcome, idempotency, attempt, retryPolicy);
const known = (retry?: 'safe' | 'never', more: Partial<KnownError> = {}): KnownError => ({
	message: 'm',
	hint: 'h',
	retry,
	...more,
});

describe('a failed request', () => {
	it.each<[FailedAttempt, retriedReplays: string]>([
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
		[{ status: 429, retryAfterMs: 10 }, 'safe keyed none'],
		[{ status: 503, retryAfterMs: 10 }, 'safe keyed none'],
		[{ status: 503, retryAfterMs: 0 }, 'safe keyed none'],
		[{ status: 503 }, 'safe keyed'],
		[{ status: 408 }, 'safe keyed'],
		[{ status: 425 }, 'safe keyed'],
		[{ status: 500 }, 'safe keyed'],
		[{ status: 500, retryAfterMs: 10 }, 'safe keyed'],
		[{ status: 502 }, 'safe keyed'],
		[{ status: 504 }, 'safe keyed'],
		[{ status: 550 }, 'safe keyed'],
		[{ status: 501 }, ''],
		[{ status: 400 }, ''],
		[{ status: 401, retryAfterMs: 10 }, ''],
		[{ status: 404 }, ''],
		[{ status: 409 }, ''],
		[{ status: 302 }, ''],
		[{ status: 400, known: known('safe') }, 'safe keyed none'],
		[{ status: 502, known: known('safe') }, 'safe keyed none'],
		[{ status: 502, known: known('never') }, ''],
		[{ status: 429, known: known('never') }, ''],
		[{ status: 502, known: known() }, 'safe keyed'],
		[{ status: 429, known: known() }, 'safe keyed none'],
		[{ status: 400, known: known() }, ''],
	])('%j is retried for these values of idempotency: %s', (outcome, retried) => {
		expect(idempotencies.filter((idempotency) => isRetried(outcome, idempotency)).join(' ')).toBe(
			retried,
		);
		for (const idempotency of idempotencies.filter((idempotency) => !retried.includes(idempotency)))
			expect(decideRetry(outcome, idempotency, 1, retryPolicy)).toEqual({ stop: 'final' });
	});
});

it('is not retried with one of the statuses that are never retried', () => {
	const policy = { ...retryPolicy, neverRetriedStatuses: [502, 429] };
	for (const status of policy.neverRetriedStatuses)
		expect(decideRetry({ status }, 'safe', 1, policy)).toEqual({ stop: 'final' });
	expect(decideRetry({ status: 500 }, 'safe', 1, policy)).toHaveProperty('retryInMs');
});

it.each<[method: string, Idempotency, FailedAttempt, expected: boolean]>([
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
		const next = async () => ({ failed, buildError, isExternal: false, requests: 1 });
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

it.each<[FailedAttempt, expected: boolean]>([
	[{ networkCode: 'ECONNRESET' }, true],
	[{ networkCode: 'ECONNABORTED' }, true],
	[{ networkCode: 'ECONNREFUSED' }, false],
	[{ networkCode: 'CERT_HAS_EXPIRED' }, false],
	[{ status: 500 }, true],
	[{ status: 550 }, true],
	[{ status: 408 }, true],
	[{ status: 503 }, true],
	[{ status: 503, retryAfterMs: 1000 }, false],
	[{ status: 500, known: known('safe') }, false],
	[{ status: 500, known: known('never') }, true],
	[{ status: 429 }, false],
	[{ status: 400 }, false],
])('after %j, the request may have been processed: %s', (failed, expected) =>
	expect(mayHaveBeenProcessed(failed)).toBe(expected),
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

it.each<[FailedAttempt, expected: boolean]>([
	[{ status: 429 }, true],
	[{ status: 403, known: known('safe') }, true],
	[{ status: 403, known: known() }, false],
	[{ status: 403 }, false],
	[{ status: 503, retryAfterMs: 10 }, false],
	[{ status: 500, known: known('safe') }, false],
	[{ networkCode: 'ECONNRESET' }, false],
])('%j counts as a rate limit: %s', (failed, expected) =>
	expect(isRateLimit(failed)).toBe(expected),
);

describe('the number of attempts', () => {
	it('is never exceeded', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 10 }),
				fc.integer({ min: 1, max: 12 }),
				(attempts, attempt) => {
					const decision = decideRetry({ status: 429 }, 'none', attempt, {
						...retryPolicy,
						attempts,
					});
					if (attempt < attempts) expect(decision).toHaveProperty('retryInMs');
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
				(attempt, random) => {
					const full = Math.min(30_000, 100 * 2 ** (attempt - 1));
					const { retryInMs } = decideRetry(
						{ status: 500 },
						'safe',
						attempt,
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
				{ status: 500 },
				'safe',
				5,
				{ attempts: 10, backOffMs: 500, maximumWaitMs: 2000 },
				() => 0.99,
			),
		).toEqual({ retryInMs: 2000 });
		expect(
			decideRetry({ status: 500 }, 'safe', 2, { attempts: 4, backOffMs: 500, maximumWaitMs: 0 }),
		).toEqual({ retryInMs: 0 });
	});

	it('is at least the wait that the service requests', () => {
		expect(decideRetry({ status: 429, retryAfterMs: 5000 }, 'none', 1, retryPolicy)).toEqual({
			retryInMs: 5000,
		});
		expect(decideRetry({ status: 429, retryAfterMs: 1 }, 'none', 1, retryPolicy, () => 0)).toEqual({
			retryInMs: 50,
		});
	});

	it('is at least the minimum of a known error', () =>
		expect(
			decideRetry(
				{ status: 403, known: known('safe', { minWaitMs: 5000 }) },
				'none',
				1,
				retryPolicy,
			),
		).toEqual({ retryInMs: 5000 }));

	it('stops retrying if the service requests a longer wait than the maximum', () => {
		expect(decideRetry({ status: 429, retryAfterMs: 60_000 }, 'none', 1, retryPolicy)).toEqual({
			retryInMs: 60_000,
		});
		expect(decideRetry({ status: 429, retryAfterMs: 60_001 }, 'none', 1, retryPolicy)).toEqual({
			stop: 'wait',
			waitMs: 60_001,
		});
	});

	it('stops retrying if a known error requires a longer wait than the maximum', () =>
		expect(
			decideRetry(
				{ status: 403, known: known('safe', { minWaitMs: 60_001 }) },
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
