// A service whose feeds grow, are late and fail, and an n8n that saves what it saves and crashes where it hurts: the trigger's core lives between them.
import { timeOf, type FeedEvent, type PageAnswer, type Window } from '../../../nodes/CodeHosting/trigger/feed';
import { poll, type Memory, type Polled } from '../../../nodes/CodeHosting/trigger/machine';

export const HOUR = 3_600_000;
/** Small pages, so that their ends are met often. */
export const window: Window = { pageSize: 3, pages: 3 };
const most = window.pageSize * window.pages;

export interface Happened {
	readonly id: string;
	readonly created: number;
	readonly shows: number;
	/** Also in the second feed, so much later. */
	readonly secondAfter?: number;
	gone: boolean;
}

export type Crash = 'before saving' | 'before the execution' | 'after the execution';

export interface PollPlan {
	/** The page that cannot be read, of the feed read first. */
	readonly failsAt?: number;
	/** Whether the failure is the service's wish to wait. */
	readonly asksToWait?: boolean;
	/** Events that appear after each page was read. */
	readonly between?: readonly { readonly count: number; readonly lateMs: number }[];
	readonly crash?: Crash;
}

class Unreadable extends Error {
	constructor(readonly waitMs?: number) {
		super('cannot be read');
	}
}

interface Watch {
	readonly since: number;
	/** What was there before it was read first, and what fell out of its window. */
	readonly excused: Set<string>;
}

export class Simulation {
	now = 1_000_000 * HOUR;
	readonly events: Happened[] = [];
	/** Ids in the order in which executions got them: what a workflow sees. */
	readonly delivered: string[] = [];
	/** Ids that the poll handed on since the last restart. */
	handedOn: string[] = [];
	/** Reasons for which the test fails. */
	readonly wrong: string[] = [];
	requests = 0;
	memory: Memory = {};
	private saved = '{}';
	private marks = new Set<string>();
	private made = 0;
	private readonly gate = new Set<string>();
	private readonly watches = new Map<string, Watch>();
	private readonly allowed = new Map<string, number>();

	constructor(
		private readonly feeds: readonly string[],
		private readonly begin: 'now' | 'window',
		private readonly intervalS: number,
		private readonly wanted: (id: string) => boolean = () => true,
	) {}

	grow(count: number, lateMs: number, secondAfter?: number): void {
		for (let index = 0; index < count; index++) {
			this.now += 1000;
			this.events.push({ id: String(1000 + this.events.length), created: this.now, shows: this.now + lateMs, gone: false, ...(secondAfter === undefined ? {} : { secondAfter }) });
		}
	}

	remove(index: number): void {
		const shown = this.window(this.feeds[0]!);
		const found = shown[index % Math.max(1, shown.length)];
		if (found) this.events.find(({ id }) => id === found.id)!.gone = true;
	}

	/** What a feed holds now, newest first. */
	window(feed: string): FeedEvent[] {
		return this.showing(feed).slice(0, most);
	}

	/** The same with what fell out of the window behind it. */
	private showing(feed: string): FeedEvent[] {
		const shows = (event: Happened): number => (feed === 'second' ? (event.secondAfter === undefined ? Infinity : event.shows + event.secondAfter) : event.shows);
		return this.events
			.filter((event) => !event.gone && shows(event) <= this.now)
			.sort((one, other) => other.created - one.created)
			.map(({ id, created }) => ({ id, created_at: new Date(created).toISOString() }));
	}

	/** One poll by n8n, as the plan has it. */
	async poll(plan: PollPlan = {}): Promise<void> {
		const due = this.feeds.filter((feed) => (this.memory.feeds?.[feed]?.notBefore ?? 0) <= this.now);
		const begun = this.now;
		const before = new Map(due.map((feed) => [feed, this.window(feed)]));
		const result = await this.machine(plan, due[0]);
		// The node writes what it remembers before it returns, and n8n looks at it then.
		this.memory = result.memory;
		for (const [index, event] of result.events.entries()) {
			if (index > 0 && timeOf(event) < timeOf(result.events[index - 1]!)) this.wrong.push(`${event.id} is handed on after a newer one`);
			if (this.handedOn.includes(event.id)) this.wrong.push(`${event.id} is handed on twice by one process`);
			this.handedOn.push(event.id);
		}
		if (plan.crash && result.events.length > 0) {
			if (plan.crash !== 'before saving') this.save();
			if (plan.crash === 'after the execution') this.execute(result);
			return this.restart();
		}
		if (result.events.length > 0) {
			this.save();
			this.execute(result);
		}
		if (plan.crash) return this.restart();
		const failed = new Set(result.failures.map(({ feed }) => feed));
		for (const feed of due) if (!failed.has(feed)) this.look(feed, before.get(feed)!, begun);
	}

