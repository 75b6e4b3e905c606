// The feeds: polled with ETags, at the interval that the service asks for, which grows under load.

import { PageResponse, StatusResponse } from './responses';
import type { Repository } from './model';
import { repositoryById, type ApiRequest, type Context, type Route } from './router';
import { MAX_FEED_EVENTS, type StoredEvent } from './eventStore';
import { ORGANIZATION, USER } from './store';

/** A request for the first page of a feed that came before the interval was over. */
export interface EarlyPoll {
	path: string;
	earlyByMs: number;
}

const MINUTE_MS = 60_000;
const MAX_INTERVAL_S = 960;

export class PollMonitor {
	/** Requests that came too early. */
	readonly early: EarlyPoll[] = [];
	private readonly arrivals: number[] = [];
	private readonly last = new Map<string, { at: number; intervalS: number }>();

	constructor(private readonly rooms: Pick<Context, 'clock' | 'settings'>) {}

	/** The interval that this answer asks for, in seconds. */
	interval({ request, caller, query }: ApiRequest): number {
		const now = this.rooms.clock.now();
		this.arrivals.push(now);
		while (this.arrivals[0]! < now - MINUTE_MS) this.arrivals.shift();
		const path = request.url.split('?')[0]!;
		const key = `${caller?.quotaKey ?? ''} ${path}`;
		const before = this.last.get(key);
		if (Number(query.page ?? 1) !== 1)
			return before?.intervalS ?? this.rooms.settings.pollIntervalS;
		if (before && now < before.at + before.intervalS * 1000)
			this.early.push({ path, earlyByMs: before.at + before.intervalS * 1000 - now });
		const { pollIntervalS, freeRequestsPerMinute } = this.rooms.settings;
		const load = Math.max(0, Math.ceil(Math.log2(this.arrivals.length / freeRequestsPerMinute)));
		const intervalS = Math.min(pollIntervalS * 2 ** load, Math.max(MAX_INTERVAL_S, pollIntervalS));
		this.last.set(key, { at: now, intervalS });
		return intervalS;
	}
}

export function eventRoutes(rooms: Context, polls: PollMonitor): Route[] {
	const { timeline, world } = rooms;
	const feed = (
		asked: ApiRequest,
		belongs: (event: StoredEvent) => boolean,
		options?: { delayed?: boolean },
	): PageResponse => {
		timeline.generateDueEvents(world.repositories[0]!);
		return new PageResponse(timeline.feed(belongs, options), {
			maxRows: MAX_FEED_EVENTS,
			headers: { 'x-poll-interval': String(polls.interval(asked)) },
		});
	};
	const isOwn = ({ caller, params }: ApiRequest): boolean =>
		caller?.login !== undefined && caller.login === params.username;
	const by = (asked: ApiRequest, ownToo: boolean) => (event: StoredEvent) =>
		event.actor === asked.params.username && (event.public || (ownToo && isOwn(asked)));
	/** The user follows what happens in the organization. */
	const received = (asked: ApiRequest, ownToo: boolean) => (event: StoredEvent) =>
		asked.params.username === USER.login &&
		event.repository.owner === ORGANIZATION &&
		(event.public || (ownToo && isOwn(asked)));

	const of =
		(repository: Repository, more: (event: StoredEvent) => boolean = () => true) =>
		(event: StoredEvent) =>
			event.repository === repository && more(event);

	return [
		['GET /events', undefined, (asked) => feed(asked, (event) => event.public, { delayed: true })],
		[
			'GET /networks/:owner/:repo/events',
			undefined,
			(asked) =>
				redirectIfRenamed(rooms, asked, 'networks') ??
				feed(
					asked,
					of(asked.repo, (event) => event.public),
				),
		],
		[
			'GET /orgs/:org/events',
			undefined,
			(asked) => feed(asked, (event) => event.public && event.repository.owner === asked.org.login),
		],
		[
			'GET /repos/:owner/:repo/events',
			undefined,
			(asked) => redirectIfRenamed(rooms, asked, 'repositories') ?? feed(asked, of(asked.repo)),
		],
		['GET /repositories/:repositoryId/events', undefined, (asked) => feed(asked, of(asked.repo))],
		['GET /users/:username/events', undefined, (asked) => feed(asked, by(asked, true))],
		[
			'GET /users/:username/events/public',
			undefined,
			(asked) => feed(asked, by(asked, false), { delayed: true }),
		],
		[
			'GET /users/:username/events/orgs/:org',
			'read:org',
			(asked) => feed(asked, (event) => event.repository.owner === asked.org.login),
		],
		[
			'GET /users/:username/received_events',
			undefined,
			(asked) => feed(asked, received(asked, true)),
		],
		[
			'GET /users/:username/received_events/public',
			undefined,
			(asked) => feed(asked, received(asked, false), { delayed: true }),
		],
	];
}

/** A repository that has another name now is found at its number; a network at its new name. */
export function redirectIfRenamed(
	{ world }: Context,
	{ params, request }: ApiRequest,
	kind: 'networks' | 'repositories',
): StatusResponse | undefined {
	const id = world.renamed.get(`${params.owner}/${params.repo}`.toLowerCase());
	if (id === undefined) return undefined;
	const { owner, name } = repositoryById(world, String(id));
	const query = request.url.includes('?') ? `?${request.url.split('?')[1]}` : '';
	const path =
		kind === 'networks' ? `/networks/${owner}/${name}/events` : `/repositories/${id}/events`;
	return new StatusResponse(
		301,
		{ message: 'Moved Permanently', url: path },
		{ location: `${request.protocol}://${request.host}${path}${query}` },
	);
}
