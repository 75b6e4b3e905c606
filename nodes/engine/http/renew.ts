/** Renews an expired credential. */
import { isReadable, type RawResponse, toResult } from '../describe';
import type { Hop, Send } from './stage';

/**
 * Lets n8n renew the credential after a response that reports an expired token, such as 401, which
 * proves that nothing was processed. n8n does so only if its helper throws an error, so these
 * statuses are not ignored. n8n 1.x does not support `except` and returns the response: in this
 * case, a second request without ignored statuses is sent.
 */
export const renew =
	(next: Send<Hop, RawResponse>): Send<Hop, RawResponse> =>
	async (hop) => {
		const except = [...(hop.connection.renewal?.statuses ?? [])];
		if (!hop.isService || except.length === 0) return await next(hop);
		const first = await toResult(
			next({ ...hop, ignoreHttpStatusErrors: { ignore: true, except } }),
		);
		if ('error' in first) {
			if (!except.includes(statusOf(first.error))) throw first.error;
			return await next(hop);
		}
		if (!except.includes(first.value.statusCode)) return first.value;
		if (isReadable(first.value.body)) first.value.body.destroy();
		const second = await toResult(next({ ...hop, ignoreHttpStatusErrors: false }));
		if ('value' in second) return second.value;
		const status = statusOf(second.error);
		if (Number.isNaN(status)) throw second.error;
		return except.includes(status)
			? await next(hop)
			: { statusCode: status, headers: {}, body: '' };
	};

/** NaN if it is not the error of a response. */
const statusOf = (error: unknown): number =>
	Number((error as { httpCode?: unknown }).httpCode || NaN);
