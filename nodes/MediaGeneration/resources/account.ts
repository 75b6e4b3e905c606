import { operation, resource } from '../../engine/describe';
import { account as shape } from '../shapes';

export const account = resource('Account', {
	default: 'get',
	operations: {
		get: operation({
			action: 'Get the account',
			description: 'Get the account with its credit balance',
			request: 'GET /api/v2/account',
			shape,
		}),
	},
});
