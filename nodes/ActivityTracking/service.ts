/** Activity tracking as data (specification, document 2, part A). */
import { service } from '../engine/describe';
import { readError, errors, openAgain } from './errors';
import { activity } from './resources/activity';
import { athlete } from './resources/athlete';
import { leaderboard } from './resources/leaderboard';
import { segment } from './resources/segment';
import { segmentEffort } from './resources/segmentEffort';
import { stream } from './resources/stream';

export const activityTracking = service({
	name: 'activityTracking',
	label: 'Activity Tracking',
	credentials: [
		{ value: 'accessToken', label: 'Access Token', type: 'activityTrackingApi' },
		{ value: 'oAuth2', label: 'OAuth2', type: 'activityTrackingOAuth2Api', renews: true },
	],
	address: ({ baseUrl }) => String(baseUrl),
	default: 'segment',
	resources: { activity, athlete, leaderboard, segment, segmentEffort, stream },
	// Effort ids are 64-bit; with the others as text too, an id is the same kind of value wherever it stands.
	wideIds: ['id', 'activity_id', 'athlete_id', 'segment_id', 'pr_activity_id'],
	readError,
	errors,
	rateLimitResetMs: openAgain,
	codex: {
		categories: ['Analytics', 'Miscellaneous'],
		aliases: [
			'sport',
			'fitness',
			'cycling',
			'running',
			'ride',
			'run',
			'segment',
			'leaderboard',
			'effort',
			'athlete',
			'heart rate',
			'power',
			'gps',
			'track',
		],
	},
});
