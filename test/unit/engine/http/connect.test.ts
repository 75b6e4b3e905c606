import type { Connection } from '../../../../nodes/engine/describe';
import { connect, type RunSettings } from '../../../../nodes/engine/http/connect';
import { codeHosting } from '../../../../nodes/CodeHosting/service';

const context = {
	getNode: () => ({ name: 'Node', credentials: {} }),
	helpers: {},
} as unknown as Parameters<typeof connect>[0];

const connection = async (settings: RunSettings): Promise<Connection> =>
	await connect(context, codeHosting, { ...settings, authentication: 'none' });

/** Whether a rate limit that the first connection reached also delays the second one. */
async function isLimitedWith(first: Connection, second: Connection): Promise<boolean> {
	const start = await first.limits.rate.start(1000);
	if (start.blockedMs === undefined) start.end('limited', 60_000);
	return (await second.limits.rate.start(1000)).blockedMs !== undefined;
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

describe('a write', () => {
	beforeEach(() => {
		jest.useFakeTimers();
	});
	afterEach(() => {
		jest.useRealTimers();
	});

	/** Milliseconds until the last of 181 writes may start. With five points each, they cost 905. */
	const lastStart = async (settings: object): Promise<number> => {
		const { rate } = (await connection({ ...settings, rateLimit: 'writes' })).limits;
		const begin = performance.now();
		const starts = Array.from({ length: 181 }, async () => {
			const start = await rate.start(120_000, undefined, true);
			if (start.blockedMs === undefined) start.end('accepted');
		});
		await jest.runAllTimersAsync();
		await Promise.all(starts);
		return performance.now() - begin;
	};

	test('waits until GitHub’s points per minute allow it', async () => {
		expect(await lastStart({})).toBeGreaterThanOrEqual(60_000);
	});

	test('does not wait for GitHub Enterprise Server, which has no points by default', async () => {
		const server = { provider: 'gitHubEnterpriseServer', host: 'github.example.com' };
		expect(await lastStart(server)).toBeLessThan(10_000);
	});
});

test('searches have rate limits of their own', () => {
	const operations = Object.values(codeHosting.resources.search!.operations);
	expect(new Set(operations.map(({ rateLimit }) => rateLimit))).toEqual(
		new Set(['codeSearch', 'search']),
	);
});
