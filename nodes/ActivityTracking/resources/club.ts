import { operation, resource } from '../../engine/describe';
import { clubId, onePage, paging } from '../fields';
import {
	athlete,
	club as shape,
	clubActivity,
	clubBrief,
	clubEvent,
	clubMember,
	clubSummary,
} from '../shapes';

const permission = 'read';

/**
 * Strava has removed three lists of a club (https://developers.strava.com/docs/changelog/, entry of
 * 1 June 2026; stravalib/stravalib#736). It answers with 404 or 401 (node-strava/node-strava-v3#209).
 */
const withdrawn = {
	since: '2026-09-01',
	reason: 'Applications can no longer read the activities, administrators and members of a club.',
	instead:
		'Use Club: Get for the club, or Activity: Get Many for the activities of your own account.',
};
const missingIn = { strava: withdrawn };

export const club = resource('Club', {
	default: 'getAll',
	operations: {
		get: operation({
			request: 'GET /clubs/{clubId}',
			fields: { clubId },
			simplify: clubBrief,
			shape,
			permission,
		}),
		getAll: operation({
			description: 'Get the clubs of the authenticated athlete',
			request: 'GET /athlete/clubs',
			paging,
			simplify: clubBrief,
			shape: clubSummary,
			permission,
		}),
		getAllActivities: operation({
			action: 'Get many activities of a club',
			description: 'Get recent activities of the members of a club of the athlete, without IDs',
			request: 'GET /clubs/{clubId}/activities',
			paging,
			fields: { clubId },
			shape: clubActivity,
			permission,
			missingIn,
		}),
		getAllAdmins: operation({
			name: 'Get Many Administrators',
			action: 'Get many administrators of a club',
			request: 'GET /clubs/{clubId}/admins',
			paging,
			fields: { clubId },
			shape: athlete,
			permission,
			missingIn,
		}),
		getAllEvents: operation({
			action: 'Get many events of a club',
			description: 'Get the group events of a club with their next dates',
			request: 'GET /clubs/{clubId}/group_events',
			paging: onePage,
			fields: { clubId },
			shape: clubEvent,
			permission,
		}),
		getAllMembers: operation({
			action: 'Get many members of a club',
			request: 'GET /clubs/{clubId}/members',
			paging,
			fields: { clubId },
			shape: clubMember,
			permission,
			missingIn,
		}),
	},
});
