/**
 * Creates the connection of a node to its service: reads the credential and sets up rate limits,
 * retries and redaction.
 */
import type { IAdditionalCredentialOptions, IAllExecuteFunctions, IDataObject } from 'n8n-workflow';
import {
	type Api,
	CanceledError,
	type Connection,
	type CredentialChoice,
	defaultMaxFileMegabytes,
	isReadable,
	PackError,
	partsOf,
	type Provider,
	providerName,
	providerOf,
	type Providers,
	quoted,
	type RawResponse,
	readSafely,
	toResult,
	toText,
	trimEndOf,
	withProvider,
} from '../describe';
import { collectSecrets, createRedactor } from '../errors/redact';
import { AdaptiveLimiter } from '../limits/adaptiveLimiter';
import { afterDeadline } from '../limits/deadline';
import { onAbort } from '../limits/onAbort';
import { perSecond, RateLimiter } from '../limits/rateLimiter';
import { IncompleteResponseError } from './readBody';

/** Any n8n context that can send an authenticated request. */
export type Context = Pick<IAllExecuteFunctions, 'getNode' | 'getCredentials'> & {
	helpers: Pick<Helpers, 'httpRequest' | 'httpRequestWithAuthentication'> &
		Partial<Pick<Helpers, 'getSecureEgressFilter'>>;
};

type Helpers = IAllExecuteFunctions['helpers'];

/** The options of a run that the transport uses. */
export interface RunSettings {
	readonly timeout?: number;
	readonly attempts?: number;
	readonly maximumRetryWait?: number;
	readonly requestsPerSecond?: number;
	/** In megabytes. */
	readonly maximumFileSize?: number;
	/** Rate limit of the operation, if it has its own. */
	readonly rateLimit?: string;
}

/**
 * Creates the connection of a node to its service. Reads the credential once.
 * @param settings options of the run and of the service
 * @param authentication value of the parameter Authentication, if the service has several
 * credential types
 * @param signal aborted when the execution is canceled
 */
export async function connect(
	context: Context,
	service: Api,
	settings: RunSettings = {},
	authentication?: unknown,
	signal?: AbortSignal,
): Promise<Connection> {
	const choice =
		service.credentials.find(({ value }) => value === authentication) ?? service.credentials[0]!;
	const options = settings as IDataObject;
	const { providers } = service;
	const stored =
		choice.type === undefined
			? { provider: providers.list[0]!.key, ...options }
			: await context.getCredentials<IDataObject>(choice.type);
	let redactor = createRedactor(collectSecrets(stored));
	const resolved = await toResult(
		resolveProvider(service, stored, choice.type ? 'the credential' : 'the node'),
	);
	if ('error' in resolved) throw withoutSecrets(resolved.error, redactor);
	const { provider, label, credential, address } = resolved.value;
	const node = context.getNode();
	const limiters = [
		...(service.limit ? [new RateLimiter(service.limit, signal)] : []),
		...(settings.requestsPerSecond
			? [new RateLimiter(perSecond(settings.requestsPerSecond), signal)]
			: []),
	];
	return {
		service,
		label,
		addressField: addressFieldOf(providers, provider),
		node,
		runKey: {},
		address,
		origin: readSafely(() => new URL(address).origin),
		limiter: brakeFor([
			address,
			choice.type,
			choice.type && node.credentials?.[choice.type]?.id,
			settings.rateLimit,
		]),
		credential,
		headers: service.headers?.(credential, options) ?? {},
		renewalStatuses: choice.renews ? [401, ...(provider.expiredStatuses ?? [])] : [],
		signal,
		timeoutMs: settings.timeout ?? 60_000,
		retryPolicy: {
			attempts: settings.attempts ?? 4,
			backOffMs: service.backOffMs ?? 500,
			maximumWaitMs: settings.maximumRetryWait ?? 120_000,
			...service.retryPolicy?.(options),
		},
		maxFileBytes: (settings.maximumFileSize ?? defaultMaxFileMegabytes) * 1024 * 1024,
		// With `enforced`, the filter checks URLs even if SSRF protection is disabled in n8n.
		egressFilter: context.helpers.getSecureEgressFilter?.('enforced'),
		redact: (text) => redactor(text),
		async reloadSecrets() {
			if (choice.type === undefined || !choice.renews) return;
			redactor = createRedactor(
				collectSecrets([credential, await context.getCredentials<IDataObject>(choice.type)]),
			);
		},
		async waitForRateLimit() {
			const responded: Array<() => void> = [];
			for (const limiter of limiters) responded.push(await limiter.acquire());
			return () => {
				for (const respond of responded) respond();
			};
		},
		httpRequest: httpRequestWith(context, choice, stored, signal),
	};
}

/**
 * Reads everything that depends on the provider of a credential.
 * @param place where the user sets the base URL
 */
async function resolveProvider(
	service: Api,
	stored: IDataObject,
	place: string,
): Promise<Pick<Connection, 'label' | 'credential' | 'address'> & { provider: Provider }> {
	const { providers } = service;
	const credential = withProvider(providers, stored);
	const label = providerName(providers, credential, service.label);
	return await Promise.resolve({
		provider: providerOf(providers, credential),
		label,
		credential,
		address: addressOf(service, credential, label, place),
	});
}

