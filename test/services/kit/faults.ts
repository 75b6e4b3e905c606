// What can go wrong between a client and a local service, switched on from a test or over /_control.

import { matching, type Addressed } from './requestPattern';

/** One fault: which requests it meets, how often, and what happens to them. Effects may be combined. */
export interface Fault {
	/** '[METHOD ]/path' with * as wildcard; all requests by default, or the home of `code`. */
	on?: string;
	/** Part of the matching requests, 0 to 1; all by default. */
	share?: number;
	/** At most this many requests are met; without limit by default. */
	count?: number;
	/** The first so many matching requests pass unharmed. */
	skip?: number;

	/** Milliseconds of real time before the service looks at the request. */
	latencyMs?: number;
	/** Answered in place of the service, which does nothing: 429, 500, 503 … */
	status?: number;
	/** Retry-After header beside `status`: seconds, or an HTTP date. */
	retryAfter?: number | string;
	/** An error code of the service's own table, answered after authentication and without any effect. */
	code?: string;
	/** Connection dropped before the service acts, or after: the deed is done and its answer lost. */
	drop?: 'before' | 'after';
	/** 'html': a page in place of the service's answer; 'truncated' and 'drip' spoil the real answer. */
	body?: 'html' | 'truncated' | 'drip';
	/** Pause between the twenty pieces of a dripping body; 50 by default. */
	dripMs?: number;
}

interface Active {
	fault: Fault;
	matches(request: Addressed): boolean;
	random(): number;
	seen: number;
	met: number;
}

/** Repeatable pseudo-random numbers from 0 to 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** The faults of one service. Each draws its own seeded numbers, so that a run repeats. */
export class Faults {
	private active: Active[] = [];

	/**
	 * @param seed start of the random numbers
	 * @param homes pattern of the requests to which an error code belongs, for faults that name a code alone
	 */
	constructor(
		private readonly seed = 1,
		private readonly homes: Readonly<Record<string, string>> = {},
	) {}

	/** Switches a fault on; the returned function switches this one off again. */
	add(fault: Fault): () => void {
		const on = fault.on ?? (fault.code === undefined ? undefined : this.homes[fault.code]);
		const entry: Active = {
			fault,
			matches: matching(on),
			random: seededRandom(this.seed + this.active.length),
			seen: 0,
			met: 0,
		};
		this.active.push(entry);
		return () => {
			this.active = this.active.filter((other) => other !== entry);
		};
	}

	clear(): void {
		this.active = [];
	}

	/** What is switched on, with how many requests each has met so far. */
	list(): Array<Fault & { met: number }> {
		return this.active.map(({ fault, met }) => ({ ...fault, met }));
	}

	/** The effects that this request meets; counts it against every fault that matches. */
	meet(request: Addressed): Fault | undefined {
		const met = this.active.filter((entry) => {
			const { fault } = entry;
			if (!entry.matches(request) || entry.met >= (fault.count ?? Infinity)) return false;
			if (entry.seen++ < (fault.skip ?? 0)) return false;
			// The number is drawn even for a certain fault, so that a change of share keeps the sequence.
			if (entry.random() >= (fault.share ?? 1)) return false;
			entry.met += 1;
			return true;
		});
		return met.length === 0 ? undefined : Object.assign({}, ...met.map(({ fault }) => fault));
	}
}
