import { operation, resource } from '../../engine/describe';
import { feed as shape } from '../shapes';

export const feed = resource('Feed', {
	default: 'get',
	operations: {
		get: operation({
			action: 'Get the feeds',
			description:
				'Get the URLs of the feeds that the user can read; private feeds require a credential',
			request: 'GET /feeds',
			shape,
		}),
	},
});
