// Simulates the worst allowed behavior of the service: feeds change while they are read, events
// appear late or are hidden, pages fail, feeds move.
import type { ErrorClassification } from '../../../nodes/CodeHosting/classifyError';
import type { FeedReader } from '../../../nodes/CodeHosting/triggers/pollFeeds';
import type { FeedEvent, PageResult, Window } from '../../../nodes/CodeHosting/triggers/readFeed';

export const HOUR = 3_600_000;
/** Small pages, so that events often move to another page. */
export const window: Window = { pageSize: 3, pages: 3 };
const maxEvents = window.pageSize * window.pages;

interface StoredEvent {
	readonly id: string;
	readonly createdAt: number;
	readonly visibleFrom: number;
	/** If set, the event also appears in the second feed, this many milliseconds later. */
	readonly secondAfter?: number;
	/** The event counts toward the page size, but is not in the response. */
	readonly isHidden: boolean;
	isDeleted: boolean;
}

export interface NewEvents {
	readonly count: number;
	readonly lateMs: number;
	readonly secondAfter?: number;
	/** Milliseconds between two events. With 0, all events happen in the same second. */
	readonly apartMs?: number;
	readonly hidden?: boolean;
	/** If set, the event with this index in the window is deleted. The events below it move up. */
	readonly removes?: number;
}

export interface Fault {
	readonly feed: string;
	readonly page: number;
	/** A server error, a server error with a wait time, or a rejected credential. */
	readonly kind: 'down' | 'busy' | 'rejected';
}

const busyMs = 90_000;

class FeedError extends Error {
	constructor(readonly kind: Fault['kind'] | 'gone') {
		super(kind);
	}
}

export function classifyError(error: unknown): ErrorClassification {
	const { kind } = error as FeedError;
	return {
		isTemporary: kind === 'down' || kind === 'busy',
		isGone: kind === 'gone',
		...(kind === 'busy' ? { waitMs: busyMs } : {}),
	};
}

export class SimulatedService {
	now = 1_000_000 * HOUR;
	/** Value of X-Poll-Interval. */
	intervalS = 0;
	/** Feeds that were requested too early, or at an old path. */
	readonly problems: string[] = [];
	/**
	 * Events that were outside the window when an event inside the window was deleted. They may have
	 * moved back into the window, and do not have to be delivered.
	 */
	readonly outOfWindow = new Set<string>();
	private readonly events: StoredEvent[] = [];
	/** The earliest time at which each feed may be requested again. */
	private readonly nextPollAt = new Map<string, number>();
	/** Current paths of feeds that were moved. */
	private readonly paths = new Map<string, string>();
	/** Paths that the client received in a redirect. */
	private readonly learnedPaths = new Map<string, string>();

	/** @param reportsNext whether responses contain a Link header */
	constructor(private readonly reportsNext: boolean) {}

	addEvents({
		count,
		lateMs,
		secondAfter,
		apartMs = 1000,
		hidden = false,
		removes,
	}: NewEvents): void {
		this.now += 1000;
		if (removes !== undefined) this.remove('first', removes);
		for (let index = 0; index < count; index++) {
			this.now += apartMs;
			// Without a Link header, a page with a hidden event would count as the last page.
			const isHidden = this.reportsNext && hidden && index % 2 === 1;
			this.events.push({
				id: String(1000 + this.events.length),
				createdAt: this.now,
				visibleFrom: this.now + lateMs,
				isHidden,
				isDeleted: false,
				...(secondAfter === undefined ? {} : { secondAfter }),
			});
		}
	}

	/** Deletes an event in the window. The events below it move up. */
	remove(feed: string, index: number): void {
		for (const name of ['first', 'second'])
			for (const { id } of this.eventsOf(name).slice(maxEvents))
				this.outOfWindow.add(`${name} ${id}`);
		const visible = this.window(feed);
		const event = visible[index % Math.max(1, visible.length)];
		if (event) this.events.find(({ id }) => id === event.id)!.isDeleted = true;
	}

