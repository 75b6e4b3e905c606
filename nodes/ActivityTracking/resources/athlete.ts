import { operation, resource } from '../../engine/describe';

export const athlete = resource('Athlete', {
	default: 'get',
	operations: {
		get: operation({
			name: 'Get',
			action: 'Get the athlete',
			description: 'Get the athlete that the credential belongs to',
			request: 'GET /athlete',
			scope: 'read',
		}),
	},
});
