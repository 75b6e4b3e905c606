import type { Connection } from '../../../../nodes/engine/describe';
import { connect, type RunSettings } from '../../../../nodes/engine/http/connect';
import { codeHosting } from '../../../../nodes/CodeHosting/service';

const context = {
	getNode: () => ({ name: 'Node', credentials: {} }),
	helpers: {},
} as unknown as Parameters<typeof connect>[0];

const connection = async (settings: RunSettings): Promise<Connection> =>
	await connect(context, codeHosting, settings, 'none');

/** Whether a rate limit that the first connection reached also delays the second one. */
async function isLimitedWith(first: Connection, second: Connection): Promise<boolean> {
	const limitedAt = first.limits.rate.limit(60_000);
	return (await second.limits.rate.start(1000, limitedAt)).blockedMs !== undefined;
}

test('runs share a limiter, except those of operations with a rate limit of their own', async () => {
	const [first, second] = [await connection({}), await connection({})];
	expect(await isLimitedWith(first, second)).toBe(true);
	const [search, otherSearch] = [
		await connection({ rateLimit: 'search' }),
		await connection({ rateLimit: 'search' }),
	];
	expect(await isLimitedWith(first, search)).toBe(false);
	expect(await isLimitedWith(search, otherSearch)).toBe(true);
});

test('searches have rate limits of their own', () => {
	const { operations } = codeHosting.resources.search!;
	expect(Object.entries(operations).map(([key, { rateLimit }]) => [key, rateLimit])).toEqual([
		['searchCode', 'codeSearch'],
		['searchCommits', 'search'],
		['searchIssues', 'search'],
		['searchRepositories', 'search'],
	]);
});
