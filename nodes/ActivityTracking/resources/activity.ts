import { date, flag, operation, resource } from '../../engine/describe';
import { activityId, decodePolylines, paging } from '../fields';
import { withPoints } from '../polyline';
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
					description: 'Whether to return hidden segment efforts too',
					default: true,
					wire: 'include_all_efforts',
				}),
			},
			simplify: { ...activityBrief, segment_efforts: 'segment_efforts' },
			scope: 'activity:read (activity:read_all for activities that only the athlete sees)',
			refine: withPoints,
		}),
		getAll: operation({
			name: 'Get Many',
			action: 'Get many activities',
			description: 'Get the activities of the athlete',
			request: 'GET /athlete/activities',
			paging,
			options: {
				after: date('After', {
					description: 'Only activities that began after this moment',
					format: 'epoch-s',
				}),
				before: date('Before', {
					description: 'Only activities that began before this moment',
					format: 'epoch-s',
				}),
				decodePolylines,
			},
			simplify: activityBrief,
			scope: 'activity:read',
			refine: withPoints,
		}),
	},
});
