/**
 * Known errors of the service (README.md, Errors).
 */
import type { IDataObject } from 'n8n-workflow';
import {
	type Classification,
	type HttpResponse,
	isObject,
	type KnownError,
	PackError,
	type ReceivedResponse,
	toText,
} from '../engine/describe';
import { missingScope } from './missingScope';

const secondaryRateLimit = {
	message: 'The secondary rate limit was reached: too many requests at once',
	hint: 'Lower Items at Once or Requests per Second in Request Options',
	action: 'rateLimit',
} as const;

export const errors: Record<string, KnownError> = {
	rate_limit: {
		message: 'The rate limit was reached',
		hint: 'Send fewer requests, or wait until the limit resets. The limit is higher with a credential',
		action: 'rateLimit',
	},
	abuse_limit: { ...secondaryRateLimit, minWaitMs: 5_000 },
	/** Applies if the response has no Retry-After header. */
	abuse_limit_unsaid: { ...secondaryRateLimit, minWaitMs: 60_000 },
	sso_required: {
		message: ({ provider }) =>
			`${provider} requires single sign-on for this organization, for which the token is not authorized`,
		hint: ({ ssoUrl }) => `Open this URL to authorize the token: ${toText(ssoUrl)}`,
		action: 'fail',
	},
	unavailable: {
		message: ({ provider, text }) =>
			`${provider} does not offer this here${text ? `: ${text}` : ''}`,
		hint: 'The cause is the plan, the IP address of n8n, a setting of the organization or the repository, or the state of the record, not the credential',
		action: 'fail',
	},
	token_policy: {
		message: ({ text = '' }) => `The organization does not accept this token: ${text}`,
		hint: 'Create a token that the policy of the organization allows',
		action: 'fail',
	},
	rule_violation: {
		message: 'A rule of the repository rejects the change',
		hint: 'Commit to another branch and create a pull request, or let the user or the app of the credential bypass the rule',
		action: 'fail',
	},
	/** The service returns this status only if a pull request cannot be merged. */
	'405': {
		message: ({ provider, text }) => `${provider} cannot merge this${text ? `: ${text}` : ''}`,
		hint:
			'Check whether the pull request is open, is not a draft, has no conflicts and passes its ' +
			'checks, and whether the repository allows the merge method',
		action: 'fail',
	},
	'406': {
		message: 'The diff is too large',
		hint: 'For a pull request, use Get Many Files, which returns the changes of each file',
		appliesTo: ({ errors: details }) => JSON.stringify(details ?? '').includes('too_large'),
		action: 'fail',
	},
	'409': {
		message: ({ text }) =>
			isEmptyRepository(text)
				? 'The repository is empty'
				: 'The operation is not possible in the current state',
		hint: ({ text }) =>
			isEmptyRepository(text)
				? 'It has no commits yet. Create the first file with File: Create'
				: 'A finished run cannot be canceled. A pull request is not merged if its head branch has ' +
					'changed. A branch is not merged if the changes conflict. Repositories can only be ' +
					'selected for a secret whose visibility is Selected Repositories. Settings of the organization may take ' +
					'precedence over settings of the repository',
	},
	'410': {
		message: ({ text }) =>
			areIssuesDisabled(text)
				? 'Issues are turned off in this repository'
				: 'The record is no longer available',
		hint: ({ text }) =>
			areIssuesDisabled(text)
				? 'Turn on Issues in the settings of the repository'
				: 'Artifacts and logs expire after the retention period of the repository. Issues can be deleted',
		action: 'fail',
	},
	/** See `isNotReady`. */
	'425': {
		message: 'The result is not ready yet',
		hint: ({ provider }) => `${provider} is computing it. Run the node again in a minute`,
	},
	'422': {
		message: ({ provider, text }) => `${provider} rejected the values${text ? `: ${text}` : ''}`,
		hint: ({ text = '' }) =>
			/reference already exists/i.test(text)
				? 'Choose another name, or continue with the existing branch or tag'
				: /already[ _]exists/i.test(text)
					? 'Choose another name, or update or delete the existing record'
					: 'Check the values in the node',
		action: 'fail',
	},
};

const isEmptyRepository = (text: unknown): boolean => /\brepository is empty\b/i.test(toText(text));

const areIssuesDisabled = (text: unknown): boolean =>
	/\bissues\b.*\bdisabled\b/i.test(toText(text));

/**
 * Whether a branch is protected against a change. The service reports this with 409 or 422, like a
 * change by somebody else at the same time.
 */
const isRuleViolation = (text: string): boolean =>
	/\b(?:rule violations? found|changes must be made through a pull request|protected branch|required status check|approving review)\b/i.test(
		text,
	);

/** Whether a change by somebody else at the same time can be the cause of an error. */
export const isConflict = (error: unknown): error is PackError =>
	error instanceof PackError &&
	error.details.status === 409 &&
	error.details.code !== 'rule_violation' &&
	!isEmptyRepositoryError(error);

/**
 * Whether a 403 has another cause than a permission: the plan (openshift/release#58320), a repository
 * that is archived (atlassian/github-for-jira#2456), an issue that is locked
 * (renovatebot/renovate#6215), an IP address (SalesforceFoundation/NPSP#7247), a run that is running
 * or too old (metabase/metabase#70916, cli/cli#9989), or a feature that is turned off.
 */
const isUnavailable = (text: string): boolean =>
	/\bupgrade to\b|\barchived\b|\bIP allow list\b|\bmust be enabled\b|\bcannot be re(?:tried|run)\b|\bover a month ago\b|\balready running\b|\b(?:is|are) (?:locked|disabled|not enabled|not available)\b/i.test(
		text,
	);

