import { indexedItems, Reply, thingByIndex, useExampleService } from './kit/exampleService';
import { isLong } from './kit/isLong';

const service = useExampleService();

const timeLimitMs = 120_000;

/** Statuses of all responses, in the order in which they were sent. */
let statuses: number[];
beforeEach(() => {
	statuses = [];
});
const respond = (
	status: number,
	headers: Record<string, string> = {},
	body: unknown = { ok: 1 },
) => {
	statuses.push(status);
	return new Reply(status, body, headers);
};
const limitedCount = (): number => statuses.filter((status) => status !== 200).length;

/** At two per second. The unit tests of the limiter simulate longer runs. */
const count = isLong ? 60 : 16;

/** The first ten reads start together, so eight are rejected. A growing rate adds a few more. */
const mostRejections = 15;

/** Makes the service accept at most two requests in any period of one second. */
const useSlidingWindow = (rejection: (resetMs: number) => Reply): void => {
	let accepted: number[] = [];
	service.handlers.set('GET things', () => {
		const now = Date.now();
		accepted = accepted.filter((at) => now - at < 1000);
		if (accepted.length >= 2) return rejection(accepted[0]! + 1000);
		accepted.push(now);
		return respond(200);
	});
};

/** Reads things with the default options. */
async function readThings() {
	const { items, error } = await service.run('get', {
		items: indexedItems(count),
		parameters: thingByIndex,
	});
	expect(error).toBeUndefined();
	expect(items).toHaveLength(count);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
		indexedItems(count).map(({ json }) => ({ item: json.index })),
	);
}

test(
	'if the service accepts 2 requests per second, all reads succeed with fewer than 15 responses with status 429',
	async () => {
		useSlidingWindow(() => respond(429, { 'retry-after': '1' }));
		await readThings();
		expect(limitedCount()).toBeLessThan(mostRejections);
	},
	timeLimitMs,
);

test(
	'with X-RateLimit headers only, all reads succeed with fewer than 15 responses with status 429',
	async () => {
		const windows = new Map<number, number>();
		service.handlers.set('GET things', () => {
			const second = Math.floor(Date.now() / 1000);
			const used = (windows.get(second) ?? 0) + 1;
			windows.set(second, used);
			return respond(used > 2 ? 429 : 200, {
				'x-ratelimit-remaining': String(Math.max(0, 2 - used)),
				'x-ratelimit-reset': String(second + 1),
			});
		});
		await readThings();
		expect(limitedCount()).toBeLessThan(mostRejections);
	},
	timeLimitMs,
);
