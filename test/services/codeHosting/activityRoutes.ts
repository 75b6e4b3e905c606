// Notifications, subscriptions, stars and feeds of a user; repositories, organizations, apps and
// the rate limit.

import type { Caller } from './callers';
import { apiError, notFound } from './errors';
import type { Repository, Thread } from './model';
import {
	organizationResponse,
	PageResponse,
	repositoryResponse,
	StatusResponse,
} from './responses';
import { findById, repositoryById, type ApiRequest, type Context, type Routes } from './router';
import { USER } from './store';

export function activityRoutes({ store, clock, callers }: Context): Routes {
	const threadResponse = ({
		id,
		repository,
		title,
		unread,
		reason,
		updated_at: updated,
	}: Thread): object => ({
		id,
		repository: repositoryResponse(repositoryById(store, String(repository))),
		subject: { title, url: '', latest_comment_url: '', type: 'Issue' },
		reason,
		unread,
		updated_at: updated,
		last_read_at: null,
	});
	const thread = ({ params }: ApiRequest): Thread => findById(store.threads, params.thread);
	const filterThreads = ({ query }: ApiRequest, repository?: Repository): Thread[] =>
		store.threads.filter(
			(item) =>
				!item.done &&
				(item.unread || query.all === 'true') &&
				(!repository || item.repository === repository.id) &&
				(!query.since || item.updated_at >= query.since) &&
				(!query.before || item.updated_at < query.before),
		);
	const threadSubscription = (item: Thread): object => {
		if (!item.subscription) throw notFound();
		return {
			...item.subscription,
			reason: null,
			created_at: item.updated_at,
			thread_url: `https://git.example.com/notifications/threads/${item.id}`,
		};
	};
	const repositorySubscription = (repo: Repository): object => {
		if (!repo.subscription) throw notFound();
		return {
			...repo.subscription,
			reason: null,
			created_at: clock.iso(),
			repository_url: `https://git.example.com/repos/${repo.owner}/${repo.name}`,
		};
	};
	const visibleRepositories = ({ caller }: ApiRequest): Repository[] =>
		store.repositories.filter((repo) => !repo.private || caller?.scopes.has('repo'));

	return {
		'GET /notifications': (req) =>
			new PageResponse(filterThreads(req).map(threadResponse), {
				maxPageSize: 50,
				headers: { 'x-poll-interval': '60' },
			}),
		'PUT /notifications': () => {
			for (const item of store.threads) item.unread = false;
			return new StatusResponse(202, {
				message: 'Unread notifications couldn’t be marked in a single request.',
			});
		},
		'GET /notifications/threads/:thread': (req) => threadResponse(thread(req)),
		'PATCH /notifications/threads/:thread': (req) => {
			const item = thread(req);
			const { unread } = item;
			item.unread = false;
			return new StatusResponse(unread ? 205 : 304);
		},
		'DELETE /notifications/threads/:thread': (req) => {
			thread(req).done = true;
		},
		'GET /notifications/threads/:thread/subscription': (req) => threadSubscription(thread(req)),
		'PUT /notifications/threads/:thread/subscription': (req) => {
			const item = thread(req);
			item.subscription = { subscribed: true, ignored: req.body.ignored === true };
			return threadSubscription(item);
		},
		'DELETE /notifications/threads/:thread/subscription': (req) => {
			thread(req).subscription = undefined;
		},
		'GET /repos/:owner/:repo/notifications': (req) =>
			new PageResponse(filterThreads(req, req.repo).map(threadResponse)),
		'PUT /repos/:owner/:repo/notifications': ({ repo }) => {
			for (const item of store.threads) if (item.repository === repo.id) item.unread = false;
			return new StatusResponse(205);
		},
		'GET /repos/:owner/:repo/subscription': ({ repo }) => repositorySubscription(repo),
		'PUT /repos/:owner/:repo/subscription': ({ repo, body }) => {
			repo.subscription = {
				subscribed: body.subscribed === true,
				ignored: body.ignored === true,
			};
			return repositorySubscription(repo);
		},
		'DELETE /repos/:owner/:repo/subscription': ({ repo }) => {
			repo.subscription = undefined;
		},
		'GET /user/subscriptions': () =>
			new PageResponse(
				store.repositories.filter((repo) => repo.subscription).map(repositoryResponse),
			),
		'GET /user/starred': () =>
			new PageResponse(store.repositories.filter(({ starred }) => starred).map(repositoryResponse)),
		'GET /user/starred/:owner/:repo': ({ repo }) => {
			if (!repo.starred) throw notFound();
		},
		'PUT /user/starred/:owner/:repo': ({ repo }) => {
			const wasStarred = repo.starred;
			repo.starred = true;
			return new StatusResponse(wasStarred ? 304 : 204);
		},
		'DELETE /user/starred/:owner/:repo': ({ repo }) => {
			repo.starred = false;
		},
		'GET /repos/:owner/:repo': ({ repo }) => repositoryResponse(repo),
		'GET /organizations': ({ query }) =>
			new PageResponse(
				store.organizations
					.map(organizationResponse)
					.filter(({ id }) => id > Number(query.since ?? 0)),
			),
		'GET /user/orgs': () => new PageResponse(store.organizations.map(organizationResponse)),
		'GET /user/repos': (req) => new PageResponse(visibleRepositories(req).map(repositoryResponse)),
		'GET /search/repositories': (req) => {
			const words = (req.query.q ?? '').split(' ').filter(Boolean);
			const owner = words.find((word) => word.startsWith('user:'))?.slice('user:'.length);
			const terms = words.filter((word) => !word.includes(':'));
			return new PageResponse(
				visibleRepositories(req)
					.filter(
						(repo) =>
							(!owner || repo.owner === owner) && terms.every((term) => repo.name.includes(term)),
					)
					.map(repositoryResponse),
				{ name: 'items', headers: { 'x-ratelimit-resource': 'search' } },
			);
		},
		'GET /user': ({ caller }) => {
			if (caller?.login === undefined)
				throw apiError(403, 'Resource not accessible by integration');
			return { ...USER, login: caller.login, name: 'The Octocat', type: 'User' };
		},
		'GET /rate_limit': ({ caller }) => {
			const headers = callers.headers(caller);
			const rate = {
				limit: Number(headers['x-ratelimit-limit']),
				used: Number(headers['x-ratelimit-used']),
				remaining: Number(headers['x-ratelimit-remaining']),
				reset: Number(headers['x-ratelimit-reset']),
			};
			return { resources: { core: rate }, rate };
		},
		'GET /installation/repositories': (req) =>
			new PageResponse(visibleRepositories(req).map(repositoryResponse), {
				name: 'repositories',
			}),
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
