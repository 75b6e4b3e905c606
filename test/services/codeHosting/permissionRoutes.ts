// Which workflows and actions may run, and with which permissions.

import { validationError } from './errors';

import { PageResponse, repositoryResponse, StatusResponse } from './responses';
import type { ApiRequest, Context, OwnerOf, Route } from './router';

const accessLevels = ['none', 'user', 'organization', 'enterprise'];

export function permissionRoutes({ store }: Context): Route[] {
	return [
		...ownerPermissionRoutes(
			'/repos/:owner/:repo/actions/permissions',
			'repo',
			({ repo }) => repo,
			['enabled', 'allowed_actions', 'sha_pinning_required'],
		),
		...ownerPermissionRoutes('/orgs/:org/actions/permissions', 'admin:org', ({ org }) => org, [
			'enabled_repositories',
			'allowed_actions',
			'sha_pinning_required',
		]),
		[
			'GET /repos/:owner/:repo/actions/permissions/access',
			'repo',
			({ repo }) => ({ access_level: repo.accessLevel }),
		],
		[
			'PUT /repos/:owner/:repo/actions/permissions/access',
			'repo',
			({ repo, body: { access_level: level } }) => {
				if (typeof level !== 'string' || !accessLevels.includes(level))
					throw validationError('access_level', `must be one of ${accessLevels.join(', ')}`);
				repo.accessLevel = level;
				return new StatusResponse(204);
			},
		],
		[
			'GET /orgs/:org/actions/permissions/repositories',
			'admin:org',
			({ org }) =>
				new PageResponse(
					store.repositories.filter(({ id }) => org.selected.has(id)).map(repositoryResponse),
					{
						name: 'repositories',
					},
				),
		],
		[
			'PUT /orgs/:org/actions/permissions/repositories',
			'admin:org',
			({ org, body: { selected_repository_ids: ids } }) => {
				if (!Array.isArray(ids)) throw validationError('selected_repository_ids', 'must be a list');
				org.selected = new Set(ids as number[]);
				return new StatusResponse(204);
			},
		],
		[
			'PUT /orgs/:org/actions/permissions/repositories/:repositoryId',
			'admin:org',
			({ org, params }) => {
				org.selected.add(Number(params.repositoryId));
				return new StatusResponse(204);
			},
		],
		[
			'DELETE /orgs/:org/actions/permissions/repositories/:repositoryId',
			'admin:org',
			({ org, params }) => {
				org.selected.delete(Number(params.repositoryId));
				return new StatusResponse(204);
			},
		],
		[
			'GET /enterprises/:enterprise/actions/permissions/workflow',
			'admin:enterprise',
			() => store.organizations[0]!.defaults,
		],
		[
			'PUT /enterprises/:enterprise/actions/permissions/workflow',
			'admin:enterprise',
			({ body }) => {
				Object.assign(store.organizations[0]!.defaults, body);
				return new StatusResponse(204);
			},
		],
	];
}

/** Permission routes of a repository or an organization. */
function ownerPermissionRoutes(
	path: string,
	scope: string,
	ownerOf: OwnerOf,
	settings: readonly string[],
): Route[] {
	const put =
		(part: 'permissions' | 'allowedActions' | 'defaults', names: readonly string[]) =>
		(req: ApiRequest) => {
			const unknown = Object.keys(req.body).find((name) => !names.includes(name));
			if (unknown !== undefined) throw validationError(unknown, 'is not known');
			Object.assign(ownerOf(req)[part], req.body);
			return new StatusResponse(204);
		};
	const pick = (value: Record<string, unknown>): object =>
		Object.fromEntries(Object.entries(value).filter(([name]) => settings.includes(name)));
	return [
		[`GET ${path}`, scope, (req) => pick(ownerOf(req).permissions)],
		[`PUT ${path}`, scope, put('permissions', settings)],
		[`GET ${path}/selected-actions`, scope, (req) => ownerOf(req).allowedActions],
		[
			`PUT ${path}/selected-actions`,
			scope,
			put('allowedActions', ['vendor_owned_allowed', 'verified_allowed', 'patterns_allowed']),
		],
		[`GET ${path}/workflow`, scope, (req) => ownerOf(req).defaults],
		[
			`PUT ${path}/workflow`,
			scope,
			put('defaults', ['default_workflow_permissions', 'can_approve_pull_request_reviews']),
		],
	];
}
