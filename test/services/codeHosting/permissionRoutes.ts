// Which workflows and actions may run, and with which permissions.

import { validationError } from './errors';
import { documented, PageResponse, repositoryResponse } from './responses';
import type { Context, Routes } from './router';

const PERMISSIONS = 'actions/permissions';

export function permissionRoutes({ store }: Context): Routes {
	/** Saved settings by path. */
	const saved = new Map<string, object>();
	/** Reads and replaces settings. Until they are replaced, they have the documented values. */
	const settings = (path: string, names: readonly string[]): Routes => ({
		[`GET ${path}`]: ({ request }) => ({
			...(documented.body(`GET ${path}`) as object),
			...saved.get(request.url),
		}),
		[`PUT ${path}`]: ({ request, body }) => {
			const unknown = Object.keys(body).find((name) => !names.includes(name));
			if (unknown !== undefined) throw validationError(unknown, 'is not known');
			saved.set(request.url, body);
		},
	});
	const workflow = ['default_workflow_permissions', 'can_approve_pull_request_reviews'];
	const ownerRoutes = (owner: string, enabled: string): Routes => ({
		...settings(`${owner}/${PERMISSIONS}`, [enabled, 'allowed_actions', 'sha_pinning_required']),
		...settings(`${owner}/${PERMISSIONS}/selected-actions`, [
			'vendor_owned_allowed',
			'verified_allowed',
			'patterns_allowed',
		]),
		...settings(`${owner}/${PERMISSIONS}/workflow`, workflow),
	});
	const selected = `/orgs/:org/${PERMISSIONS}/repositories`;

	return {
		...ownerRoutes('/repos/:owner/:repo', 'enabled'),
		...ownerRoutes('/orgs/:org', 'enabled_repositories'),
		...settings(`/enterprises/:enterprise/${PERMISSIONS}/workflow`, workflow),
		...settings(`/repos/:owner/:repo/${PERMISSIONS}/access`, ['access_level']),
		[`GET ${selected}`]: ({ org }) =>
			new PageResponse(
				store.repositories.filter(({ id }) => org.selected.has(id)).map(repositoryResponse),
				{ name: 'repositories' },
			),
		[`PUT ${selected}`]: ({ org, body: { selected_repository_ids: ids } }) => {
			if (!Array.isArray(ids)) throw validationError('selected_repository_ids', 'must be a list');
			org.selected = new Set(ids as number[]);
		},
		[`PUT ${selected}/:repositoryId`]: ({ org, params }) =>
			void org.selected.add(Number(params.repositoryId)),
		[`DELETE ${selected}/:repositoryId`]: ({ org, params }) =>
			void org.selected.delete(Number(params.repositoryId)),
	};
}
