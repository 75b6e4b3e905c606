// What a route answers with, beside a plain value: a status, or one page of a list.

import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { validationError } from './errors';

/** An answer whose status or headers matter. */
export class StatusResponse {
	constructor(
		readonly code: number,
		readonly body?: unknown,
		readonly headers: Readonly<Record<string, string>> = {},
	) {}
}

export interface PageOptions {
	/** Name of the array; without it the array is the whole body. */
	name?: string;
	maxPageSize?: number;
	/** Rows after which the service answers no more pages. */
	maxRows?: number;
	headers?: Record<string, string>;
}

/** A list, of which the request asks for one page. */
export class PageResponse {
	constructor(
		readonly rows: readonly object[],
		readonly options: PageOptions = {},
	) {}
}

const DEFAULT_PAGE_SIZE = 30;

const positiveInteger = (value: unknown, fallback: number): number => {
	const number = Number(value ?? fallback);
	return Number.isInteger(number) && number > 0 ? number : fallback;
};

/** Sends a page with its Link header and its ETag; 304 where the client has it already. */
function sendPage(
	request: FastifyRequest,
	reply: FastifyReply,
	{ rows, options }: PageResponse,
): unknown {
	const query = request.query as Record<string, string>;
	const { name, maxPageSize = 100, maxRows = Infinity, headers = {} } = options;
	const size = Math.min(positiveInteger(query.per_page, DEFAULT_PAGE_SIZE), maxPageSize);
	const page = positiveInteger(query.page, 1);
	if ((page - 1) * size >= maxRows)
		throw validationError(
			'page',
			'In order to keep the service fast for everyone, pagination is limited for this resource.',
		);
	const shown = rows.slice(0, maxRows);
	const body = shown.slice((page - 1) * size, page * size);
	const last = Math.max(1, Math.ceil(shown.length / size));
	const at = (number: number): string =>
		`${request.protocol}://${request.host}${request.url.split('?')[0]}?${new URLSearchParams({ ...query, per_page: String(size), page: String(number) }).toString()}`;
	const links = [
		...(page > 1 ? [`<${at(page - 1)}>; rel="prev"`] : []),
		...(page < last ? [`<${at(page + 1)}>; rel="next"`, `<${at(last)}>; rel="last"`] : []),
		...(page > 1 ? [`<${at(1)}>; rel="first"`] : []),
	];
	if (links.length > 0) void reply.header('link', links.join(', '));
	const whole = name === undefined ? body : { total_count: shown.length, [name]: body };
	const etag = `W/"${createHash('sha256').update(JSON.stringify(whole)).digest('hex')}"`;
	void reply.headers({ ...headers, etag });
	// Only the whole value with its quotes counts.
	if (request.headers['if-none-match'] === etag) return reply.code(304).send();
	return reply.send(whole);
}

/** Sends what a handler returned. */
export function sendResponse(
	request: FastifyRequest,
	reply: FastifyReply,
	answer: unknown,
): unknown {
	if (answer instanceof PageResponse) return sendPage(request, reply, answer);
	if (!(answer instanceof StatusResponse)) return reply.send(answer);
	void reply.code(answer.code).headers(answer.headers);
	return answer.body === undefined ? reply.send() : reply.send(answer.body);
}
