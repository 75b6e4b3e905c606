// Deployments and their statuses, and the statuses and check runs of commits.

import { contentsOf } from './contents';
import { apiError, validationError } from './errors';
import type { Repository } from './model';
import { PageResponse, StatusResponse } from './responses';
import { findById, type ApiRequest, type Context, type Route } from './router';
import { userResponse } from './users';

const ROOT = '/repos/:owner/:repo';
const STATES = /^(error|failure|inactive|in_progress|queued|pending|success)$/;

interface Deployment {
	id: number;
	environment: string;
	[key: string]: unknown;
}

const deploymentsByRepository = new WeakMap<Repository, Deployment[]>();

export function deploymentsOf(repository: Repository): Deployment[] {
	const deployments = deploymentsByRepository.get(repository) ?? [];
	deploymentsByRepository.set(repository, deployments);
	return deployments;
}

const api = ({ owner, name }: Repository): string =>
	`https://git.example.com/api/repos/${owner}/${name}`;

const statusesByDeployment = new WeakMap<Deployment, object[]>();

/** The statuses of a deployment, newest first. */
export function statusesOf(deployment: Deployment): object[] {
	const statuses = statusesByDeployment.get(deployment) ?? [];
	statusesByDeployment.set(deployment, statuses);
	return statuses;
}

const matches = (query: ApiRequest['query']) => (deployment: Deployment) =>
	['sha', 'ref', 'task', 'environment'].every(
		(name) => query[name] === undefined || deployment[name] === query[name],
	);

export function deploymentRoutes({ store, clock }: Context): Route[] {
	const deployment = ({ repo, params }: ApiRequest): Deployment =>
		findById(deploymentsOf(repo), params.deployment);
	const create = ({ repo, body }: ApiRequest): StatusResponse => {
		if (typeof body.ref !== 'string') throw validationError('ref', 'is missing');
		const contents = contentsOf(repo);
		if (!contents.branches.has(body.ref) && !contents.commits.has(body.ref))
			throw apiError(422, `No ref found for: ${body.ref}`);
		const contexts = body.required_contexts as string[] | undefined;
		if (contexts !== undefined && contexts.length > 0)
			throw apiError(409, 'Conflict: Commit status checks failed for the deployment.');
		const id = store.id();
		const url = `${api(repo)}/deployments/${id}`;
		const created: Deployment = {
			id,
			url,
			node_id: `deployment-${id}`,
			sha: contents.resolve(body.ref).sha,
			ref: body.ref,
			task: body.task ?? 'deploy',
			payload: body.payload ?? '',
			original_environment: body.environment ?? 'production',
			environment: String(body.environment ?? 'production'),
			description: body.description ?? null,
			creator: userResponse('octocat'),
			created_at: clock.iso(),
			updated_at: clock.iso(),
			statuses_url: `${url}/statuses`,
			repository_url: api(repo),
			transient_environment: body.transient_environment ?? false,
			production_environment: body.production_environment ?? body.environment === undefined,
		};
		deploymentsOf(repo).unshift(created);
		return new StatusResponse(201, created);
	};
	const createStatus = (req: ApiRequest): StatusResponse => {
		const { repo, body } = req;
		if (!STATES.test(String(body.state))) throw validationError('state', 'is not a valid state');
		const found = deployment(req);
		const { id, environment } = found;
		const statusId = store.id();
		const status = {
			id: statusId,
			url: `${api(repo)}/deployments/${id}/statuses/${statusId}`,
			node_id: `status-${statusId}`,
			state: body.state,
			creator: userResponse('octocat'),
			description: body.description ?? '',
			environment: body.environment ?? environment,
			target_url: body.log_url ?? '',
			log_url: body.log_url ?? '',
			environment_url: body.environment_url ?? '',
			created_at: clock.iso(),
			updated_at: clock.iso(),
			deployment_url: `${api(repo)}/deployments/${id}`,
			repository_url: api(repo),
		};
		statusesOf(found).unshift(status);
		return new StatusResponse(201, status);
	};
	const commitStatuses = ({ repo, params }: ApiRequest): object[] => {
		const { sha } = contentsOf(repo).resolve(params.ref);
		return ['ci/build', 'ci/test'].map((name, index) => ({
			url: `${api(repo)}/statuses/${sha}`,
			avatar_url: null,
			id: index + 1,
			node_id: `status-${index + 1}`,
			state: 'success',
			description: 'Passed',
			target_url: `https://ci.example.com/${name}`,
			context: name,
			created_at: '2026-01-01T00:00:00Z',
			updated_at: '2026-01-01T00:01:00Z',
		}));
	};
	const checkRuns = ({ repo, params, query }: ApiRequest): object[] => {
		const { sha } = contentsOf(repo).resolve(params.ref);
		return ['build', 'test']
			.filter((name) => query.check_name === undefined || query.check_name === name)
			.map((name, index) => {
				const url = `${api(repo)}/check-runs/${index + 1}`;
				return {
					id: index + 1,
					name,
					head_sha: sha,
					node_id: `check-${index + 1}`,
					external_id: null,
					url,
					html_url: url,
					details_url: url,
					status: 'completed',
					conclusion: 'success',
					started_at: '2026-01-01T00:00:00Z',
					completed_at: '2026-01-01T00:01:00Z',
					output: {
						title: 'Passed',
						summary: 'No problems',
						text: null,
						annotations_count: 0,
						annotations_url: `${url}/annotations`,
					},
					check_suite: { id: 1 },
					app: null,
					pull_requests: [],
				};
			});
	};

	return [
		[
			`GET ${ROOT}/deployments`,
			undefined,
			({ repo, query }) => new PageResponse(deploymentsOf(repo).filter(matches(query))),
		],
		[`POST ${ROOT}/deployments`, 'repo', create],
		[`GET ${ROOT}/deployments/:deployment`, undefined, deployment],
		[
			`GET ${ROOT}/deployments/:deployment/statuses`,
			undefined,
			(req) => new PageResponse(statusesOf(deployment(req))),
		],
		[`POST ${ROOT}/deployments/:deployment/statuses`, 'repo', createStatus],
		[
			`GET ${ROOT}/commits/:ref/statuses`,
			undefined,
			(req) =>
				new PageResponse(
					commitStatuses(req).map((status) => ({ ...status, creator: userResponse('octocat') })),
				),
		],
		[
			`GET ${ROOT}/commits/:ref/status`,
			undefined,
			(req) => {
				const statuses = commitStatuses(req);
				const { sha } = contentsOf(req.repo).resolve(req.params.ref);
				return {
					state: 'success',
					statuses,
					sha,
					total_count: statuses.length,
					commit_url: `${api(req.repo)}/commits/${sha}`,
					url: `${api(req.repo)}/commits/${sha}/status`,
				};
			},
		],
		[
			`GET ${ROOT}/commits/:ref/check-runs`,
			undefined,
			(req) => new PageResponse(checkRuns(req), { name: 'check_runs' }),
		],
	];
}
