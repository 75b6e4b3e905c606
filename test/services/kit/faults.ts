// Simulated failures that a test enables.

import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { isControlRequest, pathOf, requestMatcher, type RequestTarget } from './requestPattern';

declare module 'fastify' {
	interface FastifyRequest {
		/** The fault that applies to this request. */
		fault?: Fault;
	}
}

/** Which requests fail, how many of them, and how. A fault can have several effects. */
export interface Fault {
	/** '[METHOD ]/path', where * is a wildcard. Default: all requests. */
	on?: string;
	/** Maximum number of requests that fail. Default: no limit. */
	count?: number;
	/** Number of matching requests to leave unaffected before the first failure. Default: 0. */
	skip?: number;

	/** Delay before the service processes the request, in milliseconds of real time. */
	latencyMs?: number;
	/** Status to return instead of processing the request: 429, 500, 503 … */
	status?: number;
	/** Headers to send with `status`. */
	headers?: Readonly<Record<string, string>>;
	/** Body to send with `status`. Default: an error in the format of the service. */
	json?: object;
	/** A web page to send with `status`. */
	page?: string;
	/**
	 * When to drop the connection: before the request is processed, or afterwards, so that only the
	 * response is lost.
	 */
	drop?: 'before' | 'after';
}

interface ActiveFault {
	fault: Fault;
	matches(request: RequestTarget): boolean;
	seen: number;
	hits: number;
}

export class Faults {
	private active: ActiveFault[] = [];

	/** Enables a fault. The returned function disables it. */
	add(fault: Fault): () => void {
		const entry: ActiveFault = { fault, matches: requestMatcher(fault.on), seen: 0, hits: 0 };
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
			const { count = Infinity, skip = 0 } = entry.fault;
			if (!entry.matches(request) || entry.hits >= count) return false;
			if (entry.seen++ < skip) return false;
			entry.hits += 1;
			return true;
		});
		return hit.length === 0 ? undefined : Object.assign({}, ...hit.map(({ fault }) => fault));
	}
}

/** Body of an error response that no route of the service produced. */
export type FailureBody = (status: number, message: string) => Record<string, unknown>;

/** Adds hooks that apply the active faults to requests. */
export function applyFaults(app: FastifyInstance, faults: Faults, failureBody: FailureBody): void {
	app.addHook('onRequest', async (request, reply) => {
		if (isControlRequest(request.url)) return undefined;
		const fault = faults.match({ method: request.method, path: pathOf(request.url) });
		if (!fault) return undefined;
		request.fault = fault;
		const { latencyMs = 0, status, headers = {} } = fault;
		if (latencyMs > 0) await pause(latencyMs, undefined, { ref: false });
		if (fault.drop === 'before') {
			reply.hijack();
			request.raw.socket.destroy();
			return undefined;
		}
		if (status === undefined) return undefined;
		if (fault.page !== undefined) return reply.code(status).type('text/html').send(fault.page);
		const body = fault.json ?? failureBody(status, 'Simulated fault.');
		return reply.code(status).headers(headers).send(body);
	});
	app.addHook('onSend', async ({ raw, fault }, _reply, payload) => {
		if (fault?.drop === 'after') raw.socket.destroy();
		return payload;
	});
}
