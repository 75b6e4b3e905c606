/** Retries failed requests if a retry is safe. */
import type { HttpResponse, Idempotency, RequestPlan, RetryPolicy, SendPolicy } from '../describe';
import {
	type FailedAttempt,
	mayHaveBeenProcessed,
	networkErrorOf,
	type RetryDecision,
} from '../errors/failedAttempt';
import { requiredWaitMs } from '../limits/retryAfter';
import { cancellableSleep } from '../limits/sleep';
import type { Counted, Outcome, Outgoing, Send } from './stage';

/** @throws PackError if the request finally failed */
export const retry =
	(next: Send<Outgoing, Counted<Outcome>>): Send<Outgoing, HttpResponse> =>
	async (request) => {
		const { connection, plan, policy } = request;
		const { limits, signal } = connection;
		let requests = 0;
		/** Whether the service may have processed an earlier attempt. */
		let isUncertain = false;
		for (let attempt = 1; ; attempt++) {
			const outcome = await next(request);
			requests += outcome.requests;
			if ('response' in outcome) return outcome.response;
			const { failed, stop, buildError } = outcome;
			const decision = stop ?? decideRetry(failed, policy.idempotency, attempt, limits.retry);
			const mayBeDone = stop === undefined && mayHaveBeenProcessed(failed);
			if ('stop' in decision)
				throw buildError(
					requests,
					decision,
					isUncertainWrite(plan, policy, isUncertain, mayBeDone),
				);
			isUncertain ||= mayBeDone;
			await cancellableSleep(decision.retryInMs, signal);
		}
	};

/**
 * Decides whether a failed request is retried. A request that must not be repeated is retried only
 * if it was not sent, the service rejected it (429, or 503 with Retry-After), or the known error is
 * safe to retry.
 * @param attempt number of the failed attempt, from 1
 */
export function decideRetry(
	failed: FailedAttempt,
	idempotency: Idempotency,
	attempt: number,
	policy: RetryPolicy,
	random: () => number = Math.random,
): RetryDecision {
	if (!mayRetry(failed, idempotency, policy)) return { stop: 'final' };
	if (attempt >= policy.attempts) return { stop: 'attempts' };
	const requestedMs = requiredWaitMs(failed) ?? 0;
	if (requestedMs > policy.maximumWaitMs) return { stop: 'wait', waitMs: requestedMs };
	const backoffMs = Math.min(30_000, policy.backOffMs * 2 ** (attempt - 1)) * (0.5 + random() / 2);
	return { retryInMs: Math.max(requestedMs, Math.min(backoffMs, policy.maximumWaitMs)) };
}

/** Whether a retry is safe and may succeed. */
export function mayRetry(
	{ status = 0, networkCode, retryAfterMs: requestedMs, known }: FailedAttempt,
	idempotency: Idempotency,
	{ neverRetriedStatuses }: RetryPolicy,
): boolean {
	if (neverRetriedStatuses?.includes(status)) return false;
	if (known?.retry) return known.retry === 'safe';
	if (networkCode !== undefined) {
		const { isPermanent, wasSent } = networkErrorOf(networkCode)!;
		return !isPermanent && (!wasSent || idempotency !== 'none');
	}
	if (status === 429 || (status === 503 && requestedMs !== undefined)) return true;
	const isTemporary = status === 408 || status === 425 || (status >= 500 && status !== 501);
	return isTemporary && idempotency !== 'none';
}

/**
 * Whether the error of a write that can be retried must warn that an attempt may have been
 * processed: a later execution has other idempotency keys, and a second deletion fails with 404.
 * Most idempotent POST requests are reads. Their errors contain the warning only if an earlier
 * attempt may have been processed, but not the last one.
 */
const isUncertainWrite = (
	{ method }: RequestPlan,
	{ idempotency }: SendPolicy,
	earlier: boolean,
	last: boolean,
): boolean =>
	(earlier || last) &&
	idempotency !== 'none' &&
	method !== 'GET' &&
	method !== 'HEAD' &&
	(idempotency === 'keyed' || method !== 'POST' || !last);
