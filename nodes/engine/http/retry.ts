/**
 * Waits for the rate limits before a request is sent, and sends a failed request again if this is
 * safe. Waits for a rate limit are limited by time, not by attempts.
 */
import type { HttpResponse, Idempotency, RequestPlan, RetryPolicy, SendPolicy } from '../describe';
import { isReadRequest } from '../describe';
import type { FailedAttempt, RetryDecision } from '../errors/failedAttempt';
import { responseError } from '../errors/responseErrors';
import { cancellableSleep } from '../limits/sleep';
import type { Failure, Outcome, Outgoing, Send } from './stage';

/** @throws PackError if the request finally failed */
export const retry =
	(next: Send<Outgoing, Outcome>): Send<Outgoing, HttpResponse> =>
	async (request) => {
		const { connection, plan, policy } = request;
		const { rate, retry: retryPolicy } = connection.limits;
		const { maximumWaitMs } = retryPolicy;
		let attempt = 1;
		let mayBeDone = false;
		const isUncertain = () => mayBeDone && isRepeatableWrite(plan, policy);
		let limited: { readonly at: number; readonly failure: Failure } | undefined;
		for (let requests = 1; ; requests++) {
			const start = policy.external
				? notLimited
				: await rate.start(maximumWaitMs, limited?.at, !isReadRequest(plan));
			if (start.blockedMs !== undefined) {
				const stop = start.blockedMs > maximumWaitMs ? 'wait' : 'limited';
				const rateLimited = { status: 429, headers: {}, body: undefined };
				const { buildError } = limited?.failure ?? responseError(connection, rateLimited);
				throw buildError(requests - 1, { stop, waitMs: start.blockedMs }, isUncertain());
			}
			const outcome = await next(request).catch((error: unknown) => {
				start.end('failed');
				throw error;
			});
			if ('response' in outcome) {
				const { isExternal, resetMs = Infinity } = outcome;
				start.end('accepted', isExternal || resetMs > maximumWaitMs ? undefined : resetMs);
				return outcome.response;
			}
			const { failed, isExternal } = outcome;
			const { action, status = 500 } = failed;
			const isLimited = !isExternal && (action === 'rateLimit' || status === 429);
			const counted = isLimited ? 1 : attempt;
			const decision = decideRetry(failed, policy.idempotency, counted, retryPolicy);
			if (isLimited && 'retryInMs' in decision) {
				start.end('limited', failed.waitMs);
				limited = { at: limited?.at ?? performance.now(), failure: outcome };
				continue;
			}
			start.end(status === 503 ? 'overloaded' : status < 500 && !isLimited ? 'accepted' : 'failed');
			mayBeDone ||= failed.mayHaveBeenProcessed;
			limited = undefined;
			attempt++;
			if ('stop' in decision) throw outcome.buildError(requests, decision, isUncertain());
			await cancellableSleep(decision.retryInMs, connection.signal);
		}
	};

/** The service's limits do not apply to a URL outside of it. */
const notLimited = { blockedMs: undefined, end: () => undefined };

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
	const { action, status = 0, waitMs = 0 } = failed;
	const isSafe =
		action === 'retry' ||
		action === 'rateLimit' ||
		(action === 'retryIfSafe' && idempotency !== 'none');
	if (!isSafe || policy.neverRetriedStatuses?.includes(status)) return { stop: 'final' };
	if (attempt >= policy.attempts) return { stop: 'attempts' };
	if (waitMs > policy.maximumWaitMs) return { stop: 'wait', waitMs };
	const backoffMs = Math.min(30_000, policy.backOffMs * 2 ** (attempt - 1)) * (0.5 + random() / 2);
	return { retryInMs: Math.max(waitMs, Math.min(backoffMs, policy.maximumWaitMs)) };
}
