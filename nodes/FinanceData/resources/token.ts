import { operation, resource } from '../../engine/catalogue';
import { secret } from '../../engine/fields';
import { rowOf } from '../../engine/output';
import { exchanged } from '../shapes';

export const token = resource('Access Token', {
	default: 'exchange',
	operations: {
		exchange: operation({
			name: 'Exchange',
			action: 'Exchange a public token',
			description: 'Exchange the public token of a customer who has just connected for the access token of the connection, which the result holds',
			request: 'POST /item/public_token/exchange',
			agents: false,
			shape: exchanged,
			fields: { publicToken: secret('Public Token', { wire: 'public_token', required: true, description: 'Given to your application when the customer has connected; it can be exchanged once' }) },
			async run({ input, connection, request, operation: { request: line } }) {
				const { clientId, clientSecret } = connection.credential;
				const { body } = await request(line!, { body: { client_id: clientId, secret: clientSecret, public_token: input.publicToken } });
				return [rowOf(body)];
			},
		}),
	},
});
