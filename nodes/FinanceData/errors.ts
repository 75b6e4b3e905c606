/** Errors of the specification (part B, Errors): statuses, and the codes of a connection that is not as it should be. */
import type { IDataObject } from 'n8n-workflow';
import type { KnownError, ServiceErrorInfo } from '../engine/describe';

const said = ({ text }: IDataObject): string => (text ? `: ${String(text)}` : '');
const reauthorize =
	'Let the customer connect the platform again through the link of the service, then run this again';

export const errors: Record<string, KnownError> = {
	400: {
		message: (facts) => `Finance Data does not take these values${said(facts)}`,
		hint: 'Change what it names and run this again',
	},
	401: {
		message:
			'Finance Data does not accept the credential: the client ID and secret, or the access token',
		hint: 'Test the credential. Where its access token is empty and the test passes, the access token of this item is the wrong one. Keys and tokens belong to one environment',
	},
	404: {
		message: 'The platform of this connection does not offer this operation',
		hint: 'The service answers so where an endpoint is not implemented or not supported for the platform. Look up what it supports there, or use another platform',
	},
	409: {
		message: 'This idempotency key was used before, with a different request',
		hint: 'Leave Idempotency Key empty, so that each item has one of its own, and give no value that changes between tries, such as the present time',
	},
	410: {
		message: 'The connection has no such record',
		hint: 'Check the id. It belongs to one connection; another one does not know it',
	},
	429: {
		message: 'More than 500 requests in 10 seconds',
		hint: 'The node keeps to that by itself; other workflows with these keys count too. Lower Requests per Second in Options',
	},
	450: {
		message: (facts) => `The platform refuses the values${said(facts)}`,
		hint: 'Change what the platform names and run this again',
	},
	451: {
		message: (facts) => `The platform does not accept the login of this connection${said(facts)}`,
		hint: reauthorize,
	},
	452: {
		message: (facts) => `The platform asks for fewer requests${said(facts)}`,
		hint: 'Choose the response mode Asynchronous: the service then repeats the write itself, with growing pauses',
	},
	500: {
		message: (facts) => `Finance Data has a problem of its own${said(facts)}`,
		hint: 'Try again later, and tell the service’s support if it stays',
	},
	550: {
		message: (facts) => `The platform has a problem of its own${said(facts)}`,
		hint: 'Try again after a while. A write may have been carried out all the same: look at the platform before you repeat it',
		temporary: true,
	},
	PRODUCT_NOT_READY: {
		message: 'The data of this connection is not downloaded yet',
		hint: 'Wait for the event Initial Update (Finance Data Trigger); the first download takes hours to days. Force Fetch in Options asks for what is there already',
		retry: 'never',
	},
	PRODUCT_NOT_ALLOWED: {
		message: 'This kind of data is not switched on for the connection',
		hint: 'Switch it on in the dashboard of the service',
		retry: 'never',
	},
	INVALID_CREDENTIALS: {
		message: 'The platform no longer takes the login that the customer gave',
		hint: reauthorize,
		retry: 'never',
	},
	LINK_ERROR: {
		message: 'The customer’s connecting did not come to its end',
		hint: reauthorize,
		retry: 'never',
	},
	ENDFORM_NOT_AVAILABLE: {
		message: 'The form in which the customer connects is not available',
		hint: 'Check in the dashboard of the service how the platform is set up',
		retry: 'never',
	},
	CONNECTION_DISABLED: {
		message: 'The connection is disabled',
		hint: 'Connection: Get Status shows why. Enable it in the dashboard of the service, or let the customer connect again',
		retry: 'never',
	},
	NEEDS_UPDATE: {
		message: 'The connection has to be renewed by the customer',
		hint: 'Send the customer the link that Connection: Get Status shows',
		retry: 'never',
	},
	NO_CREDENTIALS: {
		message: 'The connection has no login for the platform',
		hint: reauthorize,
		retry: 'never',
	},
	PENDING: {
		message: 'The connection is still being set up',
		hint: 'Wait until Connection: Get Status says that it is ready, then run this again',
		retry: 'never',
	},
	IS_DUPLICATE: {
		message: 'The same account is connected twice',
		hint: 'Use the access token of the other connection, and delete this one',
		retry: 'never',
	},
	ENDPOINT_NOT_SUPPORTED_FOR_YOUR_ORGANIZATION: {
		message: 'Your organization may not use this operation',
		hint: 'Ask the service’s support to switch it on',
		retry: 'never',
	},
	ENTITY_NOT_READY: {
		message: 'Records of this kind are not downloaded yet',
		hint: 'Others of the connection may be. Wait for the event Initial Update, or use Force Fetch in Options',
		retry: 'never',
	},
};

/** Codes that say: not yet. A trigger that polls waits for them quietly. */
export const notReady: ReadonlySet<string> = new Set(['PRODUCT_NOT_READY', 'ENTITY_NOT_READY']);

const text = (value: unknown): string | undefined =>
	typeof value === 'string' && value !== '' ? value.slice(0, 500) : undefined;

/** Facts of an error body: error_type, error_code, error_message, and error_metadata with the platform's own words. */
export function readError(body: unknown): ServiceErrorInfo {
	if (typeof body !== 'object' || body === null) return {};
	const {
		error_code: code,
		error_message: message,
		error_metadata: metadata,
	} = body as IDataObject;
	const { human_readable: words, source } = (
		typeof metadata === 'object' && metadata !== null ? metadata : {}
	) as IDataObject;
	return {
		code: text(code),
		text: text(words) ?? text(message),
		facts: source === undefined ? {} : { source },
	};
}
