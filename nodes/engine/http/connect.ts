import type { Address, Api, Connection, Provider, Providers } from '../describe';
import {
	defaultOf,
	fileSizeOption,
	PackError,
	partsOf,
	providerName,
	providerOf,
	requestOptions,
	selectedCredential,
	toText,
	trimEndOf,
	withProvider,
} from '../describe';
import { collectSecrets, createRedactor } from '../errors/redact';
import { AdaptiveLimiter, perSecond, RunLimits, WindowLimit } from '../limits/rateLimiter';
import { type Context, httpHelper } from './request';
import type { IDataObject } from 'n8n-workflow';

export interface RunSettings {
	readonly timeout?: number;
	readonly attempts?: number;
	readonly maximumRetryWait?: number;
	readonly requestsPerSecond?: number;
	/** In megabytes. */
	readonly maximumFileSize?: number;
	/** Rate limit of the operation, if it has its own. */
	readonly rateLimit?: string;
	/** Value of the parameter, if the service has several credential types. */
	readonly authentication?: string;
}

/**
 * Creates the connection of a node to its service: reads the credential once, and sets up rate
 * limits, retries and redaction.
 * @param settings options of the run and of the service
 * @param signal aborted when the execution is canceled
 */
export async function connect(
	context: Context,
	service: Api,
	settings: RunSettings = {},
	signal?: AbortSignal,
): Promise<Connection> {
	const choice = selectedCredential(service, settings.authentication);
	const options = settings as IDataObject;
	const { providers } = service;
	const stored =
		choice.type === undefined
			? { provider: providers.list[0]!.key, ...options }
			: await context.getCredentials<IDataObject>(choice.type);
	let redactor = createRedactor(collectSecrets(stored));
	const credential = withProvider(providers, stored);
	const label = providerName(providers, credential, service.label);
	const place = choice.type ? 'the credential' : 'the node';
	const address = baseUrlOf(service, credential, label, place);
	const provider = providerOf(providers, credential);
	const node = context.getNode();
	const { requestsPerSecond } = settings;
	const account = [address, choice.type, choice.type && node.credentials?.[choice.type]?.id];
	const windows = [
		provider.limit ?? service.limit ?? [],
		requestsPerSecond === undefined ? [] : perSecond(requestsPerSecond),
	].flat();
	return {
		service,
		label,
		node,
		runKey: {},
		address: { url: address, field: addressFieldOf(providers, provider) },
		credential,
		headers: service.headers?.(credential, options) ?? {},
		http: {
			request: httpHelper(context, choice, stored, signal),
			// With `enforced`, the filter checks URLs even if SSRF protection is disabled in n8n.
			egressFilter: context.helpers.getSecureEgressFilter?.('enforced'),
		},
		limits: {
			timeoutMs: settings.timeout ?? defaultOf(requestOptions.timeout),
			retry: {
				attempts: settings.attempts ?? defaultOf(requestOptions.attempts),
				backOffMs: 500,
				maximumWaitMs: settings.maximumRetryWait ?? defaultOf(requestOptions.maximumRetryWait),
				...service.retryPolicy?.(options),
			},
			rate: new RunLimits(
				shared([...account, settings.rateLimit ?? ''], () => new AdaptiveLimiter()),
				windows.map((window) => shared([...account, window], () => new WindowLimit(window))),
				signal,
			),
			maxFileBytes:
				(settings.maximumFileSize ?? defaultOf(fileSizeOption.maximumFileSize)) * 1024 * 1024,
		},
		renewal: choice.renews
			? {
					statuses: [401, ...(provider.expiredStatuses ?? [])],
					readsBody: provider.rejectsApplications,
					async reloadSecrets() {
						const renewed = await context.getCredentials<IDataObject>(choice.type!);
						redactor = createRedactor(collectSecrets([credential, renewed]));
					},
				}
			: undefined,
		redact: (text) => redactor(text),
		signal,
	};
}

/**
 * @param place where the user sets the base URL
 * @throws PackError without the value, which may be a secret in the wrong field
 */
function baseUrlOf(service: Api, credential: IDataObject, label: string, place: string): string {
	const given = toText(service.address?.(credential) ?? credential.baseUrl);
	if (/^https?:\/\/./i.test(given) && URL.canParse(given)) return trimEndOf(given, '/');
	throw new PackError(
		given === ''
			? `Base URL is required for ${label}`
			: `Base URL for ${label} must be a valid URL that starts with https:// or http://`,
		{ field: 'Base URL', hint: `Set Base URL in ${place}.` },
	);
}

/** The credential field that contains the address. Undefined if the provider fixes it. */
function addressFieldOf({ parts }: Providers, provider: Provider): Address['field'] {
	const [part] = partsOf(provider);
	if (part !== undefined) return parts[part];
	return 'baseUrl' in provider.fixed ? undefined : { label: 'Base URL' };
}

/** Limits by credential and address, in order of last use, oldest first. */
const sharedLimits = new Map<string, unknown>();

const maxLimits = 500;

/**
 * Returns the limit for a credential, an address and a rate limit. All runs in this process with the
 * same ones count towards the same limit.
 */
function shared<T>(parts: readonly unknown[], create: () => T): T {
	const key = JSON.stringify(parts);
	const limit = (sharedLimits.get(key) ?? create()) as T;
	sharedLimits.delete(key);
	sharedLimits.set(key, limit);
	if (sharedLimits.size > maxLimits) sharedLimits.delete(sharedLimits.keys().next().value!);
	return limit;
}
