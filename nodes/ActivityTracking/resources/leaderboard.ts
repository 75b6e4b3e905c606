import { choice, flag, integer, operation, resource, text } from '../../engine/describe';
import { maxPageSize, numericId, segmentId } from '../fields';
import { readLeaderboard } from '../leaderboard';
import { byNumber } from '../pagination';
import { leaderboardEntry as shape } from '../shapes';

const ageGroups = [
	'0_19',
	'20_24',
	'25_34',
	'35_44',
	'45_54',
	'55_64',
	'65_69',
	'70_74',
	'75_plus',
];
const pounds = [
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
];
const kilograms = [
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
];

/** `35_44` becomes `35 to 44`, `75_plus` becomes `75 and More`. */
const ranges = (values: readonly string[], unit = ''): Record<string, string> =>
	Object.fromEntries(
		values.map((value) => [
			value,
			`${value.replace('_plus', ' and More').replace('_', ' to ')}${unit}`,
		]),
	);

export const leaderboard = resource('Leaderboard', {
	default: 'getAll',
	operations: {
		getAll: operation({
			action: 'Get many leaderboard entries',
			description:
				'Get the leaderboard of a segment by rank, and the entries around the athlete’s own',
			request: 'GET /segments/{segmentId}/leaderboard',
			paging: byNumber({
				rows: 'entries',
				number: 'page',
				size: { name: 'per_page', maximum: maxPageSize },
			}),
			fields: { segmentId },
			options: {
				ageGroup: choice('Age Group', ranges(ageGroups), {
					description: 'Return only athletes of this age, in years. For premium members only.',
					apiName: 'age_group',
					default: '25_34',
				}),
				clubId: text('Club ID', {
					...numericId,
					description: 'Return only members of this club',
					placeholder: 'e.g. 1234',
					apiName: 'club_id',
				}),
				contextEntries: integer('Context Entries', {
					description:
						'Number of entries to add before and after the athlete’s own entry. They do not count toward Limit.',
					default: 2,
					minimum: 0,
					maximum: 15,
					apiName: 'context_entries',
					collection: 'options',
				}),
				dateRange: choice('Date Range', ['today', 'this_week', 'this_month', 'this_year'], {
					description: 'Return only efforts made in this period',
					apiName: 'date_range',
				}),
				following: flag('Following', {
					description: 'Whether to return only athletes that the authenticated athlete follows',
					default: true,
				}),
				fromRank: integer('From Rank', {
					description: 'Rank of the first entry to return. Limit counts from this rank.',
					default: 1,
					minimum: 1,
					in: 'none',
				}),
				gender: choice(
					'Gender',
					{ F: 'Female', M: 'Male' },
					{ description: 'Return only athletes of this gender' },
				),
				includeContext: flag('Include Context', {
					description:
						'Whether to include the entries around the athlete’s own entry, with entry_type set to context',
					default: true,
					in: 'none',
				}),
				weightClass: choice(
					'Weight Class',
					{ ...ranges(pounds, ' Pounds'), ...ranges(kilograms, ' Kilograms') },
					{
						description:
							'Return only athletes in this weight class, in the unit of the authenticated athlete. For premium members only.',
						apiName: 'weight_class',
						default: '65_74',
					},
				),
			},
			shape,
			missingIn: {
				strava: {
					since: '2020',
					reason: 'Strava offers no leaderboards to applications.',
					instead: 'Use Segment Effort: Get Many for the efforts of your own account.',
				},
			},
			run: readLeaderboard,
		}),
	},
});
