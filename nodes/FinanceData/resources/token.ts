import { operation, resource, secret } from '../../engine/describe';
import { planRequest } from '../../engine/request/buildRequest';
import { toRow } from '../../engine/run/output';
import { collectSecrets, createRedactor } from '../../engine/transport/redact';
import { send } from '../../engine/transport/send';
import { exchanged } from '../shapes';

export const token = resource('Access Token', {
	default: 'exchange',
	operations: {
		exchange: operation({
			name: 'Exchange',
			action: 'Exchange a public token',
			description:
				'Exchange the public token of a customer who has just connected for the access token of the connection, which the result holds',
			request: 'POST /item/public_token/exchange',
			agents: false,
			shape: exchanged,
			fields: {
				publicToken: secret('Public Token', {
					wire: 'public_token',
					required: true,
					description:
						'Given to your application when the customer has connected; it can be exchanged once',
				}),
			},
			async run({ input, connection }) {
				const { clientId, clientSecret } = connection.credential;
				// The access token is what this is for, also where it is the one that the credential holds already.
				const showing = {
					...connection,
					redact: createRedactor(
						collectSecrets({
							...connection.credential,
							accessToken: '',
							publicToken: input.publicToken,
						}),
					),
				};
				const plan = planRequest('POST /item/public_token/exchange', {
					body: { client_id: clientId, secret: clientSecret, public_token: input.publicToken },
				});
				return [toRow((await send(showing, plan, { replay: 'never' })).body)];
			},
		}),
	},
});
