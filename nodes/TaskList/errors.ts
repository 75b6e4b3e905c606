/** Error codes of the service (vendor's public documentation). */
import type { KnownError } from '../engine/describe';

const rateLimitReached: KnownError = {
	message: ({ provider }) => `The rate limit of ${provider} was reached`,
	hint: 'Lower Requests per Second or Items at Once in Request Options',
	retry: 'safe',
};

export const errors: Record<string, KnownError> = {
	rateLimitExceeded: rateLimitReached,
	userRateLimitExceeded: rateLimitReached,
	RESOURCE_EXHAUSTED: rateLimitReached,
	quotaExceeded: {
		message: 'The daily request quota of the project was reached',
		hint: 'The default quota is 50,000 requests per day. Try again tomorrow, or request a higher quota',
		retry: 'never',
	},
	ABORTED: {
		message: 'The request conflicts with another change to the same record',
		hint: 'The request changed nothing. Try again',
		retry: 'safe',
	},
	ALREADY_EXISTS: {
		message: 'A record with this ID already exists',
		hint: 'Update the existing record instead',
		retry: 'never',
	},
};
