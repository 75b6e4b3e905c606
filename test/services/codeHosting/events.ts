// Events and their feeds (nodes/CodeHosting/README.md, Events feed). Events can appear late and out
// of order. A feed contains at most 300 events of the past 30 days. Clients poll feeds with ETags, at
// an interval that the service sets.

import type { Clock } from '../kit/clock';
import { List } from '../kit/exchange';
import type { Fields } from '../kit/records';
import { sizeOf } from '../kit/paging';
import { pathOf } from '../kit/requestPattern';
import { validationError } from './errors';
import { HOST } from './responses';
import { organizationOf, type ApiRequest, type Context, type Routes } from './router';
import { fullName, ORGANIZATION, USER, type Repository, type Settings } from './world';

export interface NewEvent {
	type?: string;
	actor?: string;
	payload?: Fields;
	/** How long ago the event happened, in milliseconds. Default: 0. */
	agoMs?: number;
	/** Delay until the event appears in feeds, in milliseconds. Default: as in the settings. */
	latencyMs?: number;
	public?: boolean;
}

export interface StoredEvent {
	id: string;
	type: string;
	actor: string;
	repository: Repository;
	payload: Fields;
	public: boolean;
	createdAt: number;
	/** When the event appears in feeds. */
	visibleAt: number;
}

const MAX_FEED_EVENTS = 300;
const MAX_AGE_MS = 30 * 24 * 3_600_000;
const TYPES = ['PushEvent', 'WatchEvent', 'CreateEvent'] as const;

export class EventStore {
	readonly all: StoredEvent[] = [];
	private generatedUntil: number;

	constructor(
		private readonly clock: Clock,
		private readonly settings: Settings,
	) {
		this.generatedUntil = clock.now();
	}

	add(
		repository: Repository,
		{
			type = 'PushEvent',
			actor = USER.login,
			payload,
			agoMs = 0,
			latencyMs = this.settings.latencyMs,
			public: isPublic = !repository.private,
		}: NewEvent = {},
	): StoredEvent {
		const createdAt = this.clock.now() - agoMs;
		const number = this.all.length + 1;
		const stored: StoredEvent = {
			id: String(22_249_084_964 + number),
			type,
			actor,
			repository,
			payload: payload ?? payloadOf(type, repository, number),
			public: isPublic,
			createdAt,
			visibleAt: createdAt + latencyMs,
		};
		this.all.push(stored);
		return stored;
	}

	/** The events that a feed contains now, newest first. */
	feed(includes: (event: StoredEvent) => boolean, delayMs: number): object[] {
		const now = this.clock.now();
		return this.all
			.filter(
				(event) =>
					event.visibleAt + delayMs <= now && event.createdAt > now - MAX_AGE_MS && includes(event),
			)
			.sort((a, b) => b.createdAt - a.createdAt || Number(b.id) - Number(a.id))
			.slice(0, MAX_FEED_EVENTS)
			.map(eventResponse);
	}

	/** Adds the events that became due since the last call. */
	generateDueEvents(repository: Repository): void {
		const { generateEveryMs } = this.settings;
		if (generateEveryMs <= 0) return;
		const now = this.clock.now();
		// After a long pause, generate only as many events as a feed can contain.
		this.generatedUntil = Math.max(this.generatedUntil, now - generateEveryMs * MAX_FEED_EVENTS);
		for (; this.generatedUntil + generateEveryMs <= now; this.generatedUntil += generateEveryMs)
			this.add(repository, {
				type: TYPES[(this.all.length + 1) % TYPES.length]!,
				agoMs: now - this.generatedUntil - generateEveryMs,
			});
	}
}

function payloadOf(type: string, { id }: Repository, number: number): Fields {
	if (type === 'WatchEvent') return { action: 'started' };
	if (type === 'CreateEvent')
		return {
			ref: `topic-${number}`,
			ref_type: 'branch',
			full_ref: `refs/heads/topic-${number}`,
			master_branch: 'main',
			description: null,
			pusher_type: 'user',
		};
	return {
		repository_id: id,
		push_id: 10_000_000_000 + number,
		ref: 'refs/heads/main',
		head: String(number).padStart(40, '0'),
		before: String(number - 1).padStart(40, '0'),
	};
}

