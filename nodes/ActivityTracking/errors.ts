/**
 * Errors of the service, from its public documentation. The specification does not define any
 * errors.
 */
import type { IDataObject } from 'n8n-workflow';
import type { KnownError, ServiceErrorInfo } from '../engine/describe';
import { toText } from '../engine/input/messages';

export const errors: Record<string, KnownError> = {
	400: {
		message: 'The service rejected a value',
		hint: 'Check the fields named in the error',
	},
	401: {
		message: 'The access token is invalid or has expired',
		hint: 'Tokens expire after a few hours. Use an OAuth2 credential, which renews them, or enter a new token. Also check the base URL in the credential',
	},
	402: {
		message: 'This request requires a premium membership',
		hint: 'Use the credential of a premium member, or remove the filters for premium members',
	},
	403: {
		message: 'The credential does not have permission',
		hint:
			'Connect the credential again with the permissions that the operation requires. ' +
			'Private records of other athletes are not accessible',
	},
	404: {
		message: 'The service could not find this record',
		hint: 'Check the ID. Efforts and streams are only available if their activity belongs to the athlete of the credential',
	},
	429: {
		message: 'The rate limit of the service was reached',
		hint: 'The service counts requests per 15 minutes and per day, including rejected requests. Lower Requests per Second in Request Options, or run the workflow less often',
	},
	500: { message: 'The service returned a server error (500)', hint: 'Try again later' },
};

/**
 * Reads an error body: `message`, and `errors` with the resource, the field and the code of each
 * problem.
 */
export function readError(body: unknown): ServiceErrorInfo {
	if (typeof body !== 'object' || body === null) return {};
	const { message, errors: details } = body as { message?: unknown; errors?: unknown };
	const problems = Array.isArray(details)
		? (details as (IDataObject | null)[])
				.map((detail) =>
					[detail?.resource, detail?.field, detail?.code].map(toText).filter(Boolean).join(' '),
				)
				.filter(Boolean)
		: [];
	const text = [
		typeof message === 'string' ? message : '',
		problems.length > 0 ? `(${problems.join('; ')})` : '',
	]
		.filter(Boolean)
		.join(' ');
	return text ? { text } : {};
}

const quarterHourMs = 15 * 60_000;
const dayMs = 24 * 60 * 60_000;

/**
 * Milliseconds until the rate limit resets. Undefined if no limit is reached. Two pairs of headers
 * contain the limits and the usage: one pair for all requests, one for read requests. Each header
 * has a value for 15 minutes and a value for a day (UTC).
 */
export function rateLimitResetMs(
	headers: Readonly<Record<string, unknown>>,
	now: number,
): number | undefined {
	const waitsMs = ['ratelimit', 'readratelimit'].flatMap((name) => {
		const [limits, usages] = ['limit', 'usage'].map((suffix) =>
			toText(headers[`x-${name}-${suffix}`]).split(',').map(Number),
		);
		return [quarterHourMs, dayMs]
			.filter((_, index) => limits![index]! > 0 && usages![index]! >= limits![index]!)
			.map((windowMs) => windowMs - (now % windowMs));
	});
	return waitsMs.sort((a, b) => b - a)[0];
}
