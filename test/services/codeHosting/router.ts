// How a route is written down here: a line, the scope it needs, and what it answers.

import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Clock } from '../kit/clock';
import { sendResponse } from './responses';
import type { Caller, Callers } from './callers';
import type { Downloads } from './downloads';
import type { Organization, Repository } from './model';
import { notFound, apiError } from './errors';
import type { Settings } from './settings';
import type { EventStore } from './eventStore';
import type { Store } from './store';

/** Everything that the routes share. */
export interface Context {
	clock: Clock;
	settings: Settings;
	world: Store;
	timeline: EventStore;
	callers: Callers;
	files: Downloads;
}

/** One request, with what its path names looked up. */
export interface ApiRequest {
	params: Readonly<Record<string, string>>;
	query: Readonly<Record<string, string>>;
	body: Readonly<Record<string, unknown>>;
	caller: Caller | undefined;
	/** Repository of the path, by owner and name or by number. */
	repo: Repository;
	org: Organization;
	request: FastifyRequest;
	reply: FastifyReply;
}

export type Handler = (asked: ApiRequest) => unknown;
/** `[METHOD path, scope or nothing, handler]`; `''` as scope: anybody who is logged in. */
export type Route = readonly [string, string | undefined, Handler];

export function defineRoutes(app: FastifyInstance, rooms: Context, routes: readonly Route[]): void {
	for (const [line, scope, handler] of routes) {
		const [method, url] = line.split(' ') as [HTTPMethods, string];
		app.route({
			method,
			url,
			handler: async (request, reply) => {
				const { caller } = request;
				requireScope(caller, scope);
				return await sendResponse(
					request,
					reply,
					await handler(toApiRequest(rooms, request, reply)),
				);
			},
		});
	}
}

/** @throws Refusal 401 without a credential, 403 without the scope */
function requireScope(caller: Caller | undefined, scope: string | undefined): void {
	if (scope === undefined) return;
	if (!caller) throw apiError(401, 'Requires authentication');
	if (scope !== '' && !caller.scopes.has(scope))
		throw apiError(403, 'Resource not accessible by this token');
}

function toApiRequest(
	{ world }: Context,
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
					? repositoryById(world, params.repositoryId)
					: world.repo(params.owner!, params.repo!);
			// What is private does not exist for others.
			if (found.private && !caller?.scopes.has('repo')) throw notFound();
			return found;
		},
		get org() {
			return world.org(params.org!);
		},
	};
}

export function repositoryById(world: Store, id: string): Repository {
	const found = world.repositories.find((repository) => String(repository.id) === id);
	if (!found) throw notFound();
	return found;
}

/** The one of that id. @throws Refusal 404 */
export function findById<T extends { id: number | string }>(
	all: readonly T[],
	id: string | undefined,
): T {
	const found = all.find((candidate) => String(candidate.id) === id);
	if (!found) throw notFound();
	return found;
}

/** Takes the one of that id out of the list. @throws Refusal 404 */
export function removeById<T extends { id: number | string }>(all: T[], id: string | undefined): T {
	const found = findById(all, id);
	all.splice(all.indexOf(found), 1);
	return found;
}

declare module 'fastify' {
	interface FastifyRequest {
		caller?: Caller | undefined;
	}
}
