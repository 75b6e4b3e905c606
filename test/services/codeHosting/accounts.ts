// The user with their repositories, the app with its installations, and security alerts.

import { List, Reply } from '../kit/exchange';
import type { Fields } from '../kit/records';
import { apiError } from './errors';
import { documented, repositoryPath, repositoryResponse } from './responses';
import { cursorList, organizationOf, type ApiRequest, type Context, type Routes } from './router';
import { ORGANIZATION, USER, type Repository } from './world';

const ROOT = '/repos/:owner/:repo';
const ARCHIVE_BYTES = 4096;

export function accountRoutes({ world, callers, downloads }: Context): Routes {
	const readThreads = new Set<string>();
	const visible = ({ caller }: ApiRequest): object[] =>
		world.repositories
			.filter((repo) => !repo.private || caller?.scopes.has('repo'))
			.map(repositoryResponse);
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
			const words = req.query.q!.split(' ').filter(Boolean);
			const owner = words.find((word) => word.startsWith('user:'))?.slice('user:'.length);
			const terms = words.filter((word) => !word.includes(':'));
			const found = (visible(req) as Array<ReturnType<typeof repositoryResponse>>).filter(
				(repo) =>
					(!owner || repo.owner.login === owner) && terms.every((term) => repo.name.includes(term)),
			);
			return new List(found, 'items', undefined, { 'x-ratelimit-resource': 'search' });
		},
		'POST /user/repos': (req) => create(req, USER.login),
		'POST /orgs/:org/repos': (req) => create(req, organizationOf(req)),
		[`GET ${ROOT}`]: ({ repo }) => repositoryResponse(repo),
		[`PATCH ${ROOT}`]({ repo, body }) {
			if (body.name !== undefined) repo.name = String(body.name);
			return { ...repositoryResponse(repo), ...body };
		},
		[`DELETE ${ROOT}`]({ repo }) {
			world.repositories.splice(world.repositories.indexOf(repo), 1);
		},
		[`POST ${ROOT}/forks`]({ repo, body }) {
			const { name = repo.name, organization } = body;
			const owner = organization === ORGANIZATION ? ORGANIZATION : USER.login;
			const fork = world.create(owner, String(name), repo.private);
			return new Reply(202, { ...repositoryResponse(fork), fork: true });
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
	if (!caller?.isApp) throw apiError(401, 'A JSON web token could not be decoded');
}

const KINDS = ['dependabot', 'code-scanning', 'secret-scanning'] as const;
type Kind = (typeof KINDS)[number];

/** Adds the alerts of a repository. Those of Dependabot fill two pages. */
export function addAlerts({ records }: Context, repository: Repository): void {
	const add = (kind: Kind, values: Fields): void =>
		void records.of(`${repositoryPath(repository)}/${kind}/alerts`).push(
			documented.record(`GET ${ROOT}/${kind}/alerts/:alert_number`, {
				...values,
				state: 'open',
				dismissed_at: null,
				dismissed_by: null,
				dismissed_reason: null,
				dismissed_comment: null,
				fixed_at: null,
			}),
		);
	for (let number = 200; number > 0; number--) add('dependabot', { number });
	for (const number of [1, 2]) {
		add('code-scanning', { number });
		const isOpen = { resolution: null, resolved_at: null, resolved_by: null };
		add('secret-scanning', { number, ...isOpen, secret: `leaked-secret-${number}` });
	}
}

const separated = (values: string | undefined): string[] | undefined => values?.split(',');

/** Lists of alerts, and the secrets in them. */
export function alertRoutes({ records, world }: Context): Routes {
	const shown = ({ query }: ApiRequest, { secret, ...alert }: Fields): object =>
		query.hide_secret === 'true' || secret === undefined ? alert : { ...alert, secret };
	const list = (kind: Kind, req: ApiRequest, repository: Repository): unknown => {
		if (kind === 'dependabot' && req.query.page !== undefined)
			throw apiError(400, 'Pagination using the `page` parameter is not supported.');
		const rows = records
			.of(`${repositoryPath(repository)}/${kind}/alerts`)
			.filter(({ state }) => separated(req.query.state)?.includes(String(state)) ?? true)
			.map((alert) => ({
				...shown(req, alert),
				...(req.params.org !== undefined && { repository: repositoryResponse(repository) }),
			}));
		return kind === 'dependabot' ? cursorList(rows) : new List(rows);
	};
	const routesOf = (kind: Kind): Routes => ({
		[`GET ${ROOT}/${kind}/alerts`]: (req) => list(kind, req, req.repo),
		[`GET /orgs/:org/${kind}/alerts`]: (req) => list(kind, req, world.repositories[0]!),
	});
	return {
		...Object.assign({}, ...KINDS.map(routesOf)),
		[`GET ${ROOT}/secret-scanning/alerts/:number`](req) {
			const { repo, params } = req;
			const path = `${repositoryPath(repo)}/secret-scanning/alerts`;
			return shown(req, records.find(path, 'number', params.number) ?? {});
		},
	};
}
