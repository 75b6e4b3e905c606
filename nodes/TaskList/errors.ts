/** Error codes of the service (vendor's public documentation). */
import type { KnownError } from '../engine/describe';
import { googleErrors } from '../google/errors';

export const errors: Record<string, KnownError> = {
	...googleErrors('Lower Requests per Second or Items at Once in Request Options', {
		message: 'The daily request quota of the project was reached',
		hint: 'The default quota is 50,000 requests per day. Try again tomorrow, or request a higher quota',
	}),
	ABORTED: {
		message: 'The request conflicts with another change to the same record',
		hint: 'The request changed nothing. Try again',
		action: 'retry',
	},
};