	/**
	 * Moves a feed to a new path. The original path redirects to the new one. Paths of earlier moves
	 * return 404.
	 */
	move(feed: string): void {
		this.paths.set(feed, `${feed} at ${this.now}`);
	}

	/** After a restart, the client may send requests immediately and to the original path. */
	forgetClient(): void {
		this.nextPollAt.clear();
		this.learnedPaths.clear();
	}

	/** Visible events of a feed, newest first. */
	window(feed: string): FeedEvent[] {
		return this.toResponse(this.eventsOf(feed).slice(0, maxEvents));
	}

	private eventsOf(feed: string): StoredEvent[] {
		const visibleFrom = ({ visibleFrom: time, secondAfter }: StoredEvent): number =>
			feed === 'second' ? time + (secondAfter ?? Infinity) : time;
		return this.events
			.filter((event) => !event.isDeleted && visibleFrom(event) <= this.now)
			.sort((one, other) => other.createdAt - one.createdAt || Number(other.id) - Number(one.id));
	}

	private toResponse(events: readonly StoredEvent[]): FeedEvent[] {
		return events
			.filter(({ isHidden }) => !isHidden)
			.map(({ id, createdAt }) => ({
				id,
				created_at: new Date(createdAt).toISOString().replace(/\.\d{3}Z$/, 'Z'),
			}));
	}

	/** A reader of one feed. After it reads page n, the nth entry of `between` is added. */
	reader(feed: string, faults: readonly Fault[], between: readonly NewEvents[]): FeedReader {
		let nextPollAt: number | undefined;
		let address: string | undefined;
		return {
			info: () => ({
				...(nextPollAt === undefined ? {} : { nextPollAt }),
				...(address === undefined ? {} : { address }),
			}),
			read: async (page, etag, storedAddress) => {
				address = this.followRedirect(feed, address ?? storedAddress ?? feed);
				const result = this.respond(
					feed,
					page,
					etag,
					faults.find((fault) => fault.feed === feed && fault.page === page)?.kind,
				);
				nextPollAt ??= this.now + this.intervalS * 1000;
				const newEvents = between[page - 1];
				if (newEvents) this.addEvents(newEvents);
				return await Promise.resolve(result);
			},
		};
	}

	/**
	 * Returns the current path of a feed that was moved.
	 * @throws FeedError if the requested path no longer exists
	 */
	private followRedirect(feed: string, requested: string): string | undefined {
		const current = this.paths.get(feed);
		const learned = this.learnedPaths.get(feed);
		if (learned !== undefined && requested !== learned)
			this.problems.push(`${feed} is requested at ${requested} after a redirect to ${learned}`);
		if (requested === feed && current === undefined) return undefined;
		if (requested !== feed && requested !== current) {
			this.learnedPaths.delete(feed);
			throw new FeedError('gone');
		}
		return current;
	}

	private respond(
		feed: string,
		page: number,
		etag: string | undefined,
		fault: Fault['kind'] | undefined,
	): PageResult {
		if (page === 1) {
			if (this.now < (this.nextPollAt.get(feed) ?? 0))
				this.problems.push(`${feed} is requested before its interval is over`);
			if (fault === undefined) this.nextPollAt.set(feed, this.now + this.intervalS * 1000);
		}
		if (fault === 'busy')
			this.nextPollAt.set(feed, Math.max(this.nextPollAt.get(feed) ?? 0, this.now + busyMs));
		if (fault !== undefined) throw new FeedError(fault);
		const all = this.eventsOf(feed).slice(0, maxEvents);
		const events = this.toResponse(all.slice((page - 1) * window.pageSize, page * window.pageSize));
		const next = this.reportsNext ? { hasNext: all.length > page * window.pageSize } : {};
		const currentEtag = `W/"${events.map(({ id }) => id).join()}"`;
		return etag === currentEtag
			? { unchanged: true, ...next }
			: { events, etag: currentEtag, ...next };
	}

	/** The client completed a read, so it must use the current path from now on. */
	confirmRead(feed: string): void {
		const path = this.paths.get(feed);
		if (path !== undefined) this.learnedPaths.set(feed, path);
	}
}
