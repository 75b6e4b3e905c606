// The user with their notifications, repositories and organizations; the installations of the app.

import type { Caller } from './callers';
import { apiError } from './errors';
import type { Repository } from './model';
import {
	organizationResponse,
	PageResponse,
	repositoryResponse,
	StatusResponse,
} from './responses';
import type { ApiRequest, Context, Routes } from './router';

export function accountRoutes({ store, callers }: Context): Routes {
	const readThreads = new Set<string>();
	const visible = ({ caller }: ApiRequest): Repository[] =>
		store.repositories.filter((repo) => !repo.private || caller?.scopes.has('repo'));

	return {
		'PATCH /notifications/threads/:thread': ({ params }) => {
			const isRead = readThreads.has(params.thread!);
			readThreads.add(params.thread!);
			return new StatusResponse(isRead ? 304 : 205);
		},
		'GET /repos/:owner/:repo': ({ repo }) => repositoryResponse(repo),
		'GET /user/repos': (req) => new PageResponse(visible(req).map(repositoryResponse)),
		'GET /user/orgs': () => new PageResponse([organizationResponse]),
		'GET /search/repositories': (req) => {
			const words = (req.query.q ?? '').split(' ').filter(Boolean);
			const owner = words.find((word) => word.startsWith('user:'))?.slice('user:'.length);
			const terms = words.filter((word) => !word.includes(':'));
			return new PageResponse(
				visible(req)
					.filter(
						(repo) =>
							(!owner || repo.owner === owner) && terms.every((term) => repo.name.includes(term)),
					)
					.map(repositoryResponse),
				{ name: 'items', headers: { 'x-ratelimit-resource': 'search' } },
			);
		},
		'GET /installation/repositories': (req) =>
			new PageResponse(visible(req).map(repositoryResponse), { name: 'repositories' }),
		'GET /app/installations': ({ caller }) => {
			requireApp(caller);
			return callers.installations;
		},
		'POST /app/installations/:installation/access_tokens': ({ caller, params }) => {
			requireApp(caller);
			return new StatusResponse(201, callers.issue(params.installation!));
		},
	};
}

/** @throws HttpError 401 */
function requireApp(caller: Caller | undefined): void {
	if (!caller?.isApp) throw apiError(401, 'A JSON web token could not be decoded');
}
