/** Description of the Activity Tracking service (specification, document 2, part A). */
import { service } from '../engine/describe';
import { credentials, activityTrackingProviders } from './credentials';
import { errors, rateLimitResetMs, readError } from './errors';
import { activity } from './resources/activity';
import { athlete } from './resources/athlete';
import { leaderboard } from './resources/leaderboard';
import { segment } from './resources/segment';
import { segmentEffort } from './resources/segmentEffort';
import { stream } from './resources/stream';

export const activityTracking = service({
	name: 'activityTracking',
	label: 'Activity Tracking',
	providers: activityTrackingProviders,
	credentials,
	connectionTest: { request: 'GET /athlete' },
	default: 'segment',
	resources: { activity, athlete, leaderboard, segment, segmentEffort, stream },
	// Effort IDs are 64-bit integers, so the node returns them as strings. The other IDs are strings
	// too, so that all IDs have the same type.
	wideIds: ['id', 'activity_id', 'athlete_id', 'segment_id', 'pr_activity_id'],
	readError,
	errors,
	rateLimitResetMs,
	codex: {
		categories: ['Analytics', 'Miscellaneous'],
		aliases: [
			'sport',
			'fitness',
			'cycling',
			'running',
			'segments',
			'leaderboard',
			'effort',
			'athlete',
			'heart rate',
			'power',
			'gps',
			'activity',
		],
	},
});
