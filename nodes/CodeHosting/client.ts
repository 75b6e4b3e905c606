/**
 * Base URL, headers, retry policy and options that all requests share (specification part A,
 * client-library options).
 */
import type { IDataObject } from 'n8n-workflow';
import { choice, type Fields, list, PackError, type RetryPolicy, text } from '../engine/describe';
import { toText } from '../engine/input/messages';

/** The vendor name as it appears in headers, media types and field names. */
export interface Vendor {
	/** As in `X-Vendor-Api-Version`. */
	readonly headerName: string;
	/** As in `application/vnd.vendor+json` and `vendor_owned_allowed`. */
	readonly slug: string;
}

export const defaultApiVersion = '2022-11-28';
const publicBaseUrl = 'https://api.github.com';
const defaultUserAgent = 'n8n-nodes-tenfold';
/** The specification allows three retries. */
const maxAttempts = 4;

export const vendorNames = {
	specified: 'As Specified (Vendor)',
	github: 'Public Service (GitHub)',
	other: 'Another Vendor',
} as const;

const withoutCredential = { show: { '/authentication': ['none'] }, hideFromAgents: true } as const;

/**
 * Options of every operation and of the trigger. The options for the base URL and the vendor are
 * only shown without a credential, because a credential contains these values.
 */
export const clientOptions = {
	baseUrl: text('Base URL', {
		description:
			'Base URL of the service. Required without a credential, unless Vendor Names is Public Service (GitHub).',
		placeholder: 'e.g. https://git.example.com/api/v3',
		...withoutCredential,
	}),
	vendorNames: choice('Vendor Names', vendorNames, {
		description: 'Vendor name in the version header and the media type',
		default: 'specified',
		...withoutCredential,
	}),
	vendor: text('Vendor', {
		description: 'Vendor name to use if Vendor Names is Another Vendor',
		placeholder: 'e.g. Acme',
		...withoutCredential,
	}),
	apiVersion: text('API Version', {
		description: 'Value of the version header. Overrides the version in the credential.',
		default: defaultApiVersion,
		hideFromAgents: true,
	}),
	userAgent: text('User Agent', {
		description: 'Value of the User-Agent header. Required by the service.',
		default: defaultUserAgent,
		hideFromAgents: true,
	}),
	previews: list('Previews', {
		description: 'API previews to opt in to, separated by commas',
		placeholder: 'e.g. mercy, nebula',
		hideFromAgents: true,
	}),
	timeZone: text('Time Zone', {
		description: 'Time zone for timestamps that the service creates',
		placeholder: 'e.g. Europe/Amsterdam',
		hideFromAgents: true,
	}),
	mediaFormat: text('Media Type Format', {
		description: 'Alternative format of the response, if the endpoint supports it',
		placeholder: 'e.g. diff',
		pattern: /^[a-z][a-z0-9-]*$/,
		expected: 'a name such as diff, raw or html',
		hideFromAgents: true,
	}),
	statusesNotToRetry: list('Statuses Not to Retry', {
		itemKind: 'integer',
		description: 'HTTP status codes that are never retried, separated by commas',
		placeholder: 'e.g. 500, 502',
		hideFromAgents: true,
	}),
} satisfies Fields;

/** @throws PackError if the vendor name contains characters that are not allowed */
export function vendorOf({ vendorNames: names, vendor }: IDataObject): Vendor {
	if (names === 'github') return { headerName: 'GitHub', slug: 'github' };
	if (names !== 'other') return { headerName: 'Vendor', slug: 'vendor' };
	if (typeof vendor === 'string' && /^[A-Za-z][A-Za-z0-9-]*$/.test(vendor))
		return { headerName: vendor, slug: vendor.toLowerCase().replace(/-/g, '_') };
	throw new PackError(
		'Vendor must start with a letter and contain only letters, digits and hyphens',
		{ field: 'Vendor' },
	);
}

/**
 * The base URL in the credential or, without a credential, in the options. If the base URL is empty
 * and Vendor Names is Public Service (GitHub), returns the URL of the public service.
 * @throws PackError if the base URL is missing, or is neither an HTTP nor an HTTPS URL
 */
export function addressOf(credential: IDataObject, options: IDataObject): string {
	const hasCredential = Object.keys(credential).length > 0;
	const given = hasCredential ? credential.baseUrl : options.baseUrl;
	if (typeof given === 'string' && /^https?:\/\//.test(given)) return given;
	if (!given && vendorSettings(credential, options).vendorNames === 'github') return publicBaseUrl;
	throw new PackError(given ? 'Base URL must start with https://' : 'Base URL is required', {
		field: 'Base URL',
		hint: hasCredential
			? 'Set Base URL in the credential.'
			: 'Set Base URL in Options, or set Vendor Names to Public Service (GitHub).',
	});
}

/** The settings that contain the vendor: the credential or, without a credential, the options. */
const vendorSettings = (credential: IDataObject, options: IDataObject): IDataObject =>
	Object.keys(credential).length > 0 ? credential : options;

export function headersOf(credential: IDataObject, options: IDataObject): Record<string, string> {
	const vendor = vendorOf(vendorSettings(credential, options));
	return {
		accept: mediaTypes(vendor, options).join(', '),
		[`X-${vendor.headerName}-Api-Version`]: toText(
			options.apiVersion ?? (credential.apiVersion || defaultApiVersion),
		),
		'user-agent': toText(options.userAgent || defaultUserAgent),
		...(options.timeZone ? { 'time-zone': toText(options.timeZone) } : {}),
	};
}

function mediaTypes({ slug }: Vendor, { previews, mediaFormat }: IDataObject): string[] {
	const suffix = mediaFormat ? `.${toText(mediaFormat)}` : '+json';
	const previewNames = Array.isArray(previews) ? (previews as string[]) : [];
	return previewNames.length > 0
		? previewNames.map((name) => `application/vnd.${slug}.${name}-preview${suffix}`)
		: [`application/vnd.${slug}${suffix}`];
}

export function retryPolicyOf({ attempts, statusesNotToRetry }: IDataObject): Partial<RetryPolicy> {
	return {
		attempts: Math.min(maxAttempts, Number(attempts ?? maxAttempts)),
		...(Array.isArray(statusesNotToRetry)
			? { neverRetriedStatuses: statusesNotToRetry as number[] }
			: {}),
	};
}