/** Whether a request failed because the repository has no commits yet. */
export const isEmptyRepositoryError = (error: unknown): boolean =>
	error instanceof PackError && error.details.status === 409 && isEmptyRepository(error.message);

interface GraphQlResponse {
	readonly data?: unknown;
	readonly errors: readonly IDataObject[];
}

/** The data and the errors of a response of the GraphQL API. An error can be null. */
export function graphQlResponse(body: unknown): GraphQlResponse {
	const { data, errors } = isObject(body) ? body : {};
	return { data, errors: Array.isArray(errors) ? (errors as unknown[]).filter(isObject) : [] };
}

/** Whether a part of the request was carried out. */
export const hasGraphQlData = ({ data }: Pick<GraphQlResponse, 'data'>): boolean =>
	isObject(data) && Object.values(data).some((value) => value !== null);

const graphQlErrors = (body: unknown): readonly IDataObject[] => {
	const response = graphQlResponse(body);
	return hasGraphQlData(response) ? [] : response.errors;
};

/**
 * Whether a response of the GraphQL API, with the status 200, reports that a rate limit was reached.
 * If the response contains data, the request was carried out, at least in part.
 * https://docs.github.com/en/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api
 */
export const isGraphQlRateLimit = (body: unknown): boolean =>
	graphQlErrors(body).some(
		({ type, message }) =>
			/^RATE_LIMIT/.test(toText(type)) || /\bsecondary rate limit\b/i.test(toText(message)),
	);

/** Whether a response with the status 200 reports a server error (octokit/plugin-retry.js#395). */
const isGraphQlServerError = (body: unknown): boolean =>
	graphQlErrors(body).some(({ message }) =>
		toText(message).startsWith('Something went wrong while executing your query'),
	);

/** Whether a response of the GraphQL API, with the status 200, reports an error that can be retried. */
export const isTemporaryGraphQlError = (body: unknown): boolean =>
	isGraphQlRateLimit(body) || isGraphQlServerError(body);

/**
 * Whether the service has to compute the result of a read, such as the statistics of a repository. It
 * responds with 202 and without content. The result is ready after a few moments.
 * https://docs.github.com/en/rest/metrics/statistics#best-practices-for-caching
 */
const isNotReady = ({ status, method, body }: ReceivedResponse): boolean =>
	status === 202 &&
	method === 'GET' &&
	(body === undefined || (isObject(body) && Object.keys(body).length === 0));

/**
 * A 2xx response can report an error. Each resource has its own rate limit, so an exhausted one delays
 * no requests to the others.
 */
export function classify(response: ReceivedResponse): Classification {
	if (response.status >= 300) return readError(response);
	if (isNotReady(response)) return { action: 'retryIfSafe', status: 425 };
	if (isGraphQlRateLimit(response.body)) return { action: 'rateLimit', ...readError(response) };
	if (isGraphQlServerError(response.body))
		return { action: 'retryIfSafe', ...readError(response), status: 502 };
	return 'x-ratelimit-resource' in response.headers ? { waitMs: undefined } : {};
}

/** Reads an error body: `message` and the errors of individual fields. */
function readError({ body, status, headers }: ReceivedResponse): Classification {
	const { message, errors: details } = isObject(body) ? body : {};
	const mainMessage = typeof message === 'string' ? message : '';
	const all = Array.isArray(details) ? details : [details];
	const text = [mainMessage, ...all.map(describe)].filter(Boolean).join('; ');
	const ssoUrl = /^required; *url=(https:\/\/\S+)/.exec(
		toText(headers['x-github-sso']).slice(0, 2000),
	)?.[1];
	const code = isGraphQlRateLimit(body)
		? (rateLimitCode(403, headers, mainMessage) ?? 'abuse_limit_unsaid')
		: (rateLimitCode(status, headers, mainMessage) ??
			(status === 403 && ssoUrl !== undefined ? 'sso_required' : reasonIn(status, mainMessage)));
	const scope = code === undefined ? missingScope({ status, headers }, mainMessage) : undefined;
	return {
		...(code ? { code } : {}),
		...(text ? { text } : {}),
		...(scope ? { missingScope: scope } : {}),
		facts: {
			...(details ? { errors: details } : {}),
			...(ssoUrl === undefined ? {} : { ssoUrl }),
		},
	};
}

/** The cause of an error with a status that has several. */
function reasonIn(status: number, message: string): string | undefined {
	// NixOS/org#247 (its lifetime), git-town/git-town#4609 (its kind)
	if (status === 403 && /\bforbids access via\b/.test(message)) return 'token_policy';
	if (status === 403 && isUnavailable(message)) return 'unavailable';
	return (status === 409 || status === 422) && isRuleViolation(message)
		? 'rule_violation'
		: undefined;
}

/**
 * Distinguishes the primary rate limit (no remaining requests) from the secondary rate limit
 * (Retry-After header, or error message).
 */
function rateLimitCode(
	status: number,
	headers: HttpResponse['headers'],
	message: string,
): string | undefined {
	if (status !== 403 && status !== 429) return undefined;
	if (headers['x-ratelimit-remaining'] === '0') return 'rate_limit';
	if (headers['retry-after'] !== undefined) return 'abuse_limit';
	return /secondary rate|abuse/i.test(message) ? 'abuse_limit_unsaid' : undefined;
}

/** An error of one field, such as `assignees: invalid, got octokat (Issue)`. */
function describe(fieldError: unknown): string {
	if (typeof fieldError === 'string') return fieldError;
	if (!isObject(fieldError)) return '';
	const { resource, field, message, code, value } = fieldError;
	const got = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
	return [
		[field, message ?? code].map(toText).filter(Boolean).join(': '),
		got === '' ? '' : `, got ${got}`,
		message === undefined && resource !== undefined ? ` (${toText(resource)})` : '',
	].join('');
}
