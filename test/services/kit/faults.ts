// Simulated failures that a test enables.

import { seededRandom } from './random';
import { requestMatcher, type RequestTarget } from './requestPattern';

/** Which requests fail, how many of them, and how. A fault can have several effects. */
export interface Fault {
	/** '[METHOD ]/path', where * is a wildcard. Default: all requests. */
	on?: string;
	/** Share of the matching requests that fail, from 0 to 1. Default: 1. */
	share?: number;
	/** Maximum number of requests that fail. Default: no limit. */
	count?: number;
	/** Number of matching requests to leave unaffected before the first failure. Default: 0. */
	skip?: number;

	/** Delay before the service processes the request, in milliseconds of real time. */
	latencyMs?: number;
	/** Status to return instead of processing the request: 429, 500, 503 … */
	status?: number;
	/** Retry-After header to send with `status`: seconds or an HTTP date. */
	retryAfter?: number | string;
	/**
	 * One of the service's error codes. The service returns this error after authentication, without
	 * processing the request.
	 */
	code?: string;
	/**
	 * When to drop the connection: before the request is processed, or afterwards, so that only the
	 * response is lost.
	 */
	drop?: 'before' | 'after';
	/**
	 * 'html' sends an HTML page instead of the response, 'truncated' cuts off the real response, and
	 * 'drip' sends the real response slowly.
	 */
	body?: 'html' | 'truncated' | 'drip';
	/** Pause between the 20 chunks of a dripping body, in milliseconds. Default: 50. */
	dripMs?: number;
}

interface ActiveFault {
	fault: Fault;
	matches(request: RequestTarget): boolean;
	random(): number;
	seen: number;
	hits: number;
}

/**
 * The faults of one service. Each fault has its own seeded random numbers, so that test runs are
 * repeatable.
 */
export class Faults {
	private active: ActiveFault[] = [];

	/** @param seed seed of the random numbers */
	constructor(private readonly seed = 1) {}

	/** Enables a fault. The returned function disables it. */
	add(fault: Fault): () => void {
		const entry: ActiveFault = {
			fault,
			matches: requestMatcher(fault.on),
			random: seededRandom(this.seed + this.active.length),
			seen: 0,
			hits: 0,
		};
		this.active.push(entry);
		return () => {
			this.active = this.active.filter((other) => other !== entry);
		};
	}

	clear(): void {
		this.active = [];
	}

	/** The combined effects on this request. Counts the request for every fault that matches it. */
	match(request: RequestTarget): Fault | undefined {
		const hit = this.active.filter((entry) => {
			const { fault } = entry;
			if (!entry.matches(request) || entry.hits >= (fault.count ?? Infinity)) return false;
			if (entry.seen++ < (fault.skip ?? 0)) return false;
			// Draw a number even if the share is 1, so that the sequence does not depend on the share.
			if (entry.random() >= (fault.share ?? 1)) return false;
			entry.hits += 1;
			return true;
		});
		return hit.length === 0 ? undefined : Object.assign({}, ...hit.map(({ fault }) => fault));
	}
}
