/** Errors of the service (vendor's public reference). */
import type { KnownError } from '../engine/describe';

const rateLimited: KnownError = {
	message: ({ provider }) => `The rate limit of ${provider} was reached`,
	hint: 'Lower Requests per Second in Request Options, or send more rows per request',
	retry: 'safe',
};

export const errors: Record<string, KnownError> = {
	rateLimitExceeded: rateLimited,
	userRateLimitExceeded: rateLimited,
	RESOURCE_EXHAUSTED: rateLimited,
	quotaExceeded: {
		message: 'The quota of the project is used up',
		hint: 'Try again later, or request a higher quota. The cloud console shows the quota of the project',
		retry: 'never',
	},
	ABORTED: {
		message: 'Another change to the same record was in progress',
		hint: 'Some rows may have been accepted. Check in the service which ones, and send only the others',
		retry: 'never',
	},
	ALREADY_EXISTS: {
		message: 'A record with this ID already exists',
		hint: 'Update the record instead',
		retry: 'never',
	},
};
