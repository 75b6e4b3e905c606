/** What the service answers when it refuses (public facts, errors): what happened, what to do, and whether the same request may go again. */
import type { KnownError } from '../engine/describe';

const fewer: KnownError = {
	message: 'Search Ads Conversions asks for fewer requests',
	hint: 'Lower Requests per Second in Options, or send more rows per request',
	retry: 'safe',
};

export const errors: Record<string, KnownError> = {
	rateLimitExceeded: fewer,
	userRateLimitExceeded: fewer,
	RESOURCE_EXHAUSTED: fewer,
	quotaExceeded: {
		message: 'The quota of the project is used up',
		hint: 'How large it is, the console of the project shows. Run this again later, or ask for more',
		retry: 'never',
	},
	ABORTED: {
		message: 'Another change of the same record came in between',
		hint: 'Look at the service before you run this again: of a request with several rows, some may have been taken',
		retry: 'never',
	},
	ALREADY_EXISTS: {
		message: 'There is such a record already',
		hint: 'Update it instead',
		retry: 'never',
	},
};
