// Requests to the routes of a service, and what a route returns.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Fields } from './records';

/** A request to a route. */
export interface Exchange {
	/** Method and path with placeholders, such as `GET /lists/:list`. */
	readonly operation: string;
	readonly params: Readonly<Record<string, string>>;
	readonly query: Readonly<Record<string, string>>;
	/** An empty object if the request has no body. */
	readonly body: Fields;
	readonly request: FastifyRequest;
	readonly reply: FastifyReply;
}

/** One page: its rows, and what its body and headers contain besides them. */
export interface Page {
	rows: readonly unknown[];
	fields?: Record<string, unknown>;
	headers?: Record<string, string>;
}

/** Selects the page of a list (paging.ts). */
export type Paging = (rows: readonly unknown[], exchange: Exchange) => Page;

/** A response with a status, and optionally headers. Without a body, none is sent. */
export class Reply {
	constructor(
		readonly status: number,
		readonly body?: unknown,
		readonly headers: Readonly<Record<string, string>> = {},
	) {}
}

/** A list, of which one page is sent. */
export class List {
	constructor(
		readonly rows: readonly unknown[],
		/** Name of the list in the body. Default: as documented, or none. */
		readonly name?: string,
		/** Default: the paging of the service. */
		readonly paging?: Paging,
		readonly headers: Readonly<Record<string, string>> = {},
	) {}
}

/** Returns a body, a Reply or a List. Without a result, the status is 204. */
export type Handler<E extends Exchange = Exchange> = (exchange: E) => unknown;

/** Handlers by request, such as `GET /lists/:list`. */
export type Routes<E extends Exchange = Exchange> = Readonly<Record<string, Handler<E>>>;
