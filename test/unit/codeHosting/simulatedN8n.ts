// Simulates n8n around `pollFeeds`: it saves state when n8n does, can crash at any point, and
// checks which events arrive.
import {
	pollFeeds,
	type FeedsResult,
	type TriggerState,
} from '../../../nodes/CodeHosting/triggers/pollFeeds';
import { timeOf, type FeedEvent } from '../../../nodes/CodeHosting/triggers/readFeed';
import {
	classifyError,
	HOUR,
	SimulatedService,
	window,
	type Fault,
	type NewEvents,
} from './simulatedService';

export type Crash = 'before saving' | 'before the execution' | 'after the execution';

export interface PollPlan {
	readonly faults?: readonly Fault[];
	/** Events that happen after each page was read. */
	readonly between?: readonly NewEvents[];
	readonly crash?: Crash;
	/** The poll takes so long that only the first feed is read. */
	readonly isSlow?: boolean;
}

interface SavedState {
	readonly state: TriggerState;
	/** The last batch: the process that emitted it, and the state before it. Another process continues from there. */
	readonly lastBatch?: { readonly process: number; readonly before: TriggerState };
}

interface FeedHistory {
	readonly since: number;
	/** Events that were in the feed before its first read. They do not have to be delivered. */
	readonly oldIds: Set<string>;
}

export interface TriggerConfig {
	readonly feeds: readonly string[];
	readonly begin: 'now' | 'window';
	matches(id: string): boolean;
}

export class SimulatedN8n {
	/** IDs of the events that executions received, in order. */
	readonly delivered: string[] = [];
	state: TriggerState = {};
	private readonly ownProblems: string[] = [];
	private feeds: readonly string[];
	/**
	 * IDs that were emitted since the last restart, oldest first. The trigger remembers only as many
	 * IDs as fit into two windows, so it may emit older IDs again. n8n's record contains more IDs.
	 */
	private emitted: string[] = [];
	private savedState = '{"state":{}}';
	private lastBatch: SavedState['lastBatch'];
	/** Number of the process that runs. */
	private process = 0;
	/** n8n's record of processed items. */
	private readonly processed = new Set<string>();
	private readonly histories = new Map<string, FeedHistory>();
	/** Events from long before the trigger was activated. They must not be emitted. */
	private readonly tooOld = new Set<string>();

	constructor(
		readonly service: SimulatedService,
		private readonly config: TriggerConfig,
	) {
		this.feeds = config.feeds;
		if (config.begin === 'now')
			for (const event of config.feeds.flatMap((feed) => service.window(feed)))
				if (timeOf(event) < service.now - 7 * HOUR) this.tooOld.add(event.id);
	}

	/** Reasons why the test fails. */
	get problems(): string[] {
		return [...this.ownProblems, ...this.service.problems];
	}

	/** One scheduled poll. */
	async poll(plan: PollPlan = {}): Promise<void> {
		const { service } = this;
		const dueFeeds = this.feeds.filter(
			(feed) => (this.state.feeds?.[feed]?.notBefore ?? 0) <= service.now,
		);
		const startedAt = service.now;
		const eventsBefore = new Map(dueFeeds.map((feed) => [feed, service.window(feed)]));
		const readFeeds = new Set<string>();
		/**
		 * Whether events move to another page during the read. A moved event may be on none of the
		 * pages that were read. In this case, the next read finds the event.
		 */
		const pagesShift = plan.between?.some(({ removes }) => removes !== undefined) ?? false;
		const result = await this.runPoll(plan, readFeeds);
		// The trigger updates its state before it returns. Afterwards, n8n may save the state.
		if (result.events.length > 0) this.lastBatch = { process: this.process, before: result.start };
		else if (this.lastBatch?.process !== this.process) this.lastBatch = undefined;
		this.state = result.state;
		for (const { name } of result.failures) readFeeds.delete(name);
		for (const feed of readFeeds) service.confirmRead(feed);
		this.checkEmitted(result);
		if (result.events.length > 0 && plan.crash !== 'before saving') this.save();
		if (plan.crash !== 'before saving' && plan.crash !== 'before the execution')
			this.execute(result);
		if (plan.crash) return this.restart();
		for (const feed of readFeeds)
			this.checkDelivered(feed, pagesShift ? [] : eventsBefore.get(feed)!, startedAt);
	}

