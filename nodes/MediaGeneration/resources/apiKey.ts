import { choice, operation, resource } from '../../engine/describe';

export const apiKey = resource('API Key', {
	default: 'revoke',
	operations: {
		revoke: operation({
			name: 'Revoke',
			action: 'Revoke the API key',
			description: 'Revoke the key of the credential itself; nothing works with it afterwards',
			replay: 'never',
			agents: false,
			output: 'done',
			options: {
				// The specification does not show the method.
				method: choice('Method', ['POST', 'DELETE'], {
					description: 'HTTP method of the revocation; the service’s documentation names it',
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
