// Events and their feeds (nodes/CodeHosting/README.md, Events feed): at most 300 events of the past 30
// days, which clients poll at an interval that the service sets.

import type { Clock } from '../kit/clock';
import { List } from '../kit/exchange';
import type { Fields } from '../kit/records';
import { sizeOf } from '../kit/paging';
import { validationError } from './errors';
import { fullName, ORGANIZATION, repositoryUrl, USER, userResponse } from './responses';
import { organizationOf, pageSize, type ApiRequest, type Context, type Routes } from './router';
import type { Repository } from './world';

export interface NewEvent {
	type?: string;
	actor?: string;
	payload?: Fields;
	/** How long ago the event happened, in milliseconds. Default: 0. */
	agoMs?: number;
}

/** An event in the format of the API. */
export interface StoredEvent extends Fields {
	id: string;
	actor: { login: string };
	repo: { id: number; name: string; url: string };
	public: boolean;
	created_at: string;
	org?: { login: string };
}

const MAX_FEED_EVENTS = 300;
const MAX_AGE_MS = 30 * 24 * 3_600_000;

export class EventStore {
	readonly all: StoredEvent[] = [];

	constructor(private readonly clock: Clock) {}

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

export function eventRoutes({ settings }: Context, events: EventStore): Routes {
	const feed = (req: ApiRequest, includes: (event: StoredEvent) => boolean): List => {
		const size = sizeOf(req.query, pageSize);
		if ((Number(req.query.page ?? 1) - 1) * size >= MAX_FEED_EVENTS)
			throw validationError('page', 'pagination is limited for this resource.');
		const headers = { 'x-poll-interval': String(settings.pollIntervalS) };
		return new List(events.feed(includes), '', undefined, headers);
	};
	const ofRepository = (req: ApiRequest) => {
		const { id } = req.repo;
		return feed(req, ({ repo }) => repo.id === id);
	};
	/** Events that the user caused or, of the organization's repositories, only USER receives. */
	const ofUser = (isReceived: boolean, isPublicOnly: boolean) => (req: ApiRequest) => {
		const { username } = req.params;
		const isOwn = !isPublicOnly && req.caller?.login === username;
		return feed(
			req,
			(event) =>
				(event.public || isOwn) &&
				(isReceived ? username === USER.login && !!event.org : event.actor.login === username),
		);
	};
	return {
		'GET /events': (req) => feed(req, (event) => event.public),
		'GET /networks/:owner/:repo/events': ofRepository,
		'GET /orgs/:org/events': (req) =>
			feed(req, (event) => event.public && event.org?.login === organizationOf(req)),
		'GET /repos/:owner/:repo/events': ofRepository,
		'GET /repositories/:repositoryId/events': ofRepository,
		'GET /users/:username/events': ofUser(false, false),
		'GET /users/:username/events/public': ofUser(false, true),
		'GET /users/:username/events/orgs/:org': (req) =>
			feed(req, ({ org }) => org?.login === organizationOf(req)),
		'GET /users/:username/received_events': ofUser(true, false),
		'GET /users/:username/received_events/public': ofUser(true, true),
	};
}
