// Secrets of repositories, environments and organizations; variables and environments.

import { Page, Status } from './responses';
import { invalid, notFound, refusal } from './errors';
import { one, type Asked, type Rooms, type Route } from './router';
import { shownRepository } from './shown';
import { shownSecret, type StoredSecret, type Vault } from './secretStore';

/** The routes of one vault under a path. */
function vaultRoutes(path: string, scope: string, vaultOf: (asked: Asked) => Vault): Route[] {
	const secret = (asked: Asked): StoredSecret => secretIn(vaultOf(asked), asked.params.secret!);
	return [
		[`GET ${path}/public-key`, scope, (asked) => vaultOf(asked).publicKey],
		[
			`GET ${path}`,
			scope,
			(asked) =>
				new Page([...vaultOf(asked).secrets.values()].map(shownSecret), { name: 'secrets' }),
		],
		[`GET ${path}/:secret`, scope, (asked) => shownSecret(secret(asked))],
		[
			`PUT ${path}/:secret`,
			scope,
			(asked) =>
				vaultOf(asked).put(asked.params.secret!, asked.body)
					? new Status(201, {})
					: new Status(204),
		],
		[
			`DELETE ${path}/:secret`,
			scope,
			(asked) => {
				vaultOf(asked).secrets.delete(secret(asked).name);
				return new Status(204);
			},
		],
	];
}

function secretIn({ secrets }: Vault, name: string): StoredSecret {
	const found = secrets.get(name);
	if (!found) throw notFound();
	return found;
}

const environment = ({ repo, params }: Asked): Vault =>
	one(
		repo.environments.map(({ name, vault }) => ({ id: name, vault })),
		params.environment,
	).vault;

export function keyRoutes({ world, clock }: Rooms): Route[] {
	const visible = ({ org, params }: Asked): StoredSecret => {
		const found = secretIn(org.vault, params.secret!);
		if (found.visibility !== 'selected')
			throw refusal(409, 'The visibility of the secret is not selected');
		return found;
	};
	const numbers = (value: unknown): number[] => {
		if (!Array.isArray(value) || !value.every(Number.isInteger))
			throw invalid('selected_repository_ids', 'must be a list of numbers');
		return value as number[];
	};
	const variable = ({ repo, params }: Asked) => {
		const found = repo.variables.get(params.variable!);
		if (!found) throw notFound();
		return found;
	};
	return [
		...vaultRoutes('/repos/:owner/:repo/actions/secrets', 'repo', ({ repo }) => repo.vault),
		...vaultRoutes(
			'/repositories/:repositoryId/environments/:environment/secrets',
			'repo',
			environment,
		),
		...vaultRoutes('/repos/:owner/:repo/environments/:environment/secrets', 'repo', environment),
		...vaultRoutes('/orgs/:org/actions/secrets', 'admin:org', ({ org }) => org.vault),
		[
			'GET /orgs/:org/actions/secrets/:secret/repositories',
			'admin:org',
			(asked) =>
				new Page(
					world.repositories
						.filter(({ id }) => visible(asked).repositories.includes(id))
						.map(shownRepository),
					{ name: 'repositories' },
				),
		],
		[
			'PUT /orgs/:org/actions/secrets/:secret/repositories',
			'admin:org',
			(asked) => {
				visible(asked).repositories = numbers(asked.body.selected_repository_ids);
				return new Status(204);
			},
		],
		[
			'PUT /orgs/:org/actions/secrets/:secret/repositories/:repositoryId',
			'admin:org',
			(asked) => {
				visible(asked).repositories.push(Number(asked.params.repositoryId));
				return new Status(204);
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
				return new Status(204);
			},
		],
		[
			'GET /repos/:owner/:repo/actions/organization-secrets',
			'repo',
			({ repo }) =>
				new Page(
					world.organizations
						.filter(({ login }) => login === repo.owner)
						.flatMap(({ vault }) => [...vault.secrets.values()])
						.filter(
							({ visibility, repositories }) =>
								visibility !== 'selected' || repositories.includes(repo.id),
						)
						.map(shownSecret),
					{ name: 'secrets' },
				),
		],
		[
			'GET /repos/:owner/:repo/environments',
			'repo',
			({ repo }) =>
				new Page(
					repo.environments.map(({ id, name }) => ({ id, name, protection_rules: [] })),
					{ name: 'environments' },
				),
		],
		[
			'GET /repositories/:repositoryId/environments',
			'repo',
			({ repo }) =>
				new Page(
					repo.environments.map(({ id, name }) => ({ id, name, protection_rules: [] })),
					{ name: 'environments' },
				),
		],
		[
			'GET /repos/:owner/:repo/actions/variables',
			'repo',
			({ repo }) => new Page([...repo.variables.values()], { name: 'variables', maximum: 30 }),
		],
		[
			'POST /repos/:owner/:repo/actions/variables',
			'repo',
			({ repo, body: { name, value } }) => {
				if (typeof name !== 'string' || typeof value !== 'string')
					throw invalid('name', 'and value are needed');
				if (repo.variables.has(name))
					throw refusal(409, 'Already exists - Variable already exists');
				repo.variables.set(name, { name, value, created_at: clock.iso(), updated_at: clock.iso() });
				return new Status(201, {});
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
				return new Status(204);
			},
		],
		[
			'DELETE /repos/:owner/:repo/actions/variables/:variable',
			'repo',
			(asked) => {
				asked.repo.variables.delete(variable(asked).name);
				return new Status(204);
			},
		],
	];
}
