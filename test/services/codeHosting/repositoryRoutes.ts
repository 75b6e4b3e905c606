// Topics of repositories, users, organizations and searches.

import { contentsOf } from './contents';
import { commitResponse } from './contentRoutes';
import { DiscussionResponses } from './discussionResponses';
import type { DiscussionStore } from './discussionStore';
import { notFound, validationError } from './errors';
import type { Repository } from './model';
import {
	documented,
	HOST,
	organizationResponse,
	PageResponse,
	repositoryResponse,
} from './responses';
import type { ApiRequest, Context, Routes } from './router';
import { USER } from './store';

const ROOT = '/repos/:owner/:repo';
/** The service returns only the first results of a search. */
const MAX_RESULTS = 1000;

const topicsByRepository = new WeakMap<Repository, string[]>();

/** Words of a search that are not qualifiers, and its qualifiers. @throws HttpError 422 */
function parseQuery({ query }: ApiRequest): {
	terms: string[];
	qualifiers: Record<string, string>;
} {
	const words = (query.q ?? '').split(' ').filter(Boolean);
	if (words.length === 0) throw validationError('q', 'is missing');
	return {
		terms: words.filter((word) => !word.includes(':')),
		qualifiers: Object.fromEntries(
			words.filter((word) => word.includes(':')).map((word) => word.split(':', 2)),
		),
	};
}

export function repositoryRoutes({ store }: Context, discussions: DiscussionStore): Routes {
	const visible = ({ caller }: ApiRequest): Repository[] =>
		store.repositories.filter((repo) => !repo.private || caller?.scopes.has('repo'));
	const searched = (req: ApiRequest, rows: (repo: Repository) => object[]): PageResponse => {
		const { repo } = parseQuery(req).qualifiers;
		return new PageResponse(
			visible(req)
				.filter(({ owner, name }) => repo === undefined || `${owner}/${name}` === repo)
				.flatMap(rows)
				.map((row) => ({ ...row, score: 1 })),
			{
				name: 'items',
				maxRows: MAX_RESULTS,
				headers: { 'x-ratelimit-resource': 'search' },
			},
		);
	};

	return {
		[`GET ${ROOT}/topics`]: ({ repo }) => ({
			names: topicsByRepository.get(repo) ?? ['automation'],
		}),
		[`PUT ${ROOT}/topics`]: ({ repo, body }) => {
			if (!Array.isArray(body.names)) throw validationError('names', 'is missing');
			const names = body.names.map((name) => String(name).toLowerCase());
			topicsByRepository.set(repo, names);
			return { names };
		},
		[`POST ${ROOT}/dispatches`]: ({ body }) => {
			if (typeof body.event_type !== 'string') throw validationError('event_type', 'is missing');
		},

		'GET /users/:username': ({ params }) => {
			if (params.username !== USER.login) throw notFound();
			return documented.record('GET /users/:username', USER);
		},
		'GET /users/:username/repos': (req) =>
			new PageResponse(
				visible(req)
					.filter(({ owner }) => owner === req.params.username)
					.map(repositoryResponse),
			),
		'GET /issues': ({ query }) =>
			new PageResponse(
				store.repositories.flatMap((repo) =>
					repo.issues
						.filter(({ state }) => query.state === 'all' || state === (query.state ?? 'open'))
						.map((issue) => ({ ...issue, repository: repositoryResponse(repo) })),
				),
			),

		'GET /orgs/:org': ({ org }) =>
			documented.record('GET /orgs/:org', { ...organizationResponse(org), name: org.login }),
		'GET /orgs/:org/repos': (req) =>
			new PageResponse(
				visible(req)
					.filter(({ owner }) => owner === req.org.login)
					.map(repositoryResponse),
			),
		'GET /search/issues': (req) => {
			const { terms, qualifiers } = parseQuery(req);
			return searched(req, (repo) => {
				const found = discussions.of(repo);
				return found.all
					.filter(
						({ title, state }) =>
							terms.every((term) => title.includes(term)) &&
							(qualifiers.state === undefined || state === qualifiers.state),
					)
					.map((issue) => new DiscussionResponses(found).issue(issue));
			});
		},
		'GET /search/commits': (req) => {
			const { terms } = parseQuery(req);
			return searched(req, (repo) =>
				contentsOf(repo)
					.history()
					.filter(({ message }) => terms.every((term) => message.includes(term)))
					.map((commit) => ({
						...commitResponse(repo, commit),
						repository: repositoryResponse(repo),
					})),
			);
		},
		'GET /search/code': (req) => {
			const { terms } = parseQuery(req);
			return searched(req, (repo) => {
				const contents = contentsOf(repo);
				return [...contents.treeOf()]
					.filter(([, { sha }]) => terms.every((term) => contents.blobs.get(sha)!.includes(term)))
					.map(([path, { sha }]) => ({
						name: path.split('/').at(-1),
						path,
						sha,
						html_url: `${HOST}/${repo.owner}/${repo.name}/blob/main/${path}`,
						repository: repositoryResponse(repo),
					}));
			});
		},
	};
}
