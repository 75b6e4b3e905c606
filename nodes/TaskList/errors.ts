/** What the service answers when it refuses (public facts, errors): what happened, what to do, and whether the same request may go again. */
import type { KnownError } from '../engine/describe';

const fewer: KnownError = {
	message: 'Task List asks for fewer requests',
	hint: 'Lower Requests per Second or Items at Once in Options',
	retry: 'safe',
};

export const errors: Record<string, KnownError> = {
	rateLimitExceeded: fewer,
	userRateLimitExceeded: fewer,
	RESOURCE_EXHAUSTED: fewer,
	quotaExceeded: {
		message: 'The quota of the project is used up for today',
		hint: 'The quota is 50000 requests a day unless the project has another one. Run this again tomorrow, or ask for more',
		retry: 'never',
	},
	ABORTED: {
		message: 'Another change of the same record came in between',
		hint: 'Nothing was done. Run this again',
		retry: 'safe',
	},
	ALREADY_EXISTS: {
		message: 'There is such a record already',
		hint: 'Read it, and change it instead',
		retry: 'never',
	},
};
