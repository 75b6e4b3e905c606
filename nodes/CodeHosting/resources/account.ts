import { operation, resource } from '../../engine/describe';
import { account as shape, rateLimit } from '../shapes';
import { tokenScopes } from '../tokenScopes';

export const account = resource('Account', {
	default: 'get',
	operations: {
		get: operation({
			action: 'Get the authenticated user',
			request: 'GET /user',
			permission: tokenScopes.user,
			shape,
		}),
		getRateLimit: operation({
			action: 'Get the rate limit',
			description:
				'Get the number of remaining requests; this request does not count toward the limit',
			request: 'GET /rate_limit',
			shape: rateLimit,
		}),
	},
});
