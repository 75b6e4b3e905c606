import { waitUntil } from '../../../../nodes/engine/run/waitUntil';
import { rejectedError } from '../kit';

beforeEach(() => jest.useFakeTimers({ now: 0 }));
afterEach(() => jest.useRealTimers());

/**
 * Waits for a job that is done after `doneAfter` reads. Returns the times of all reads on the fake
 * clock, and the result.
 */
async function waitForJob(
	doneAfter: number,
	maximumMs: number,
	more: { intervalMs?: number; longestIntervalMs?: number } = {},
) {
	jest.setSystemTime(0);
	const readTimes: number[] = [];
	const result = waitUntil({
		read: async () => {
			readTimes.push(Date.now());
			return await Promise.resolve(readTimes.length);
		},
		isDone: (reads) => reads >= doneAfter,
		maximumMs,
		...more,
	});
	await jest.runAllTimersAsync();
	return { readTimes, result: await result };
}

describe('waitUntil', () => {
	it('reads immediately, then at intervals that grow by half up to the maximum', async () => {
		const { readTimes, result } = await waitForJob(7, 1e6, {
			intervalMs: 1000,
			longestIntervalMs: 4000,
		});
		expect(readTimes).toEqual([0, 1000, 2500, 4750, 8125, 12125, 16125]);
		expect(result).toEqual({ state: 7, timedOut: false });
	});

	it.each([3_600_000, -3_600_000])(
		'ends on time if the system clock changes by %i ms during the wait',
		async (shiftMs) => {
			let reads = 0;
			const result = waitUntil({
				read: async () => {
					if (reads === 1) jest.setSystemTime(Date.now() + shiftMs);
					return await Promise.resolve(++reads);
				},
				isDone: () => false,
				maximumMs: 4000,
				intervalMs: 1000,
				longestIntervalMs: 1000,
			});
			await jest.advanceTimersByTimeAsync(4000);
			expect(await result).toEqual({ state: 5, timedOut: true });
		},
	);

	it('counts only the last state toward the memory limit', async () => {
		let bytes = 100;
		const memory = {
			get bytes() {
				return bytes;
			},
			add: (more: number) => void (bytes += more),
			release: (less: number) => void (bytes -= less),
		};
		let reads = 0;
		const result = waitUntil({
			read: async () => {
				memory.add(10);
				return await Promise.resolve(++reads);
			},
			isDone: (state) => state === 5,
			maximumMs: 1e6,
			connection: { memory },
		});
		await jest.runAllTimersAsync();
		expect((await result).state).toBe(5);
		expect(bytes).toBe(110);
	});

	it('ends on cancel, and if a read fails', async () => {
		const controller = new AbortController();
		const error = rejectedError(
			waitUntil({
				read: async () => await Promise.resolve(0),
				isDone: () => false,
				maximumMs: 1e6,
				connection: { signal: controller.signal },
			}),
		);
		await jest.advanceTimersByTimeAsync(100);
		controller.abort();
		await jest.advanceTimersByTimeAsync(1000);
		expect((await error).message).toBe('The execution was canceled');
		await expect(
			waitUntil({
				read: async () => await Promise.reject(new Error('gone')),
				isDone: () => false,
				maximumMs: 1,
			}),
		).rejects.toThrow('gone');
	});
});
