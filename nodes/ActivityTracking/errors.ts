/** What the service says when it refuses. The specification shows no errors; statuses and form are those of the public facts. */
import type { IDataObject } from 'n8n-workflow';
import type { KnownError, ServiceErrorInfo } from '../engine/describe';

export const errors: Record<string, KnownError> = {
	400: {
		message: 'The service does not accept a value of this item',
		hint: 'Check the fields that it names',
	},
	401: {
		message: 'The access token is not valid, or has ended',
		hint: 'Tokens end after some hours. Connect an OAuth2 credential, which renews them, or enter a new token, and check the base URL',
	},
	402: {
		message: 'This is open to premium members only',
		hint: 'Use the credential of an athlete who is one, or ask for something else',
	},
	403: {
		message: 'The credential may not do this',
		hint: 'Connect it again with the permissions that the operation needs. Records of other athletes stay closed',
	},
	404: {
		message: 'The service has no such record',
		hint: 'Check the id. Efforts and streams are found only where their activity belongs to the athlete of the credential',
	},
	429: {
		message: 'The service takes no more requests for now',
		hint: 'The limits hold for a quarter of an hour and for a day, and refused requests count too. Lower Requests per Second in Options, or run this less often',
	},
	500: { message: 'The service has a problem of its own', hint: 'Try again later' },
};

/** Facts of an error body: `message`, and what is wrong with which field. */
export function readError(body: unknown): ServiceErrorInfo {
	if (typeof body !== 'object' || body === null) return {};
	const { message, errors: details } = body as { message?: unknown; errors?: unknown };
	const parts = Array.isArray(details)
		? (details as (IDataObject | null)[])
				.map((one) => [one?.resource, one?.field, one?.code].filter(Boolean).map(String).join(' '))
				.filter(Boolean)
		: [];
	const text = [
		typeof message === 'string' ? message : '',
		parts.length > 0 ? `(${parts.join('; ')})` : '',
	]
		.filter(Boolean)
		.join(' ');
	return text ? { text: text.slice(0, 500) } : {};
}

const quarterHour = 15 * 60_000;
const day = 24 * 60 * 60_000;

/**
 * Milliseconds until a used-up limit is open again. The service names limit and use in pairs, for a quarter of an hour of the
 * clock and for a day of UTC, for all requests and for those that read.
 */
export function openAgain(
	headers: Readonly<Record<string, unknown>>,
	now: number,
): number | undefined {
	const waits = ['ratelimit', 'readratelimit'].flatMap((kind) => {
		const [limits, uses] = ['limit', 'usage'].map((what) =>
			String(headers[`x-${kind}-${what}`] ?? '')
				.split(',')
				.map(Number),
		);
		return [quarterHour, day]
			.filter((_, index) => limits![index]! > 0 && uses![index]! >= limits![index]!)
			.map((window) => window - (now % window));
	});
	return waits.length > 0 ? Math.max(...waits) : undefined;
}