	/** n8n polls once when a workflow is activated, and saves whatever came of it. */
	async activate(plan: Omit<PollPlan, 'crash'> = {}): Promise<void> {
		await this.poll(plan);
		this.save();
	}

	/** A new process: it knows what was saved. */
	restart(): void {
		this.memory = JSON.parse(this.saved) as Memory;
		this.marks = new Set();
		this.handedOn = [];
		this.allowed.clear();
		// A feed whose first reading was not saved is read for the first time once more.
		for (const feed of this.watches.keys()) if (this.memory.feeds?.[feed]?.known === undefined) this.watches.delete(feed);
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

	private async machine({ failsAt, asksToWait, between = [] }: PollPlan, failing: string | undefined): Promise<Polled> {
		return await poll(this.memory, {
			feeds: this.feeds,
			begin: this.begin,
			window,
			now: () => this.now,
			wanted: ({ id }) => this.wanted(id),
			isOwn: (mark) => this.marks.has(mark),
			mark: () => {
				const mark = `mark-${this.made++}`;
				this.marks.add(mark);
				return mark;
			},
			judge: (error) => ({ isPassing: true, waitMs: (error as Unreadable).waitMs }),
			reader: (feed) => ({
				terms: () => ({ intervalS: this.intervalS }),
				read: async (page, etag) => {
					const answer = this.answer(feed, page, etag, feed === failing && failsAt === page ? (asksToWait ? 60_000 : 0) : undefined);
					const growth = between[page - 1];
					if (growth) this.grow(growth.count, growth.lateMs, 0);
					return await Promise.resolve(answer);
				},
			}),
		});
	}

	private answer(feed: string, page: number, etag: string | undefined, failsFor: number | undefined): PageAnswer {
		this.requests++;
		if (page === 1) {
			if (this.now < (this.allowed.get(feed) ?? 0)) this.wrong.push(`${feed} is asked before its interval is over`);
			this.allowed.set(feed, this.now + this.intervalS * 1000);
		}
		if (failsFor !== undefined) {
			this.allowed.set(feed, this.now + failsFor);
			throw new Unreadable(failsFor);
		}
		const events = this.window(feed).slice((page - 1) * window.pageSize, page * window.pageSize);
		const tag = `W/"${events.map(({ id }) => id).join()}"`;
		return etag === tag ? { unchanged: true } : { events, etag: tag };
	}

	/** What was in the window all through a whole reading has to be delivered by now. */
	private look(feed: string, before: readonly FeedEvent[], begun: number): void {
		if (!this.watches.has(feed) && this.memory.feeds?.[feed]?.known !== undefined) {
			const since = this.memory.feeds[feed].since ?? begun;
			const old = this.window(feed).filter((event) => this.begin === 'now' && timeOf(event) < since);
			this.watches.set(feed, { since, excused: new Set(old.map(({ id }) => id)) });
		}
		const mine = this.watches.get(feed);
		if (!mine) return;
		// What fell out of the window may come back when others go; nobody promised it.
		for (const { id } of this.showing(feed).slice(most)) mine.excused.add(id);
		const excused = [...this.watches.values()].filter(({ since }) => since <= mine.since);
		const after = new Set(this.window(feed).map(({ id }) => id));
		for (const { id } of before) {
			const isOwed = after.has(id) && this.wanted(id) && !excused.some((watch) => watch.excused.has(id));
			if (isOwed && !this.gate.has(id)) this.wrong.push(`${id} is lost in ${feed}`);
		}
	}
}
