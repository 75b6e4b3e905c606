import { choice, operation, resource } from '../../engine/describe';

export const apiKey = resource('API Key', {
	default: 'revoke',
	operations: {
		revoke: operation({
			action: 'Revoke the API key',
			description: 'Revoke the API key of this credential; requests with it fail afterwards',
			idempotency: 'none',
			effect: 'locksOut',
			agents: false,
			output: 'done',
			shape: { revoked: 'boolean' },
			options: {
				// The specification does not define the method.
				method: choice('Method', ['POST', 'DELETE'], {
					description: 'HTTP method of the request. See the documentation of the service.',
					default: 'POST',
					in: 'none',
				}),
			},
			async run({ input: { method = 'POST' }, request }) {
				await request(`${method as 'POST'} /api/oauth/revoke`);
				return [{ json: { revoked: true } }];
			},
		}),
	},
});
