/**
 * Waits for the rate limits before a request is sent, and sends a request again that the service
 * rejected because of its rate limit. These waits are limited by time, not by attempts.
 */
import { type HttpResponse, isReadRequest } from '../describe';
import { responseError } from '../errors/responseErrors';
import { exhaustedLimitMs, isRateLimit, requiredWaitMs } from '../limits/retryAfter';
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
				const { isExternal, response } = outcome;
				start.end('accepted', isExternal ? undefined : sharedResetMs(response, maximumWaitMs));
				return { ...outcome, requests };
			}
			const { failed, isExternal } = outcome;
			const isLimited = !isExternal && isRateLimit(failed);
			const waitMs = requiredWaitMs(failed);
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
			const { status = 500 } = failed;
			start.end(status === 503 ? 'overloaded' : status < 500 && !isLimited ? 'accepted' : 'failed');
			return { ...outcome, requests };
		}
	};

const rateLimited = ({ connection }: Outgoing): Failure => ({
	...responseError(connection, { status: 429, body: undefined }),
	isExternal: false,
});

/**
 * Milliseconds until the rate limit resets, if no requests are left. Undefined if the service sends
 * `x-ratelimit-resource`: such a service has several rate limits, and the next request may count
 * towards a different rate limit.
 */
function sharedResetMs({ headers }: HttpResponse, maxMs: number): number | undefined {
	if (headers['x-ratelimit-resource'] !== undefined) return undefined;
	const resetMs = exhaustedLimitMs(headers);
	return resetMs !== undefined && resetMs <= maxMs ? resetMs : undefined;
}
