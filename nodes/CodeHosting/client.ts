/** What a request carries beside its own values: address, names of the vendor, version, media type (specification part A, client-library options). */
import type { IDataObject } from 'n8n-workflow';
import { choice, type Fields, list, PackError, type RetryPolicy, text } from '../engine/describe';

/** The part of headers, media types and field names that stands for the vendor. */
export interface Vendor {
	/** As in `X-Vendor-Api-Version`. */
	readonly inHeader: string;
	/** As in `application/vnd.vendor+json` and `vendor_owned_allowed`. */
	readonly inName: string;
}

export const standardVersion = '2022-11-28';
const publicAddress = 'https://api.github.com';
const standardUserAgent = 'n8n-nodes-tenfold';
/** The first attempt, and the three retries of the specification. */
const mostAttempts = 4;

export const vendorNames = {
	specified: 'As Specified (Vendor)',
	github: 'Public Service (GitHub)',
	other: 'Another Vendor',
} as const;

const withoutCredential = { show: { '/authentication': ['none'] }, hideFromAgents: true } as const;

/** Options of every operation and of the trigger. Those that a credential holds too are asked for only without one. */
export const clientOptions = {
	baseUrl: text('Base URL', {
		description: 'Address of the service, where no credential has one',
		placeholder: 'e.g. https://git.example.com/api/v3',
		...withoutCredential,
	}),
	vendorNames: choice('Vendor Names', vendorNames, {
		description: 'Whose name stands in the version header and in the media type',
		default: 'specified',
		...withoutCredential,
	}),
	vendor: text('Vendor', {
		description: 'The name, where Vendor Names is Another Vendor',
		placeholder: 'e.g. Acme',
		...withoutCredential,
	}),
	apiVersion: text('API Version', {
		description: 'Value of the version header, instead of that of the credential',
		default: standardVersion,
		hideFromAgents: true,
	}),
	userAgent: text('User Agent', {
		description: 'What the node says it is; the service wants to know',
		default: standardUserAgent,
		hideFromAgents: true,
	}),
	previews: list('Previews', {
		description: 'Names of API previews to switch on, separated by commas',
		placeholder: 'e.g. mercy, nebula',
		hideFromAgents: true,
	}),
	timeZone: text('Time Zone', {
		description: 'Time zone of what is written by this request',
		placeholder: 'e.g. Europe/Amsterdam',
		hideFromAgents: true,
	}),
	mediaFormat: text('Media Type Format', {
		description: 'An alternative form of the answer, where the service has one',
		placeholder: 'e.g. diff',
		pattern: /^[a-z][a-z0-9-]*$/,
		expected: 'a name such as diff, raw or html',
		hideFromAgents: true,
	}),
	statusesNotToRetry: list('Statuses Not to Retry', {
		itemKind: 'integer',
		description: 'Statuses after which a request is not sent again, separated by commas',
		placeholder: 'e.g. 500, 502',
		hideFromAgents: true,
	}),
} satisfies Fields;

/** @throws Refusal for a name that could not stand in a header */
export function vendorOf({ vendorNames: names, vendor }: IDataObject): Vendor {
	if (names === 'github') return { inHeader: 'GitHub', inName: 'github' };
	if (names !== 'other') return { inHeader: 'Vendor', inName: 'vendor' };
	if (typeof vendor === 'string' && /^[A-Za-z][A-Za-z0-9-]*$/.test(vendor))
		return { inHeader: vendor, inName: vendor.toLowerCase().replace(/-/g, '_') };
	throw new PackError('Vendor must be a name of letters, digits and hyphens', { field: 'Vendor' });
}

/** @throws Refusal where nobody says which service is meant */
export function addressOf(credential: IDataObject, options: IDataObject): string {
	const hasCredential = Object.keys(credential).length > 0;
	const given = hasCredential ? credential.baseUrl : options.baseUrl;
	if (typeof given === 'string' && /^https?:\/\//.test(given)) return given;
	if (!given && namesOf(credential, options).vendorNames === 'github') return publicAddress;
	throw new PackError(given ? 'Base URL must begin with https://' : 'Base URL is required', {
		field: 'Base URL',
		hint: hasCredential
			? 'Fill it in in the credential.'
			: 'Add the option Base URL, or choose the public service in Vendor Names.',
	});
}

/** Without a credential the options say whose names are used; with one, the credential does. */
const namesOf = (credential: IDataObject, options: IDataObject): IDataObject =>
	Object.keys(credential).length > 0 ? credential : options;

export function headersOf(credential: IDataObject, options: IDataObject): Record<string, string> {
	const vendor = vendorOf(namesOf(credential, options));
	return {
		accept: mediaTypes(vendor, options).join(', '),
		[`X-${vendor.inHeader}-Api-Version`]: String(
			options.apiVersion ?? (credential.apiVersion || standardVersion),
		),
		'user-agent': String(options.userAgent || standardUserAgent),
		...(options.timeZone ? { 'time-zone': String(options.timeZone) } : {}),
	};
}

function mediaTypes({ inName }: Vendor, { previews, mediaFormat }: IDataObject): string[] {
	const end = mediaFormat ? `.${String(mediaFormat)}` : '+json';
	const names = Array.isArray(previews) ? (previews as string[]) : [];
	return names.length > 0
		? names.map((name) => `application/vnd.${inName}.${name}-preview${end}`)
		: [`application/vnd.${inName}${end}`];
}

export function patienceOf({ attempts, statusesNotToRetry }: IDataObject): Partial<RetryPolicy> {
	return {
		attempts: Math.min(mostAttempts, Number(attempts ?? mostAttempts)),
		...(Array.isArray(statusesNotToRetry)
			? { neverRetriedStatuses: statusesNotToRetry as number[] }
			: {}),
	};
}
