/** Decides whether and when a failed request is retried. Pure functions. */
import type { KnownError, Replay, RetryPolicy } from '../describe';

/** What came of one attempt: an answer that refuses, or no whole answer at all. */
export interface FailedAttempt {
	readonly status?: number;
	/** Node's or axios's code of a network fault. */
	readonly networkCode?: string;
	/** Milliseconds that the service asks to wait. */
	readonly retryAfterMs?: number;
	readonly known?: KnownError;
}

export type RetryDecision =
	| { readonly retryInMs: number }
	| { readonly stop: 'final' | 'attempts' | 'wait'; readonly waitMs?: number };

/** Faults before a connection stood: the request cannot have reached the service. */
const notSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

const passing = new Set([408, 425, 500, 502, 503, 504]);

/**
 * Decides about the next attempt. A request that must not be repeated goes out again only where the outcome proves
 * that nothing was done: it never left, the service turned it away (429, 503 with Retry-After), or its error code says so.
 * @param attempt number of attempts made, from 1
 * @returns milliseconds to wait, or why it ends here
 */
export function decideRetry(
	outcome: FailedAttempt,
	replay: Replay,
	attempt: number,
	patience: RetryPolicy,
	random: () => number = Math.random,
): RetryDecision {
	if (!mayRepeat(outcome, replay) || patience.neverRetriedStatuses?.includes(outcome.status ?? 0))
		return { stop: 'final' };
	if (
		attempt >=
		Math.max(patience.attempts, patience.attempts > 1 ? (outcome.known?.attempts ?? 0) : 0)
	)
		return { stop: 'attempts' };
	const askedMs = Math.max(outcome.retryAfterMs ?? 0, outcome.known?.minWaitMs ?? 0);
	if (askedMs > patience.maximumWaitMs) return { stop: 'wait', waitMs: askedMs };
	const ownMs = Math.min(30_000, patience.backOffMs * 2 ** (attempt - 1)) * (0.5 + random() / 2);
	return { retryInMs: Math.max(askedMs, Math.min(ownMs, patience.maximumWaitMs)) };
}

function mayRepeat(
	{ status, networkCode: fault, retryAfterMs: askedMs, known }: FailedAttempt,
	replay: Replay,
): boolean {
	if (known?.retry) return known.retry === 'safe';
	if (fault !== undefined) return notSent.has(fault) || replay !== 'never';
	if (status === 429 || (status === 503 && askedMs !== undefined)) return true;
	return (passing.has(status ?? 0) || known?.temporary === true) && replay !== 'never';
}

/**
 * Milliseconds that an answer asks to wait: Retry-After (seconds or a date), else the reset of a used-up rate limit
 * (`x-ratelimit-reset` in epoch seconds, `ratelimit-reset` in seconds from now).
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
