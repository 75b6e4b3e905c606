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

/** The code of a network error, or an error response, possibly with a known error. */
type Failed = string | Response;

interface Response {
	readonly status: number;
	readonly retryAfter?: string;
	readonly action?: ResponseAction;
	readonly minWaitMs?: number;
}

/** The attempt that failed with it. */
function attempt(failed: Failed) {
	if (typeof failed === 'string') return attemptWith(failed);
	const { status, retryAfter, ...known } = failed;
	const errors = { known: { message: 'm', hint: 'h', ...known } };
	const connection = fakeConnection(() => null, { service: exampleService({ errors }) });
	const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
	return responseError(connection, { status, headers, body: { code: 'known' } }).failed;
}

const decide = (
	failed: Failed,
	{
		count = 1,
		random = 0.5,
		...policy
	}: Partial<RetryPolicy> & { count?: number; random?: number },
	idempotency: Idempotency = 'safe',
) => decideRetry(attempt(failed), idempotency, count, { ...retryPolicy, ...policy }, () => random);

const all = 'safe keyed none';
const repeatable = 'safe keyed';

it.each<[retriedReplays: string, mayHaveBeenProcessed: boolean, failed: Failed[]]>([
	[all, false, ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']],
	[all, false, ['NO_HTTPS', 'TLS_HANDSHAKE', 'EPROTO']],
	['', false, ['CERT_HAS_EXPIRED', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'SELF_SIGNED_CERT_IN_CHAIN']],
	['', false, ['ERR_TLS_CERT_ALTNAME_INVALID', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY']],
	[repeatable, true, ['HPE_INVALID_CONSTANT', 'HPE_HEADER_OVERFLOW', 'ECONNRESET', 'EPIPE']],
	[repeatable, true, ['ECONNABORTED', 'ETIMEDOUT', 'TRUNCATED', 'STALLED']],
	[repeatable, true, ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED']],
	// Bytes without TLS after a request, for example from a proxy whose time limit is over.
	[repeatable, true, ['ERR_SSL_WRONG_VERSION_NUMBER']],
	[all, false, [{ status: 429 }, { status: 429, retryAfter: '0.01' }]],
	[
		all,
		false,
		[
			{ status: 503, retryAfter: '0.01' },
			{ status: 503, retryAfter: '0' },
		],
	],
	[repeatable, true, [408, 500, 502, 503, 504, 550].map((status) => ({ status }))],
	[repeatable, true, [{ status: 500, retryAfter: '0.01' }]],
	[repeatable, false, [{ status: 425 }]],
	['', false, [302, 400, 404, 409].map((status) => ({ status }))],
	['', true, [{ status: 501 }]],
	['', false, [{ status: 401, retryAfter: '0.01' }]],
	[
		all,
		false,
		[
			{ status: 400, action: 'retry' },
			{ status: 502, action: 'retry' },
		],
	],
	['', true, [{ status: 502, action: 'fail' }]],
	['', false, [{ status: 429, action: 'fail' }]],
])(
	'idempotencies with a retry: "%s", may be processed: %s, after %j',
	(retried, expected, rows) => {
		for (const failed of rows) {
			const decisions = idempotencies.map((idempotency) => decide(failed, {}, idempotency));
			expect(idempotencies.filter((_, index) => 'retryInMs' in decisions[index]!).join(' ')).toBe(
				retried,
			);
			for (const decision of decisions)
				if ('stop' in decision) expect(decision).toEqual({ stop: 'final' });
			expect(attempt(failed).mayHaveBeenProcessed).toBe(expected);
		}
	},
);

it.each([
	...['ERR_INVALID_URL', 'ERR_INVALID_ARG_TYPE', 'ERR_BAD_REQUEST', 'ENOENT', 'EMFILE'],
	...['ERR_STREAM_WRITE_AFTER_END', 'constructor', ''],
])('%j is not a network error', (code) => expect(networkErrorOf(code)).toBeUndefined());

it('is not retried with one of the statuses that are never retried', () => {
	const policy = { neverRetriedStatuses: [502, 429] };
	for (const status of policy.neverRetriedStatuses)
		expect(decide({ status }, policy)).toEqual({ stop: 'final' });
	expect(decide({ status: 500 }, policy)).toHaveProperty('retryInMs');
});

it.each<[method: string, Idempotency, status: number, expected: boolean]>([
	['POST', 'keyed', 500, true],
	['PUT', 'safe', 500, true],
	['PATCH', 'safe', 500, true],
	['DELETE', 'safe', 500, true],
	['GET', 'safe', 500, false],
	['POST', 'safe', 500, false],
	['POST', 'none', 500, false],
	['PUT', 'none', 500, false],
	['PUT', 'safe', 400, false],
])(
	'whether a %s with idempotency %s and status %d is a write that may have been processed: %s',
	async (method, idempotency, status, expected) => {
		const buildError = jest.fn(() => new Error('failed'));
		const request = {
			connection: fakeConnection(() => null, { retry: { ...retryPolicy, attempts: 1 } }),
			plan: { method },
			policy: { idempotency },
		} as unknown as Outgoing;
		const failed = attempt({ status });
		const next = async () => ({ failed, buildError, isExternal: false });
		await expect(retry(next as never)(request)).rejects.toThrow('failed');
		expect(buildError).toHaveBeenCalledWith(1, expect.anything(), expected);
	},
);

const limited: Failed = { status: 403, action: 'rateLimit' };

it.each<[what: string, ...Parameters<typeof decide>, expected: ReturnType<typeof decide>]>([
	['a last attempt', { status: 429 }, { count: 4 }, 'none', { stop: 'attempts' }],
	['a third attempt', { status: 429 }, { count: 3, random: 0 }, 'none', { retryInMs: 200 }],
	['jitter', { status: 500 }, { count: 3, random: 1 }, 'safe', { retryInMs: 400 }],
	[
		'30 seconds',
		{ status: 500 },
		{ count: 50, attempts: 99, random: 1 },
		'safe',
		{ retryInMs: 30_000 },
	],
	[
		'a maximum wait',
		{ status: 500 },
		{ backOffMs: 5000, maximumWaitMs: 2000 },
		'safe',
		{ retryInMs: 2000 },
	],
	['no wait', { status: 500 }, { maximumWaitMs: 0 }, 'safe', { retryInMs: 0 }],
	['a requested wait', { status: 429, retryAfter: '5' }, {}, 'none', { retryInMs: 5000 }],
	['a shorter one', { status: 429, retryAfter: '0.001' }, { random: 0 }, 'none', { retryInMs: 50 }],
	['a known minimum', { ...limited, minWaitMs: 5000 }, {}, 'none', { retryInMs: 5000 }],
	['the longest wait', { status: 429, retryAfter: '60' }, {}, 'none', { retryInMs: 60_000 }],
	[
		'a longer wait',
		{ status: 429, retryAfter: '60.001' },
		{},
		'none',
		{ stop: 'wait', waitMs: 60_001 },
	],
	[
		'a longer minimum',
		{ ...limited, minWaitMs: 60_001 },
		{},
		'none',
		{ stop: 'wait', waitMs: 60_001 },
	],
])('the next attempt: %s', (_, failed, policy, idempotency, expected) =>
	expect(decide(failed, policy, idempotency)).toEqual(expected),
);

describe('requestedWaitMs', () => {
	const now = Date.UTC(2026, 0, 31, 8);
	const inSeconds = (seconds: number): string => String(now / 1000 + seconds);
	const year = 365 * 24 * 60 * 60_000;

	it.each<[Record<string, unknown>, number | undefined]>([
		[{}, undefined],
		[{ 'retry-after': '7' }, 7000],
		[{ 'retry-after': '0.5' }, 500],
		[{ 'retry-after': '-3' }, 0],
		[{ 'retry-after': 'Sat, 31 Jan 2026 08:00:30 GMT' }, 30_000],
		[{ 'retry-after': 'Sat, 31 Jan 2026 07:59:30 GMT' }, 0],
		[{ 'retry-after': 'soon' }, undefined],
		[{ 'retry-after': ' ' }, undefined],
		[{ 'retry-after': '1e13' }, year],
		[{ 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' }, year],
		[{ 'retry-after': inSeconds(9) }, 9000],
		[{ 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': inSeconds(9) }, undefined],
		[{ 'x-ratelimit-reset': inSeconds(9) }, undefined],
		[{ 'x-ratelimit-remaining': '0' }, undefined],
		[{ 'retry-after': '2', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': inSeconds(9) }, 2000],
		[
			{ 'retry-after': 'soon', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': inSeconds(9) },
			9000,
		],
	])('reads %j as %p milliseconds', (headers, ms) =>
		expect(requestedWaitMs(headers, now)).toBe(ms),
	);

	it.each<[string, number | undefined]>([
		['9', 9000],
		[inSeconds(9), 9000],
		[String(now + 9000), 9000],
		[String((now + 9000) * 1000), 9000],
		[String(31 * 24 * 3600), 31 * 24 * 3_600_000],
		['3600000', 3_600_000],
		['2026-01-31T08:00:09Z', 9000],
		['Sat, 31 Jan 2026 08:00:09 GMT', 9000],
		[inSeconds(-9), 0],
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

	it('is never negative or NaN, whatever the headers contain', () => {
		const header = fc.option(fc.oneof(fc.string(), fc.double().map(String)), { nil: undefined });
		fc.assert(
			fc.property(header, header, header, (retryAfter, remaining, reset) => {
				const limit = { 'x-ratelimit-remaining': remaining, 'x-ratelimit-reset': reset };
				const ms = requestedWaitMs({ 'retry-after': retryAfter, ...limit }, now) ?? 0;
				expect(ms).toBeGreaterThanOrEqual(0);
			}),
		);
	});
});
