/** Decides whether and when a failed request is retried. Pure functions. */
import type { KnownError, Replay, RetryPolicy } from '../describe';

/** A failed attempt: an error response, or no complete response. */
export interface FailedAttempt {
	readonly status?: number;
	/** Network error code of Node or axios. */
	readonly networkCode?: string;
	/** Milliseconds that the service asks to wait. */
	readonly retryAfterMs?: number;
	readonly known?: KnownError;
}

export type RetryDecision =
	| { readonly retryInMs: number }
	| { readonly stop: 'final' | 'attempts' | 'wait'; readonly waitMs?: number };

/** Network errors before a connection was established: the request was not sent. */
const notSentCodes: ReadonlySet<string> = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
]);

/** Network errors after a connection was established, and the codes of `IncompleteResponseError`. */
const interruptedCodes: ReadonlySet<string> = new Set([
	'ECONNRESET',
	'ECONNABORTED',
	'ETIMEDOUT',
	'ESOCKETTIMEDOUT',
	'EPIPE',
	'EPROTO',
	'ENETRESET',
	'ENETDOWN',
	'EADDRNOTAVAIL',
	'ERR_NETWORK',
	'ERR_BAD_RESPONSE',
	'ERR_STREAM_PREMATURE_CLOSE',
	'ERR_SOCKET_CLOSED',
	'ERR_SOCKET_CONNECTION_TIMEOUT',
	'TRUNCATED',
	'STALLED',
]);

/** Codes of certificate errors. The connection was closed before the request was sent, and a retry does not help. */
const certificateCode = /CERT|SELF_SIGNED|^ERR_TLS_|^ERR_SSL_/;

/** Codes of Node's HTTP parser, for malformed responses. */
const parserCode = /^HPE_/;

/** Whether an error code means that the network failed, and not the node itself. */
export const isNetworkCode = (code: string): boolean =>
	notSentCodes.has(code) ||
	interruptedCodes.has(code) ||
	isCertificateCode(code) ||
	parserCode.test(code);

/** Whether the service may have received the request before this network error. */
export const mayHaveReached = (code: string): boolean =>
	!notSentCodes.has(code) && !isCertificateCode(code);

/** Whether an error code means that the certificate of the service is not trusted. */
export const isCertificateCode = (code: string): boolean =>
	certificateCode.test(code) || code.startsWith('UNABLE_TO_');

const temporaryStatuses = new Set([408, 425, 500, 502, 503, 504]);

/**
 * Decides whether a failed request is retried. A request that must not be repeated is retried only if nothing was processed:
 * it was not sent, the service rejected it (429, or 503 with Retry-After), or its error code says so.
 * @param attempt number of attempts so far, from 1
 * @returns the wait before the retry, or the reason for giving up
 */
export function decideRetry(
	failed: FailedAttempt,
	replay: Replay,
	attempt: number,
	policy: RetryPolicy,
	random: () => number = Math.random,
): RetryDecision {
	if (!mayRetry(failed, replay) || policy.neverRetriedStatuses?.includes(failed.status ?? 0))
		return { stop: 'final' };
	if (attempt >= Math.max(policy.attempts, policy.attempts > 1 ? (failed.known?.attempts ?? 0) : 0))
		return { stop: 'attempts' };
	const requestedMs = Math.max(failed.retryAfterMs ?? 0, failed.known?.minWaitMs ?? 0);
	if (requestedMs > policy.maximumWaitMs) return { stop: 'wait', waitMs: requestedMs };
	const backoffMs = Math.min(30_000, policy.backOffMs * 2 ** (attempt - 1)) * (0.5 + random() / 2);
	return { retryInMs: Math.max(requestedMs, Math.min(backoffMs, policy.maximumWaitMs)) };
}

function mayRetry(
	{ status, networkCode, retryAfterMs: requestedMs, known }: FailedAttempt,
	replay: Replay,
): boolean {
	if (known?.retry) return known.retry === 'safe';
	if (networkCode !== undefined)
		return !isCertificateCode(networkCode) && (!mayHaveReached(networkCode) || replay !== 'never');
	if (status === 429 || (status === 503 && requestedMs !== undefined)) return true;
	return (temporaryStatuses.has(status ?? 0) || known?.temporary === true) && replay !== 'never';
}

/** Longest wait that is believed, in milliseconds: a year. Anything above is a mistake of the service. */
const maxRequestedWaitMs = 365 * 24 * 60 * 60_000;

/**
 * Milliseconds that a response asks to wait: Retry-After (seconds or a date), otherwise the reset of an exhausted rate limit
 * (`x-ratelimit-reset`, `ratelimit-reset`), as seconds from now or as a time in seconds, milliseconds or microseconds since 1970.
 */
export function requestedWaitMs(
	headers: Readonly<Record<string, unknown>>,
	now: number = Date.now(),
): number | undefined {
	const after = headers['retry-after'];
	const retryAfter =
		typeof after === 'string' && after.trim() !== ''
			? bounded(Number.isFinite(Number(after)) ? Number(after) * 1000 : Date.parse(after) - now)
			: undefined;
	if (retryAfter !== undefined) return retryAfter;
	return exhaustedLimitMs(headers, now);
}

/** Milliseconds until the reset of a rate limit that has no requests left; undefined if requests are left. */
export function exhaustedLimitMs(
	headers: Readonly<Record<string, unknown>>,
	now: number = Date.now(),
): number | undefined {
	for (const prefix of ['x-ratelimit', 'ratelimit']) {
		if (String(headers[`${prefix}-remaining`]).trim() !== '0') continue;
		const waitMs = bounded(resetInMs(headers[`${prefix}-reset`], now));
		if (waitMs !== undefined) return waitMs;
	}
	return undefined;
}

/** Whether a request failed because of a rate limit, so that it was not processed and all others have to wait, too. */
export const isRateLimit = ({ status, retryAfterMs, known }: FailedAttempt): boolean =>
	known?.retry !== 'never' &&
	(status === 429 || (status === 403 && known?.retry === 'safe' && retryAfterMs !== undefined));

/** Milliseconds until a reset. The size of the number tells its unit. */
function resetInMs(reset: unknown, now: number): number {
	const value = reset === undefined || String(reset).trim() === '' ? NaN : Number(reset);
	if (Number.isNaN(value)) return Date.parse(String(reset)) - now;
	if (value < 1e9) return value * 1000;
	if (value < 1e11) return value * 1000 - now;
	return (value < 1e14 ? value : value / 1000) - now;
}

const bounded = (ms: number): number | undefined =>
	Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), maxRequestedWaitMs);