/** A secret may have been pasted into the wrong field, whose value is in the message. */
const withoutSecrets = (error: unknown, redact: (text: string) => string): unknown =>
	error instanceof PackError ? new PackError(redact(error.message), error.details) : error;

/** @throws PackError if the base URL is missing, or is neither an HTTP nor an HTTPS URL */
function addressOf(service: Api, credential: IDataObject, label: string, place: string): string {
	const given = toText(service.address?.(credential) ?? credential.baseUrl).trim();
	if (/^https?:\/\/./i.test(given)) return trimEndOf(given, '/');
	throw new PackError(
		given === ''
			? `Base URL is required for ${label}`
			: `Base URL for ${label} must start with https://, got ${quoted(given)}`,
		{ field: 'Base URL', hint: `Set Base URL in ${place}.` },
	);
}

/** The credential field that contains the address. Undefined if the provider fixes it. */
function addressFieldOf({ parts }: Providers, provider: Provider): Connection['addressField'] {
	const [part] = partsOf(provider);
	if (part !== undefined) return parts[part];
	return 'baseUrl' in provider.fixed ? undefined : { label: 'Base URL' };
}

/** Brakes by credential and address, in order of last use, oldest first. */
const brakes = new Map<string, AdaptiveLimiter>();

const maxBrakes = 500;

/**
 * Returns the brake for a credential, an address and a rate limit. All runs in this process with
 * the same ones count towards the same limit, so they share one brake.
 */
function brakeFor(parts: readonly unknown[]): AdaptiveLimiter {
	const key = JSON.stringify(parts);
	const brake = brakes.get(key) ?? new AdaptiveLimiter();
	brakes.delete(key);
	brakes.set(key, brake);
	if (brakes.size > maxBrakes) brakes.delete(brakes.keys().next().value!);
	return brake;
}

/**
 * @param stored the credential as n8n returned it. Without it, n8n would read and decrypt the
 * credential for every request. n8n writes a renewed token into it, so that all requests of the run
 * use the new token. For OAuth2, n8n ignores it and reads the credential for every request.
 */
const httpRequestWith = (
	context: Context,
	{ type }: CredentialChoice,
	stored: IDataObject,
	signal?: AbortSignal,
): Connection['httpRequest'] => {
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
		const result = await toResult(
			untilHeaders(
				response as Promise<RawResponse>,
				(options.timeout ?? 60_000) * (isReadable(options.body) ? 10 : 2),
				closing,
				signal,
			),
		);
		// The request may have failed before its file was read to the end. Close the file.
		const isRejected = 'error' in result || result.value.statusCode >= 300;
		if (isRejected && isReadable(options.body)) options.body.destroy();
		if ('error' in result) throw result.error;
		closeWithBody(result.value.body, closing, signal);
		return result.value;
	};
};

/**
 * Copies the context and replaces its cancel signal. For authenticated requests, n8n 2.x uses the
 * signal of the context instead of the signal in the options.
 */
const withCancelSignal = (context: Context, signal: AbortSignal): IAllExecuteFunctions =>
	Object.create(context, {
		getExecutionCancelSignal: { value: () => signal },
	}) as IAllExecuteFunctions;

/**
 * Closes the connection when the body is destroyed before its end, or when the execution is
 * canceled. In n8n 2.x, axios wraps the body
 * in a generator. Destroying the generator does not close the connection if the response is stalled
 * or has not been read.
 */
function closeWithBody(body: unknown, closing: AbortController, signal?: AbortSignal): void {
	if (!isReadable(body)) return;
	body.on(
		'close',
		onAbort(signal, () => closing.abort()),
	);
	const destroy = body.destroy.bind(body);
	body.destroy = (error) => {
		destroy(error);
		if (!body.readableEnded) closing.abort();
		return body;
	};
}

/**
 * Limits the time until the response headers arrive. The HTTP client's timeout applies to idle time
 * only, so a service that sends one header after another could block an item forever. After the
 * time limit, the request is aborted and no longer awaited, because some n8n versions ignore the
 * abort signal of authenticated requests. The same happens when the execution is canceled, because
 * n8n aborts only the request itself, and not the token request that precedes it.
 */
async function untilHeaders(
	response: Promise<RawResponse>,
	limitMs: number,
	closing: AbortController,
	signal?: AbortSignal,
): Promise<RawResponse> {
	return await new Promise((resolve, reject) => {
		const giveUp = (): void => {
			reject(signal?.aborted ? new CanceledError() : new IncompleteResponseError('STALLED'));
			void response.then(
				({ body }) => isReadable(body) && body.destroy(),
				() => undefined,
			);
			closing.abort();
		};
		const removeDeadline = afterDeadline(limitMs, giveUp);
		const stopListening = onAbort(signal, giveUp);
		const stop = (): void => {
			removeDeadline();
			stopListening();
		};
		void response.then(stop, stop);
		void response.then(resolve, reject);
	});
}
