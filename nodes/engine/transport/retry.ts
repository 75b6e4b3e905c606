/** Decides whether and when a failed request is retried. Pure functions. */
import type { KnownError, Replay, RetryPolicy } from '../describe';

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
	| { readonly retryInMs: number }
	| { readonly stop: 'final' | 'attempts' | 'wait'; readonly waitMs?: number };

/** Network errors before a connection was established: the request was not sent. */
export const notSentCodes: ReadonlySet<string> = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
]);

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
	if (networkCode !== undefined) return notSentCodes.has(networkCode) || replay !== 'never';
	if (status === 429 || (status === 503 && requestedMs !== undefined)) return true;
	return (temporaryStatuses.has(status ?? 0) || known?.temporary === true) && replay !== 'never';
}

/**
 * Wait that a response requests, in milliseconds: Retry-After (seconds or a date), otherwise the
 * reset of an exhausted rate limit (`x-ratelimit-reset` in epoch seconds, `ratelimit-reset` in
 * seconds from now).
 */
export function requestedWaitMs(
	headers: Readonly<Record<string, unknown>>,
	now: number = Date.now(),
): number | undefined {
	const after = headers['retry-after'];
	if (typeof after === 'string' && after.trim() !== '') {
		const seconds = Number(after);
		const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(after) - now;
		if (Number.isFinite(ms)) return Math.max(0, ms);
	}
	const reset = Number(headers['x-ratelimit-reset'] ?? NaN);
	if (headers['x-ratelimit-remaining'] === '0' && Number.isFinite(reset))
		return Math.max(0, reset * 1000 - now);
	const left = Number(headers['ratelimit-reset'] ?? NaN);
	return headers['ratelimit-remaining'] === '0' && Number.isFinite(left)
		? Math.max(0, left * 1000)
		: undefined;
}
