// The requests of Code Hosting: the caller, the permission and the repository in the path.

import { createHash } from 'node:crypto';
import type { Clock } from '../kit/clock';
import { Reply, type Exchange, type Handler as AnyHandler } from '../kit/exchange';
import type { Links } from '../kit/links';
import { byLink } from '../kit/paging';
import type { Records } from '../kit/records';
import type { Caller, Callers } from './callers';
import { apiError, notFound } from './errors';
import { ORGANIZATION, ownAddresses, UPLOADS } from './responses';
import type { Repository, Settings, World } from './world';

/** The state that all routes share. */
export interface Context {
	clock: Clock;
	settings: Settings;
	records: Records;
	world: World;
	callers: Callers;
	downloads: Links;
}

export interface ApiRequest extends Exchange {
	readonly caller: Caller | undefined;
	/** The repository in the path, by owner and name or by ID. */
	readonly repo: Repository;
}

export type Handler = AnyHandler<ApiRequest>;
export type Routes = Readonly<Record<string, Handler>>;

export const pageSize = { name: 'per_page', standard: 30, maximum: 100 };
export const pages = byLink('page', pageSize);

/** What anonymous callers cannot read. They can never write. */
const PRIVATE = /^\/(?:user|issues|notifications|installation|app)\b|\/(?:actions|hooks)\b/;

/** Finds the caller and the repository. @throws HttpError 401 if the request requires a credential */
export function toApiRequest({ world }: Context, exchange: Exchange): ApiRequest {
	const { caller, method, url } = exchange.request;
	if (!caller && (method !== 'GET' || PRIVATE.test(url)))
		throw apiError(401, 'Requires authentication');
	const { owner, repo: name, repositoryId, repository_id: id = repositoryId } = exchange.params;
	const known = owner && name ? world.find(owner, name) : undefined;
	const find = (): Repository => {
		const found = name === undefined ? byId(world.repositories, id) : known;
		if (!found || (found.private && !caller)) throw notFound();
		return found;
	};
	// The records of a repository have its name in the usual upper and lower case.
	const params = known
		? { ...exchange.params, owner: known.owner, repo: known.name }
		: exchange.params;
	return {
		...exchange,
		params,
		caller,
		get repo() {
			return find();
		},
	};
}

/** @throws HttpError 404 */
export function byId<T extends { id: number | string }>(
	items: readonly T[],
	id: string | undefined,
): T {
	const found = items.find((item) => String(item.id) === id);
	if (!found) throw notFound();
	return found;
}

/** The organization in the path. @throws HttpError 404 */
export function organizationOf({ params }: ApiRequest): string {
	if (params.org!.toLowerCase() !== ORGANIZATION) throw notFound();
	return ORGANIZATION;
}

/**
 * Corrects the addresses in a JSON response, and adds the ETag of a record or a page. If the client
 * has it already, the status is 304.
 */
export function completed({ request, params }: ApiRequest, reply: Reply): Reply {
	const { status, headers } = reply;
	// Other bodies are files.
	const kind: unknown = reply.body?.constructor;
	if (kind !== Object && kind !== Array) return reply;
	const own = ownAddresses(reply.body, { owner: params.owner, name: params.repo });
	const uploads = `${request.protocol}://${request.host}/uploads`;
	const body = JSON.parse(JSON.stringify(own).replaceAll(UPLOADS, uploads)) as unknown;
	if (request.method !== 'GET' || status !== 200) return new Reply(status, body, headers);
	const hash = createHash('sha256').update(JSON.stringify(body)).digest('hex');
	const etag = `W/"${hash}"`;
	// The client must send the ETag unchanged, including its quotes.
	return request.headers['if-none-match'] === etag
		? new Reply(304, undefined, { ...headers, etag })
		: new Reply(status, body, { ...headers, etag });
}

declare module 'fastify' {
	interface FastifyRequest {
		caller?: Caller | undefined;
	}
}
