/** For Repository: Get Many Stargazers and Get Star History. */
import type { Row } from '../../engine/describe';

/**
 * GitHub shows the users who starred a repository only to its administrators and collaborators since
 * July 2026. Others get 403, 404 or an empty list.
 * https://github.blog/changelog/2026-06-30-upcoming-access-restrictions-to-public-api-endpoints-and-ui-views/
 */
export const stargazersHint =
	'GitHub returns stargazers only to administrators and collaborators of the repository. For the number of stars of each day, use Repository: Get Star History.';

/** Adds the first day of each week, which the service returns as seconds since 1970. */
export const withWeekStart = (rows: readonly Row[]): Row[] =>
	rows.map(({ json }) => {
		const { week, ...rest } = json;
		return typeof week === 'number'
			? { json: { week, week_start: new Date(week * 1000).toISOString().slice(0, 10), ...rest } }
			: { json };
	});
