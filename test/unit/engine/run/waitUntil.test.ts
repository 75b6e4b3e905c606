import fc from 'fast-check';
import { refusalOf } from '../kit';
import { waitUntil } from '../../../../nodes/engine/run/waitUntil';

beforeEach(() => jest.useFakeTimers({ now: 0 }));
afterEach(() => jest.useRealTimers());

/** Moments of all reads, by the fake clock, of something that is done after so many. */
async function readsOf(
	doneAfter: number,
	maximumMs: number,
	more: { intervalMs?: number; longestIntervalMs?: number } = {},
) {
	jest.setSystemTime(0);
	const at: number[] = [];
	const end = waitUntil({
		read: async () => {
			at.push(Date.now());
			return await Promise.resolve(at.length);
		},
		isDone: (reads) => reads >= doneAfter,
		maximumMs,
		...more,
	});
	await jest.runAllTimersAsync();
	return { at, end: await end };
}

describe('waiting until something is done', () => {
	it('reads at once, then at intervals that grow by half up to the longest', async () => {
		const { at, end } = await readsOf(7, 1e6, { intervalMs: 1000, longestIntervalMs: 4000 });
		expect(at).toEqual([0, 1000, 2500, 4750, 8125, 12125, 16125]);
		expect(end).toEqual({ state: 7, timedOut: false });
	});

	it('begins with a second unless it is told otherwise', async () =>
		expect((await readsOf(3, 1e6)).at).toEqual([0, 1000, 2500]));

	it('ends at the read that finds it done, or at the end of the time, where it reads once more', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 1, max: 10 }),
				fc.nat(60_000),
				async (doneAfter, maximumMs) => {
					const { at, end } = await readsOf(doneAfter, maximumMs, {
						intervalMs: 1024,
						longestIntervalMs: 1e9,
					});
					expect(end).toEqual({ state: at.length, timedOut: at.length < doneAfter });
					expect(at.length).toBeLessThanOrEqual(doneAfter);
					expect(at.every((one) => one <= maximumMs)).toBe(true);
					if (end.timedOut) expect(at.at(-1)).toBe(maximumMs);
				},
			),
			{ numRuns: 50 },
		);
	});

	it('reads once where there is no time at all', async () => {
		expect(await readsOf(2, 0)).toEqual({ at: [0], end: { state: 1, timedOut: true } });
	});

	it('ends on a cancel, and with the failure of a read', async () => {
		const cancel = new AbortController();
		const waiting = refusalOf(
			waitUntil({
				read: async () => await Promise.resolve(0),
				isDone: () => false,
				maximumMs: 1e6,
				signal: cancel.signal,
			}),
		);
		await jest.advanceTimersByTimeAsync(100);
		cancel.abort();
		await jest.advanceTimersByTimeAsync(1000);
		expect((await waiting).message).toBe('The execution was canceled');
		await expect(
			waitUntil({
				read: async () => await Promise.reject(new Error('gone')),
				isDone: () => false,
				maximumMs: 1,
			}),
		).rejects.toThrow('gone');
	});
});
