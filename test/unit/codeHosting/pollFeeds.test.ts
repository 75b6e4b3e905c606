import fc from 'fast-check';
import { SimulatedN8n, type PollPlan } from './simulatedN8n';
import { HOUR, SimulatedService, window, type Fault, type NewEvents } from './simulatedService';

const historyCount = process.env.TENFOLD_LONG ? 10_000 : 500;

type Step =
	| { readonly kind: 'add'; readonly events: NewEvents }
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
const lateMs = fc.oneof(
	{ weight: 4, arbitrary: fc.constant(0) },
	fc.integer({ min: 0, max: HOUR }),
	fc.integer({ min: 0, max: 6 * HOUR }),
);
const interval = fc.constantFrom(0, 60, 300, 960);
const newEvents = fc.record<NewEvents>(
	{
		count: fc.integer({ min: 0, max: 5 }),
		lateMs,
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
	kind: fc.constantFrom('down', 'busy', 'rejected'),
});
const between = fc.array(newEvents, { maxLength: 3 });
const faults = fc.array(fault, { maxLength: 2 });
const faultyPlan = fc.record<PollPlan>(
	{
		faults,
		between,
		crash: fc.constantFrom('before saving', 'before the execution', 'after the execution'),
		isSlow: fc.boolean(),
	},
	{ requiredKeys: [] },
);
const faultlessPlan = fc.record<PollPlan>({ between }, { requiredKeys: [] });

const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 5, arbitrary: fc.record({ kind: fc.constant('add' as const), events: newEvents }) },
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
		arbitrary: fc.record({
			kind: fc.constant('poll' as const),
			plan: fc.oneof(faultlessPlan, faultyPlan),
		}),
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
	readonly reportsNext: boolean;
	readonly filter: boolean;
	readonly intervalS: number;
	readonly before: NewEvents;
	/** Time between the `before` events and the activation. */
	readonly quietMs: number;
	readonly activation: PollPlan;
	readonly steps: readonly Step[];
}

const history = fc.record<History>({
	feeds,
	begin: fc.constantFrom('now', 'window'),
	reportsNext: fc.boolean(),
	filter: fc.boolean(),
	intervalS: interval,
	before: fc.record<NewEvents>({
		count: fc.integer({ min: 0, max: 14 }),
		lateMs: fc.constant(0),
		secondAfter: fc.constant(0),
		hidden: fc.boolean(),
	}),
	quietMs: fc.constantFrom(1000, 8 * HOUR),
	activation: fc.record<PollPlan>({ faults, between }, { requiredKeys: [] }),
	steps: fc.array(stepArbitrary, { minLength: 1, maxLength: 40 }),
});

async function simulate({
	reportsNext,
	intervalS,
	quietMs,
	before,
	activation,
	steps,
	filter,
	...config
}: History): Promise<SimulatedN8n> {
	const service = new SimulatedService(reportsNext);
	service.intervalS = intervalS;
	service.addEvents(before);
	service.now += quietMs;
	const n8n = new SimulatedN8n(service, {
		...config,
		matches: (id) => !filter || Number(id) % 3 !== 0,
	});
	await n8n.activate(activation);
	for (const step of steps) {
		if (step.kind === 'add') service.addEvents(step.events);
		else if (step.kind === 'wait') service.now += step.ms;
		else if (step.kind === 'poll') await n8n.poll(step.plan);
		else if (step.kind === 'remove') service.remove(step.feed, step.index);
		else if (step.kind === 'move') service.move(step.feed);
		else if (step.kind === 'interval') service.intervalS = step.seconds;
		else if (step.kind === 'edit') await n8n.edit(step.feeds);
		else n8n.restart();
	}
	// The service recovers, late events appear, and n8n continues to poll.
	for (let round = 0; round < 4; round++) {
		service.now += 3 * HOUR;
		await n8n.poll();
	}
	n8n.finish();
	return n8n;
}

test(`${historyCount.toLocaleString('en')} random histories with late events, page shifts, moves, failures, edits, restarts and crashes: no event is lost or delivered twice, and no feed is polled too early`, async () => {
	await fc.assert(
		fc.asyncProperty(history, async (one) => {
			const n8n = await simulate(one);
			expect(n8n.problems).toEqual([]);
			expect(new Set(n8n.delivered).size).toBe(n8n.delivered.length);
		}),
		{ numRuns: historyCount },
	);
}, 600_000);

test('the stored state stays small over many polls', async () => {
	const service = new SimulatedService(true);
	const n8n = new SimulatedN8n(service, { feeds: ['first'], begin: 'now', matches: () => true });
	await n8n.activate();
	for (let round = 0; round < 200; round++) {
		service.addEvents({ count: 3, lateMs: 0 });
		await n8n.poll();
	}
	const feedState = n8n.state.feeds!.first!;
	expect(feedState.known!.split(' ')).toHaveLength(2 * window.pageSize * window.pages);
	expect(JSON.stringify(n8n.state).length).toBeLessThan(600);
	expect(n8n.delivered).toHaveLength(600);
});
