/** Decides whether and when a failed request is retried. Pure functions. */
import { type KnownError, type Idempotency, type RetryPolicy, toText } from '../describe';

/** A failed attempt: an error response, or no complete response. */
export interface FailedAttempt {
	readonly status?: number;
	/** Network error code of Node or axios. */
	readonly networkCode?: string;
	/** Wait that the service requested, in milliseconds. */
	readonly retryAfterMs?: number;
	readonly known?: KnownError;
}

export type RetryDecision =
	{ readonly retryInMs: number } | { readonly stop: StopReason; readonly waitMs?: number };

/**
 * Why a request is not retried.
 * - `final`: a retry is not safe or would fail again
 * - `attempts`: no attempts are left
 * - `wait`: the service requested a longer wait than allowed
 * - `limited`: the rate limit lasted longer than allowed
 */
export type StopReason = 'final' | 'attempts' | 'wait' | 'limited';

/** Network errors before a connection was established: the request was not sent. */
const notSentCodes: ReadonlySet<string> = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'EHOSTDOWN',
	'ENETUNREACH',
	// HTTPS was used for a port that does not support it.
	'ERR_SSL_WRONG_VERSION_NUMBER',
	'ERR_SSL_PACKET_LENGTH_TOO_LONG',
]);

/** Code of a response that is a web page in place of JSON. */
export const webPageCode = 'WEB_PAGE';

/**
 * Network errors after a connection was established, and the codes of `IncompleteResponseError`.
 */
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
	webPageCode,
	'STALLED',
]);

/**
 * Error codes of OpenSSL and Node for untrusted certificates. The connection was closed before the
 * request was sent.
 */
const certificateCodes: ReadonlySet<string> = new Set([
	'INVALID_CA',
	'INVALID_PURPOSE',
	'PATH_LENGTH_EXCEEDED',
	'HOSTNAME_MISMATCH',
]);
const certificatePrefix = /^(?:CERT_|(?:DEPTH_ZERO_)?SELF_SIGNED_CERT|UNABLE_TO_|ERR_TLS_CERT_)/;

/** Error codes of TLS, and those of Node's HTTP parser for malformed responses. */
const protocolCode = /^(?:HPE_|ERR_SSL_)/;

/** Whether an error code is a network error. Other errors are errors in the node. */
export const isNetworkCode = (code: string): boolean =>
	notSentCodes.has(code) ||
	interruptedCodes.has(code) ||
	isCertificateCode(code) ||
	protocolCode.test(code);

/** Whether the service may have received the request before this network error. */
export const mayHaveReached = (code: string): boolean =>
	!notSentCodes.has(code) && !isCertificateCode(code);

/** Whether an error code means that the certificate of the service is not trusted. */
export const isCertificateCode = (code: string): boolean =>
	certificateCodes.has(code) || certificatePrefix.test(code);

/** Whether the service may have processed a request that failed. */
export function mayHaveBeenProcessed({
	status = 0,
	networkCode,
	retryAfterMs,
	known,
}: FailedAttempt): boolean {
	if (known?.retry === 'safe') return false;
	if (networkCode !== undefined) return mayHaveReached(networkCode);
	return status === 408 || (status >= 500 && !(status === 503 && retryAfterMs !== undefined));
}

const temporaryStatuses = new Set([408, 425, 500, 502, 503, 504]);

/**
 * Decides whether a failed request is retried. A request that must not be repeated is retried only
 * if it was certainly not processed: it was not sent, the service rejected it (429, or 503 with
 * Retry-After), or the known error is marked as safe to retry.
 * @param attempt number of the failed attempt, from 1
 * @returns the wait before the retry, or the reason for giving up
 */
export function decideRetry(
	failed: FailedAttempt,
	idempotency: Idempotency,
	attempt: number,
	policy: RetryPolicy,
	random: () => number = Math.random,
): RetryDecision {
	if (!mayRetry(failed, idempotency) || policy.neverRetriedStatuses?.includes(failed.status ?? 0))
		return { stop: 'final' };
	if (attempt >= Math.max(policy.attempts, policy.attempts > 1 ? (failed.known?.attempts ?? 0) : 0))
		return { stop: 'attempts' };
	const requestedMs = requiredWaitMs(failed) ?? 0;
	if (requestedMs > policy.maximumWaitMs) return { stop: 'wait', waitMs: requestedMs };
	const backoffMs = Math.min(30_000, policy.backOffMs * 2 ** (attempt - 1)) * (0.5 + random() / 2);
	return { retryInMs: Math.max(requestedMs, Math.min(backoffMs, policy.maximumWaitMs)) };
}

