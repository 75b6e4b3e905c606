/**
 * Errors of the service, from its public documentation. The specification does not define any
 * errors.
 */
import type { IDataObject } from 'n8n-workflow';
import {
	type Classification,
	type KnownError,
	notFound,
	type ReceivedResponse,
	toText,
} from '../engine/describe';

export const errors: Record<string, KnownError> = {
	inactiveApplication: {
		message: ({ provider }) => `${provider} has deactivated the application of this credential`,
		hint:
			'At Strava, the owner of an application needs a subscription, unless the application has Extended Access. ' +
			'Sign in to Strava as the owner, and reactivate the application in https://www.strava.com/settings/api. ' +
			'The credential can stay as it is',
		action: 'fail',
	},
	applicationNotAllowed: {
		message: ({ provider }) => `${provider} does not allow this application to use the request`,
		hint: 'The token is not the cause. Strava offers some requests only to applications with Extended Access, and others to none',
		action: 'fail',
	},
	400: {
		message: ({ provider }) => `${provider} rejected a value`,
		hint: 'Check the fields named in the error',
	},
	401: {
		message: ({ provider }) => `${provider} rejected the access token`,
		hint: 'The token is wrong, has expired or was revoked. Tokens expire after a few hours. Use an OAuth2 credential, which renews them, or enter a new token',
	},
	402: {
		message: 'This request requires a premium membership',
		hint: 'Use the credential of a premium member, or remove the filters for premium members',
	},
	403: {
		message: ({ provider }) => `${provider} denied access`,
		hint:
			'Connect the credential again with the permissions that the operation requires. ' +
			'Private records of other athletes are not accessible',
	},
	404: notFound(({ path = '' }) =>
		/_efforts|\/activities\/.*\/streams/.test(path)
			? 'Efforts and streams are only available if their activity belongs to the athlete of the credential'
			: 'What the credential cannot access is also reported as not found',
	),
	429: {
		message: ({ provider }) => `The rate limit of ${provider} was reached`,
		hint: 'The service counts requests per 15 minutes and per day, including rejected requests. Lower Requests per Second in Request Options, or run the workflow less often',
	},
	500: {
		message: ({ provider }) => `${provider} returned a server error (500)`,
		hint: 'Try again later',
	},
};

/** After a 429 without a standard header, the headers of the service contain the wait. */
export const classify = ({ status, headers, body, waitMs }: ReceivedResponse): Classification => ({
	...readError(body),
	...(status === 429 ? { waitMs: waitMs ?? rateLimitResetMs(headers, Date.now()) } : {}),
});

/**
 * Reads an error body: `message`, and `errors` with the resource, the field and the code of each
 * problem. A scope that the token lacks is such a problem, in a response with status 401.
 */
export function readError(body: unknown): Classification {
	if (typeof body !== 'object' || body === null) return {};
	const { message, errors: details } = body as { message?: unknown; errors?: unknown };
	const problems = (Array.isArray(details) ? (details as unknown[]) : []).map(
		(detail) => (detail ?? {}) as IDataObject,
	);
	const problemTexts = problems
		.map(({ resource, field, code }) =>
			[resource, field, code].map(toText).filter(Boolean).join(' '),
		)
		.filter(Boolean);
	const text = [
		typeof message === 'string' ? message : '',
		problemTexts.length > 0 ? `(${problemTexts.join('; ')})` : '',
	]
		.filter(Boolean)
		.join(' ');
	const missingScope = problems.map(missingScopeIn).find((scope) => scope !== undefined);
	const code = problems.map(applicationProblem).find((one) => one !== undefined);
	return {
		...(code ? { code } : {}),
		...(text ? { text } : {}),
		...(missingScope ? { missingScope } : {}),
	};
}

/**
 * A problem of the application that issued the token. It is inactive if its owner has no subscription
 * (stravalib/stravalib#730), or it must not use the request (node-strava/node-strava-v3#209). Without
 * a field, the problem is the token (danshannon/javastravav3api#79).
 */
const applicationProblem = ({ resource, field, code }: IDataObject): string | undefined => {
	if (resource !== 'Application') return undefined;
	if (field === 'Status' && code === 'Inactive') return 'inactiveApplication';
	return field === 'internal' && code === 'invalid' ? 'applicationNotAllowed' : undefined;
};

/** The field `activity:read_permission` stands for the scope `activity:read`. */
const missingScopeIn = ({ resource, field, code }: IDataObject): string | undefined =>
	resource === 'AccessToken' && code === 'missing' && toText(field).includes('_permission')
		? `scope ${toText(field).replace(/_permission$/, '')}`
		: undefined;

const quarterHourMs = 15 * 60_000;
const dayMs = 24 * 60 * 60_000;

/**
 * Milliseconds until the rate limit resets, after a 429. Two pairs of headers contain the limits and
 * the usage: one pair for all requests, one for read requests. Each header has a value for 15 minutes
 * and a value for a day (UTC). If no usage is at its limit, the limit is that of 15 minutes: the
 * usage does not always include the rejected request, and some responses have no headers.
 */
export function rateLimitResetMs(headers: Readonly<Record<string, unknown>>, now: number): number {
	const waitsMs = ['ratelimit', 'readratelimit'].flatMap((name) => {
		const [limits, usages] = ['limit', 'usage'].map((suffix) =>
			toText(headers[`x-${name}-${suffix}`]).split(',').map(Number),
		);
		return [quarterHourMs, dayMs]
			.filter((_, index) => limits![index]! > 0 && usages![index]! >= limits![index]!)
			.map((windowMs) => windowMs - (now % windowMs));
	});
	return waitsMs.sort((a, b) => b - a)[0] ?? quarterHourMs - (now % quarterHourMs);
}
