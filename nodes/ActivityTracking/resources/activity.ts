import { date, flag, operation, resource } from '../../engine/describe';
import { activityId, decodePolylines, paging } from '../fields';
import { addDecodedPoints } from '../polyline';
import { activityBrief } from '../shapes';

export const activity = resource('Activity', {
	default: 'getAll',
	operations: {
		get: operation({
			name: 'Get',
			action: 'Get an activity',
			description: 'Get an activity with its segment efforts',
			request: 'GET /activities/{activityId}',
			fields: { activityId },
			options: {
				decodePolylines,
				includeAllEfforts: flag('Include All Efforts', {
					description: 'Whether to include hidden segment efforts',
					default: true,
					wire: 'include_all_efforts',
				}),
			},
			simplify: { ...activityBrief, segment_efforts: 'segment_efforts' },
			scope: 'activity:read (activity:read_all for activities visible only to the athlete)',
			refine: addDecodedPoints,
		}),
		getAll: operation({
			name: 'Get Many',
			action: 'Get many activities',
			description: 'Get the activities of the authenticated athlete',
			request: 'GET /athlete/activities',
			paging,
			options: {
				after: date('After', {
					description: 'Return only activities that started after this time',
					format: 'epoch-s',
				}),
				before: date('Before', {
					description: 'Return only activities that started before this time',
					format: 'epoch-s',
				}),
				decodePolylines,
			},
			simplify: activityBrief,
			scope: 'activity:read',
			refine: addDecodedPoints,
		}),
	},
});
