import fc from 'fast-check';
import { HOUR, Simulation, window, type PollPlan } from './simulation';

/** 10,000 histories by default. */
const histories = Number(process.env.HISTORIES ?? 10_000);

type Step =
	| { readonly kind: 'grow'; readonly count: number; readonly lateMs: number; readonly secondAfter?: number }
	| { readonly kind: 'wait'; readonly ms: number }
	| { readonly kind: 'poll'; readonly plan: PollPlan }
	| { readonly kind: 'remove'; readonly index: number }
	| { readonly kind: 'restart' };

const late = fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: HOUR }), fc.integer({ min: 0, max: 6 * HOUR }));
const growth = fc.record({ count: fc.integer({ min: 0, max: 4 }), lateMs: late });
const plan: fc.Arbitrary<PollPlan> = fc.record(
	{
		failsAt: fc.integer({ min: 1, max: 3 }),
		asksToWait: fc.boolean(),
		between: fc.array(growth, { maxLength: 3 }),
		crash: fc.constantFrom('before saving' as const, 'before the execution' as const, 'after the execution' as const),
	},
	{ requiredKeys: [] },
);
const calmPlan = fc.record({ between: fc.array(growth, { maxLength: 3 }) }, { requiredKeys: [] });
const step: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 4, arbitrary: fc.record({ kind: fc.constant('grow' as const), count: fc.integer({ min: 1, max: 5 }), lateMs: late, secondAfter: fc.oneof(fc.constant(undefined), fc.integer({ min: 0, max: HOUR })) }) },
	{ weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.oneof(fc.integer({ min: 1000, max: 120_000 }), fc.integer({ min: 1000, max: 8 * HOUR })) }) },
	{ weight: 5, arbitrary: fc.record({ kind: fc.constant('poll' as const), plan: fc.oneof(calmPlan, plan) }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), index: fc.nat(20) }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
);

const history = fc.record({
	feeds: fc.constantFrom(['first'], ['first', 'second']),
	begin: fc.constantFrom('now' as const, 'window' as const),
	intervalS: fc.constantFrom(0, 60),
	filter: fc.boolean(),
	before: fc.integer({ min: 0, max: 12 }),
	activation: fc.record({ failsAt: fc.integer({ min: 1, max: 3 }), between: fc.array(growth, { maxLength: 3 }) }, { requiredKeys: [] }),
	steps: fc.array(step, { minLength: 1, maxLength: 40 }),
});

async function lived({ feeds, begin, intervalS, filter, before, activation, steps }: (typeof history extends fc.Arbitrary<infer T> ? T : never)): Promise<Simulation> {
	const life = new Simulation(feeds, begin, intervalS, filter ? (id) => Number(id) % 3 !== 0 : undefined);
	life.grow(before, 0, 0);
	await life.activate(activation);
	for (const one of steps) {
		if (one.kind === 'grow') life.grow(one.count, one.lateMs, one.secondAfter);
		else if (one.kind === 'wait') life.now += one.ms;
		else if (one.kind === 'poll') await life.poll(one.plan);
		else if (one.kind === 'remove') life.remove(one.index);
		else life.restart();
	}
	// The service recovers, everything that is late appears, and n8n polls on.
	for (let time = 0; time < 3; time++) {
		life.now += 3 * HOUR;
		await life.poll();
	}
	return life;
}

test(`${histories.toLocaleString('en')} random histories of growth, late events, page shifts, failures, restarts and crashes: nothing is lost, nothing comes twice, and no feed is asked too early`, async () => {
	await fc.assert(
		fc.asyncProperty(history, async (one) => {
			const life = await lived(one);
			expect(life.wrong).toEqual([]);
			expect(new Set(life.delivered).size).toBe(life.delivered.length);
		}),
		{ numRuns: histories },
	);
}, 600_000);

test('what is remembered stays small, however long the history', async () => {
	const life = new Simulation(['first'], 'now', 0);
	await life.activate();
	for (let time = 0; time < 200; time++) {
		life.grow(3, 0);
		await life.poll();
	}
	const one = life.memory.feeds!.first!;
	expect(one.known!.split(' ')).toHaveLength(2 * window.pageSize * window.pages);
	expect(JSON.stringify(life.memory).length).toBeLessThan(600);
	expect(life.delivered).toHaveLength(600);
});