function mayRetry(
	{ status, networkCode, retryAfterMs: requestedMs, known }: FailedAttempt,
	idempotency: Idempotency,
): boolean {
	if (known?.retry) return known.retry === 'safe';
	// A website is not the service, however often it is requested.
	if (networkCode === webPageCode) return false;
	if (networkCode !== undefined)
		return (
			!isCertificateCode(networkCode) && (!mayHaveReached(networkCode) || idempotency !== 'none')
		);
	if (status === 429 || (status === 503 && requestedMs !== undefined)) return true;
	return (
		(temporaryStatuses.has(status ?? 0) || known?.temporary === true) && idempotency !== 'none'
	);
}

/**
 * Minimum wait before a retry, in milliseconds: the longer of the waits that the response and the
 * known error require.
 */
export const requiredWaitMs = ({ retryAfterMs, known }: FailedAttempt): number | undefined =>
	retryAfterMs === undefined && known?.minWaitMs === undefined
		? undefined
		: Math.max(retryAfterMs ?? 0, known?.minWaitMs ?? 0);

/**
 * Whether a request was rejected because of a rate limit. Some services respond with 403 instead of
 * 429. Their service descriptions mark this error as safe to retry.
 */
export const isRateLimit = ({ status, known }: FailedAttempt): boolean =>
	status === 429 || (status === 403 && known?.retry === 'safe');

/**
 * Maximum wait that a response can request: one year. A longer wait is a mistake of the service,
 * and the end of the wait might not be a valid date.
 */
const maxRequestedWaitMs = 365 * 24 * 60 * 60_000;

/**
 * Wait that a response requests, in milliseconds. The value comes from Retry-After (seconds or a
 * date). If this header is missing or invalid, the value comes from the reset of an exhausted rate
 * limit (`x-ratelimit-reset` or `ratelimit-reset`). `waitMsOf` lists the formats of the reset.
 */
export function requestedWaitMs(
	headers: Readonly<Record<string, unknown>>,
	now: number = Date.now(),
): number | undefined {
	const after = headers['retry-after'];
	const retryAfter =
		typeof after === 'string' && after.trim() !== ''
			? bounded(waitMsOf(after, now, headers.date))
			: undefined;
	if (retryAfter !== undefined) return retryAfter;
	return exhaustedLimitMs(headers, now);
}

const limitHeaders = [
	['x-ratelimit-remaining', 'x-ratelimit-reset'],
	['ratelimit-remaining', 'ratelimit-reset'],
] as const;

/**
 * Milliseconds until the reset of a rate limit that has no requests left; undefined if requests are
 * left.
 */
export function exhaustedLimitMs(
	headers: Readonly<Record<string, unknown>>,
	now: number = Date.now(),
): number | undefined {
	for (const [remaining, reset] of limitHeaders) {
		if (toText(headers[remaining]).trim() !== '0') continue;
		const waitMs = bounded(waitMsOf(toText(headers[reset]), now, headers.date));
		if (waitMs !== undefined) return waitMs;
	}
	return undefined;
}

/** Rate limits reset within a month. A larger number is in milliseconds, or a time since 1970. */
const maxSecondsFromNow = 31 * 24 * 3600;

/**
 * Milliseconds until the time in a header: a date, seconds or milliseconds from now, or seconds,
 * milliseconds or microseconds since 1970. The units differ by orders of magnitude.
 */
function waitMsOf(header: string, now: number, date: unknown): number {
	const value = header.trim() === '' ? NaN : Number(header);
	if (Number.isNaN(value)) return msUntil(Date.parse(header), now, date);
	if (value <= maxSecondsFromNow) return value * 1000;
	if (value < 1e9) return value;
	const time = value < 1e11 ? value * 1000 : value < 1e14 ? value : value / 1000;
	return msUntil(time, now, date);
}

/**
 * Milliseconds until a time of the service's clock. If n8n's clock is behind, a wait calculated
 * with it is too long. A shorter wait calculated from the Date header of the response is then used.
 */
function msUntil(time: number, now: number, date: unknown): number {
	const sinceResponse = time - Date.parse(toText(date));
	return sinceResponse > 0 && sinceResponse < time - now ? sinceResponse : time - now;
}

const bounded = (ms: number): number | undefined =>
	Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), maxRequestedWaitMs);
