/**
 * Base URL, headers, retry policy and options that all requests share (README.md, Client).
 */
import type { IDataObject } from 'n8n-workflow';
import {
	choice,
	type Connection,
	type Fields,
	list,
	otherProvider,
	PackError,
	partsOf,
	type RetryPolicy,
	text,
	toText,
} from '../engine/describe';
import {
	codeHostingProviders,
	hostDescription,
	defaultApiVersion,
	specifiedVendor,
} from './providers';

/** The vendor name as it appears in headers, media types and field names. */
export interface Vendor {
	/** As in `X-Vendor-Api-Version`. */
	readonly headerName: string;
	/** As in `application/vnd.vendor+json` and `vendor_owned_allowed`. */
	readonly slug: string;
}

const defaultUserAgent = 'n8n-nodes-tenfold';

const withoutCredential = { authentication: ['none'] };

/** The provider of a node without a credential. A credential contains these values. */
export const connectionFields = {
	provider: choice(
		'Provider',
		Object.fromEntries(codeHostingProviders.list.map(({ key, label }) => [key, label])),
		{
			description: 'Provider of the service to connect to',
			default: codeHostingProviders.list[0]!.key,
			show: withoutCredential,
		},
	),
	host: text('Host', {
		description: hostDescription,
		placeholder: 'e.g. github.example.com',
		required: true,
		show: {
			...withoutCredential,
			provider: codeHostingProviders.list
				.filter((provider) => partsOf(provider).has('host'))
				.map(({ key }) => key),
		},
	}),
	baseUrl: text('Base URL', {
		description: 'Base URL of the service',
		placeholder: 'e.g. https://git.example.com/api/v3',
		required: true,
		show: { ...withoutCredential, provider: [otherProvider] },
	}),
	vendor: text('Vendor', {
		description: 'Vendor name in headers and media types',
		placeholder: 'e.g. Acme',
		show: { ...withoutCredential, provider: [otherProvider] },
	}),
} satisfies Fields;

/** Request options of every operation and of the trigger. */
export const clientOptions = {
	apiVersion: text('API Version', {
		description: 'Value of the version header. Overrides the version in the credential.',
		default: defaultApiVersion,
	}),
	userAgent: text('User Agent', {
		description: 'Value of the User-Agent header. Required by the service.',
		default: defaultUserAgent,
	}),
	previews: list('Previews', {
		description: 'API previews to opt in to, separated by commas',
		placeholder: 'e.g. mercy, nebula',
	}),
	timeZone: text('Time Zone', {
		description: 'Time zone for timestamps that the service creates',
		placeholder: 'e.g. Europe/Amsterdam',
	}),
	mediaFormat: text('Media Type Format', {
		description: 'Alternative format of the response, if the endpoint supports it',
		placeholder: 'e.g. diff',
		pattern: /^[a-z][a-z0-9-]*$/,
		expected: 'a name such as diff, raw or html',
	}),
	statusesNotToRetry: list('Statuses Not to Retry', {
		itemKind: 'integer',
		description: 'HTTP status codes that are never retried, separated by commas',
		placeholder: 'e.g. 500, 502',
	}),
} satisfies Fields;

/** @throws PackError if the vendor name contains characters that are not allowed */
export function vendorOf({ vendor = specifiedVendor }: IDataObject): Vendor {
	if (typeof vendor === 'string' && /^[A-Za-z][A-Za-z0-9-]*$/.test(vendor))
		return { headerName: vendor, slug: vendor.toLowerCase().replace(/-/g, '_') };
	throw new PackError(
		'Vendor must start with a letter and contain only letters, digits and hyphens',
		{ field: 'Vendor' },
	);
}

export function headersOf(credential: IDataObject, options: IDataObject): Record<string, string> {
	const vendor = vendorOf(credential);
	return {
		accept: mediaTypes(vendor, options).join(', '),
		[`X-${vendor.headerName}-Api-Version`]: toText(
			options.apiVersion ?? (credential.apiVersion || defaultApiVersion),
		),
		'user-agent': toText(options.userAgent || defaultUserAgent),
		...(options.timeZone ? { 'time-zone': toText(options.timeZone) } : {}),
	};
}

/**
 * Whether requests select this version of the API or a later one. Versions are dates. Other services
 * may have other versions.
 */
export const usesVersionOf = (date: string, { headers }: Pick<Connection, 'headers'>): boolean => {
	const [, version = ''] =
		Object.entries(headers).find(([name]) => /^x-.+-api-version$/i.test(name)) ?? [];
	return /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= date;
};

function mediaTypes({ slug }: Vendor, { previews, mediaFormat }: IDataObject): string[] {
	const suffix = mediaFormat ? `.${toText(mediaFormat)}` : '+json';
	const previewNames = Array.isArray(previews) ? (previews as string[]) : [];
	return previewNames.length > 0
		? previewNames.map((name) => `application/vnd.${slug}.${name}-preview${suffix}`)
		: [`application/vnd.${slug}${suffix}`];
}

export const retryPolicyOf = ({ statusesNotToRetry }: IDataObject): Partial<RetryPolicy> =>
	Array.isArray(statusesNotToRetry) ? { neverRetriedStatuses: statusesNotToRetry as number[] } : {};
