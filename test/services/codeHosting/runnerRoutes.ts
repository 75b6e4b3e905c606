// Self-hosted runners with their labels, and what workflows may do.

import { randomUUID } from 'node:crypto';
import { PageResponse, StatusResponse } from './responses';
import type { ActionsOwner, Label, Runner } from './model';
import { validationError, notFound, apiError } from './errors';
import { findById, removeById, type ApiRequest, type Context, type Route } from './router';
import { repositoryResponse } from './shown';

const HOUR_MS = 3_600_000;

type OwnerOf = (asked: ApiRequest) => ActionsOwner;

export function actionsRunnerRoutes(rooms: Context): Route[] {
	const { world } = rooms;
	return [
		...runnerRoutes(rooms, '/repos/:owner/:repo/actions/runners', 'repo', ({ repo }) => repo),
		...runnerRoutes(rooms, '/orgs/:org/actions/runners', 'admin:org', ({ org }) => org),
		[
			'GET /orgs/:org/actions/runner-groups',
			'admin:org',
			() =>
				new PageResponse([{ id: 1, name: 'Default', visibility: 'all', default: true }], {
					name: 'runner_groups',
				}),
		],
		...permissionRoutes('/repos/:owner/:repo/actions/permissions', 'repo', ({ repo }) => repo, [
			'enabled',
			'allowed_actions',
			'sha_pinning_required',
		]),
		...permissionRoutes('/orgs/:org/actions/permissions', 'admin:org', ({ org }) => org, [
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
				if (typeof level !== 'string' || !['none', 'user', 'organization'].includes(level))
					throw validationError('access_level', 'must be none, user or organization');
				repo.accessLevel = level;
				return new StatusResponse(204);
			},
		],
		[
			'GET /orgs/:org/actions/permissions/repositories',
			'admin:org',
			({ org }) =>
				new PageResponse(
					world.repositories.filter(({ id }) => org.selected.has(id)).map(repositoryResponse),
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
			() => world.organizations[0]!.defaults,
		],
		[
			'PUT /enterprises/:enterprise/actions/permissions/workflow',
			'admin:enterprise',
			({ body }) => {
				Object.assign(world.organizations[0]!.defaults, body);
				return new StatusResponse(204);
			},
		],
	];
}

function runnerRoutes(
	{ world, clock }: Context,
	path: string,
	scope: string,
	held: OwnerOf,
): Route[] {
	const runner = (asked: ApiRequest): Runner => findById(held(asked).runners, asked.params.runner);
	const all = ({ labels }: Runner): object => ({ total_count: labels.length, labels });
	const token = (kind: string) => (asked: ApiRequest) => {
		const made = {
			token: randomUUID(),
			expires_at: new Date(clock.now() + HOUR_MS).toISOString(),
			kind,
		};
		held(asked).tokens.push(made);
		return new StatusResponse(201, { token: made.token, expires_at: made.expires_at });
	};
	const kept = (labels: readonly Label[]): Label[] =>
		labels.filter(({ type }) => type === 'read-only');
	return [
		[
			`GET ${path}`,
			scope,
			(asked) =>
				new PageResponse(
					held(asked).runners.filter(({ name }) => !asked.query.name || name === asked.query.name),
					{ name: 'runners' },
				),
		],
		[
			`GET ${path}/downloads`,
			scope,
			() => [
				{
					os: 'linux',
					architecture: 'x64',
					download_url: 'https://files.example.com/runner.tar.gz',
					filename: 'runner.tar.gz',
				},
			],
		],
		[`POST ${path}/registration-token`, scope, token('registration')],
		[`POST ${path}/remove-token`, scope, token('remove')],
		[`GET ${path}/:runner`, scope, runner],
		[
			`DELETE ${path}/:runner`,
			scope,
			(asked) => {
				removeById(held(asked).runners, asked.params.runner);
				return new StatusResponse(204);
			},
		],
		[`GET ${path}/:runner/labels`, scope, (asked) => all(runner(asked))],
		[
			`POST ${path}/:runner/labels`,
			scope,
			(asked) => {
				const added = world.labels(asked.body.labels);
				if (added.length === 0) throw validationError('labels', 'must have at least one');
				const found = runner(asked);
				found.labels.push(
					...added.filter(({ name }) => !found.labels.some((label) => label.name === name)),
				);
				return all(found);
			},
		],
		[
			`PUT ${path}/:runner/labels`,
			scope,
			(asked) => {
				const found = runner(asked);
				found.labels = [...kept(found.labels), ...world.labels(asked.body.labels)];
				return all(found);
			},
		],
		[
			`DELETE ${path}/:runner/labels`,
			scope,
			(asked) => {
				const found = runner(asked);
				found.labels = kept(found.labels);
				return all(found);
			},
		],
		[
			`DELETE ${path}/:runner/labels/:label`,
			scope,
			(asked) => {
				const found = runner(asked);
				const label = found.labels.find(({ name }) => name === asked.params.label);
				if (!label) throw notFound();
				if (label.type === 'read-only') throw apiError(422, 'Read-only labels cannot be removed');
				found.labels = found.labels.filter((other) => other !== label);
				return all(found);
			},
		],
	];
}

function permissionRoutes(
	path: string,
	scope: string,
	held: OwnerOf,
	known: readonly string[],
): Route[] {
	const put =
		(part: 'permissions' | 'allowedActions' | 'defaults', names: readonly string[]) =>
		(asked: ApiRequest) => {
			const unknown = Object.keys(asked.body).find((name) => !names.includes(name));
			if (unknown !== undefined) throw validationError(unknown, 'is not known');
			Object.assign(held(asked)[part], asked.body);
			return new StatusResponse(204);
		};
	const pick = (value: Record<string, unknown>): object =>
		Object.fromEntries(Object.entries(value).filter(([name]) => known.includes(name)));
	return [
		[`GET ${path}`, scope, (asked) => pick(held(asked).permissions)],
		[`PUT ${path}`, scope, put('permissions', known)],
		[`GET ${path}/selected-actions`, scope, (asked) => held(asked).allowedActions],
		[
			`PUT ${path}/selected-actions`,
			scope,
			put('allowedActions', ['vendor_owned_allowed', 'verified_allowed', 'patterns_allowed']),
		],
		[`GET ${path}/workflow`, scope, (asked) => held(asked).defaults],
		[
			`PUT ${path}/workflow`,
			scope,
			put('defaults', ['default_workflow_permissions', 'can_approve_pull_request_reviews']),
		],
	];
}
