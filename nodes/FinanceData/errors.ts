/**
 * Known errors by HTTP status, or by the error code of a connection (README.md, Errors).
 */
import type { IDataObject } from 'n8n-workflow';
import {
	type ErrorFacts,
	isObject,
	type KnownError,
	notFound,
	type ReceivedResponse,
	PackError,
	type Classification,
	trimEndOf,
} from '../engine/describe';

/** Appends the message of the service or the platform. */
const withServiceMessage =
	(message: string | ((provider: string) => string)) =>
	({ text, provider }: ErrorFacts): string => {
		const start = typeof message === 'string' ? message : message(provider);
		return text ? `${start}: ${text}` : start;
	};

const reconnect = 'Ask the customer to connect the platform again through the link of the service';

const statusErrors: Record<string, KnownError> = {
	400: {
		message: withServiceMessage((provider) => `${provider} rejected the values`),
		hint: ({ text }) =>
			/version/i.test(text ?? '')
				? 'Check Version, and Vendor in Header Names if the provider is Other, in the credential'
				: 'Fix the reported values',
	},
	401: {
		message: ({ provider }) => `${provider} rejected the credential or the access token`,
		hint:
			'Test the credential with an empty Access Token. If the test passes, the access token of ' +
			'the node or the credential is wrong. Otherwise, the client ID or the client secret is wrong. Keys and tokens are ' +
			'valid in only one environment',
	},
	404: {
		message: 'The platform of this connection does not offer this operation',
		hint: 'Check in the documentation of the service what it supports for this platform, or use a different platform',
	},
	409: {
		message: 'This idempotency key was already used for a different request',
		hint: 'Leave Idempotency Key empty so that each item gets its own key. Do not use values that change between attempts, such as the current time',
	},
	410: notFound(
		'An ID is only valid in one connection, and for one type of record. The customers of invoices are Accounting Customers',
	),
	429: {
		message: 'The rate limit of 500 requests in 10 seconds was reached',
		hint:
			'Each n8n process stays within this limit, but all requests with the same client ID ' +
			'count. Lower Requests per Second in Request Options',
	},
	450: {
		message: withServiceMessage('The platform rejected the values'),
		hint: 'Fix the reported values',
	},
	451: {
		message: withServiceMessage('The platform rejected the login of this connection'),
		hint: reconnect,
	},
	452: {
		message: withServiceMessage('The rate limit of the platform was reached'),
		hint: (_, method) =>
			method === undefined || method === 'GET'
				? 'Try again later'
				: 'Use the response mode Return a Job. The service then retries the write with increasing delays',
	},
	500: {
		message: withServiceMessage((provider) => `${provider} returned a server error`),
		hint: 'Try again later. If the error persists, contact the support of the service',
	},
	550: {
		message: withServiceMessage('The platform returned a server error'),
		hint: 'Try again later',
	},
};

/**
 * Errors of a connection. Other types of errors can have the same codes with a different meaning.
 */
const connectionErrors: Record<string, Pick<KnownError, 'message' | 'hint'>> = {
	PRODUCT_NOT_READY: {
		message: 'The data of this connection has not been downloaded yet',
		hint: 'Wait for the event First Import Completed (Finance Data Trigger). The first download takes hours to days. To get the records that are already available, turn on Return Partial Data in Options',
	},
	PRODUCT_NOT_ALLOWED: {
		message: 'This type of data is not enabled for the connection',
		hint: 'Enable it in the dashboard of the service',
	},
	INVALID_CREDENTIALS: {
		message: 'The login that the customer entered for the platform is no longer valid',
		hint: reconnect,
	},
	LINK_ERROR: {
		message: 'The customer did not finish connecting the platform',
		hint: reconnect,
	},
	ENDFORM_NOT_AVAILABLE: {
		message: 'The form for connecting the platform is not available',
		hint: 'Check the settings of the platform in the dashboard of the service',
	},
	CONNECTION_DISABLED: {
		message: 'The connection is disabled',
		hint: 'Use Connection: Get Status to find out why. Enable the connection in the dashboard of the service, or ask the customer to connect again',
	},
	NEEDS_UPDATE: {
		message: 'The customer must renew the connection',
		hint: 'Send the customer the link that Connection: Get Status returns',
	},
	NO_CREDENTIALS: {
		message: 'The connection has no login for the platform',
		hint: reconnect,
	},
	PENDING: {
		message: 'The connection is still being set up',
		hint: 'Wait until Connection: Get Status reports that the connection is ready',
	},
	IS_DUPLICATE: {
		message: 'The same account is connected twice',
		hint: 'Delete this connection, and use the access token of the other connection',
	},
	ENDPOINT_NOT_SUPPORTED_FOR_YOUR_ORGANIZATION: {
		message: 'This operation is not enabled for your organization',
		hint: 'Ask the support of the service to enable it',
	},
	ENTITY_NOT_READY: {
		message: 'Records of this type have not been downloaded yet',
		hint: 'Other types may already be available. Wait for the event First Import Completed, or turn on Return Partial Data in Options',
	},
};

const isConnectionError = ({ error_type: type }: IDataObject): boolean =>
	type === undefined || type === 'CONNECTION_ERROR';

export const errors: Record<string, KnownError> = {
	...statusErrors,
	...Object.fromEntries(
		Object.entries(connectionErrors).map(([code, error]): [string, KnownError] => [
			code,
			{ ...error, action: 'fail', appliesTo: isConnectionError },
		]),
	),
};

const notReadyCodes = new Set(['PRODUCT_NOT_READY', 'ENTITY_NOT_READY']);

/**
 * Whether the data of a connection has not been downloaded yet. Polling triggers wait for the data
 * without reporting an error.
 */
export const isNotReadyError = (error: unknown): boolean =>
	error instanceof PackError &&
	notReadyCodes.has(error.details.code ?? '') &&
	isConnectionError(error.details.data ?? {});

const nonEmptyText = (value: unknown): string | undefined =>
	typeof value === 'string' && value !== '' ? value : undefined;

/**
 * The error in a response body. If the body contains a job, the error is in the platform's response
 * to the job. Otherwise, the body itself is the error.
 */
function errorIn(body: unknown): unknown {
	const { job } = (body ?? {}) as { job?: { response?: { body?: unknown } | null } | null };
	return job?.response?.body ?? body;
}

/**
 * Reads an error body: the texts of the platform and of the service, and the details that identify
 * the error.
 */
export function classify(response: Pick<ReceivedResponse, 'body'>): Classification {
	const body = errorIn(response.body);
	if (!isObject(body)) return {};
	const { error_type, error_code: code, error_message: message, error_metadata: metadata } = body;
	const { human_readable: platformMessage, source, platform } = isObject(metadata) ? metadata : {};
	const texts = [nonEmptyText(platformMessage), nonEmptyText(message)].filter(
		(text) => text !== undefined,
	);
	return {
		code: nonEmptyText(code),
		text: [...new Set(texts)]
			.map((text, index, all) => (index < all.length - 1 ? trimEndOf(text, '.') : text))
			.join('; '),
		facts: Object.fromEntries(
			Object.entries({ error_type, source, platform }).filter(([, value]) => value !== undefined),
		),
	};
}
