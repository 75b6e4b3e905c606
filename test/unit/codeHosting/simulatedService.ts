// A service as it may behave at its worst: feeds that grow while they are read, events that are late or leave no trace but a gap in their page, pages that fail, feeds that move.
import type { FeedEvent, PageAnswer, Window } from '../../../nodes/CodeHosting/trigger/feed';
import type { FeedReader, Surroundings } from '../../../nodes/CodeHosting/trigger/machine';

export const HOUR = 3_600_000;
/** Small pages, so that their ends are met often. */
export const window: Window = { pageSize: 3, pages: 3 };
const most = window.pageSize * window.pages;

interface Happened {
	readonly id: string;
	readonly created: number;
	readonly shows: number;
	/** Also in the second feed, so much later. */
	readonly secondAfter?: number;
	/** It takes a place in its page, but nobody is shown it. */
	readonly isHidden: boolean;
	gone: boolean;
}

export interface Growth {
	readonly count: number;
	readonly lateMs: number;
	readonly secondAfter?: number;
	/** Milliseconds between two events; 0 for all in one second. */
	readonly apartMs?: number;
	readonly hidden?: boolean;
	/** Which event of the window goes away, so that the others move up. */
	readonly removes?: number;
}

export interface Fault {
	readonly feed: string;
	readonly page: number;
	/** The service is down, says how long to wait, or wants another credential. */
	readonly kind: 'down' | 'busy' | 'refused';
}

const busyMs = 90_000;

class Unreadable extends Error {
	constructor(readonly kind: Fault['kind'] | 'gone') {
		super(kind);
	}
}

export const judge: Surroundings['judge'] = (error) => {
	const { kind } = error as Unreadable;
	return {
		isPassing: kind === 'down' || kind === 'busy',
		isGone: kind === 'gone',
		...(kind === 'busy' ? { waitMs: busyMs } : {}),
	};
};

export class SimulatedService {
	now = 1_000_000 * HOUR;
	/** What X-Poll-Interval says. */
	intervalS = 0;
	requests = 0;
	/** Feeds that were asked before they wanted to be, or where they no longer are. */
	readonly wrong: string[] = [];
	private readonly events: Happened[] = [];
	private readonly allowed = new Map<string, number>();
	/** Where a feed is, unless it is where it always was. */
	private readonly places = new Map<string, string>();
	/** Where the client was told that a feed is. */
	private readonly told = new Map<string, string>();

	/** @param says whether answers tell if a page follows */
	constructor(private readonly says: boolean) {}

	grow({ count, lateMs, secondAfter, apartMs = 1000, hidden = false, removes }: Growth): void {
		this.now += 1000;
		if (removes !== undefined) this.remove('first', removes);
		for (let index = 0; index < count; index++) {
			this.now += apartMs;
			const shared = secondAfter === undefined ? {} : { secondAfter };
			// Without a word about the next page, a page that is not full is the last.
			const isHidden = this.says && hidden && index % 2 === 1;
			this.events.push({
				id: String(1000 + this.events.length),
				created: this.now,
				shows: this.now + lateMs,
				isHidden,
				gone: false,
				...shared,
			});
		}
	}

	/** An event of the window is taken away; the others move up. */
	remove(feed: string, index: number): void {
		for (const one of ['first', 'second'])
			for (const { id } of this.all(one).slice(most)) this.fallen.add(`${one} ${id}`);
		const shown = this.window(feed);
		const found = shown[index % Math.max(1, shown.length)];
		if (found) this.events.find(({ id }) => id === found.id)!.gone = true;
	}

	/** A feed is somewhere else now. Its old address points there, and where it was in between is nothing. */
	move(feed: string): void {
		this.places.set(feed, `${feed} at ${this.now}`);
	}

	/** A process that knows nothing may ask at once, and at the old address. */
	forget(): void {
		this.allowed.clear();
		this.told.clear();
	}

	/** What a feed shows now, newest first. */
	window(feed: string): FeedEvent[] {
		return this.shown(this.all(feed).slice(0, most));
	}

	/** What was out of a window when an event of it went away: it may have come back, and nobody promised that. */
	readonly fallen = new Set<string>();

	private all(feed: string): Happened[] {
		const shows = ({ shows: at, secondAfter }: Happened): number =>
			feed === 'second' ? at + (secondAfter ?? Infinity) : at;
		return this.events
			.filter((event) => !event.gone && shows(event) <= this.now)
			.sort((one, other) => other.created - one.created || Number(other.id) - Number(one.id));
	}

	private shown(events: readonly Happened[]): FeedEvent[] {
		return events
			.filter(({ isHidden }) => !isHidden)
			.map(({ id, created }) => ({
				id,
				created_at: new Date(created).toISOString().replace(/\.\d{3}Z$/, 'Z'),
			}));
	}

	/** A client of one feed. Between its pages, the feeds grow. */
	reader(feed: string, faults: readonly Fault[], between: readonly Growth[]): FeedReader {
		let restUntil: number | undefined;
		let address: string | undefined;
		return {
			terms: () => ({
				...(restUntil === undefined ? {} : { restUntil }),
				...(address === undefined ? {} : { address }),
			}),
			read: async (page, etag, remembered) => {
				const from = address ?? remembered ?? feed;
				address = this.located(feed, from);
				const answer = this.answer(
					feed,
					page,
					etag,
					faults.find((fault) => fault.feed === feed && fault.page === page)?.kind,
				);
				restUntil ??= this.now + this.intervalS * 1000;
				const growth = between[page - 1];
				if (growth) this.grow(growth);
				return await Promise.resolve(answer);
			},
		};
	}

	/** Follows from an address to where the feed is. @throws Unreadable where nothing is any more */
	private located(feed: string, from: string): string | undefined {
		const place = this.places.get(feed);
		const told = this.told.get(feed);
		if (told !== undefined && from !== told)
			this.wrong.push(`${feed} is asked at ${from}, although it said that it is at ${told}`);
		this.requests++;
		if (from === feed && place === undefined) return undefined;
		if (from !== feed && from !== place) {
			this.told.delete(feed);
			throw new Unreadable('gone');
		}
		return place;
	}

	private answer(
		feed: string,
		page: number,
		etag: string | undefined,
		fault: Fault['kind'] | undefined,
	): PageAnswer {
		if (page === 1) {
			if (this.now < (this.allowed.get(feed) ?? 0))
				this.wrong.push(`${feed} is asked before its interval is over`);
			if (fault === undefined) this.allowed.set(feed, this.now + this.intervalS * 1000);
		}
		if (fault === 'busy')
			this.allowed.set(feed, Math.max(this.allowed.get(feed) ?? 0, this.now + busyMs));
		if (fault !== undefined) throw new Unreadable(fault);
		const all = this.all(feed).slice(0, most);
		const events = this.shown(all.slice((page - 1) * window.pageSize, page * window.pageSize));
		const next = this.says ? { hasNext: all.length > page * window.pageSize } : {};
		const tag = `W/"${events.map(({ id }) => id).join()}"`;
		return etag === tag ? { unchanged: true, ...next } : { events, etag: tag, ...next };
	}

	/** A reading came to its end: from now on the client knows where the feed is. */
	wasRead(feed: string): void {
		const place = this.places.get(feed);
		if (place !== undefined) this.told.set(feed, place);
	}
}
