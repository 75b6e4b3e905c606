import { setTimeout as sleep } from 'node:timers/promises';
import { afterDeadline } from '../../../../nodes/engine/limits/deadline';
import { onAbort } from '../../../../nodes/engine/limits/onAbort';

const finished = (): { promise: Promise<void>; resolve: () => void } => {
	let resolve = (): void => undefined;
	const promise = new Promise<void>((done) => (resolve = done));
	return { promise, resolve };
};

describe('afterDeadline', () => {
	it('calls back not before the limit', async () => {
		const { promise, resolve } = finished();
		const start = performance.now();
		// The timer does not keep the process running.
		const keepRunning = setTimeout(() => undefined, 10_000);
		afterDeadline(40, resolve);
		await promise;
		clearTimeout(keepRunning);
		expect(performance.now() - start).toBeGreaterThanOrEqual(40);
	});

	it('does not call back after the limit is removed', async () => {
		const called: number[] = [];
		const limits = [0, 1, 2].map((id) => afterDeadline(20, () => called.push(id)));
		limits[1]!();
		const { promise, resolve } = finished();
		afterDeadline(60, resolve);
		await Promise.all([promise, sleep(80)]);
		expect(called.sort()).toEqual([0, 2]);
	});

	it('calls back once for each of many limits that end at the same time', async () => {
		const called: number[] = [];
		const limits = Array.from({ length: 1000 }, (_, id) =>
			afterDeadline(20, () => called.push(id)),
		);
		for (const remove of limits.slice(500)) remove();
		const { promise, resolve } = finished();
		afterDeadline(60, resolve);
		await Promise.all([promise, sleep(80)]);
		expect(called.sort((a, b) => a - b)).toEqual([...limits.keys()].slice(0, 500));
	});

	it('accepts limits beyond the longest timer', () => {
		expect(() => afterDeadline(1e12, () => undefined)()).not.toThrow();
	});
});

describe('onAbort', () => {
	it('calls every function once, except those that were removed', () => {
		const controller = new AbortController();
		const called: string[] = [];
		onAbort(controller.signal, () => called.push('first'));
		const remove = onAbort(controller.signal, () => called.push('second'));
		onAbort(controller.signal, () => called.push('third'));
		remove();
		controller.abort();
		expect(called).toEqual(['first', 'third']);
	});

	it('adds one event listener per signal', () => {
		const { signal } = new AbortController();
		const listen = jest.spyOn(signal, 'addEventListener');
		for (let count = 0; count < 100; count++) onAbort(signal, () => undefined);
		expect(listen).toHaveBeenCalledTimes(1);
	});

	it('accepts a missing signal', () => {
		expect(() => onAbort(undefined, () => undefined)()).not.toThrow();
	});
});
