// Secrets of repositories, environments and organizations; variables and environments.

import { PageResponse, StatusResponse } from './responses';
import { validationError, notFound, apiError } from './errors';
import { findById, type ApiRequest, type Context, type Route } from './router';
import { repositoryResponse } from './shown';
import { secretResponse, type StoredSecret, type SecretStore } from './secretStore';

/** The routes of one vault under a path. */
function secretStoreRoutes(
	path: string,
	scope: string,
	vaultOf: (asked: ApiRequest) => SecretStore,
): Route[] {
	const secret = (asked: ApiRequest): StoredSecret =>
		findSecret(vaultOf(asked), asked.params.secret!);
	return [
		[`GET ${path}/public-key`, scope, (asked) => vaultOf(asked).publicKey],
		[
			`GET ${path}`,
			scope,
			(asked) =>
				new PageResponse([...vaultOf(asked).secrets.values()].map(secretResponse), {
					name: 'secrets',
				}),
		],
		[`GET ${path}/:secret`, scope, (asked) => secretResponse(secret(asked))],
		[
			`PUT ${path}/:secret`,
			scope,
			(asked) =>
				vaultOf(asked).put(asked.params.secret!, asked.body)
					? new StatusResponse(201, {})
					: new StatusResponse(204),
		],
		[
			`DELETE ${path}/:secret`,
			scope,
			(asked) => {
				vaultOf(asked).secrets.delete(secret(asked).name);
				return new StatusResponse(204);
			},
		],
	];
}

function findSecret({ secrets }: SecretStore, name: string): StoredSecret {
	const found = secrets.get(name);
	if (!found) throw notFound();
	return found;
}

const environment = ({ repo, params }: ApiRequest): SecretStore =>
	findById(
		repo.environments.map(({ name, vault }) => ({ id: name, vault })),
		params.environment,
	).vault;

export function secretRoutes({ world, clock }: Context): Route[] {
	const visible = ({ org, params }: ApiRequest): StoredSecret => {
		const found = findSecret(org.vault, params.secret!);
		if (found.visibility !== 'selected')
			throw apiError(409, 'The visibility of the secret is not selected');
		return found;
	};
	const numbers = (value: unknown): number[] => {
		if (!Array.isArray(value) || !value.every(Number.isInteger))
			throw validationError('selected_repository_ids', 'must be a list of numbers');
		return value as number[];
	};
	const variable = ({ repo, params }: ApiRequest) => {
		const found = repo.variables.get(params.variable!);
		if (!found) throw notFound();
		return found;
	};
	return [
		...secretStoreRoutes('/repos/:owner/:repo/actions/secrets', 'repo', ({ repo }) => repo.vault),
		...secretStoreRoutes(
			'/repositories/:repositoryId/environments/:environment/secrets',
			'repo',
			environment,
		),
		...secretStoreRoutes(
			'/repos/:owner/:repo/environments/:environment/secrets',
			'repo',
			environment,
		),
		...secretStoreRoutes('/orgs/:org/actions/secrets', 'admin:org', ({ org }) => org.vault),
		[
			'GET /orgs/:org/actions/secrets/:secret/repositories',
			'admin:org',
			(asked) =>
				new PageResponse(
					world.repositories
						.filter(({ id }) => visible(asked).repositories.includes(id))
						.map(repositoryResponse),
					{ name: 'repositories' },
				),
		],
		[
			'PUT /orgs/:org/actions/secrets/:secret/repositories',
			'admin:org',
			(asked) => {
				visible(asked).repositories = numbers(asked.body.selected_repository_ids);
				return new StatusResponse(204);
			},
		],
		[
			'PUT /orgs/:org/actions/secrets/:secret/repositories/:repositoryId',
			'admin:org',
			(asked) => {
				visible(asked).repositories.push(Number(asked.params.repositoryId));
				return new StatusResponse(204);
			},
		],
		[
			'DELETE /orgs/:org/actions/secrets/:secret/repositories/:repositoryId',
			'admin:org',
			(asked) => {
				const found = visible(asked);
				found.repositories = found.repositories.filter(
					(id) => String(id) !== asked.params.repositoryId,
				);
				return new StatusResponse(204);
			},
		],
		[
			'GET /repos/:owner/:repo/actions/organization-secrets',
			'repo',
			({ repo }) =>
				new PageResponse(
					world.organizations
						.filter(({ login }) => login === repo.owner)
						.flatMap(({ vault }) => [...vault.secrets.values()])
						.filter(
							({ visibility, repositories }) =>
								visibility !== 'selected' || repositories.includes(repo.id),
						)
						.map(secretResponse),
					{ name: 'secrets' },
				),
		],
		[
			'GET /repos/:owner/:repo/environments',
			'repo',
			({ repo }) =>
				new PageResponse(
					repo.environments.map(({ id, name }) => ({ id, name, protection_rules: [] })),
					{ name: 'environments' },
				),
		],
		[
			'GET /repositories/:repositoryId/environments',
			'repo',
			({ repo }) =>
				new PageResponse(
					repo.environments.map(({ id, name }) => ({ id, name, protection_rules: [] })),
					{ name: 'environments' },
				),
		],
		[
			'GET /repos/:owner/:repo/actions/variables',
			'repo',
			({ repo }) =>
				new PageResponse([...repo.variables.values()], { name: 'variables', maxPageSize: 30 }),
		],
		[
			'POST /repos/:owner/:repo/actions/variables',
			'repo',
			({ repo, body: { name, value } }) => {
				if (typeof name !== 'string' || typeof value !== 'string')
					throw validationError('name', 'and value are needed');
				if (repo.variables.has(name))
					throw apiError(409, 'Already exists - Variable already exists');
				repo.variables.set(name, { name, value, created_at: clock.iso(), updated_at: clock.iso() });
				return new StatusResponse(201, {});
			},
		],
		[
			'PATCH /repos/:owner/:repo/actions/variables/:variable',
			'repo',
			(asked) => {
				const found = variable(asked);
				asked.repo.variables.delete(found.name);
				Object.assign(found, asked.body, { updated_at: clock.iso() });
				asked.repo.variables.set(found.name, found);
				return new StatusResponse(204);
			},
		],
		[
			'DELETE /repos/:owner/:repo/actions/variables/:variable',
			'repo',
			(asked) => {
				asked.repo.variables.delete(variable(asked).name);
				return new StatusResponse(204);
			},
		],
	];
}
