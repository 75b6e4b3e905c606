// Return values of route handlers (a body, a StatusResponse, or one page of a list), and how they
// are sent.

import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import responses from '../../contract/data/responses/code-hosting.json';
import { DocumentedResponses } from '../kit/documentedResponses';
import { pathOf } from '../kit/requestPattern';
import { validationError } from './errors';
import { ORGANIZATION, type Repository } from './model';

/** A response with a status, and optionally headers. */
export class StatusResponse {
	constructor(
		readonly code: number,
		readonly body?: unknown,
		readonly headers: Readonly<Record<string, string>> = {},
	) {}
}

export interface PageOptions {
	/** Name of the array in the body. Without a name, the array is the body. */
	name?: string;
	maxPageSize?: number;
	/** Maximum number of rows in all pages together. Later pages are rejected with 422. */
	maxRows?: number;
	headers?: Record<string, string>;
}

/** A list. The query of the request selects the page to send. */
export class PageResponse {
	constructor(
		readonly rows: readonly object[],
		readonly options: PageOptions = {},
	) {}
}

/** A list whose pages have cursors instead of numbers. */
export class CursorResponse {
	constructor(readonly rows: readonly object[]) {}
}

const DEFAULT_PAGE_SIZE = 30;

const positiveInteger = (value: unknown, fallback: number): number => {
	const number = Number(value ?? fallback);
	return Number.isInteger(number) && number > 0 ? number : fallback;
};

/** Sends a page with its Link header and ETag, or 304 if the client already has it. */
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
	const available = rows.slice(0, maxRows);
	const pageRows = available.slice((page - 1) * size, page * size);
	const last = Math.max(1, Math.ceil(available.length / size));
	const pageUrl = (number: number): string =>
		`${request.protocol}://${request.host}${pathOf(request.url)}?${new URLSearchParams({ ...query, per_page: String(size), page: String(number) }).toString()}`;
	const links = [
		...(page > 1 ? [`<${pageUrl(page - 1)}>; rel="prev"`] : []),
		...(page < last
			? [`<${pageUrl(page + 1)}>; rel="next"`, `<${pageUrl(last)}>; rel="last"`]
			: []),
		...(page > 1 ? [`<${pageUrl(1)}>; rel="first"`] : []),
	];
	if (links.length > 0) void reply.header('link', links.join(', '));
	const body =
		name === undefined
			? pageRows
			: {
					total_count: available.length,
					...(name === 'items' ? { incomplete_results: false } : {}),
					[name]: pageRows,
				};
	const etag = etagOf(body);
	void reply.headers({ ...headers, etag });
	// The client must send the ETag unchanged, including its quotes.
	if (request.headers['if-none-match'] === etag) return reply.code(304).send();
	return reply.send(body);
}

/** Sends the rows after the cursor in the query, which is the number of the rows before. */
function sendAfterCursor(
	request: FastifyRequest,
	reply: FastifyReply,
	{ rows }: CursorResponse,
): unknown {
	const query = request.query as Record<string, string>;
	const size = positiveInteger(query.per_page, DEFAULT_PAGE_SIZE);
	const start = Number(Buffer.from(query.after ?? '', 'base64').toString());
	const end = start + size;
	if (end < rows.length) {
		const after = Buffer.from(String(end)).toString('base64');
		const next = new URLSearchParams({ ...query, after }).toString();
		void reply.header(
			'link',
			`<${request.protocol}://${request.host}${pathOf(request.url)}?${next}>; rel="next"`,
		);
	}
	return reply.send(rows.slice(start, end));
}

const etagOf = (body: unknown): string =>
	`W/"${createHash('sha256').update(JSON.stringify(body)).digest('hex')}"`;

/** A record with its ETag, or 304 if the client already has it. */
export function withEtag({ request }: { request: FastifyRequest }, body: unknown): StatusResponse {
	const etag = etagOf(body);
	return request.headers['if-none-match'] === etag
		? new StatusResponse(304, undefined, { etag })
		: new StatusResponse(200, body, { etag });
}

/** Sends what a handler returned. */
export function sendResponse(
	request: FastifyRequest,
	reply: FastifyReply,
	response: unknown,
): unknown {
	if (response instanceof PageResponse) return sendPage(request, reply, response);
	if (response instanceof CursorResponse) return sendAfterCursor(request, reply, response);
	if (response === undefined) return reply.code(204).send();
	if (!(response instanceof StatusResponse)) return reply.send(response);
	void reply.code(response.code).headers(response.headers);
	return response.body === undefined ? reply.send() : reply.send(response.body);
}

export const HOST = 'https://git.example.com';
export const documented = new DocumentedResponses(responses);

/** Users other than the token's user have an ID that depends on their name. */
const userId = (login: string): number =>
	login === 'octocat'
		? 583_231
		: [...login].reduce((sum, letter) => sum * 3 + letter.charCodeAt(0), 7);

/** A user or an organization that owns or creates something. */
export const userResponse = (login: string): object => ({
	...(documented.body('GET /repos/:owner/:repo/issues/:number') as { user: object }).user,
	login,
	id: userId(login),
	url: `${HOST}/users/${login}`,
	html_url: `${HOST}/${login}`,
	type: login.includes('-') ? 'Organization' : 'User',
});

export const repositoryUrl = ({ owner, name }: Repository): string =>
	`${HOST}/repos/${owner}/${name}`;

export const repositoryResponse = ({ id, name, owner, private: isPrivate }: Repository) => ({
	id,
	name,
	full_name: `${owner}/${name}`,
	owner: { login: owner, id: 1, type: owner.includes('-') ? 'Organization' : 'User' },
	private: isPrivate,
	description: `The repository ${name}`,
	fork: false,
	default_branch: 'main',
	html_url: `${HOST}/${owner}/${name}`,
});

export const organizationResponse = documented.record('GET /user/orgs', { login: ORGANIZATION });
