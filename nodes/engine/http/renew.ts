/** Renews an expired credential. */
import { isReadable, type RawResponse, toResult } from '../describe';
import type { Hop, Send } from './stage';

/**
 * Lets n8n renew the credential after a response that reports an expired token, such as 401. n8n
 * renews the credential only if the HTTP helper throws an error, so these statuses are excluded from
 * the ignored statuses. They prove that nothing was processed, so the request can be sent again. n8n
 * 1.x does not support `except` and returns the response. In this case, a second request without
 * ignored statuses is sent, so that the helper throws an error.
 */
export const renew =
	(next: Send<Hop, RawResponse>): Send<Hop, RawResponse> =>
	async (hop) => {
		const except = [...(hop.connection.renewal?.statuses ?? [])];
		if (!hop.isService || except.length === 0) return await next(hop);
		const isExpired = (status: number | undefined): boolean =>
			status !== undefined && except.includes(status);
		const first = await toResult(
			next({ ...hop, ignoreHttpStatusErrors: { ignore: true, except } }),
		);
		if ('value' in first && !isExpired(first.value.statusCode)) return first.value;
		if ('value' in first) {
			if (isReadable(first.value.body)) first.value.body.destroy();
			const second = await toResult(next({ ...hop, ignoreHttpStatusErrors: false }));
			if ('value' in second) return second.value;
			const status = statusOf(second.error);
			if (status === undefined) throw second.error;
			if (!isExpired(status)) return { statusCode: status, headers: {}, body: '' };
		} else if (!isExpired(statusOf(first.error))) throw first.error;
		return await next(hop);
	};

const statusOf = (error: unknown): number | undefined => {
	const status = Number((error as { httpCode?: unknown } | undefined)?.httpCode);
	return Number.isInteger(status) ? status : undefined;
};
