/**
 * Waits for the rate limits before a request is sent, and sends a request again that the service
 * rejected because of its rate limit. These waits are limited by time, not by attempts.
 */
import { isReadRequest } from '../describe';
import { responseError } from '../errors/responseErrors';
import { mayRetry } from './retry';
import type { Counted, Failure, Outcome, Outgoing, Send } from './stage';

export const limit =
	(next: Send<Outgoing, Outcome>): Send<Outgoing, Counted<Outcome>> =>
	async (request) => {
		const { connection, plan, policy } = request;
		if (policy.external) return { ...(await next(request)), requests: 1 };
		const { rate: rateLimits, retry: retryPolicy } = connection.limits;
		const { maximumWaitMs } = retryPolicy;
		let limited: { readonly at: number; readonly failure: Failure } | undefined;
		for (let requests = 1; ; requests++) {
			const start = await rateLimits.start(maximumWaitMs, limited?.at, !isReadRequest(plan));
			if (start.blockedMs !== undefined)
				return {
					...(limited?.failure ?? rateLimited(request)),
					stop: {
						stop: start.blockedMs > maximumWaitMs ? 'wait' : 'limited',
						waitMs: start.blockedMs,
					},
					requests: requests - 1,
				};
			const outcome = await next(request).catch((error: unknown) => {
				start.end('failed');
				throw error;
			});
			if ('response' in outcome) {
				const { isExternal, resetMs = Infinity } = outcome;
				start.end('accepted', isExternal || resetMs > maximumWaitMs ? undefined : resetMs);
				return { ...outcome, requests };
			}
			const { failed, isExternal } = outcome;
			const { action, status = 500, waitMs } = failed;
			const isLimited = !isExternal && (action === 'rateLimit' || status === 429);
			if (
				isLimited &&
				mayRetry(failed, policy.idempotency, retryPolicy) &&
				retryPolicy.attempts > 1 &&
				(waitMs ?? 0) <= maximumWaitMs
			) {
				const at = start.end('limited', waitMs);
				limited = { at: limited?.at ?? at, failure: outcome };
				continue;
			}
			start.end(status === 503 ? 'overloaded' : status < 500 && !isLimited ? 'accepted' : 'failed');
			return { ...outcome, requests };
		}
	};

const rateLimited = ({ connection }: Outgoing): Failure => ({
	...responseError(connection, { status: 429, headers: {}, body: undefined }),
	isExternal: false,
});
