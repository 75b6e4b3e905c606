// Notifications, subscriptions, stars and feeds of a user; and what the other operations need to find their way.

import { PageResponse, StatusResponse } from './responses';
import type { Repository, Thread } from './model';
import { notFound, apiError } from './errors';
import { repositoryById, findById, type ApiRequest, type Context, type Route } from './router';
import { organizationResponse, repositoryResponse } from './shown';
import { USER } from './store';

export function activityRoutes({ world, clock, callers }: Context): Route[] {
	const shown = ({
		id,
		repository,
		title,
		unread,
		reason,
		updated_at: updated,
	}: Thread): object => ({
		id,
		repository: repositoryResponse(repositoryById(world, String(repository))),
		subject: { title, url: '', latest_comment_url: '', type: 'Issue' },
		reason,
		unread,
		updated_at: updated,
		last_read_at: null,
	});
	const thread = ({ params }: ApiRequest): Thread => findById(world.threads, params.thread);
	const listed = ({ query }: ApiRequest, of?: Repository): Thread[] =>
		world.threads.filter(
			(item) =>
				!item.done &&
				(item.unread || query.all === 'true') &&
				(!of || item.repository === of.id) &&
				(!query.since || item.updated_at >= query.since) &&
				(!query.before || item.updated_at < query.before),
		);
	const subscription = (item: Thread): object => {
		if (!item.subscription) throw notFound();
		return {
			...item.subscription,
			reason: null,
			created_at: item.updated_at,
			thread_url: `https://git.example.com/notifications/threads/${item.id}`,
		};
	};
	const watched = (repo: Repository): object => {
		if (!repo.subscription) throw notFound();
		return {
			...repo.subscription,
			reason: null,
			created_at: clock.iso(),
			repository_url: `https://git.example.com/repos/${repo.owner}/${repo.name}`,
		};
	};
	const visible = ({ caller }: ApiRequest): Repository[] =>
		world.repositories.filter((repo) => !repo.private || caller?.scopes.has('repo'));

	return [
		[
			'GET /notifications',
			'notifications',
			(asked) =>
				new PageResponse(listed(asked).map(shown), {
					maxPageSize: 50,
					headers: { 'x-poll-interval': '60' },
				}),
		],
		[
			'PUT /notifications',
			'notifications',
			() => {
				for (const item of world.threads) item.unread = false;
				return new StatusResponse(202, {
					message: 'Unread notifications couldn’t be marked in a single request.',
				});
			},
		],
		['GET /notifications/threads/:thread', 'notifications', (asked) => shown(thread(asked))],
		[
			'PATCH /notifications/threads/:thread',
			'notifications',
			(asked) => {
				const item = thread(asked);
				const { unread } = item;
				item.unread = false;
				return new StatusResponse(unread ? 205 : 304);
			},
		],
		[
			'DELETE /notifications/threads/:thread',
			'notifications',
			(asked) => {
				thread(asked).done = true;
				return new StatusResponse(204);
			},
		],
		[
			'GET /notifications/threads/:thread/subscription',
			'notifications',
			(asked) => subscription(thread(asked)),
		],
		[
			'PUT /notifications/threads/:thread/subscription',
			'notifications',
			(asked) => {
				const item = thread(asked);
				item.subscription = { subscribed: true, ignored: asked.body.ignored === true };
				return subscription(item);
			},
		],
		[
			'DELETE /notifications/threads/:thread/subscription',
			'notifications',
			(asked) => {
				thread(asked).subscription = undefined;
				return new StatusResponse(204);
			},
		],
		[
			'GET /repos/:owner/:repo/notifications',
			'notifications',
			(asked) => new PageResponse(listed(asked, asked.repo).map(shown)),
		],
		[
			'PUT /repos/:owner/:repo/notifications',
			'notifications',
			({ repo }) => {
				for (const item of world.threads) if (item.repository === repo.id) item.unread = false;
				return new StatusResponse(205);
			},
		],
		['GET /repos/:owner/:repo/subscription', 'notifications', ({ repo }) => watched(repo)],
		[
			'PUT /repos/:owner/:repo/subscription',
			'notifications',
			({ repo, body }) => {
				repo.subscription = {
					subscribed: body.subscribed === true,
					ignored: body.ignored === true,
				};
				return watched(repo);
			},
		],
		[
			'DELETE /repos/:owner/:repo/subscription',
			'notifications',
			({ repo }) => {
				repo.subscription = undefined;
				return new StatusResponse(204);
			},
		],
		[
			'GET /user/subscriptions',
			'notifications',
			() =>
				new PageResponse(
					world.repositories.filter((repo) => repo.subscription).map(repositoryResponse),
				),
		],
		[
			'GET /user/starred',
			'',
			() =>
				new PageResponse(
					world.repositories.filter(({ starred }) => starred).map(repositoryResponse),
				),
		],
		[
			'GET /user/starred/:owner/:repo',
			'',
			({ repo }) => {
				if (!repo.starred) throw notFound();
				return new StatusResponse(204);
			},
		],
		[
			'PUT /user/starred/:owner/:repo',
			'',
			({ repo }) => {
				const was = repo.starred;
				repo.starred = true;
				return new StatusResponse(was ? 304 : 204);
			},
		],
		[
			'DELETE /user/starred/:owner/:repo',
			'',
			({ repo }) => {
				repo.starred = false;
				return new StatusResponse(204);
			},
		],
		[
			'GET /feeds',
			undefined,
			({ caller }) => ({
				timeline_url: 'https://git.example.com/timeline',
				user_url: 'https://git.example.com/{user}',
				...(caller
					? { current_user_url: `https://git.example.com/${caller.login}.private.atom?token=local` }
					: {}),
				_links: {},
			}),
		],
		['GET /repos/:owner/:repo', undefined, ({ repo }) => repositoryResponse(repo)],
		[
			'GET /repos/:owner/:repo/issues',
			undefined,
			({ repo, query, request }) => issues(repo, query, String(request.headers.accept)),
		],
		[
			'GET /organizations',
			undefined,
			({ query }) =>
				new PageResponse(
					world.organizations
						.map(organizationResponse)
						.filter(({ id }) => id > Number(query.since ?? 0)),
				),
		],
		['GET /user/orgs', '', () => new PageResponse(world.organizations.map(organizationResponse))],
		['GET /user/repos', '', (asked) => new PageResponse(visible(asked).map(repositoryResponse))],
		[
			'GET /search/repositories',
			undefined,
			(asked) => {
				const words = (asked.query.q ?? '').split(' ').filter(Boolean);
				const owner = words.find((word) => word.startsWith('user:'))?.slice('user:'.length);
				const wanted = words.filter((word) => !word.includes(':'));
				return new PageResponse(
					visible(asked)
						.filter(
							(repo) =>
								(!owner || repo.owner === owner) &&
								wanted.every((word) => repo.name.includes(word)),
						)
						.map(repositoryResponse),
					{ name: 'items' },
				);
			},
		],
		[
			'GET /user',
			'',
			({ caller }) => {
				if (caller?.login === undefined)
					throw apiError(403, 'Resource not accessible by integration');
				return { ...USER, login: caller.login, name: 'The Octocat', type: 'User' };
			},
		],
		[
			'GET /rate_limit',
			undefined,
			({ caller }) => {
				const headers = callers.headers(caller);
				const rate = {
					limit: Number(headers['x-ratelimit-limit']),
					used: Number(headers['x-ratelimit-used']),
					remaining: Number(headers['x-ratelimit-remaining']),
					reset: Number(headers['x-ratelimit-reset']),
				};
				return { resources: { core: rate }, rate };
			},
		],
		[
			'GET /installation/repositories',
			'',
			(asked) => new PageResponse(visible(asked).map(repositoryResponse), { name: 'repositories' }),
		],
		[
			'GET /app/installations',
			'',
			({ caller }) => {
				onlyApps(caller?.isApp);
				return callers.installations;
			},
		],
		[
			'POST /app/installations/:installation/access_tokens',
			'',
			({ caller, params }) => {
				onlyApps(caller?.isApp);
				return new StatusResponse(201, callers.issue(params.installation!));
			},
		],
	];
}

function onlyApps(isApp: boolean | undefined): void {
	if (!isApp) throw apiError(401, 'A JSON web token could not be decoded');
}

/** Issues as JSON, or in the alternative format that the media type asks for. */
function issues(repo: Repository, query: ApiRequest['query'], accept: string): unknown {
	const wanted = query.state ?? 'open';
	const found = repo.issues.filter(({ state }) => wanted === 'all' || state === wanted);
	if (!/vnd\.\w+\.diff/.test(accept)) return new PageResponse(found);
	return new StatusResponse(
		200,
		found.map(({ number, title }) => `+ ${String(number)} ${String(title)}`).join('\n'),
		{ 'content-type': 'application/vnd.vendor.diff; charset=utf-8' },
	);
}
