/** How the service refuses (specification part A, Errors and the throttling of the client library). */
import type { IDataObject } from 'n8n-workflow';
import type { HttpResponse, KnownError, ServiceErrorInfo } from '../engine/describe';

export const errors: Record<string, KnownError> = {
	rate_limit: {
		message: 'The rate limit of the service is used up',
		hint: 'Send fewer requests, or wait for the reset. A credential has a higher limit than none',
		retry: 'safe',
	},
	abuse_limit: {
		message: 'The service asks for a pause, as too many requests came at once',
		hint: 'Lower Items at Once or Requests per Second in Options',
		retry: 'safe',
		minWaitMs: 5_000,
	},
	/** The same, where the answer names no time. */
	abuse_limit_unsaid: {
		message: 'The service asks for a pause, as too many requests came at once',
		hint: 'Lower Items at Once or Requests per Second in Options',
		retry: 'safe',
		minWaitMs: 60_000,
	},
	'409': {
		message: 'The service cannot do this in the present state',
		hint: 'A run that is over cannot be cancelled; settings of an organization may stand above those of a repository; a secret must be visible to selected repositories',
	},
	'410': {
		message: 'The service does not have this any more',
		hint: 'Artifacts and logs end after the time that the repository keeps them',
		retry: 'never',
	},
	'422': {
		message: ({ text }) => `The service refused the values${text ? `: ${String(text)}` : ''}`,
		hint: 'Check the values of this item',
		retry: 'never',
	},
};

/** Facts of an error body: `message`, and what is wrong with which field. */
export function readError(
	body: unknown,
	{ status, headers }: Pick<HttpResponse, 'status' | 'headers'>,
): ServiceErrorInfo {
	const { message, errors: details } = (
		typeof body === 'object' && body !== null ? body : {}
	) as IDataObject;
	const said = typeof message === 'string' ? message : '';
	const text = [said, ...(Array.isArray(details) ? details.map(detail) : [])]
		.filter(Boolean)
		.join('; ')
		.slice(0, 500);
	const code = limitOf(status, headers, said);
	return { ...(code ? { code } : {}), ...(text ? { text } : {}) };
}

/** The rate limit is told by the headers; the limit on abuse by a time to wait, or by its words. */
function limitOf(
	status: number,
	headers: HttpResponse['headers'],
	said: string,
): string | undefined {
	if (status !== 403 && status !== 429) return undefined;
	if (headers['x-ratelimit-remaining'] === '0') return 'rate_limit';
	if (headers['retry-after'] !== undefined) return 'abuse_limit';
	return /secondary rate|abuse/i.test(said) ? 'abuse_limit_unsaid' : undefined;
}

function detail(one: unknown): string {
	if (typeof one === 'string') return one;
	const { field, message, code } = (one ?? {}) as IDataObject;
	return [field, message ?? code].filter(Boolean).join(': ');
}
