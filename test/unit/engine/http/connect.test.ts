import type { Connection } from '../../../../nodes/engine/describe';
import { connect, type RunSettings } from '../../../../nodes/engine/http/connect';
import { codeHosting } from '../../../../nodes/CodeHosting/service';

const context = {
	getNode: () => ({ name: 'Node', credentials: {} }),
	helpers: {},
} as unknown as Parameters<typeof connect>[0];

const connection = async (settings: RunSettings): Promise<Connection> =>
	await connect(context, codeHosting, settings, 'none');

test('runs share a brake, except those of operations with a rate limit of their own', async () => {
	const [first, second] = [await connection({}), await connection({})];
	expect(second.limiter).toBe(first.limiter);
	const [search, otherSearch] = [
		await connection({ rateLimit: 'search' }),
		await connection({ rateLimit: 'search' }),
	];
	expect(otherSearch.limiter).toBe(search.limiter);
	expect(search.limiter).not.toBe(first.limiter);
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
