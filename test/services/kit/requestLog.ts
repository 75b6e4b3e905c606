// What arrived at a local service: the last requests, and how many were under way at a time.

import { matching } from './requestPattern';

export interface Arrival {
	method: string;
	/** Path without the query. */
	path: string;
	query: Record<string, unknown>;
	/** Names in lower case. */
	headers: Record<string, string | string[] | undefined>;
	/** The parsed body where it is small; otherwise only `bodySize` tells of it. */
	body?: unknown;
	/** Bytes announced by Content-Length. */
	bodySize?: number;
	/** Milliseconds of the service's clock. */
	at: number;
	/** Which listener took it: 'api', 'media' … */
	listener: string;
	/** Status answered; absent while under way, or when the connection was dropped. */
	status?: number;
}

interface Span {
	arrival: Arrival;
	began: number;
	ended: number;
}

/** A bounded ring of arrivals; older ones are forgotten but stay in `total`. */
export class RequestLog {
	private spans: Span[] = [];
	private watchers = new Set<() => void>();
	private steps = 0;
	total = 0;
	inFlight = 0;
	/** Most requests under way at one time since the start or the last `clear`. */
	maxInFlight = 0;

	constructor(private readonly bound = 2000) {}

	/** Records an arrival; the returned function marks its end. */
	begin(arrival: Arrival): () => void {
		const span: Span = { arrival, began: this.steps++, ended: Infinity };
		this.spans.push(span);
		if (this.spans.length > this.bound) this.spans.shift();
		this.total += 1;
		this.inFlight += 1;
		this.maxInFlight = Math.max(this.maxInFlight, this.inFlight);
		this.watchers.forEach((watch) => watch());
		return () => {
			span.ended = this.steps++;
			this.inFlight -= 1;
			this.watchers.forEach((watch) => watch());
		};
	}

	/** Arrivals in order, those that match '[METHOD ]/path' (with *). */
	list(pattern?: string): Arrival[] {
		const matches = matching(pattern);
		return this.spans.map(({ arrival }) => arrival).filter(matches);
	}

	count(pattern?: string): number {
		return this.list(pattern).length;
	}

	/** Most matching requests under way at one time, among those remembered. */
	peak(pattern?: string): number {
		const matches = matching(pattern);
		const spans = this.spans.filter(({ arrival }) => matches(arrival));
		return Math.max(
			0,
			...spans.map(
				({ began }) => spans.filter((other) => other.began <= began && began < other.ended).length,
			),
		);
	}

	/** Resolves as soon as the condition holds; it is asked again at every arrival and every end. */
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
		this.spans = [];
		this.total = 0;
		this.maxInFlight = this.inFlight;
	}
}
