import { planRequest, send, toRow } from '../../engine';
import { operation, resource, secret } from '../../engine/describe';
import { exchangedToken } from '../shapes';

export const token = resource('Access Token', {
	default: 'exchange',
	operations: {
		exchange: operation({
			action: 'Exchange a public token',
			description:
				'Exchange the public token of a newly connected customer for the access token of the connection',
			request: 'POST /item/public_token/exchange',
			agents: false,
			shape: exchangedToken,
			fields: {
				publicToken: secret('Public Token', {
					apiName: 'public_token',
					required: true,
					description:
						'Your application receives the public token when a customer connects. It can be exchanged only once.',
				}),
			},
			async run({ input, connection }) {
				const { clientId, clientSecret } = connection.credential;
				const plan = planRequest('POST /item/public_token/exchange', {
					body: { client_id: clientId, secret: clientSecret, public_token: input.publicToken },
				});
				return [toRow((await send(connection, plan, { idempotency: 'none' })).body)];
			},
		}),
	},
});
