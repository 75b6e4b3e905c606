// Topics, languages, contributors and traffic of repositories; users, organizations and searches.

import { contentsOf } from './contents';
import { commitResponse } from './contentRoutes';
import { DiscussionResponses } from './discussionResponses';
import type { DiscussionStore } from './discussionStore';
import { apiError, notFound, validationError } from './errors';
import type { Organization, Repository } from './model';
import {
	organizationResponse,
	PageResponse,
	repositoryResponse,
	StatusResponse,
} from './responses';
import type { ApiRequest, Context, Route } from './router';
import { USER } from './store';
import { userResponse } from './users';

const ROOT = '/repos/:owner/:repo';
/** The service returns only the first results of a search. */
const MAX_RESULTS = 1000;

const topicsByRepository = new WeakMap<Repository, string[]>();

interface Invitation {
	id: number;
	[key: string]: unknown;
}

const invitationsByOrganization = new WeakMap<Organization, Invitation[]>();

export function invitationsOf(organization: Organization): Invitation[] {
	const invitations = invitationsByOrganization.get(organization) ?? [];
	invitationsByOrganization.set(organization, invitations);
	return invitations;
}

/** The only member of every organization is an owner. */
const membersOf = ({ login }: Organization, role = 'all'): string[] =>
	role === 'member' || login === USER.login ? [] : [USER.login];

const days = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'].map((timestamp) => ({
	timestamp,
	count: 5,
	uniques: 2,
}));
const counts = { count: 10, uniques: 3 };

const profileResponse = (login: string): object => ({
	...userResponse(login),
	name: 'The Octocat',
	company: null,
	blog: '',
	location: null,
	email: null,
	hireable: null,
	bio: null,
	public_repos: 1,
	public_gists: 0,
	followers: 3,
	following: 4,
	created_at: '2026-01-01T00:00:00Z',
	updated_at: '2026-01-01T00:00:00Z',
});

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

