/** Providers: companies and products that offer a service, and what they fix in the credential. */
import type { IDataObject } from 'n8n-workflow';
import { offersOther, packageName } from './edition';
import { PackError } from './errors';
import type { RequestWindow } from './request';
import { ownValue } from '../util/object';
import { toText } from '../util/text';

/** A part of the address that users enter in the credential. */
export interface AddressPart {
	readonly label: string;
	/** `host`: a host name, or a URL that contains it. `word`: one part of a host name. */
	readonly kind: 'host' | 'word';
	readonly description: string;
	readonly example: string;
	/** Published values. The provider may have added others. */
	readonly known?: readonly string[];
	readonly default?: string;
}

export interface Provider {
	/** Stored in credentials; never changes. */
	readonly key: string;
	readonly label: string;
	/** The product, if several providers offer the same one. Default: the label. */
	readonly product?: string;
	/** Other names that users search for in the node panel. */
	readonly aliases?: readonly string[];
	/** Credential fields with a fixed value. `{name}` is replaced by the address part of that name. */
	readonly fixed: Readonly<Record<string, string>>;
	/** Statuses besides 401 with which the provider rejects an expired OAuth2 token. */
	readonly expiredStatuses?: readonly number[];
	/** Whether a 401 can concern the application. Then it is classified before a renewal. */
	readonly rejectsApplications?: boolean;
	/** Credential fields that only the providers which list them have. */
	readonly asks?: readonly string[];
	readonly limit?: RequestWindow;
}

/** An operation that a provider has removed, in sentences for users. It is never sent. */
export interface Withdrawal {
	/** Date or year: `2026-09-01` or `2020`. */
	readonly since: string;
	/** Why, or for whom. */
	readonly reason: string;
	readonly instead: string;
}

/** By provider key. An operation that is `inSomeVersions` is sent, and a 404 is explained. */
export type MissingIn = Readonly<Record<string, Withdrawal | 'inSomeVersions'>>;

export function withdrawalIn(
	missingIn: MissingIn | undefined,
	key: string,
): Withdrawal | undefined {
	const found = ownValue(missingIn ?? {}, key);
	return found === 'inSomeVersions' ? undefined : found;
}

/** `on 1 September 2026` or `in 2020`. */
export const sinceText = ({ since }: Withdrawal): string =>
	/^\d{4}$/.test(since)
		? `in ${since}`
		: `on ${new Date(since).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })}`;

export interface Providers {
	/** The default first, Other last if it is offered. */
	readonly list: readonly Provider[];
	readonly parts: Readonly<Record<string, AddressPart>>;
}

export const otherProvider = 'other';

/**
 * The providers of a service, and Other, which asks for everything.
 * @param parts address parts by credential field
 * @param otherAsks credential fields that Other has, but not every provider
 */
export const providers = (
	list: readonly Provider[],
	parts: Providers['parts'] = {},
	otherAsks: readonly string[] = [],
): Providers => ({
	list: offersOther
		? [...list, { key: otherProvider, label: 'Other', fixed: {}, asks: otherAsks }]
		: list,
	parts,
});

/** Without a choice, the provider is the only one, or Other. @throws PackError if it is unknown */
export function providerOf({ list }: Providers, { provider }: IDataObject): Provider {
	const key = provider || (list.length === 1 ? list[0]!.key : otherProvider);
	const found = list.find((one) => one.key === key);
	if (found) return found;
	throw new PackError(`This version of the node does not know the provider "${toText(key)}"`, {
		field: 'Provider',
		hint: `Update ${packageName}, or choose another provider in the credential.`,
	});
}

export const providerName = (
	all: Providers,
	credential: IDataObject,
	other = 'The service',
): string => {
	const { key, label } = providerOf(all, credential);
	return key === otherProvider ? other : label;
};

const placeholder = /\{(\w+)\}/g;

export const partsOf = ({ fixed }: Provider): Set<string> =>
	new Set(
		Object.values(fixed).flatMap((template) =>
			Array.from(template.matchAll(placeholder), ([, name]) => name!),
		),
	);

/** Whether users enter a credential field for this provider. */
export function asksFor({ list, parts }: Providers, provider: Provider, field: string): boolean {
	const isSpecial = field in parts || list.some(({ asks }) => asks?.includes(field));
	if (!isSpecial) return !(field in provider.fixed);
	return partsOf(provider).has(field) || (provider.asks?.includes(field) ?? false);
}

/**
 * The credential with the values that its provider fixes, and without those of other providers,
 * which n8n keeps in hidden fields.
 * @throws PackError if the provider is unknown, or an address part is missing or invalid
 */
export function withProvider(all: Providers, credential: IDataObject): IDataObject {
	const provider = providerOf(all, credential);
	const entered = Object.entries(credential)
		.filter(([name]) => asksFor(all, provider, name))
		.map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]);
	const fixed = Object.entries(provider.fixed).map(([name, template]) => [
		name,
		template.replace(placeholder, (_, part: string) =>
			addressPart(all.parts[part]!, credential[part], provider.label),
		),
	]);
	return Object.fromEntries([...entered, ...fixed]) as IDataObject;
}

const patterns = {
	host: /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/,
	word: /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/,
} as const;

/** Whether a value in lower case can be a part of an address without changing the other parts. */
export const isAddressPart = (kind: AddressPart['kind'], value: string): boolean =>
	// The pattern does not check the range of a port.
	patterns[kind].test(value) && URL.canParse(`https://${value}`);

function addressPart(
	{ label, kind, example }: AddressPart,
	value: unknown,
	providerLabel: string,
): string {
	const given = typeof value === 'string' ? value.trim() : '';
	const part = (kind === 'host' ? hostIn(given) : given).toLowerCase();
	if (isAddressPart(kind, part)) return part;
	throw new PackError(
		given === ''
			? `${label} is required for ${providerLabel}`
			: // The value may be a secret in the wrong field, so it is not quoted.
				`${label} for ${providerLabel} must be a value such as ${example}`,
		{ field: label, hint: `Correct ${label} in the credential.` },
	);
}

const hostIn = (text: string): string => text.replace(/^[a-z]+:\/\//i, '').split(/[/?#]/, 1)[0]!;

/** A URL without user name and password. */
export const withoutLogin = (url: string): string =>
	url.includes('@') ? `…${url.slice(url.lastIndexOf('@'))}` : url;
