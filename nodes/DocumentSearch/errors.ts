/** What the service refuses (specification part B, Errors), by status: its own code for route errors is HTTP_ERROR alone. */
import type { IDataObject } from 'n8n-workflow';
import type { KnownError, ServiceErrorInfo } from '../engine/describe';

const said = ({ text }: IDataObject): string => (text ? `: ${String(text)}` : '');

export const errors: Record<string, KnownError> = {
	'400': {
		message: (facts) => `The service refused the request${said(facts)}`,
		hint: 'Check the filter, the excluded chunk types, the rerank model and the fields of boost rules, which have to be keys of your own metadata',
		retry: 'never',
	},
	'403': {
		message: (facts) => `The API key may not use this collection${said(facts)}`,
		hint: 'Use a key of the collection’s organization and environment. An organization ID in the credential has to be that of the key',
		retry: 'never',
	},
	'404': {
		message: (facts) => `The service has no such collection or record${said(facts)}`,
		hint: 'Choose the collection from the list, and check the ID',
		retry: 'never',
	},
	'422': {
		message: (facts) => `The service could not read the request${said(facts)}`,
		hint: 'Check the boost rules: each has one value, several values or chunk IDs, and nothing of the others',
		retry: 'never',
	},
};

interface Detail {
	readonly loc?: readonly unknown[];
	readonly msg?: unknown;
}

/** Facts of an error body: `message`, or the list of what did not validate. */
export function readError(body: unknown): ServiceErrorInfo {
	if (typeof body !== 'object' || body === null) return {};
	const { error, message, detail } = body as {
		error?: unknown;
		message?: unknown;
		detail?: unknown;
	};
	const text =
		typeof message === 'string'
			? message
			: Array.isArray(detail)
				? (detail as Detail[]).map(detailText).join('; ')
				: detail;
	return {
		...(typeof error === 'string' && error !== 'HTTP_ERROR' ? { code: error } : {}),
		...(typeof text === 'string' && text !== ''
			? { text: text.slice(0, 500).replace(/\.$/, '') }
			: {}),
	};
}

const detailText = ({ loc = [], msg }: Detail): string =>
	[loc.filter((part) => part !== 'body').join('.'), String(msg ?? '')].filter(Boolean).join(' ');