/** An event in the format of the specification. */
function eventResponse(event: StoredEvent): object {
	const { id, type, actor, repository, payload, public: isPublic, createdAt } = event;
	const { owner } = repository;
	const account = (login: string, accountId: number) => ({
		id: accountId,
		login,
		gravatar_id: '',
		url: `${HOST}/${login === ORGANIZATION ? 'orgs' : 'users'}/${login}`,
		avatar_url: `https://avatars.example.com/${login}`,
	});
	return {
		id,
		type,
		actor: { ...account(actor, actor === USER.login ? USER.id : 1), display_login: actor },
		repo: {
			id: repository.id,
			name: fullName(repository),
			url: `${HOST}/repos/${fullName(repository)}`,
		},
		payload,
		public: isPublic,
		created_at: new Date(createdAt).toISOString().replace(/\.\d{3}Z$/, 'Z'),
		...(owner === ORGANIZATION && { org: account(ORGANIZATION, 9919) }),
	};
}

/** A request for the first page of a feed before the poll interval was over. */
export interface EarlyPoll {
	path: string;
	earlyByMs: number;
}

export class PollMonitor {
	readonly early: EarlyPoll[] = [];
	private readonly lastPolls = new Map<string, { at: number; intervalS: number }>();

	constructor(private readonly context: Pick<Context, 'clock' | 'settings'>) {}

	/** The poll interval to return for this request, in seconds. */
	interval({ request, caller, query }: ApiRequest): number {
		const now = this.context.clock.now();
		const path = pathOf(request.url);
		const key = `${caller?.quotaKey ?? ''} ${path}`;
		const last = this.lastPolls.get(key);
		const intervalS = this.context.settings.pollIntervalS;
		if (Number(query.page ?? 1) !== 1) return last?.intervalS ?? intervalS;
		const earlyByMs = last ? last.at + last.intervalS * 1000 - now : 0;
		if (earlyByMs > 0) this.early.push({ path, earlyByMs });
		this.lastPolls.set(key, { at: now, intervalS });
		return intervalS;
	}
}

export function eventRoutes(context: Context, events: EventStore, polls: PollMonitor): Routes {
	const { world, settings } = context;
	const feed = (
		req: ApiRequest,
		includes: (event: StoredEvent) => boolean,
		isDelayed = false,
	): List => {
		const { page = 1 } = req.query;
		const size = sizeOf(req.query, { name: 'per_page', standard: 30, maximum: 100 });
		if ((Number(page) - 1) * size >= MAX_FEED_EVENTS)
			throw validationError('page', 'pagination is limited for this resource.');
		events.generateDueEvents(world.repositories[0]!);
		const rows = events.feed(includes, isDelayed ? settings.publicDelayMs : 0);
		return new List(rows, '', undefined, { 'x-poll-interval': String(polls.interval(req)) });
	};
	const isOwn = ({ caller, params }: ApiRequest): boolean =>
		caller?.login !== undefined && caller.login === params.username;
	const byUser = (req: ApiRequest, includePrivate: boolean) => (event: StoredEvent) =>
		event.actor === req.params.username && (event.public || (includePrivate && isOwn(req)));
	/** Only USER receives events: those of the organization's repositories. */
	const received = (req: ApiRequest, includePrivate: boolean) => (event: StoredEvent) =>
		req.params.username === USER.login &&
		event.repository.owner === ORGANIZATION &&
		(event.public || (includePrivate && isOwn(req)));
	const ofRepository = (repository: Repository) => (event: StoredEvent) =>
		event.repository === repository;

	return {
		'GET /events': (req) => feed(req, (event) => event.public, true),
		'GET /networks/:owner/:repo/events': (req) =>
			feed(req, (event) => event.repository === req.repo && event.public),
		'GET /orgs/:org/events': (req) =>
			feed(req, (event) => event.public && event.repository.owner === organizationOf(req)),
		'GET /repos/:owner/:repo/events': (req) => feed(req, ofRepository(req.repo)),
		'GET /repositories/:repositoryId/events': (req) => feed(req, ofRepository(req.repo)),
		'GET /users/:username/events': (req) => feed(req, byUser(req, true)),
		'GET /users/:username/events/public': (req) => feed(req, byUser(req, false), true),
		'GET /users/:username/events/orgs/:org': (req) =>
			feed(req, (event) => event.repository.owner === organizationOf(req)),
		'GET /users/:username/received_events': (req) => feed(req, received(req, true)),
		'GET /users/:username/received_events/public': (req) => feed(req, received(req, false), true),
	};
}
