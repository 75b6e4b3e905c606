// The user with their repositories, and the app with its installations.

import { List, Reply } from '../kit/exchange';
import { apiError } from './errors';
import { documented, ORGANIZATION, repositoryResponse, USER } from './responses';
import { organizationOf, type ApiRequest, type Context, type Routes } from './router';

const ROOT = '/repos/:owner/:repo';
const ARCHIVE_BYTES = 4096;

export function accountRoutes({ world, callers, downloads }: Context): Routes {
	const readThreads = new Set<string>();
	const visible = ({ caller }: ApiRequest) =>
		world.repositories.filter((repo) => !repo.private || caller).map(repositoryResponse);
	const create = ({ body }: ApiRequest, owner: string): Reply => {
		const isPrivate = body.private === true || body.visibility === 'private';
		const created = world.create(owner, String(body.name), isPrivate);
		return new Reply(201, { ...repositoryResponse(created), ...body });
	};
	const redirectTo = (type: string) => (): Reply =>
		new Reply(302, undefined, { location: downloads.link('archive', type, ARCHIVE_BYTES) });

	return {
		'PATCH /notifications/threads/:thread'({ params }) {
			const isRead = readThreads.has(params.thread!);
			readThreads.add(params.thread!);
			return new Reply(isRead ? 304 : 205);
		},
		'GET /user/repos': (req) => new List(visible(req)),
		'GET /user/orgs': () => [documented.record('GET /user/orgs', { login: ORGANIZATION })],
		'GET /search/repositories'(req) {
			const words = req.query.q!.split(' ').filter((word) => /^(?:user:|[^:]*$)/.test(word));
			const found = visible(req).filter(({ owner: { login }, name }) =>
				words.every((word) => word === `user:${login}` || name.includes(word)),
			);
			return new List(found, 'items', undefined, { 'x-ratelimit-resource': 'search' });
		},
		'POST /user/repos': (req) => create(req, USER.login),
		'POST /orgs/:org/repos': (req) => create(req, organizationOf(req)),
		[`GET ${ROOT}`]: ({ repo }) => repositoryResponse(repo),
		[`PATCH ${ROOT}`]: ({ repo, body }) => ({ ...repositoryResponse(repo), ...body }),
		[`DELETE ${ROOT}`]({ repo }) {
			world.repositories.splice(world.repositories.indexOf(repo), 1);
		},
		[`GET ${ROOT}/zipball/:ref`]: redirectTo('application/zip'),
		[`GET ${ROOT}/tarball/:ref`]: redirectTo('application/gzip'),
		'GET /installation/repositories': (req) => new List(visible(req), 'repositories'),
		'GET /app/installations'({ caller }) {
			requireApp(caller);
			return callers.installations;
		},
		'POST /app/installations/:installation/access_tokens'({ caller, params }) {
			requireApp(caller);
			return new Reply(201, callers.issue(params.installation!));
		},
	};
}

/** @throws HttpError 401 */
function requireApp(caller: ApiRequest['caller']): void {
	if (caller?.kind !== 'app') throw apiError(401, 'A JSON web token could not be decoded');
}
