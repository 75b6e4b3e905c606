// Events and their feeds (nodes/CodeHosting/README.md, Events feed): at most 300 events of the past 30
// days, which clients poll at an interval that the service sets.

import type { Clock } from '../kit/clock';
import { List } from '../kit/exchange';
import type { Fields } from '../kit/records';
import { sizeOf } from '../kit/paging';
import { validationError } from './errors';
import { repositoryUrl, userResponse } from './responses';
import { organizationOf, type ApiRequest, type Context, type Routes } from './router';
import { fullName, ORGANIZATION, USER, type Repository, type Settings } from './world';

export interface NewEvent {
	type?: string;
	actor?: string;
	payload?: Fields;
	/** How long ago the event happened, in milliseconds. Default: 0. */
	agoMs?: number;
}

/** An event in the format of the API. */
export interface StoredEvent {
	id: string;
	type: string;
	actor: { login: string };
	repo: { id: number; name: string; url: string };
	payload: Fields;
	public: boolean;
	created_at: string;
	org?: { login: string };
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
		{ type = 'PushEvent', actor = USER.login, payload, agoMs = 0 }: NewEvent = {},
	): StoredEvent {
		const { id, owner, private: isPrivate } = repository;
		const number = this.all.length + 1;
		const stored: StoredEvent = {
			id: String(22_249_084_964 + number),
			type,
			actor: userResponse(actor),
			repo: { id, name: fullName(repository), url: repositoryUrl(repository) },
			payload: payload ?? payloadOf(type, repository, number),
			public: !isPrivate,
			created_at: new Date(this.clock.now() - agoMs).toISOString().replace(/\.\d{3}Z$/, 'Z'),
			...(owner === ORGANIZATION && { org: userResponse(owner) }),
		};
		this.all.push(stored);
		return stored;
	}

	/** The events that a feed contains now, newest first. */
	feed(includes: (event: StoredEvent) => boolean): StoredEvent[] {
		const oldest = this.clock.now() - MAX_AGE_MS;
		return this.all
			.filter((event) => Date.parse(event.created_at) > oldest && includes(event))
			.sort((a, b) => b.created_at.localeCompare(a.created_at) || Number(b.id) - Number(a.id))
			.slice(0, MAX_FEED_EVENTS);
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
		return { ref: `topic-${number}`, ref_type: 'branch', master_branch: 'main' };
	return {
		repository_id: id,
		push_id: 10_000_000_000 + number,
		ref: 'refs/heads/main',
		head: String(number).padStart(40, '0'),
		before: String(number - 1).padStart(40, '0'),
	};
}

export function eventRoutes({ world, settings }: Context, events: EventStore): Routes {
	const feed = (req: ApiRequest, includes: (event: StoredEvent) => boolean): List => {
		const size = sizeOf(req.query, { name: 'per_page', standard: 30, maximum: 100 });
		if ((Number(req.query.page ?? 1) - 1) * size >= MAX_FEED_EVENTS)
			throw validationError('page', 'pagination is limited for this resource.');
		events.generateDueEvents(world.repositories[0]!);
		const headers = { 'x-poll-interval': String(settings.pollIntervalS) };
		return new List(events.feed(includes), '', undefined, headers);
	};
	const ofRepository = (req: ApiRequest) => {
		const { id } = req.repo;
		return feed(req, ({ repo }) => repo.id === id);
	};
	const isShown = ({ caller, params }: ApiRequest, event: StoredEvent, isPublicOnly: boolean) =>
		event.public || (!isPublicOnly && caller?.login === params.username);
	const byUser = (isPublicOnly: boolean) => (req: ApiRequest) =>
		feed(
			req,
			(event) => event.actor.login === req.params.username && isShown(req, event, isPublicOnly),
		);
	/** Only USER receives events: those of the organization's repositories. */
	const received = (isPublicOnly: boolean) => (req: ApiRequest) =>
		feed(
			req,
			(event) =>
				req.params.username === USER.login &&
				event.org !== undefined &&
				isShown(req, event, isPublicOnly),
		);
	return {
		'GET /events': (req) => feed(req, (event) => event.public),
		'GET /networks/:owner/:repo/events': ofRepository,
		'GET /orgs/:org/events': (req) =>
			feed(req, (event) => event.public && event.org?.login === organizationOf(req)),
		'GET /repos/:owner/:repo/events': ofRepository,
		'GET /repositories/:repositoryId/events': ofRepository,
		'GET /users/:username/events': byUser(false),
		'GET /users/:username/events/public': byUser(true),
		'GET /users/:username/events/orgs/:org': (req) =>
			feed(req, ({ org }) => org?.login === organizationOf(req)),
		'GET /users/:username/received_events': received(false),
		'GET /users/:username/received_events/public': received(true),
	};
}
