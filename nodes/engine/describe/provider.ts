/**
 * Providers: companies and products that offer a service. A provider fixes values that users would
 * otherwise have to enter in the credential.
 */
import type { IDataObject } from 'n8n-workflow';
import { PackError } from './errors';

/** A part of an address that users enter in the credential. */
export interface AddressPart {
	readonly label: string;
	/**
	 * `host`: a host name; a pasted URL is reduced to its host. `word`: one part of a host name, such
	 * as a region.
	 */
	readonly kind: 'host' | 'word';
	readonly description: string;
	/** A valid value. */
	readonly example: string;
	/** Default: none. */
	readonly default?: string;
}

/** A company or product that offers a service. */
export interface Provider {
	/** Stored in credentials; never changes. */
	readonly key: string;
	readonly label: string;
	/** Name of the product, if several providers offer the same product. Default: the label. */
	readonly product?: string;
	/** Other names that users search for in the node panel. */
	readonly aliases?: readonly string[];
	/**
	 * Values of credential fields that the provider fixes, by field name. `{name}` is replaced with
	 * the address part of that name.
	 */
	readonly fixed: Readonly<Record<string, string>>;
	/** Credential fields that only the providers which list them have. */
	readonly asks?: readonly string[];
}

/** The providers of a service. */
export interface Providers {
	/** The default first, Other last. */
	readonly list: readonly Provider[];
	readonly parts: Readonly<Record<string, AddressPart>>;
}

export const otherProvider = 'other';

/**
 * Defines the providers of a service. The provider Other, which asks for everything and behaves as
 * specified, is added at the end.
 * @param parts address parts by credential field
 * @param otherAsks credential fields that Other has, but not every provider
 */
export const providers = (
	list: readonly Provider[],
	parts: Providers['parts'] = {},
	otherAsks: readonly string[] = [],
): Providers => ({
	list: [...list, { key: otherProvider, label: 'Other', fixed: {}, asks: otherAsks }],
	parts,
});

/** The provider of a credential. A credential without a provider belongs to Other. */
export const providerOf = ({ list }: Providers, credential: IDataObject): Provider =>
	list.find(({ key }) => key === credential.provider) ?? list.at(-1)!;

const placeholder = /\{(\w+)\}/g;

/** Names of the address parts that the templates of a provider contain. */
export const partsOf = ({ fixed }: Provider): Set<string> =>
	new Set(
		Object.values(fixed).flatMap((template) =>
			Array.from(template.matchAll(placeholder), ([, name]) => name!),
		),
	);

/**
 * The credential with the values that its provider fixes.
 * @throws PackError if an address part is missing or invalid
 */
export function withProvider(all: Providers, credential: IDataObject): IDataObject {
	const provider = providerOf(all, credential);
	const fixed = Object.entries(provider.fixed).map(([name, template]) => [
		name,
		template.replace(placeholder, (_, part: string) =>
			addressPart(all.parts[part]!, credential[part], provider.label),
		),
	]);
	return { ...credential, ...(Object.fromEntries(fixed) as IDataObject) };
}

const patterns = {
	host: /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/,
	word: /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/,
} as const;

function addressPart(
	{ label, kind, example }: AddressPart,
	value: unknown,
	providerLabel: string,
): string {
	const given = typeof value === 'string' ? value.trim() : '';
	const part = (kind === 'host' ? hostIn(given) : given).toLowerCase();
	if (patterns[kind].test(part)) return part;
	throw new PackError(
		given === ''
			? `${label} is required for ${providerLabel}`
			: `${label} for ${providerLabel} must look like ${example}, got "${given.slice(0, 100)}"`,
		{ field: label, hint: `Correct ${label} in the credential.` },
	);
}

const hostIn = (text: string): string => text.replace(/^[a-z]+:\/\//i, '').split(/[/?#]/, 1)[0]!;