	/** n8n polls once when a workflow is activated, and always saves the state. */
	async activate(plan: Omit<PollPlan, 'crash'> = {}): Promise<void> {
		await this.poll(plan);
		this.save();
	}

	/**
	 * The user changes the feeds and saves the workflow. n8n activates it again with the saved state.
	 */
	async edit(feeds: readonly string[]): Promise<void> {
		this.feeds = feeds;
		this.load();
		for (const feed of this.histories.keys())
			if (!feeds.includes(feed)) this.histories.delete(feed);
		await this.activate();
	}

	/** Checks that all feeds are readable at the end. */
	finish(): void {
		for (const feed of this.feeds)
			if (this.state.feeds?.[feed]?.failures)
				this.ownProblems.push(`${feed} can no longer be read`);
	}

	/** Starts a new process with the saved state. */
	restart(): void {
		this.process++;
		this.load();
		this.emitted = [];
	}

	private load(): void {
		const { state, lastBatch } = JSON.parse(this.savedState) as SavedState;
		this.lastBatch = lastBatch;
		this.state = lastBatch && lastBatch.process !== this.process ? lastBatch.before : state;
		this.service.forgetClient();
		// If the state after the first read of a feed was not saved, the next read counts as the first
		// read.
		for (const feed of this.histories.keys())
			if (this.state.feeds?.[feed]?.known === undefined) this.histories.delete(feed);
	}

	private save(): void {
		this.savedState = JSON.stringify({
			state: this.state,
			lastBatch: this.lastBatch,
		} satisfies SavedState);
	}

	/** Runs an execution, in which the node removes processed events. */
	private execute({ events }: FeedsResult): void {
		for (const { id } of events) {
			if (this.processed.has(id)) continue;
			this.processed.add(id);
			this.delivered.push(id);
		}
	}

	private checkEmitted({ events }: FeedsResult): void {
		for (const [index, event] of events.entries()) {
			if (index > 0 && timeOf(event) < timeOf(events[index - 1]!))
				this.ownProblems.push(`${event.id} is emitted after a newer event`);
			if (this.emitted.slice(-2 * window.pageSize * window.pages).includes(event.id))
				this.ownProblems.push(`${event.id} is emitted twice by one process`);
			if (this.tooOld.has(event.id))
				this.ownProblems.push(
					`${event.id} is emitted although it happened long before the activation`,
				);
			if (!this.config.matches(event.id))
				this.ownProblems.push(`${event.id} is emitted although it does not match the filter`);
			this.emitted.push(event.id);
		}
	}

	private async runPoll(
		{ faults = [], between = [], isSlow = false }: PollPlan,
		readFeeds: Set<string>,
	): Promise<FeedsResult> {
		const startedAt = this.service.now;
		return await pollFeeds(this.state, {
			feeds: this.feeds,
			begin: this.config.begin,
			window,
			now: () => this.service.now,
			matches: ({ id }) => this.config.matches(id),
			classifyError,
			...(isSlow ? { isUsedUp: () => this.service.now > startedAt } : {}),
			reader: (feed) => {
				readFeeds.add(feed);
				return this.service.reader(feed, faults, isSlow ? [{ count: 0, lateMs: 0 }] : between);
			},
		});
	}

	/**
	 * Checks that events that were in the window both before and after a complete read have been
	 * delivered.
	 */
	private checkDelivered(feed: string, before: readonly FeedEvent[], startedAt: number): void {
		const { begin, matches } = this.config;
		if (!this.histories.has(feed)) {
			const since = this.state.feeds?.[feed]?.since ?? startedAt;
			const oldEvents = this.service
				.window(feed)
				.filter((event) => begin === 'now' && timeOf(event) < since);
			this.histories.set(feed, { since, oldIds: new Set(oldEvents.map(({ id }) => id)) });
		}
		const { since: ownSince } = this.histories.get(feed)!;
		const earlier = [...this.histories.values()].filter(({ since }) => since <= ownSince);
		const after = new Set(this.service.window(feed).map(({ id }) => id));
		for (const { id } of before) {
			const leftWindow = [...this.histories.keys()].some((name) =>
				this.service.outOfWindow.has(`${name} ${id}`),
			);
			const mustBeDelivered =
				after.has(id) &&
				matches(id) &&
				!leftWindow &&
				!earlier.some(({ oldIds }) => oldIds.has(id));
			if (mustBeDelivered && !this.processed.has(id))
				this.ownProblems.push(`${id} is lost in ${feed}`);
		}
	}
}
