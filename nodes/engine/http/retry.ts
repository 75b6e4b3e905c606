/** Retries failed requests if a retry is safe. */
import type { HttpResponse, Idempotency, RequestPlan, RetryPolicy, SendPolicy } from '../describe';
import type { FailedAttempt, RetryDecision } from '../errors/failedAttempt';
import { cancellableSleep } from '../limits/sleep';
import type { Counted, Outcome, Outgoing, Send } from './stage';

/** @throws PackError if the request finally failed */
export const retry =
	(next: Send<Outgoing, Counted<Outcome>>): Send<Outgoing, HttpResponse> =>
	async (request) => {
		const { connection, plan, policy } = request;
		const { limits, signal } = connection;
		let requests = 0;
		let mayBeDone = false;
		for (let attempt = 1; ; attempt++) {
			const outcome = await next(request);
			requests += outcome.requests;
			if ('response' in outcome) return outcome.response;
			const { failed, stop, buildError } = outcome;
			mayBeDone ||= stop === undefined && failed.mayHaveBeenProcessed;
			const decision = stop ?? decideRetry(failed, policy.idempotency, attempt, limits.retry);
			if ('stop' in decision)
				throw buildError(requests, decision, mayBeDone && isRepeatableWrite(plan, policy));
			await cancellableSleep(decision.retryInMs, signal);
		}
	};

/**
 * Whether a request that may be retried is a write: a later execution has other idempotency keys,
 * and a second deletion fails. Most repeatable POST requests without a key are reads.
 */
const isRepeatableWrite = ({ method }: RequestPlan, { idempotency }: SendPolicy): boolean =>
	idempotency === 'keyed' || (idempotency === 'safe' && /^(?:PUT|PATCH|DELETE)$/.test(method));

/**
 * Decides whether a failed request is retried. A request that must not be repeated is retried only
 * if nothing was processed.
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
	const { waitMs = 0 } = failed;
	if (waitMs > policy.maximumWaitMs) return { stop: 'wait', waitMs };
	const backoffMs = Math.min(30_000, policy.backOffMs * 2 ** (attempt - 1)) * (0.5 + random() / 2);
	return { retryInMs: Math.max(waitMs, Math.min(backoffMs, policy.maximumWaitMs)) };
}

/** Whether a retry is safe and may succeed. */
export const mayRetry = (
	{ action, status = 0 }: FailedAttempt,
	idempotency: Idempotency,
	{ neverRetriedStatuses = [] }: RetryPolicy,
): boolean =>
	!neverRetriedStatuses.includes(status) &&
	(action === 'retry' ||
		action === 'rateLimit' ||
		(action === 'retryIfSafe' && idempotency !== 'none'));
