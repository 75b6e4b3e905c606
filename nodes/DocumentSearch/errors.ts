/**
 * Known errors (README.md, Errors), keyed by HTTP status. The service's error code
 * cannot distinguish these errors: it is HTTP_ERROR for all of them.
 */
import {
	type ErrorFacts,
	type KnownError,
	notFound,
	type ReceivedResponse,
	type Classification,
	toText,
} from '../engine/describe';

const serviceText = ({ text }: ErrorFacts): string => (text ? `: ${text}` : '');

export const errors: Record<string, KnownError> = {
	'400': {
		message: (facts) => `${facts.provider} rejected the request${serviceText(facts)}`,
		hint:
			'Check the filter, the excluded chunk types, the rerank model and the boost rules. ' +
			'The fields of boost rules must be keys of your own metadata',
		action: 'fail',
	},
	'403': {
		message: (facts) =>
			`The API key does not have permission for this collection${serviceText(facts)}`,
		hint:
			'Use an API key that belongs to the organization and environment of the collection. ' +
			'If you set Organization ID in the credential, it must match the key',
		action: 'fail',
	},
	'404': notFound('Choose the collection from the list'),
	'422': {
		message: (facts) => `The request has an invalid format${serviceText(facts)}`,
		hint: 'Check the boost rules. Each rule must have either one value, several values or chunk IDs',
		action: 'fail',
	},
};

/**
 * Reads an error body: `message`, or `detail`, which is a string or a list of validation errors.
 */
export function classify({ body }: Pick<ReceivedResponse, 'body'>): Classification {
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
				? (detail as unknown[]).map(formatDetail).filter(Boolean).join('; ')
				: detail;
	return {
		...(typeof error === 'string' && error !== 'HTTP_ERROR' ? { code: error } : {}),
		...(typeof text === 'string' && text !== '' ? { text: text.replace(/\.$/, '') } : {}),
	};
}

function formatDetail(detail: unknown): string {
	const { loc, msg } = (detail ?? {}) as { loc?: unknown; msg?: unknown };
	const path = (Array.isArray(loc) ? loc : [])
		.map(toText)
		.filter((part) => part && part !== 'body');
	return [path.join('.'), toText(msg)].filter(Boolean).join(' ');
}
