import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { CanceledError } from '../../../../nodes/engine/describe';
import { runConcurrently } from '../../../../nodes/engine/run/concurrency';

/** Resolves after the given number of microtask turns. */
const microtasks = async (count: number): Promise<void> => {
	for (let turn = 0; turn < count; turn++) await Promise.resolve();
};

/** Resolves after several turns of the event loop, each with timers. */
const turnsOfEventLoop = async (): Promise<void> => {
	for (let turn = 0; turn < 5; turn++) await sleep(1);
};

const plans = fc.array(fc.record({ turns: fc.nat(9), fails: fc.boolean() }), { maxLength: 25 });
const widths = fc.integer({ min: 1, max: 8 });

interface Trace {
	readonly started: number[];
	readonly ended: number[];
	readonly failed: number[];
	/** Items that started several microtask turns after another item had failed. */
	readonly startedTooLate: number[];
	maxConcurrent: number;
	mustStop: boolean;
}

async function trace(
	plan: readonly { turns: number; fails: boolean }[],
	width: number,
	from = 0,
	signal?: AbortSignal,
	onStart?: (item: number) => void,
	{ together = 1 } = {},
): Promise<Trace & { error?: unknown }> {
	let meet = (): void => undefined;
	/** Resolves when the first `together` items have started. */
	const met = new Promise<void>((resolve) => (meet = resolve));
	const result: Trace = {
		started: [],
		ended: [],
		failed: [],
		startedTooLate: [],
		maxConcurrent: 0,
		mustStop: false,
	};
	const running = runConcurrently(from, from + plan.length, width, signal, async (item) => {
		if (result.mustStop) result.startedTooLate.push(item);
		result.started.push(item);
		result.maxConcurrent = Math.max(
			result.maxConcurrent,
			result.started.length - result.ended.length,
		);
		onStart?.(item);
		if (result.started.length >= together) meet();
		await met;
		const { turns, fails } = plan[item - from]!;
		await microtasks(turns);
		result.ended.push(item);
		if (!fails) return;
		result.failed.push(item);
		void microtasks(4).then(() => (result.mustStop = true));
		throw new Error(`item ${item}`);
	});
	return await running.then(
		() => result,
		(error: unknown) => ({ ...result, error }),
	);
}

const range = (from: number, count: number): number[] =>
	Array.from({ length: count }, (_, index) => from + index);
const sorted = (items: readonly number[]): number[] => [...items].sort((a, b) => a - b);

describe('runConcurrently', () => {
	it('processes all items, starts them in order, and uses the full concurrency but not more', async () => {
		await fc.assert(
			fc.asyncProperty(plans, widths, fc.nat(5), async (plan, width, from) => {
				const together = Math.min(width, plan.length);
				const { started, ended, maxConcurrent, error } = await trace(
					plan.map(({ turns }) => ({ turns, fails: false })),
					width,
					from,
					undefined,
					undefined,
					{ together },
				);
				expect(error).toBeUndefined();
				expect(started).toEqual(range(from, plan.length));
				expect(sorted(ended)).toEqual(started);
				expect(maxConcurrent).toBe(together);
			}),
		);
	});

	it('after a failure, starts no further item, and throws the error of the failed item with the lowest index', async () => {
		await fc.assert(
			fc.asyncProperty(plans, widths, async (plan, width) => {
				const { started, ended, failed, startedTooLate, error } = await trace(plan, width);
				expect(startedTooLate).toEqual([]);
				expect(started).toEqual(range(0, started.length));
				expect(sorted(ended)).toEqual(started);
				if (failed.length === 0) expect([error, started.length]).toEqual([undefined, plan.length]);
				else expect((error as Error).message).toBe(`item ${Math.min(...failed)}`);
			}),
		);
	});

	it('on cancel, finishes the items in progress and starts no other item', async () => {
		await fc.assert(
			fc.asyncProperty(plans, widths, fc.nat(25), async (plan, width, canceledAt) => {
				const controller = new AbortController();
				const { started, ended, error } = await trace(
					plan.map(({ turns }) => ({ turns, fails: false })),
					width,
					0,
					controller.signal,
					(item) => item === canceledAt && controller.abort(),
				);
				const isCanceled = canceledAt < plan.length;
				expect(started).toEqual(range(0, isCanceled ? canceledAt + 1 : plan.length));
				expect(sorted(ended)).toEqual(started);
				if (isCanceled) expect(error).toBeInstanceOf(CanceledError);
				else expect(error).toBeUndefined();
			}),
		);
	});

	it('starts the next item when one only waits, up to the limit of items in progress', async () => {
		const started: number[] = [];
		const finish: (() => void)[] = [];
		const running = runConcurrently(
			0,
			5,
			{ starting: 1, inProgress: 3 },
			undefined,
			async (item, startNext) => {
				started.push(item);
				await microtasks(3);
				startNext();
				// A second call has no effect.
				startNext();
				await new Promise<void>((resolve) => (finish[item] = resolve));
			},
		);
		expect(started).toEqual([0]);
		await turnsOfEventLoop();
		expect(started).toEqual([0, 1, 2]);
		finish[1]!();
		await turnsOfEventLoop();
		expect(started).toEqual([0, 1, 2, 3]);
		finish[0]!();
		await turnsOfEventLoop();
		expect(started).toEqual([0, 1, 2, 3, 4]);
		for (const item of [2, 3, 4]) finish[item]!();
		await running;
	});

	it('processes all items even with a concurrency of zero', async () => {
		const work = jest.fn(async () => await Promise.resolve());
		await runConcurrently(0, 3, 0, undefined, work).catch(() => undefined);
		expect(work).toHaveBeenCalledTimes(3);
	});
});
