/**
 * The services of this pack that workflows call with nodes of n8n, from services.json: which addresses
 * belong to which service, and which credential replaces which of n8n.
 */
import services from './services.json';

export interface CredentialChoice {
	/** Credential type of this pack. */
	readonly type: string;
	/** Value of the parameter Authentication. */
	readonly authentication: string;
}

interface ServiceAddress {
	/** Pattern of the host. */
	readonly host: string;
	/** Path in the base URL of the credential. Omitted from the paths of requests. */
	readonly basePath?: string;
	/** Whether the credential contains the host, which differs per account. */
	readonly isOwn?: boolean;
}

interface ConvertedService {
	readonly addresses: readonly ServiceAddress[];
	/** Beginning of its paths at the address that all APIs of Google share. */
	readonly sharedPath?: string;
	/** The credential with a key or an access token. */
	readonly token: CredentialChoice;
	/** By n8n's credential type. */
	readonly replaces?: Readonly<Record<string, CredentialChoice>>;
}

/** By node of this pack. */
export const convertedServices: Readonly<Record<string, ConvertedService>> = services;

export interface ServiceTarget {
	readonly node: string;
	/** Path and query after the base URL. Can contain expressions. */
	readonly path: string;
	/** Host in the credential, if it differs per account. */
	readonly host?: string;
}

/**
 * The service that a URL belongs to.
 * @param url text without the `=` of an expression
 * @returns undefined if the host is an expression, or belongs to no service of this pack
 */
export function serviceOf(url: string): ServiceTarget | undefined {
	const [, host, given] = /^\s*https:\/\/([\w.-]+)(\/[\s\S]*)?$/.exec(url) ?? [];
	if (host === undefined || given === undefined) return undefined;
	const [found] = Object.entries(convertedServices).flatMap(([node, { addresses, sharedPath }]) =>
		addresses
			.filter((address) =>
				host === 'www.googleapis.com'
					? sharedPath !== undefined && given.startsWith(sharedPath)
					: new RegExp(address.host).test(host),
			)
			.map((address) => ({ node, ...address })),
	);
	if (!found) return undefined;
	const { node, basePath, isOwn } = found;
	// A path outside the base path stays complete with its host.
	const path =
		basePath === undefined
			? given
			: given.startsWith(`${basePath}/`)
				? given.slice(basePath.length)
				: `https://${host}${given}`;
	return { node, path: path.trimEnd(), ...(isOwn ? { host } : {}) };
}
