import { id, operation, resource } from '../../engine/describe';
import { gear as shape } from '../shapes';

const gearId = id('Gear', {
	description: 'A bike or a pair of shoes. The IDs are in the response of Athlete: Get.',
	placeholder: 'e.g. b12345678987655',
	pattern: /^[a-z]?\d{1,19}$/,
	expected: 'a gear ID such as b12345678987655',
});

export const gear = resource('Gear', {
	default: 'get',
	operations: {
		get: operation({
			action: 'Get a bike or a pair of shoes',
			request: 'GET /gear/{gearId}',
			fields: { gearId },
			shape,
			permission: 'read',
		}),
	},
});
