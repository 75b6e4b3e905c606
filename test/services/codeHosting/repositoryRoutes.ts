// Creates, changes, forks and deletes repositories, downloads their files, and adds collaborators.

import { ORGANIZATION, USER } from './model';
import { documented, repositoryResponse, StatusResponse, userResponse } from './responses';
import { notFound } from './errors';
import { organizationOf, type ApiRequest, type Context, type Routes } from './router';

const ROOT = '/repos/:owner/:repo';
const ARCHIVE_BYTES = 4096;

export function repositoryRoutes({ store, downloads }: Context): Routes {
	/** Repository ID and user name. The service adds the invited users at once. */
	const collaborators = new Set<string>();
	const accessOf = ({ repo, params }: ApiRequest): string => `${repo.id} ${params.username}`;
	const create = ({ body }: ApiRequest, owner: string): StatusResponse => {
		const isPrivate = body.private === true || body.visibility === 'private';
		const created = store.create(owner, String(body.name), isPrivate);
		return new StatusResponse(201, { ...repositoryResponse(created), ...body });
	};
	const redirectTo = (type: string) => (): StatusResponse =>
		new StatusResponse(302, undefined, { location: downloads.link(ARCHIVE_BYTES, type) });

	return {
		'POST /user/repos': (req) => create(req, USER.login),
		'POST /orgs/:org/repos': (req) => create(req, organizationOf(req)),
		[`PATCH ${ROOT}`]: ({ repo, body }) => {
			if (body.name !== undefined) store.rename(repo.owner, repo.name, String(body.name));
			return { ...repositoryResponse(repo), ...body };
		},
		[`DELETE ${ROOT}`]: ({ repo }) => {
			store.remove(repo);
		},
		[`POST ${ROOT}/forks`]: ({ repo, body }) => {
			const { name = repo.name, organization } = body;
			const owner = organization === ORGANIZATION ? ORGANIZATION : USER.login;
			const fork = store.create(owner, String(name), repo.private);
			return new StatusResponse(202, { ...repositoryResponse(fork), fork: true });
		},
		[`GET ${ROOT}/collaborators/:username`]: (req) => {
			if (!collaborators.has(accessOf(req))) throw notFound();
		},
		[`PUT ${ROOT}/collaborators/:username`]: (req) => {
			if (collaborators.has(accessOf(req))) return undefined;
			collaborators.add(accessOf(req));
			const { owner, name } = req.repo;
			return new StatusResponse(
				201,
				documented.record('PUT /repos/:owner/:repo/collaborators/:username', {
					repository: { owner: { login: owner }, name, full_name: `${owner}/${name}` },
					invitee: userResponse(req.params.username!),
				}),
			);
		},
		[`DELETE ${ROOT}/collaborators/:username`]: (req) => {
			collaborators.delete(accessOf(req));
		},
		[`GET ${ROOT}/zipball/:ref`]: redirectTo('application/zip'),
		[`GET ${ROOT}/tarball/:ref`]: redirectTo('application/gzip'),
	};
}