export function repositoryRoutes({ store, clock }: Context, discussions: DiscussionStore): Route[] {
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
	const createInvitation = ({ org, body }: ApiRequest): StatusResponse => {
		if (typeof body.email !== 'string' || !body.email.includes('@'))
			throw validationError('email', 'is not valid');
		const invitations = invitationsOf(org);
		if (invitations.some(({ email }) => email === body.email))
			throw apiError(422, 'Validation Failed', {}, { errors: ['This person is already invited'] });
		const id = store.id();
		const invitation: Invitation = {
			id,
			login: null,
			email: body.email,
			role: body.role ?? 'direct_member',
			created_at: clock.iso(),
			failed_at: null,
			failed_reason: null,
			inviter: userResponse('octocat'),
			team_count: ((body.team_ids ?? []) as number[]).length,
			node_id: `invitation-${id}`,
			invitation_teams_url: `https://git.example.com/api/invitations/${id}/teams`,
		};
		invitations.push(invitation);
		return new StatusResponse(201, invitation);
	};

	return [
		[
			`GET ${ROOT}/topics`,
			undefined,
			({ repo }) => ({ names: topicsByRepository.get(repo) ?? ['automation'] }),
		],
		[
			`PUT ${ROOT}/topics`,
			'repo',
			({ repo, body }) => {
				if (!Array.isArray(body.names)) throw validationError('names', 'is missing');
				const names = body.names.map((name) => String(name).toLowerCase());
				topicsByRepository.set(repo, names);
				return { names };
			},
		],
		[
			`GET ${ROOT}/contributors`,
			undefined,
			() => new PageResponse([{ ...userResponse('octocat'), contributions: 32 }]),
		],
		[`GET ${ROOT}/languages`, undefined, () => ({ TypeScript: 7000, Shell: 120 })],
		[
			`GET ${ROOT}/community/profile`,
			undefined,
			() => ({
				health_percentage: 50,
				description: 'A repository',
				documentation: null,
				files: {
					code_of_conduct: null,
					code_of_conduct_file: null,
					license: null,
					contributing: null,
					readme: null,
					issue_template: null,
					pull_request_template: null,
				},
				updated_at: '2026-01-01T00:00:00Z',
			}),
		],
		[`GET ${ROOT}/traffic/views`, 'repo', () => ({ ...counts, views: days })],
		[`GET ${ROOT}/traffic/clones`, 'repo', () => ({ ...counts, clones: days })],
		[
			`GET ${ROOT}/traffic/popular/paths`,
			'repo',
			() => [{ path: '/octo-org/hello-world', title: 'hello-world', ...counts }],
		],
		[
			`GET ${ROOT}/traffic/popular/referrers`,
			'repo',
			() => [{ referrer: 'example.com', ...counts }],
		],
		[
			`POST ${ROOT}/dispatches`,
			'repo',
			({ body }) => {
				if (typeof body.event_type !== 'string') throw validationError('event_type', 'is missing');
				return new StatusResponse(204);
			},
		],

		[
			'GET /users/:username',
			undefined,
			({ params }) => {
				if (params.username !== USER.login) throw notFound();
				return profileResponse(USER.login);
			},
		],
		[
			'GET /users/:username/repos',
			undefined,
			(req) =>
				new PageResponse(
					visible(req)
						.filter(({ owner }) => owner === req.params.username)
						.map(repositoryResponse),
				),
		],
		[
			'GET /issues',
			'repo',
			({ query }) =>
				new PageResponse(
					store.repositories.flatMap((repo) =>
						repo.issues
							.filter(({ state }) => query.state === 'all' || state === (query.state ?? 'open'))
							.map((issue) => ({ ...issue, repository: repositoryResponse(repo) })),
					),
				),
		],

		[
			'GET /orgs/:org',
			undefined,
			({ org }) => ({
				...organizationResponse(org),
				name: org.login,
				public_repos: 1,
				followers: 0,
				created_at: '2026-01-01T00:00:00Z',
				updated_at: '2026-01-01T00:00:00Z',
				html_url: `https://git.example.com/${org.login}`,
			}),
		],
		[
			'GET /orgs/:org/members',
			undefined,
			({ org, query }) =>
				new PageResponse(
					membersOf(org, query.role).map((login) => ({ ...userResponse(login), type: 'User' })),
				),
		],
		[
			'GET /orgs/:org/repos',
			undefined,
			(req) =>
				new PageResponse(
					visible(req)
						.filter(({ owner }) => owner === req.org.login)
						.map(repositoryResponse),
				),
		],
		['GET /orgs/:org/invitations', 'admin:org', ({ org }) => new PageResponse(invitationsOf(org))],
		['POST /orgs/:org/invitations', 'admin:org', createInvitation],
		[
			'DELETE /orgs/:org/invitations/:invitation',
			'admin:org',
			({ org, params }) => {
				const invitations = invitationsOf(org);
				const index = invitations.findIndex(({ id }) => String(id) === params.invitation);
				if (index < 0) throw notFound();
				invitations.splice(index, 1);
				return new StatusResponse(204);
			},
		],

		[
			'GET /search/issues',
			undefined,
			(req) => {
				const { terms, qualifiers } = parseQuery(req);
				return searched(req, (repo) => {
					const responses = new DiscussionResponses(discussions.of(repo));
					return discussions
						.of(repo)
						.all.filter(
							({ title, state }) =>
								terms.every((term) => title.includes(term)) &&
								(qualifiers.state === undefined || state === qualifiers.state),
						)
						.map((issue) => responses.issue(issue));
				});
			},
		],
		[
			'GET /search/commits',
			undefined,
			(req) => {
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
		],
		[
			'GET /search/code',
			'',
			(req) => {
				const { terms } = parseQuery(req);
				return searched(req, (repo) =>
					[...contentsOf(repo).treeOf()]
						.filter(([, { sha }]) =>
							terms.every((term) => contentsOf(repo).blobs.get(sha)!.toString().includes(term)),
						)
						.map(([path, { sha }]) => ({
							name: path.split('/').at(-1),
							path,
							sha,
							url: `https://git.example.com/api/${repo.owner}/${repo.name}/contents/${path}`,
							git_url: `https://git.example.com/api/${repo.owner}/${repo.name}/blobs/${sha}`,
							html_url: `https://git.example.com/${repo.owner}/${repo.name}/blob/main/${path}`,
							repository: repositoryResponse(repo),
						})),
				);
			},
		],
	];
}
