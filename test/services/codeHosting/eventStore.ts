// Events and their feeds (specification part A, Events): late, out of order, at most 300 of the past 30 days.

import type { Clock } from '../kit/clock';
import type { Repository } from './model';
import type { Settings } from './settings';
import { ORGANIZATION, USER } from './store';

export interface NewEvent {
	type?: string;
	actor?: string;
	payload?: Record<string, unknown>;
	/** Milliseconds before now at which it happened. */
	agoMs?: number;
	/** Milliseconds from happening to showing up; the settings' latency unless given. */
	latencyMs?: number;
	public?: boolean;
}

export interface Stored {
	id: string;
	type: string;
	actor: string;
	repository: Repository;
	payload: Record<string, unknown>;
	public: boolean;
	created: number;
	/** When it shows up. */
	shows: number;
	removed: boolean;
}

export const WINDOW = 300;
const DAYS_30 = 30 * 24 * 3_600_000;
const SIX_HOURS = 6 * 3_600_000;

export class Timeline {
	readonly all: Stored[] = [];
	private grown: number;

	constructor(
		private readonly clock: Clock,
		private readonly settings: Settings,
	) {
		this.grown = clock.now();
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
	): Stored {
		const created = this.clock.now() - agoMs;
		const number = this.all.length + 1;
		const stored: Stored = {
			id: String(22_249_084_964 + number),
			type,
			actor,
			repository,
			payload: payload ?? standardPayload(type, repository, number),
			public: isPublic ?? !repository.private,
			created,
			shows: created + (latencyMs ?? this.settings.latencyMs),
			removed: false,
		};
		this.all.push(stored);
		return stored;
	}

	/** Events of a feed as of now, newest first. */
	feed(belongs: (event: Stored) => boolean, { delayed = false } = {}): object[] {
		const now = this.clock.now();
		const delay = delayed ? this.settings.publicDelayMs : 0;
		return this.all
			.filter(
				(event) =>
					!event.removed &&
					event.shows + delay <= now &&
					event.created > now - DAYS_30 &&
					belongs(event),
			)
			.sort((one, other) => other.created - one.created || Number(other.id) - Number(one.id))
			.slice(0, WINDOW)
			.map(shown);
	}

	/** Lets the repository have the events that were due since the last look. */
	grow(repository: Repository): void {
		const { growEveryMs, lateOneIn } = this.settings;
		if (growEveryMs <= 0) return;
		const now = this.clock.now();
		// After a long sleep only what the window would hold anyway.
		this.grown = Math.max(this.grown, now - growEveryMs * WINDOW);
		for (; this.grown + growEveryMs <= now; this.grown += growEveryMs) {
			const number = this.all.length + 1;
			const isLate = lateOneIn > 0 && number % lateOneIn === 0;
			const types = ['PushEvent', 'WatchEvent', 'CreateEvent'] as const;
			this.add(repository, {
				type: types[number % types.length]!,
				agoMs: now - this.grown - growEveryMs,
				...(isLate ? { latencyMs: this.settings.latencyMs + ((number * 7919) % SIX_HOURS) } : {}),
			});
		}
	}
}

function standardPayload(
	type: string,
	{ id }: Repository,
	number: number,
): Record<string, unknown> {
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

/** As part A of the specification shows an event. */
function shown({
	id,
	type,
	actor,
	repository,
	payload,
	public: isPublic,
	created,
}: Stored): object {
	const person = {
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
		actor: person,
		repo: {
			id: repository.id,
			name: `${repository.owner}/${repository.name}`,
			url: `https://git.example.com/repos/${repository.owner}/${repository.name}`,
		},
		payload,
		public: isPublic,
		created_at: new Date(created).toISOString().replace(/\.\d{3}Z$/, 'Z'),
		...org,
	};
}
