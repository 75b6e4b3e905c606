// Activities in the local activity tracking service, and the push events that announce them.
import { addActivity, OWN_ATHLETE } from '../../services/activityTracking/seedData';
import type { ActivityService } from '../../services/activityTracking/service';

/** Adds new activities. Returns their IDs. */
export const addActivities = ({ world }: ActivityService, count: number): number[] =>
	Array.from(
		{ length: count },
		(_, index) =>
			addActivity(world, {
				athlete: world.athletes[0]!,
				name: `Run ${index}`,
				start: Date.now() - 60_000,
				sportType: 'Run',
				streams: {},
			}).id,
	);

/** Sends the push events of new activities. Returns the statuses of the attempts for each one. */
export const pushActivities = async (
	{ subscriptions }: ActivityService,
	ids: readonly number[],
): Promise<number[][]> =>
	await Promise.all(
		ids.map(
			async (id) =>
				await subscriptions.push({
					object_type: 'activity',
					object_id: id,
					aspect_type: 'create',
					owner_id: OWN_ATHLETE,
				}),
		),
	);

/** The event keys of new activities. */
export const activityKeys = (ids: readonly number[]): string[] =>
	ids.map((id) => `${OWN_ATHLETE}:${id}:activityCreated`);
