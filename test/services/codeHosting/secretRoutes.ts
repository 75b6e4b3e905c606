// Secrets of repositories, environments and organizations; environments and variables.

import { apiError, notFound, validationError } from './errors';
import { PageResponse, repositoryResponse, StatusResponse } from './responses';
import { findById, type ApiRequest, type Context, type Routes } from './router';
import { secretResponse, type SecretStore, type StoredSecret } from './secretStore';

/** The routes of one secret store. */
function secretStoreRoutes(path: string, storeOf: (req: ApiRequest) => SecretStore): Routes {
	const secret = (req: ApiRequest): StoredSecret => findSecret(storeOf(req), req.params.secret!);
	return {
		[`GET ${path}/public-key`]: (req) => storeOf(req).publicKey,
		[`GET ${path}`]: (req) =>
			new PageResponse([...storeOf(req).secrets.values()].map(secretResponse), {
				name: 'secrets',
			}),
		[`GET ${path}/:secret`]: (req) => secretResponse(secret(req)),
		[`PUT ${path}/:secret`]: (req) =>
			storeOf(req).put(req.params.secret!, req.body)
				? new StatusResponse(201, {})
				: new StatusResponse(204),
		[`DELETE ${path}/:secret`]: (req) => {
			storeOf(req).secrets.delete(secret(req).name);
		},
	};
}

function findSecret({ secrets }: SecretStore, name: string): StoredSecret {
	const found = secrets.get(name);
	if (!found) throw notFound();
	return found;
}

const environmentSecrets = ({ repo, params }: ApiRequest): SecretStore =>
	findById(
		repo.environments.map(({ name, vault }) => ({ id: name, vault })),
		params.environment,
	).vault;

export function secretRoutes({ store, clock }: Context): Routes {
	const selectedSecret = ({ org, params }: ApiRequest): StoredSecret => {
		const found = findSecret(org.vault, params.secret!);
		if (found.visibility !== 'selected')
			throw apiError(409, 'The visibility of the secret is not selected');
		return found;
	};
	const parseIds = (value: unknown): number[] => {
		if (!Array.isArray(value) || !value.every(Number.isInteger))
			throw validationError('selected_repository_ids', 'must be a list of integers');
		return value as number[];
	};
	const variable = ({ repo, params }: ApiRequest) => {
		const found = repo.variables.get(params.variable!);
		if (!found) throw notFound();
		return found;
	};
	return {
		...secretStoreRoutes('/repos/:owner/:repo/actions/secrets', ({ repo }) => repo.vault),
		...secretStoreRoutes(
			'/repositories/:repositoryId/environments/:environment/secrets',
			environmentSecrets,
		),
		...secretStoreRoutes(
			'/repos/:owner/:repo/environments/:environment/secrets',
			environmentSecrets,
		),
		...secretStoreRoutes('/orgs/:org/actions/secrets', ({ org }) => org.vault),
		'GET /orgs/:org/actions/secrets/:secret/repositories': (req) =>
			new PageResponse(
				store.repositories
					.filter(({ id }) => selectedSecret(req).repositories.includes(id))
					.map(repositoryResponse),
				{ name: 'repositories' },
			),
		'PUT /orgs/:org/actions/secrets/:secret/repositories': (req) => {
			selectedSecret(req).repositories = parseIds(req.body.selected_repository_ids);
		},
		'PUT /orgs/:org/actions/secrets/:secret/repositories/:repositoryId': (req) => {
			selectedSecret(req).repositories.push(Number(req.params.repositoryId));
		},
		'DELETE /orgs/:org/actions/secrets/:secret/repositories/:repositoryId': (req) => {
			const found = selectedSecret(req);
			found.repositories = found.repositories.filter(
				(id) => String(id) !== req.params.repositoryId,
			);
		},
		'GET /repos/:owner/:repo/actions/organization-secrets': ({ repo }) =>
			new PageResponse(
				store.organizations
					.filter(({ login }) => login === repo.owner)
					.flatMap(({ vault }) => [...vault.secrets.values()])
					.filter(
						({ visibility, repositories }) =>
							visibility !== 'selected' || repositories.includes(repo.id),
					)
					.map(secretResponse),
				{ name: 'secrets' },
			),
		'GET /repos/:owner/:repo/environments': ({ repo }) =>
			new PageResponse(
				repo.environments.map(({ id, name }) => ({ id, name, protection_rules: [] })),
				{ name: 'environments' },
			),
		'GET /repos/:owner/:repo/actions/variables': ({ repo }) =>
			new PageResponse([...repo.variables.values()], { name: 'variables', maxPageSize: 30 }),
		'POST /repos/:owner/:repo/actions/variables': ({ repo, body: { name, value } }) => {
			if (typeof name !== 'string' || typeof value !== 'string')
				throw validationError('name', 'and value are required');
			if (repo.variables.has(name)) throw apiError(409, 'Already exists - Variable already exists');
			repo.variables.set(name, { name, value, created_at: clock.iso(), updated_at: clock.iso() });
			return new StatusResponse(201, {});
		},
		'PATCH /repos/:owner/:repo/actions/variables/:variable': (req) => {
			const found = variable(req);
			req.repo.variables.delete(found.name);
			Object.assign(found, req.body, { updated_at: clock.iso() });
			req.repo.variables.set(found.name, found);
		},
		'DELETE /repos/:owner/:repo/actions/variables/:variable': (req) => {
			req.repo.variables.delete(variable(req).name);
		},
	};
}
