import { operation, resource, text } from '../../engine/describe';
import { entriesOf, requireRows, rowsOfEntries } from '../envelope';
import { quotas as shape } from '../shapes';
import { isUuid } from '../targets';

export const user = resource('User', {
	default: 'getQuotas',
	operations: {
		getQuotas: operation({
			action: 'Get quotas and usage',
			description: 'Get the quotas of the account and its current usage',
			request: 'GET /users/quotas',
			shape,
			options: {
				userUuid: text('User UUID', {
					in: 'none',
					description: 'UUID of another user, if the token has access to it',
					rule: (uuid) => (isUuid(uuid) ? undefined : 'must be a UUID'),
				}),
			},
			async run({ input: { userUuid }, request }) {
				const { body } =
					userUuid === undefined
						? await request('GET /users/quotas')
						: await request('GET /users/{userUuid}/quotas', { values: { userUuid } });
				return requireRows(rowsOfEntries(entriesOf(body)));
			},
		}),
	},
});
