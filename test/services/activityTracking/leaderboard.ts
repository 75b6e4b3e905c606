// Leaderboards: filters, pages, and the entries around the athlete's own entry
// (nodes/ActivityTracking/README.md, Leaderboards).

import { premiumOnly } from './errors';
import { integerParam, type Query } from './query';
import type { ActivityData, Athlete } from './seedData';

/** Rank of the viewer in the unfiltered leaderboard. */
const OWN_RANK = 15;

/**
 * @throws HttpError for premium filters if the athlete is not a premium member
 */
export function leaderboardResponse(
	data: ActivityData,
	viewer: Athlete,
	isPremium: boolean,
	query: Query,
	contextFirst: boolean,
): Record<string, unknown> {
	for (const name of ['age_group', 'weight_class'])
		if (query[name] !== undefined && !isPremium) throw premiumOnly(name);
	const contextSize = integerParam(query, 'context_entries', 2, 0, 15);
	const perPage = integerParam(query, 'per_page', 10, 1, 200);
	const start = (integerParam(query, 'page', 1, 1, Infinity) - 1) * perPage;
	const others = data.athletes.filter(({ id }) => id !== viewer.id);
	const all = [...others.slice(0, OWN_RANK - 1), viewer, ...others.slice(OWN_RANK - 1)].filter(
		({ gender, ageGroup, weightClass }) =>
			(query.gender ?? gender) === gender &&
			(query.age_group ?? ageGroup) === ageGroup &&
			(query.weight_class ?? weightClass) === weightClass,
	);
	const entries = all.map(({ name }, index) => ({
		athlete_name: name,
		rank: index + 1,
		elapsed_time: 250 + index,
		moving_time: 250 + index,
		start_date: '2026-01-05T22:30:00Z',
		start_date_local: '2026-01-06T07:30:00Z',
	}));
	const own = all.indexOf(viewer);
	const page = entries.slice(start, start + perPage);
	const context =
		own < 0
			? []
			: entries
					.slice(Math.max(0, own - contextSize), own + contextSize + 1)
					.filter((entry) => !page.includes(entry));
	return {
		entry_count: entries.length,
		effort_count: entries.length,
		entries: contextFirst ? [...context, ...page] : [...page, ...context],
	};
}
