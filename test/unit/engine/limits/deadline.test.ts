import { setTimeout as sleep } from 'node:timers/promises';
import { onInterrupt } from '../../../../nodes/engine/limits/deadline';

describe('onInterrupt', () => {
	it('calls back after the limit, and not before', async () => {
		// Node.js counts from the last turn of its event loop, so start in a new one.
		await sleep(0);
		const start = performance.now();
		// The timer does not keep the process running.
		const keepRunning = setTimeout(() => undefined, 60_000);
		const timedOut = await new Promise((resolve) => onInterrupt(140, undefined, resolve));
		clearTimeout(keepRunning);
		expect(timedOut).toBe(true);
		expect(performance.now() - start).toBeGreaterThan(100);
	});

	it('calls back when the execution is canceled', async () => {
		const controller = new AbortController();
		const called: string[] = [];
		const canceled = new Promise((resolve) => onInterrupt(60_000, controller.signal, resolve));
		onInterrupt(60_000, controller.signal, () => called.push('removed'))();
		controller.abort();
		const late = sleep(10_000, 'later', { ref: false });
		expect(await Promise.race([canceled, late])).toBe(false);
		expect(called).toEqual([]);
	});

	it('keeps limits beyond the longest timer', async () => {
		let isCalled = false;
		const remove = onInterrupt(1e12, undefined, () => (isCalled = true));
		await sleep(250);
		remove();
		expect(isCalled).toBe(false);
	});
});
