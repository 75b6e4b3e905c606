// Log of the requests that a service received, including how many were in flight at the same time.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from './clock';
import { isControlRequest, pathOf, requestMatcher } from './requestPattern';

const MAX_LOGGED_BODY_BYTES = 16 * 1024;

export interface LoggedRequest {
	method: string;
	/** Path without the query. */
	path: string;
	query: Record<string, unknown>;
	/** Header names are in lower case. */
	headers: Record<string, string | string[] | undefined>;
	/** The parsed body. Omitted if it is larger than 16 KB. */
	body?: unknown;
	/** Value of the Content-Length header. */
	bodySize?: number;
	/** Epoch milliseconds of the service's clock. */
	at: number;
	/** Name of the server that received the request: 'api', 'media' … */
	listener: string;
	/**
	 * Status of the response. Missing while the request is in flight and after a dropped connection.
	 */
	status?: number;
}

/** Keeps the latest requests. Older ones are dropped, but still count in `total`. */
export class RequestLog {
	private requests: LoggedRequest[] = [];
	private watchers = new Set<() => void>();
	total = 0;
	inFlight = 0;
	/** Maximum number of requests in flight since the start or the last `clear`. */
	maxInFlight = 0;

	constructor(private readonly capacity = 20_000) {}

	/** Logs a request. Call the returned function when the request has ended. */
	begin(request: LoggedRequest): () => void {
		this.requests.push(request);
		if (this.requests.length > this.capacity) this.requests.shift();
		this.total += 1;
		this.inFlight += 1;
		this.maxInFlight = Math.max(this.maxInFlight, this.inFlight);
		this.notify();
		return () => {
			this.inFlight -= 1;
			this.notify();
		};
	}

	/**
	 * Requests in the order received, optionally only those that match a pattern ('[METHOD ]/path').
	 */
	list(pattern?: string): LoggedRequest[] {
		return this.requests.filter(requestMatcher(pattern));
	}

	count(pattern?: string): number {
		return this.list(pattern).length;
	}

	/** Resolves once the condition is true. It is checked whenever a request starts or ends. */
	async until(condition: (log: RequestLog) => boolean): Promise<void> {
		if (condition(this)) return;
		await new Promise<void>((resolve) => {
			const watch = () => {
				if (!condition(this)) return;
				this.watchers.delete(watch);
				resolve();
			};
			this.watchers.add(watch);
		});
	}

	clear(): void {
		this.requests = [];
		this.total = 0;
		this.maxInFlight = this.inFlight;
	}

	private notify(): void {
		this.watchers.forEach((watch) => watch());
	}
}

/** Logs every request to a server, except those to the control API. */
export function logRequests(
	app: FastifyInstance,
	listener: string,
	clock: Clock,
	log: RequestLog,
): void {
	const logged = new WeakMap<FastifyRequest, LoggedRequest>();
	app.addHook('onRequest', async (request, reply) => {
		if (isControlRequest(request.url)) return;
		const length = request.headers['content-length'];
		const entry: LoggedRequest = {
			method: request.method,
			path: pathOf(request.url),
			query: { ...(request.query as Record<string, unknown>) },
			headers: { ...request.headers },
			...(length !== undefined && { bodySize: Number(length) }),
			at: clock.now(),
			listener,
		};
		logged.set(request, entry);
		reply.raw.once('close', log.begin(entry));
	});
	app.addHook('preHandler', async (request) => {
		const entry = logged.get(request);
		if (entry && (entry.bodySize ?? 0) <= MAX_LOGGED_BODY_BYTES) entry.body = request.body;
	});
	app.addHook('onResponse', async (request, reply) => {
		const entry = logged.get(request);
		if (entry && !request.raw.socket.destroyed) entry.status = reply.statusCode;
	});
}
