// An n8n that saves what n8n saves, and crashes where it hurts. The trigger's core lives between it and the simulated service.
import { timeOf, type FeedEvent } from '../../../nodes/CodeHosting/trigger/feed';
import { poll, type Memory, type Polled } from '../../../nodes/CodeHosting/trigger/machine';
import { HOUR, judge, SimulatedService, window, type Fault, type Growth } from './simulatedService';

export type Crash = 'before saving' | 'before the execution' | 'after the execution';

export interface PollPlan {
	readonly faults?: readonly Fault[];
	/** What happens after each page was read. */
	readonly between?: readonly Growth[];
	readonly crash?: Crash;
	/** The poll takes so long that no further feed is begun after the first. */
	readonly isLong?: boolean;
}

interface Watch {
	readonly since: number;
	/** What was there before it was read first. */
	readonly excused: Set<string>;
}

export interface Setting {
	readonly feeds: readonly string[];
	readonly begin: 'now' | 'window';
	wanted(id: string): boolean;
}

export class Simulation {
	/** Ids in the order in which executions got them: what a workflow sees. */
	readonly delivered: string[] = [];
	memory: Memory = {};
	private readonly problems: string[] = [];
	private feeds: readonly string[];
	/** Ids that the poll handed on since the last restart. It remembers two windows of them; n8n's record keeps more apart. */
	private handedOn: string[] = [];
	private saved = '{}';
	private marks = new Set<string>();
	private made = 0;
	private readonly gate = new Set<string>();
	private readonly watches = new Map<string, Watch>();
	/** What was there long before the trigger, and is not to start anything. */
	private readonly old = new Set<string>();

	constructor(
		readonly service: SimulatedService,
		private readonly setting: Setting,
	) {
		this.feeds = setting.feeds;
		if (setting.begin === 'now')
			for (const event of setting.feeds.flatMap((feed) => service.window(feed)))
				if (timeOf(event) < service.now - 7 * HOUR) this.old.add(event.id);
	}

	/** Reasons for which the test fails. */
	get wrong(): string[] {
		return [...this.problems, ...this.service.wrong];
	}

	/** One poll by n8n, as the plan has it. */
	async poll(plan: PollPlan = {}): Promise<void> {
		const { service } = this;
		const due = this.feeds.filter(
			(feed) => (this.memory.feeds?.[feed]?.notBefore ?? 0) <= service.now,
		);
		const begun = service.now;
		const before = new Map(due.map((feed) => [feed, service.window(feed)]));
		const read = new Set<string>();
		/** What moves up while pages are read may be met by none of them: the next reading finds it. */
		const isShifting = plan.between?.some(({ removes }) => removes !== undefined) ?? false;
		const result = await this.machine(plan, read);
		// The node writes what it remembers before it returns, and n8n looks at it then.
		this.memory = result.memory;
		for (const { feed } of result.failures) read.delete(feed);
		for (const feed of read) service.wasRead(feed);
		this.inspect(result);
		if (result.events.length > 0 && plan.crash !== 'before saving') this.save();
		if (plan.crash !== 'before saving' && plan.crash !== 'before the execution')
			this.execute(result);
		if (plan.crash) return this.restart();
		for (const feed of read) this.look(feed, isShifting ? [] : before.get(feed)!, begun);
	}

	/** n8n polls once when a workflow is activated, and saves whatever came of it. */
	async activate(plan: Omit<PollPlan, 'crash'> = {}): Promise<void> {
		await this.poll(plan);
		this.save();
	}

	/** A person saves the workflow with other feeds: n8n activates it anew, with what it had saved. */
	async edit(feeds: readonly string[]): Promise<void> {
		this.feeds = feeds;
		this.load();
		for (const feed of this.watches.keys()) if (!feeds.includes(feed)) this.watches.delete(feed);
		await this.activate();
	}

	/** All is well at the end: every feed can be read. */
	end(): void {
		for (const feed of this.feeds)
			if (this.memory.feeds?.[feed]?.strikes) this.problems.push(`${feed} is not read any more`);
	}

	/** A new process: it knows what was saved. */
	restart(): void {
		this.load();
		this.marks = new Set();
		this.handedOn = [];
	}

	private load(): void {
		this.memory = JSON.parse(this.saved) as Memory;
		this.service.forget();
		// A feed whose first reading was not saved is read for the first time once more.
		for (const feed of this.watches.keys())
			if (this.memory.feeds?.[feed]?.known === undefined) this.watches.delete(feed);
	}

	private save(): void {
		this.saved = JSON.stringify(this.memory);
	}

	/** An execution is made, and the node lets each event through once. */
	private execute({ events }: Polled): void {
		for (const { id } of events) {
			if (this.gate.has(id)) continue;
			this.gate.add(id);
			this.delivered.push(id);
		}
	}

	private inspect({ events }: Polled): void {
		for (const [index, event] of events.entries()) {
			if (index > 0 && timeOf(event) < timeOf(events[index - 1]!))
				this.problems.push(`${event.id} is handed on after a newer one`);
			if (this.handedOn.slice(-2 * window.pageSize * window.pages).includes(event.id))
				this.problems.push(`${event.id} is handed on twice by one process`);
			if (this.old.has(event.id))
				this.problems.push(`${event.id} is handed on, although it is older than the trigger`);
			if (!this.setting.wanted(event.id))
				this.problems.push(`${event.id} is handed on and was not wanted`);
			this.handedOn.push(event.id);
		}
	}

	private async machine(
		{ faults = [], between = [], isLong = false }: PollPlan,
		read: Set<string>,
	): Promise<Polled> {
		return await poll(this.memory, {
			feeds: this.feeds,
			begin: this.setting.begin,
			window,
			now: () => this.service.now,
			wanted: ({ id }) => this.setting.wanted(id),
			isOwn: (mark) => this.marks.has(mark),
			mark: () => {
				const mark = `mark-${this.made++}`;
				this.marks.add(mark);
				return mark;
			},
			judge,
			...(isLong ? { until: this.service.now } : {}),
			reader: (feed) => {
				read.add(feed);
				return this.service.reader(feed, faults, isLong ? [{ count: 0, lateMs: 0 }] : between);
			},
		});
	}

	/** What was in the window all through a whole reading has to be delivered by now. */
	private look(feed: string, before: readonly FeedEvent[], begun: number): void {
		const { begin, wanted } = this.setting;
		if (!this.watches.has(feed)) {
			const since = this.memory.feeds?.[feed]?.since ?? begun;
			const old = this.service
				.window(feed)
				.filter((event) => begin === 'now' && timeOf(event) < since);
			this.watches.set(feed, { since, excused: new Set(old.map(({ id }) => id)) });
		}
		const mine = this.watches.get(feed)!;
		const excused = [...this.watches.values()].filter(({ since }) => since <= mine.since);
		const after = new Set(this.service.window(feed).map(({ id }) => id));
		for (const { id } of before) {
			const hasFallen = [...this.watches.keys()].some((one) =>
				this.service.fallen.has(`${one} ${id}`),
			);
			const isOwed =
				after.has(id) &&
				wanted(id) &&
				!hasFallen &&
				!excused.some((watch) => watch.excused.has(id));
			if (isOwed && !this.gate.has(id)) this.problems.push(`${id} is lost in ${feed}`);
		}
	}
}
