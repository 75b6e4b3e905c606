import { date, operation, resource, text } from '../../engine/describe';
import { crossed, readEfforts } from '../efforts';
import { effortId, paging, segmentId } from '../fields';
import { effort as shape, effortBrief } from '../shapes';

export const segmentEffort = resource('Segment Effort', {
	default: 'getAll',
	operations: {
		get: operation({
			name: 'Get',
			action: 'Get a segment effort',
			description: 'Get an effort; it must belong to an activity of the athlete',
			request: 'GET /segment_efforts/{effortId}',
			fields: { effortId },
			simplify: effortBrief,
			shape,
			scope: 'activity:read',
		}),
		getAll: operation({
			name: 'Get Many',
			action: 'Get many segment efforts',
			description: 'Get the efforts on a segment, oldest first',
			request: 'GET /segments/{segmentId}/all_efforts',
			paging,
			fields: { segmentId },
			options: {
				from: date('From', {
					description:
						'Only efforts from this moment on, by the clock at the segment; an offset behind the time is not looked at',
					format: 'local',
					wire: 'start_date_local',
				}),
				to: date('To', {
					description:
						'Only efforts up to this moment, by the clock at the segment; a day counts whole',
					format: 'local',
					wire: 'end_date_local',
				}),
				ofAthlete: text('Athlete ID', {
					description: 'Only efforts of this athlete',
					placeholder: 'e.g. 227615',
					pattern: /^\d{1,19}$/,
					expected: 'an id of digits alone',
					wire: 'athlete_id',
				}),
			},
			check: ({ from, to }) =>
				crossed(from, to)
					? { field: 'from', problem: `must not be later than To (${to}), got ${from}` }
					: undefined,
			simplify: effortBrief,
			shape,
			scope: 'activity:read',
			run: readEfforts,
		}),
	},
});
