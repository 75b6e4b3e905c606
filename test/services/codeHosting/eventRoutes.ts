// The feeds: polled with ETags, at the interval that the service asks for, which grows under load.

import { Page, Status } from './responses';
import type { Repository } from './model';
import { byId, type Asked, type Rooms, type Route } from './router';
import { WINDOW, type Stored } from './eventStore';
import { ORGANIZATION, USER } from './store';

/** A request for the first page of a feed that came before the interval was over. */
export interface Early {
	path: string;
	byMs: number;
}

const MINUTE = 60_000;
const LONGEST_INTERVAL_S = 960;

export class Polls {
	/** Requests that came too early. */
	readonly early: Early[] = [];
	private readonly arrivals: number[] = [];
	private readonly last = new Map<string, { at: number; intervalS: number }>();

	constructor(private readonly rooms: Pick<Rooms, 'clock' | 'settings'>) {}

	/** The interval that this answer asks for, in seconds. */
	interval({ request, caller, query }: Asked): number {
		const now = this.rooms.clock.now();
		this.arrivals.push(now);
		while (this.arrivals[0]! < now - MINUTE) this.arrivals.shift();
		const path = request.url.split('?')[0]!;
		const key = `${caller?.purse ?? ''} ${path}`;
		const before = this.last.get(key);
		if (Number(query.page ?? 1) !== 1)
			return before?.intervalS ?? this.rooms.settings.pollIntervalS;
		if (before && now < before.at + before.intervalS * 1000)
			this.early.push({ path, byMs: before.at + before.intervalS * 1000 - now });
		const { pollIntervalS, calmRequests } = this.rooms.settings;
		const load = Math.max(0, Math.ceil(Math.log2(this.arrivals.length / calmRequests)));
		const intervalS = Math.min(
			pollIntervalS * 2 ** load,
			Math.max(LONGEST_INTERVAL_S, pollIntervalS),
		);
		this.last.set(key, { at: now, intervalS });
		return intervalS;
	}
}

export function eventRoutes(rooms: Rooms, polls: Polls): Route[] {
	const { timeline, world } = rooms;
	const feed = (
		asked: Asked,
		belongs: (event: Stored) => boolean,
		options?: { delayed?: boolean },
	): Page => {
		timeline.grow(world.repositories[0]!);
		return new Page(timeline.feed(belongs, options), {
			window: WINDOW,
			headers: { 'x-poll-interval': String(polls.interval(asked)) },
		});
	};
	const isOwn = ({ caller, params }: Asked): boolean =>
		caller?.login !== undefined && caller.login === params.username;
	const by = (asked: Asked, ownToo: boolean) => (event: Stored) =>
		event.actor === asked.params.username && (event.public || (ownToo && isOwn(asked)));
	/** The user follows what happens in the organization. */
	const received = (asked: Asked, ownToo: boolean) => (event: Stored) =>
		asked.params.username === USER.login &&
		event.repository.owner === ORGANIZATION &&
		(event.public || (ownToo && isOwn(asked)));

	const of =
		(repository: Repository, more: (event: Stored) => boolean = () => true) =>
		(event: Stored) =>
			event.repository === repository && more(event);

	return [
		['GET /events', undefined, (asked) => feed(asked, (event) => event.public, { delayed: true })],
		[
			'GET /networks/:owner/:repo/events',
			undefined,
			(asked) =>
				moved(rooms, asked, 'networks') ??
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
			(asked) => moved(rooms, asked, 'repositories') ?? feed(asked, of(asked.repo)),
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
export function moved(
	{ world }: Rooms,
	{ params, request }: Asked,
	kind: 'networks' | 'repositories',
): Status | undefined {
	const id = world.renamed.get(`${params.owner}/${params.repo}`.toLowerCase());
	if (id === undefined) return undefined;
	const { owner, name } = byId(world, String(id));
	const query = request.url.includes('?') ? `?${request.url.split('?')[1]}` : '';
	const path =
		kind === 'networks' ? `/networks/${owner}/${name}/events` : `/repositories/${id}/events`;
	return new Status(
		301,
		{ message: 'Moved Permanently', url: path },
		{ location: `${request.protocol}://${request.host}${path}${query}` },
	);
}
