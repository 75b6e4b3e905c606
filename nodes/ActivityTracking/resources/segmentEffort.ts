import { date, operation, resource, text } from '../../engine/describe';
import { isReversed, readEfforts } from '../efforts';
import { effortId, numericId, paging, segmentId } from '../fields';
import { effort as shape, effortBrief } from '../shapes';

export const segmentEffort = resource('Segment Effort', {
	default: 'getAll',
	operations: {
		get: operation({
			description: 'Get an effort, which must belong to an activity of the authenticated athlete',
			request: 'GET /segment_efforts/{effortId}',
			fields: { effortId },
			simplify: effortBrief,
			shape,
			permission: 'activity:read',
		}),
		getAll: operation({
			description: 'Get the efforts on a segment, oldest first',
			request: 'GET /segments/{segmentId}/all_efforts',
			paging,
			fields: { segmentId },
			options: {
				from: date('From', {
					description:
						'Return only efforts from this time on, in local time at the segment. Time zone offsets are ignored.',
					format: 'local',
					apiName: 'start_date_local',
				}),
				to: date('To', {
					description:
						'Return only efforts up to this time, in local time at the segment. A date without a time covers the entire day.',
					format: 'local',
					apiName: 'end_date_local',
				}),
				ofAthlete: text('Athlete ID', {
					...numericId,
					description: 'Return only efforts of this athlete',
					placeholder: 'e.g. 227615',
					apiName: 'athlete_id',
				}),
			},
			check: ({ from, to }) =>
				isReversed(from, to)
					? { field: 'from', problem: `must not be later than To (${to}), got ${from}` }
					: undefined,
			simplify: effortBrief,
			shape,
			permission: 'activity:read',
			run: readEfforts,
		}),
	},
});
