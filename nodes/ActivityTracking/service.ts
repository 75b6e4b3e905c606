/** Description of the Activity Tracking service (README.md). */
import { apiRequest } from '../engine';
import { service } from '../engine/describe';
import { paging } from './fields';
import { credentials, activityTrackingProviders } from './credentials';
import { classify, errors } from './errors';
import { activity } from './resources/activity';
import { athlete } from './resources/athlete';
import { club } from './resources/club';
import { gear } from './resources/gear';
import { leaderboard } from './resources/leaderboard';
import { route } from './resources/route';
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
	resources: {
		apiRequest: apiRequest({ paging, path: '/athlete/clubs' }),
		activity,
		athlete,
		club,
		gear,
		leaderboard,
		route,
		segment,
		segmentEffort,
		stream,
	},
	// Effort IDs are 64-bit integers, so the node returns them as strings. The other IDs are strings
	// too, so that all IDs have the same type.
	wideIds: ['id', 'activity_id', 'athlete_id', 'segment_id', 'pr_activity_id', 'upload_id'],
	classify,
	errors,
	codex: {
		categories: ['Analytics', 'Miscellaneous'],
		aliases: [
			'activities',
			'create activity',
			'update activity',
			'sport',
			'fitness',
			'cycling',
			'running club',
			'segments',
			'leaderboard',
			'effort',
			'athlete',
			'route',
			'gpx',
			'fit file',
			'heart rate',
			'power',
			'gps',
			'strava activity',
			'workout',
			'kilometers',
		],
	},
});
