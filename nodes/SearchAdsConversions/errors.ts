/** Errors of the service (vendor's public reference). */
import type { KnownError } from '../engine/describe';
import { googleErrors } from '../google/errors';

export const errors: Record<string, KnownError> = {
	...googleErrors('Lower Requests per Second in Request Options, or send more rows per request', {
		message: 'The quota of the project is used up',
		hint: 'Try again later, or request a higher quota. The cloud console shows the quota of the project',
	}),
	ABORTED: {
		message: 'Another change to the same record was in progress',
		hint: 'Some rows may have been accepted. Check in the service which ones, and send only the others',
		action: 'fail',
	},
};
