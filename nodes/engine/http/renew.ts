import type { Connection, RawResponse } from '../describe';
import { causesOf, isReadable, readSafely, toResult } from '../describe';
import { classify } from '../errors/classify';
import { parseJson } from '../read/parseJson';
import { errorBodyText } from './readBody';
import type { Hop, Send } from './stage';

/**
 * Lets n8n renew the credential after a response that reports an expired token, such as 401, which
 * proves that nothing was processed. n8n does so only if its helper throws an error, so these
 * statuses are not ignored. n8n 1.x does not support `except` and returns the response: in this
 * case, and for a provider whose 401 can concern the application, a second request without ignored
 * statuses is sent.
 */
export const renew =
	(next: Send<Hop, RawResponse>): Send<Hop, RawResponse> =>
	async (hop) => {
		const { statuses = [], readsBody } = hop.connection.renewal ?? {};
		const except = [...statuses];
		if (!hop.isService || except.length === 0) return await next(hop);
		const first = await toResult(
			next(readsBody ? hop : { ...hop, ignoreHttpStatusErrors: { ignore: true, except } }),
		);
		if ('error' in first) {
			if (!except.includes(httpCodeOf(first.error))) throw first.error;
			return await next(hop);
		}
		if (!except.includes(first.value.statusCode)) return first.value;
		if (readsBody) {
			const body = await errorBodyText(hop, first.value);
			const read = { ...first.value, body };
			if (!rejectsToken(hop, read)) return read;
		} else if (isReadable(first.value.body)) first.value.body.destroy();
		// n8n 1, and a response that was read. The mark `n8n 1` is for a search when its support ends.
		const second = await toResult(next({ ...hop, ignoreHttpStatusErrors: false }));
		if ('value' in second) return second.value;
		const status = httpCodeOf(second.error);
		const isOfToken = causesOf(second.error).some((cause) => isTokenError(cause, hop.connection));
		if (Number.isNaN(status) || isOfToken) throw second.error;
		return except.includes(status)
			? await next(hop)
			: { statusCode: status, headers: {}, body: '' };
	};

export interface TokenError {
	/** n8n's OAuth2 client sets EAUTH or ESTATUS, axios the codes of the connection and of a status from 500. */
	readonly code?: unknown;
	readonly config?: { readonly url?: unknown };
}

/** Whether a request of n8n for a new OAuth2 token failed. The cause of such an error may have a status. */
export const isTokenError = (
	{ code, config }: TokenError,
	{ credential }: Pick<Connection, 'credential'>,
): boolean =>
	code === 'EAUTH' ||
	code === 'ESTATUS' ||
	(config?.url !== undefined && config.url === credential.tokenUrl);

const rejectsToken = (
	{ connection }: Hop,
	{ statusCode: status, headers, body }: RawResponse & { readonly body: string },
): boolean =>
	classify(connection, { status, headers, body: readSafely(() => parseJson(body)) }).action ===
	'renewToken';

/** NaN if it is not the error of a response. */
const httpCodeOf = (error: unknown): number =>
	Number((error as { httpCode?: unknown }).httpCode || NaN);
