import fc from 'fast-check';
import { HOUR, SimulatedService, window, type Fault, type Growth } from './simulatedService';
import { Simulation, type PollPlan } from './simulation';

/** 10,000 histories by default. */
const histories = Number(process.env.HISTORIES ?? 10_000);

type Step =
	| { readonly kind: 'grow'; readonly growth: Growth }
	| { readonly kind: 'wait'; readonly ms: number }
	| { readonly kind: 'poll'; readonly plan: PollPlan }
	| { readonly kind: 'remove'; readonly feed: string; readonly index: number }
	| { readonly kind: 'move'; readonly feed: string }
	| { readonly kind: 'interval'; readonly seconds: number }
	| { readonly kind: 'edit'; readonly feeds: readonly string[] }
	| { readonly kind: 'restart' };

const feed = fc.constantFrom('first', 'second');
const feeds = fc.constantFrom<readonly string[]>(
	['first'],
	['first', 'second'],
	['second', 'first'],
);
const late = fc.oneof(
	{ weight: 4, arbitrary: fc.constant(0) },
	fc.integer({ min: 0, max: HOUR }),
	fc.integer({ min: 0, max: 6 * HOUR }),
);
const interval = fc.constantFrom(0, 60, 300, 960);
const growth = fc.record<Growth>(
	{
		count: fc.integer({ min: 0, max: 5 }),
		lateMs: late,
		secondAfter: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: HOUR })),
		apartMs: fc.constantFrom(0, 1000, 60_000),
		hidden: fc.boolean(),
		removes: fc.nat(8),
	},
	{ requiredKeys: ['count', 'lateMs'] },
);
const fault = fc.record<Fault>({
	feed,
	page: fc.integer({ min: 1, max: 3 }),
	kind: fc.constantFrom('down', 'busy', 'refused'),
});
const between = fc.array(growth, { maxLength: 3 });
const faults = fc.array(fault, { maxLength: 2 });
const plan = fc.record<PollPlan>(
	{
		faults,
		between,
		crash: fc.constantFrom('before saving', 'before the execution', 'after the execution'),
		isLong: fc.boolean(),
	},
	{ requiredKeys: [] },
);
const calmPlan = fc.record<PollPlan>({ between }, { requiredKeys: [] });

const step: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 5, arbitrary: fc.record({ kind: fc.constant('grow' as const), growth }) },
	{
		weight: 4,
		arbitrary: fc.record({
			kind: fc.constant('wait' as const),
			ms: fc.oneof(
				fc.integer({ min: 1000, max: 120_000 }),
				fc.integer({ min: 1000, max: 8 * HOUR }),
			),
		}),
	},
	{
		weight: 6,
		arbitrary: fc.record({ kind: fc.constant('poll' as const), plan: fc.oneof(calmPlan, plan) }),
	},
	{
		weight: 1,
		arbitrary: fc.record({ kind: fc.constant('remove' as const), feed, index: fc.nat(20) }),
	},
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('move' as const), feed }) },
	{
		weight: 1,
		arbitrary: fc.record({ kind: fc.constant('interval' as const), seconds: interval }),
	},
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('edit' as const), feeds }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
);

interface History {
	readonly feeds: readonly string[];
	readonly begin: 'now' | 'window';
	readonly says: boolean;
	readonly filter: boolean;
	readonly intervalS: number;
	readonly before: Growth;
	/** From there to the activation. */
	readonly quietMs: number;
	readonly activation: PollPlan;
	readonly steps: readonly Step[];
}

const history = fc.record<History>({
	feeds,
	begin: fc.constantFrom('now', 'window'),
	says: fc.boolean(),
	filter: fc.boolean(),
	intervalS: interval,
	before: fc.record<Growth>({
		count: fc.integer({ min: 0, max: 14 }),
		lateMs: fc.constant(0),
		secondAfter: fc.constant(0),
		hidden: fc.boolean(),
	}),
	quietMs: fc.constantFrom(1000, 8 * HOUR),
	activation: fc.record<PollPlan>({ faults, between }, { requiredKeys: [] }),
	steps: fc.array(step, { minLength: 1, maxLength: 40 }),
});

async function lived({
	says,
	intervalS,
	quietMs,
	before,
	activation,
	steps,
	filter,
	...setting
}: History): Promise<Simulation> {
	const service = new SimulatedService(says);
	service.intervalS = intervalS;
	service.grow(before);
	service.now += quietMs;
	const life = new Simulation(service, {
		...setting,
		wanted: (id) => !filter || Number(id) % 3 !== 0,
	});
	await life.activate(activation);
	for (const one of steps) {
		if (one.kind === 'grow') service.grow(one.growth);
		else if (one.kind === 'wait') service.now += one.ms;
		else if (one.kind === 'poll') await life.poll(one.plan);
		else if (one.kind === 'remove') service.remove(one.feed, one.index);
		else if (one.kind === 'move') service.move(one.feed);
		else if (one.kind === 'interval') service.intervalS = one.seconds;
		else if (one.kind === 'edit') await life.edit(one.feeds);
		else life.restart();
	}
	// The service recovers, everything that is late appears, and n8n polls on.
	for (let time = 0; time < 4; time++) {
		service.now += 3 * HOUR;
		await life.poll();
	}
	life.end();
	return life;
}

test(`${histories.toLocaleString('en')} random histories of growth, late events, page shifts, moves, failures, edits, restarts and crashes: nothing is lost, nothing comes twice, and no feed is asked too early`, async () => {
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
	const service = new SimulatedService(true);
	const life = new Simulation(service, { feeds: ['first'], begin: 'now', wanted: () => true });
	await life.activate();
	for (let time = 0; time < 200; time++) {
		service.grow({ count: 3, lateMs: 0 });
		await life.poll();
	}
	const one = life.memory.feeds!.first!;
	expect(one.known!.split(' ')).toHaveLength(2 * window.pageSize * window.pages);
	expect(JSON.stringify(life.memory).length).toBeLessThan(600);
	expect(life.delivered).toHaveLength(600);
});
