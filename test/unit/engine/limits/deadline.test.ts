import { setTimeout as sleep } from 'node:timers/promises';
import { withDeadline } from '../../../../nodes/engine/limits/deadline';

const never = new Promise<never>(() => undefined);
const interrupted = (timedOut: boolean) => new Error(timedOut ? 'timed out' : 'canceled');

describe('withDeadline', () => {
	it('rejects after the limit, and not before', async () => {
		// Node.js counts from the last turn of its event loop, so start in a new one.
		await sleep(0);
		const start = performance.now();
		// The timer does not keep the process running.
		const keepRunning = setTimeout(() => undefined, 60_000);
		await expect(withDeadline(never, 140, undefined, interrupted)).rejects.toThrow('timed out');
		clearTimeout(keepRunning);
		expect(performance.now() - start).toBeGreaterThan(100);
	});

	it('rejects when the execution is canceled, unless the work is done', async () => {
		const { signal } = new AbortController();
		const abort = new AbortController();
		const done = jest.fn(interrupted);
		await withDeadline(Promise.resolve(), 60_000, abort.signal, done);
		const work = withDeadline(never, 60_000, abort.signal, interrupted);
		abort.abort();
		const late = sleep(10_000, 'later', { ref: false });
		expect(await Promise.race([work.catch(String), late])).toBe('Error: canceled');
		await expect(withDeadline(never, 60_000, abort.signal, interrupted)).rejects.toThrow(
			'canceled',
		);
		expect(await withDeadline(Promise.resolve(1), 60_000, signal, interrupted)).toBe(1);
		expect(done).not.toHaveBeenCalled();
	});

	it('keeps limits beyond the longest timer', async () => {
		expect(await withDeadline(sleep(250, 'done'), 1e12, undefined, interrupted)).toBe('done');
	});
});
