/** Sends one request with n8n's HTTP helpers, with a time limit and cancellation. */
import type {
	IAdditionalCredentialOptions,
	IAllExecuteFunctions,
	IDataObject,
	IHttpRequestOptions,
} from 'n8n-workflow';
import type { Connection, CredentialChoice, RawResponse, SendPolicy } from '../describe';
import { CanceledError, isReadable, toExactJson, toResult } from '../describe';
import { withDeadline } from '../limits/deadline';
import { IncompleteResponseError } from './readBody';
import type { Hop, Send } from './stage';

export const httpRequest: Send<Hop, RawResponse> = async (hop) =>
	await hop.connection.http.request(await helperOptions(hop), hop.isService);

/** Options for n8n's helpers. The service's headers are added only if the URL belongs to it. */
async function helperOptions({
	connection,
	plan,
	policy,
	url,
	query,
	isService,
	ignoreHttpStatusErrors = true,
}: Hop): Promise<IHttpRequestOptions> {
	const opened = await plan.open?.();
	const headers: Record<string, string> = {
		accept: 'application/json',
		...(isService ? connection.headers : {}),
		...(isService || policy.external ? plan.headers : {}),
		...(plan.body === undefined ? {} : { 'content-type': 'application/json' }),
		...opened?.headers,
	};
	return {
		method: plan.method,
		url,
		qs: query,
		arrayFormat: 'repeat',
		headers: isJson(policy, headers) ? headers : { ...headers, 'accept-encoding': 'identity' },
		...(opened
			? { body: opened.body as IHttpRequestOptions['body'] }
			: plan.body === undefined
				? {}
				: { body: Buffer.from(toExactJson(plan.body)) }),
		encoding: 'stream',
		timeout: policy.timeoutMs ?? connection.limits.timeoutMs,
		returnFullResponse: true,
		ignoreHttpStatusErrors,
		// redirect.ts follows redirects. The HTTP client would keep every request body in memory in
		// order to resend it.
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
	};
}

/**
 * Whether JSON is expected. Anything else is requested without compression: the HTTP client does not
 * notice that a compressed body is cut off if its Content-Length matches.
 */
const isJson = ({ as }: SendPolicy, { accept }: Record<string, string>): boolean =>
	as !== 'stream' && as !== 'text' && /json/i.test(accept!);

type Helpers = IAllExecuteFunctions['helpers'];

/** Any n8n context that can send an authenticated request. */
export type Context = Pick<IAllExecuteFunctions, 'getNode' | 'getCredentials'> & {
	helpers: Pick<Helpers, 'httpRequest' | 'httpRequestWithAuthentication'> &
		Partial<Pick<Helpers, 'getSecureEgressFilter'>>;
};

/**
 * A function that sends one request with n8n's helpers, with or without the credential.
 * @param stored the credential as n8n returned it, so that n8n does not read it for every request.
 * n8n writes a renewed token into it. For OAuth2, n8n ignores it.
 */
export const httpHelper = (
	context: Context,
	{ type }: CredentialChoice,
	stored: IDataObject,
	signal?: AbortSignal,
): Connection['http']['request'] => {
	const credential = { credentialsDecrypted: { id: '', name: '', type: type ?? '', data: stored } };
	return async (options, authenticated) => {
		if (signal?.aborted) {
			if (isReadable(options.body)) options.body.destroy();
			throw new CanceledError();
		}
		const closing = new AbortController();
		const response =
			authenticated && type !== undefined
				? context.helpers.httpRequestWithAuthentication.call(
						withCancelSignal(context, closing.signal),
						type,
						options,
						credential as IAdditionalCredentialOptions,
					)
				: context.helpers.httpRequest({ ...options, abortSignal: closing.signal });
		// The timeout of the HTTP client applies to idle time only, and some n8n versions ignore the
		// signal of authenticated requests and of the token requests before them.
		const limitMs = (options.timeout ?? 60_000) * (isReadable(options.body) ? 10 : 2);
		const result = await toResult(
			withDeadline(response as Promise<RawResponse>, limitMs, signal, (timedOut) => {
				void (response as Promise<RawResponse>).then(
					({ body }) => isReadable(body) && body.destroy(),
					() => undefined,
				);
				closing.abort();
				return timedOut ? new IncompleteResponseError('STALLED') : new CanceledError();
			}),
		);
		// The request may have failed before its file was read to the end. Close the file.
		const isRejected = 'error' in result || result.value.statusCode >= 300;
		if (isRejected && isReadable(options.body)) options.body.destroy();
		if ('error' in result) throw result.error;
		closeWithBody(result.value.body, closing);
		return result.value;
	};
};

/** For authenticated requests, n8n 2.x ignores the signal in the options and uses the context's. */
const withCancelSignal = (context: Context, signal: AbortSignal): IAllExecuteFunctions =>
	Object.create(context, {
		getExecutionCancelSignal: { value: () => signal },
	}) as IAllExecuteFunctions;

/**
 * Closes the connection when the body is destroyed before its end. Axios wraps the body in a
 * generator in n8n 2.x, which does not close the connection of a stalled response.
 */
function closeWithBody(body: unknown, closing: AbortController): void {
	if (!isReadable(body)) return;
	const destroy = body.destroy.bind(body);
	body.destroy = (error) => {
		destroy(error);
		if (!body.readableEnded) closing.abort();
		return body;
	};
}
