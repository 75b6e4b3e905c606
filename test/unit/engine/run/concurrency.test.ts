import fc from 'fast-check';
import { CanceledError } from '../../../../nodes/engine/describe';
import { runConcurrently } from '../../../../nodes/engine/run/concurrency';

/** A piece of work that takes so many turns of the event loop's microtasks. */
const turns = async (count: number): Promise<void> => {
	for (let turn = 0; turn < count; turn++) await Promise.resolve();
};

const plans = fc.array(fc.record({ takes: fc.nat(9), fails: fc.boolean() }), { maxLength: 25 });
const widths = fc.integer({ min: 1, max: 8 });

interface Track {
	readonly started: number[];
	readonly ended: number[];
	readonly failed: number[];
	/** Items that were started though another had failed some turns before. */
	readonly late: number[];
	isOver: boolean;
	widest: number;
}

async function run(
	plan: readonly { takes: number; fails: boolean }[],
	width: number,
	from = 0,
	signal?: AbortSignal,
	onStart?: (item: number) => void,
): Promise<Track & { error?: unknown }> {
	const track: Track = { started: [], ended: [], failed: [], late: [], isOver: false, widest: 0 };
	const end = runConcurrently(from, from + plan.length, width, signal, async (item) => {
		if (track.isOver) track.late.push(item);
		track.started.push(item);
		track.widest = Math.max(track.widest, track.started.length - track.ended.length);
		onStart?.(item);
		const { takes, fails } = plan[item - from]!;
		await turns(takes);
		track.ended.push(item);
		if (!fails) return;
		track.failed.push(item);
		void turns(4).then(() => (track.isOver = true));
		throw new Error(`item ${item}`);
	});
	return await end.then(
		() => track,
		(error: unknown) => ({ ...track, error }),
	);
}

const numbers = (from: number, count: number): number[] =>
	Array.from({ length: count }, (_, index) => from + index);

describe('items in lanes', () => {
	it('are all worked on, started in order, never more at a time than there are lanes, and as many as there can be', async () => {
		await fc.assert(
			fc.asyncProperty(plans, widths, fc.nat(5), async (plan, width, from) => {
				const { started, ended, widest, error } = await run(
					plan.map(({ takes }) => ({ takes, fails: false })),
					width,
					from,
				);
				expect(error).toBeUndefined();
				expect(started).toEqual(numbers(from, plan.length));
				expect([...ended].sort((a, b) => a - b)).toEqual(started);
				expect(widest).toBe(Math.min(width, plan.length));
			}),
		);
	});

	it('stop at a failure: nothing new is started, everything begun has ended, and the error is that of the lowest item', async () => {
		await fc.assert(
			fc.asyncProperty(plans, widths, async (plan, width) => {
				const { started, ended, failed, late, error } = await run(plan, width);
				expect(late).toEqual([]);
				expect(started).toEqual(numbers(0, started.length));
				expect([...ended].sort((a, b) => a - b)).toEqual(started);
				if (failed.length === 0) expect([error, started.length]).toEqual([undefined, plan.length]);
				else expect((error as Error).message).toBe(`item ${Math.min(...failed)}`);
			}),
		);
	});

	it('answer with the lower item, though the higher one failed first', async () => {
		const { failed, error } = await run(
			[
				{ takes: 9, fails: true },
				{ takes: 0, fails: true },
				{ takes: 0, fails: false },
			],
			2,
		);
		expect(failed).toEqual([1, 0]);
		expect((error as Error).message).toBe('item 0');
	});

	it('stop on a cancel: what was begun ends, and nothing follows', async () => {
		await fc.assert(
			fc.asyncProperty(plans, widths, fc.nat(25), async (plan, width, at) => {
				const cancel = new AbortController();
				const peaceful = plan.map(({ takes }) => ({ takes, fails: false }));
				const { started, ended, error } = await run(
					peaceful,
					width,
					0,
					cancel.signal,
					(item) => item === at && cancel.abort(),
				);
				expect(started).toEqual(numbers(0, at < plan.length ? at + 1 : plan.length));
				expect([...ended].sort((a, b) => a - b)).toEqual(started);
				if (at < plan.length) expect(error).toBeInstanceOf(CanceledError);
				else expect(error).toBeUndefined();
			}),
		);
	});

	it('tell of their failure rather than of a cancel that came with it', async () => {
		const cancel = new AbortController();
		const { error } = await run([{ takes: 1, fails: true }], 1, 0, cancel.signal, () =>
			cancel.abort(),
		);
		expect((error as Error).message).toBe('item 0');
	});

	it('take work that throws before it is under way', async () => {
		const work = runConcurrently(0, 2, 2, undefined, (item) => {
			throw new Error(`item ${item}`);
		});
		await expect(work).rejects.toThrow('item 0');
	});
});
