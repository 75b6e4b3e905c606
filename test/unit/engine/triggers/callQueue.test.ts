import { setImmediate as tick } from 'node:timers/promises';
import { CallQueue } from '../../../../nodes/engine/triggers/confirmation';

/** Starts calls that end when the test ends them. */
function startCalls(queue: CallQueue, scope: string, count: number) {
	const ends: Array<(value: string) => void> = [];
	const results = Array.from({ length: count }, () =>
		queue.run(scope, async () => await new Promise<string>((end) => ends.push(end))),
	);
	return { ends, results };
}

test('limits the calls in flight and the waiting calls, and rejects the rest', async () => {
	const { ends, results } = startCalls(new CallQueue(2, 3), 'a', 7);
	await tick();
	expect(ends).toHaveLength(2);
	expect(await Promise.all(results.slice(5))).toEqual([undefined, undefined]);
	for (let call = 0; call < 5; call++) {
		ends[call]!(`result ${call}`);
		await tick();
		expect(ends).toHaveLength(Math.min(5, call + 3));
	}
	expect(await Promise.all(results.slice(0, 5))).toEqual([0, 1, 2, 3, 4].map((n) => `result ${n}`));
});

test('each scope has its own limit, and a failed call makes room for the next call', async () => {
	const queue = new CallQueue(1, 0);
	const first = startCalls(queue, 'a', 2);
	await tick();
	expect(await first.results[1]).toBeUndefined();
	await expect(queue.run('b', async () => await Promise.reject(new Error('No')))).rejects.toThrow();
	expect(await queue.run('b', async () => await Promise.resolve('yes'))).toBe('yes');
});
