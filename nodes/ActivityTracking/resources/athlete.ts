import { responseToRows } from '../../engine';
import { decimal, operation, resource } from '../../engine/describe';
import { ownAthleteId } from '../ownAthlete';
import { formBody } from '../publicInterface';
import { athleteStats, zones } from '../shapes';

export const athlete = resource('Athlete', {
	default: 'get',
	operations: {
		get: operation({
			action: 'Get the athlete',
			description: 'Get the athlete that the credential belongs to',
			request: 'GET /athlete',
			permission: 'read',
		}),
		getStats: operation({
			action: 'Get the stats of the athlete',
			description:
				'Get the totals of the athlete’s rides, runs and swims, from activities that everyone can see',
			shape: athleteStats,
			permission: 'read',
			run: async (call) =>
				responseToRows(
					call.operation,
					await call.request('GET /athletes/{id}/stats', {
						values: { id: await ownAthleteId(call) },
					}),
				),
		}),
		getZones: operation({
			action: 'Get the zones of the athlete',
			description: 'Get the heart rate and power zones of the athlete',
			request: 'GET /athlete/zones',
			shape: zones,
			permission: 'profile:read_all',
		}),
		update: operation({
			action: 'Update the athlete',
			description: 'Update the weight of the athlete',
			request: 'PUT /athlete',
			fields: {
				weight: decimal('Weight (Kilograms)', {
					required: true,
					minimum: 0,
					placeholder: 'e.g. 68.5',
				}),
			},
			permission: 'profile:write',
			run: async ({ operation: own, input, request }) =>
				responseToRows(
					own,
					await request('PUT /athlete', { open: formBody({ weight: input.weight }) }),
				),
		}),
	},
});
