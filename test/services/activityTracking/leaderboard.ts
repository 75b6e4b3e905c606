// Leaderboards: filters, pages, and the entries around the athlete's own entry
// (nodes/ActivityTracking/README.md, Leaderboards).

import { badRequest, premiumOnly } from './errors';
import { integerParam, type Query } from './query';
import type { ActivityData, Athlete } from './seedData';

const FILTER_VALUES: Readonly<Record<string, readonly string[]>> = {
	gender: ['M', 'F'],
	age_group: ['0_19', '20_24', '25_34', '35_44', '45_54', '55_64', '65_69', '70_74', '75_plus'],
	date_range: ['this_year', 'this_month', 'this_week', 'today'],
	weight_class: [
		// Pounds.
		'0_74',
		'75_99',
		'100_124',
		'125_149',
		'150_164',
		'165_179',
		'180_199',
		'200_224',
		'225_249',
		'250_plus',
		// Kilograms.
		'0_34',
		'35_44',
		'45_54',
		'55_64',
		'65_74',
		'75_84',
		'85_94',
		'95_104',
		'105_114',
		'115_plus',
	],
	following: ['true', 'false'],
};

/** Rank of the viewer in the unfiltered leaderboard. */
const OWN_RANK = 15;

/**
 * @throws HttpError for unknown filter values, and for premium filters if the athlete is not a
 * premium member
 */
export function leaderboardResponse(
	data: ActivityData,
	viewer: Athlete,
	isPremium: boolean,
	query: Query,
	contextFirst: boolean,
): Record<string, unknown> {
	for (const [name, values] of Object.entries(FILTER_VALUES))
		if (query[name] !== undefined && !values.includes(query[name]!))
			throw badRequest('Leaderboard', name);
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
