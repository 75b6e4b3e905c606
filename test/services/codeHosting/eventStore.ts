// Events and their feeds (nodes/CodeHosting/README.md, Events feed). Events can appear late and
// out of order. A feed contains at most 300 events of the past 30 days.

import type { Clock } from '../kit/clock';
import { ORGANIZATION, USER, type Repository } from './model';
import type { Settings } from './settings';

export interface NewEvent {
	type?: string;
	actor?: string;
	payload?: Record<string, unknown>;
	/** How long ago the event happened, in milliseconds. Default: 0. */
	agoMs?: number;
	/**
	 * Delay until the event appears in feeds, in milliseconds. Default: the latency in the settings.
	 */
	latencyMs?: number;
	public?: boolean;
}

export interface StoredEvent {
	id: string;
	type: string;
	actor: string;
	repository: Repository;
	payload: Record<string, unknown>;
	public: boolean;
	createdAt: number;
	/** When the event appears in feeds. */
	visibleAt: number;
	removed: boolean;
}

export const MAX_FEED_EVENTS = 300;
const MAX_AGE_MS = 30 * 24 * 3_600_000;

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
			latencyMs,
			public: isPublic,
		}: NewEvent = {},
	): StoredEvent {
		const createdAt = this.clock.now() - agoMs;
		const number = this.all.length + 1;
		const stored: StoredEvent = {
			id: String(22_249_084_964 + number),
			type,
			actor,
			repository,
			payload: payload ?? defaultPayload(type, repository, number),
			public: isPublic ?? !repository.private,
			createdAt,
			visibleAt: createdAt + (latencyMs ?? this.settings.latencyMs),
			removed: false,
		};
		this.all.push(stored);
		return stored;
	}

	/** The events that a feed contains now, newest first. */
	feed(includes: (event: StoredEvent) => boolean, { delayed = false } = {}): object[] {
		const now = this.clock.now();
		const delay = delayed ? this.settings.publicDelayMs : 0;
		return this.all
			.filter(
				(event) =>
					!event.removed &&
					event.visibleAt + delay <= now &&
					event.createdAt > now - MAX_AGE_MS &&
					includes(event),
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
		for (; this.generatedUntil + generateEveryMs <= now; this.generatedUntil += generateEveryMs) {
			const number = this.all.length + 1;
			const types = ['PushEvent', 'WatchEvent', 'CreateEvent'] as const;
			this.add(repository, {
				type: types[number % types.length]!,
				agoMs: now - this.generatedUntil - generateEveryMs,
			});
		}
	}
}

function defaultPayload(type: string, { id }: Repository, number: number): Record<string, unknown> {
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
function eventResponse({
	id,
	type,
	actor,
	repository,
	payload,
	public: isPublic,
	createdAt,
}: StoredEvent): object {
	const user = {
		id: actor === USER.login ? USER.id : 1,
		login: actor,
		display_login: actor,
		gravatar_id: '',
		url: `https://git.example.com/users/${actor}`,
		avatar_url: `https://avatars.example.com/${actor}`,
	};
	const org =
		repository.owner === ORGANIZATION
			? {
					org: {
						id: 9919,
						login: ORGANIZATION,
						gravatar_id: '',
						url: `https://git.example.com/orgs/${ORGANIZATION}`,
						avatar_url: '',
					},
				}
			: {};
	return {
		id,
		type,
		actor: user,
		repo: {
			id: repository.id,
			name: `${repository.owner}/${repository.name}`,
			url: `https://git.example.com/repos/${repository.owner}/${repository.name}`,
		},
		payload,
		public: isPublic,
		created_at: new Date(createdAt).toISOString().replace(/\.\d{3}Z$/, 'Z'),
		...org,
	};
}
