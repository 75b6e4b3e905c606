// Deployments and their statuses, and the statuses and check runs of commits.

import { contentsOf } from './contents';
import { apiError, validationError } from './errors';
import type { Repository } from './model';
import {
	documented,
	PageResponse,
	repositoryUrl as api,
	StatusResponse,
	userResponse,
} from './responses';
import { findById, type ApiRequest, type Context, type Routes } from './router';

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

export function deploymentRoutes({ store, clock }: Context): Routes {
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
		const environment = String(body.environment ?? 'production');
		const created: Deployment = documented.record(`GET ${ROOT}/deployments/:deployment`, {
			id,
			url: `${api(repo)}/deployments/${id}`,
			sha: contents.resolve(body.ref).sha,
			ref: body.ref,
			task: body.task ?? 'deploy',
			payload: body.payload ?? '',
			original_environment: environment,
			environment,
			description: body.description ?? null,
			creator: userResponse('octocat'),
			created_at: clock.iso(),
			updated_at: clock.iso(),
			transient_environment: body.transient_environment ?? false,
			production_environment: body.production_environment ?? body.environment === undefined,
		});
		deploymentsOf(repo).unshift(created);
		return new StatusResponse(201, created);
	};
	const createStatus = (req: ApiRequest): StatusResponse => {
		const { repo, body } = req;
		if (!STATES.test(String(body.state))) throw validationError('state', 'is not a valid state');
		const found = deployment(req);
		const { id, environment } = found;
		const statusId = store.id();
		const status = documented.record(`GET ${ROOT}/deployments/:deployment/statuses`, {
			id: statusId,
			url: `${api(repo)}/deployments/${id}/statuses/${statusId}`,
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
		});
		statusesOf(found).unshift(status);
		return new StatusResponse(201, status);
	};
	return {
		[`GET ${ROOT}/deployments`]: ({ repo, query }) =>
			new PageResponse(deploymentsOf(repo).filter(matches(query))),
		[`POST ${ROOT}/deployments`]: create,
		[`GET ${ROOT}/deployments/:deployment`]: deployment,
		[`GET ${ROOT}/deployments/:deployment/statuses`]: (req) =>
			new PageResponse(statusesOf(deployment(req))),
		[`POST ${ROOT}/deployments/:deployment/statuses`]: createStatus,
	};
}
