// Defines routes from their requests and handlers.

import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Clock } from '../kit/clock';
import type { Caller, Callers } from './callers';
import type { Downloads } from './downloads';
import { apiError, notFound } from './errors';
import type { EventStore } from './eventStore';
import { patternOf } from '../kit/documentedResponses';
import { ORGANIZATION, type Repository } from './model';
import { documented, PageResponse, sendResponse, StatusResponse } from './responses';
import type { Settings } from './settings';
import { type Store } from './store';

/** The state that all routes share. */
export interface Context {
	clock: Clock;
	settings: Settings;
	store: Store;
	events: EventStore;
	callers: Callers;
	downloads: Downloads;
}

/** A request, with the repository in its path. */
export interface ApiRequest {
	params: Readonly<Record<string, string>>;
	query: Readonly<Record<string, string>>;
	body: Readonly<Record<string, unknown>>;
	caller: Caller | undefined;
	/** The repository in the path, by owner and name or by ID. */
	repo: Repository;
	request: FastifyRequest;
	reply: FastifyReply;
}

/** Returns a body, a StatusResponse or a PageResponse. Without a result, the status is 204. */
export type Handler = (req: ApiRequest) => unknown;
/** Handlers by request, such as `GET /repos/:owner/:repo`. */
export type Routes = Readonly<Record<string, Handler>>;

/** Scopes by request. The first match applies. */
const scopes: ReadonlyArray<readonly [RegExp, string | undefined]> = [
	// These routes check the scope themselves.
	[/\/hooks\b/, undefined],
	[/^GET \/(?:users\/:username\/events\/orgs|orgs\/:org\/actions\/cache)\//, 'read:org'],
	[/ \/enterprises\//, 'admin:enterprise'],
	[/ \/orgs\/:org\/(?:actions|invitations)\b/, 'admin:org'],
	[/notifications|subscription/, 'notifications'],
	[/^GET \/gists\/(?:public|:gistId)$/, undefined],
	[/ \/gists\b/, 'gist'],
	[/\/(?:dependabot|(?:code|secret)-scanning)\//, 'security_events'],
	[/ \/(?:user|app|installation|search\/code)\b/, ''],
	[/^GET \/issues$|\/(?:actions|environments|traffic)\b/, 'repo'],
	[/^GET /, undefined],
	[/^/, 'repo'],
];

export function defineRoutes(app: FastifyInstance, context: Context, routes: Routes): void {
	for (const [endpoint, handler] of Object.entries(routes)) {
		const [method, url] = endpoint.split(' ') as [HTTPMethods, string];
		const [, scope] = scopes.find(([pattern]) => pattern.test(endpoint))!;
		app.route({
			method,
			url,
			handler: async (request, reply) => {
				const { caller } = request;
				requireScope(caller, scope);
				return await sendResponse(
					request,
					reply,
					await handler(toApiRequest(context, request, reply)),
				);
			},
		});
	}
}

/** The documented responses to all requests that have no route. */
export const documentedRoutes = (routes: Routes): Routes =>
	Object.fromEntries(
		documented
			.except(new Set(Object.keys(routes).map(patternOf)))
			.map(({ request, status, body }) => [
				request,
				() =>
					Array.isArray(body)
						? new PageResponse(body as object[])
						: new StatusResponse(status, body ?? {}),
			]),
	);

/**
 * If the scope is undefined, anonymous requests are allowed. If it is '', any credential is
 * sufficient.
 * @throws HttpError 401 without a credential, 403 without the scope
 */
function requireScope(caller: Caller | undefined, scope: string | undefined): void {
	if (scope === undefined) return;
	if (!caller) throw apiError(401, 'Requires authentication');
	if (scope !== '' && !caller.scopes.has(scope))
		throw apiError(403, 'Resource not accessible by this token');
}

function toApiRequest(
	{ store }: Context,
	request: FastifyRequest,
	reply: FastifyReply,
): ApiRequest {
	const params = request.params as Record<string, string>;
	const { caller } = request;
	return {
		params,
		query: request.query as Record<string, string>,
		body: (request.body ?? {}) as Record<string, unknown>,
		caller,
		request,
		reply,
		get repo() {
			const found =
				params.repositoryId !== undefined && params.owner === undefined
					? repositoryById(store, params.repositoryId)
					: store.repo(params.owner!, params.repo!);
			// Without the scope `repo`, private repositories return 404.
			if (found.private && !caller?.scopes.has('repo')) throw notFound();
			return found;
		},
	};
}

export const repositoryById = (store: Store, id: string): Repository =>
	findById(store.repositories, id);

/** @throws HttpError 404 */
export function findById<T extends { id: number | string }>(
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

declare module 'fastify' {
	interface FastifyRequest {
		caller?: Caller | undefined;
	}
}
