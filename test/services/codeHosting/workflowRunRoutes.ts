// Workflows, their runs, jobs, artifacts and caches.

import { PageResponse, StatusResponse } from './responses';
import type { Cache, Run } from './model';
import { validationError, apiError } from './errors';
import { findById, removeById, type ApiRequest, type Context, type Route } from './router';

const root = '/repos/:owner/:repo/actions';
const MAX_DISPATCH_INPUTS = 25;
const LOG_BYTES = 4096;

export function workflowRunRoutes({ world, settings, files }: Context): Route[] {
	const workflow = ({ repo, params }: ApiRequest) =>
		findById(
			repo.workflows.map((item) => ({
				...item,
				item,
				id: params.workflow!.endsWith('.yml') ? item.path.split('/').at(-1)! : String(item.id),
			})),
			params.workflow,
		).item;
	const run = ({ repo, params }: ApiRequest): Run => findById(repo.runs, params.run);
	const attempt = (asked: ApiRequest): Run => {
		const found = run(asked);
		if (Number(asked.params.attempt) > found.run_attempt) throw apiError(404, 'Not Found');
		return { ...found, run_attempt: Number(asked.params.attempt) };
	};
	const filtered = (
		runs: readonly Run[],
		{ actor, branch, event, status, head_sha: sha }: ApiRequest['query'],
	): Run[] =>
		runs.filter(
			(one_) =>
				(!actor || one_.actor.login === actor) &&
				(!branch || one_.head_branch === branch) &&
				(!event || one_.event === event) &&
				(!status || one_.status === status || one_.conclusion === status) &&
				(!sha || one_.head_sha === sha),
		);
	const redirect = (bytes: number, type: string): StatusResponse =>
		new StatusResponse(302, undefined, { location: files.link(bytes, type) });
	const again = (asked: ApiRequest): StatusResponse => {
		const found = run(asked);
		Object.assign(found, {
			run_attempt: found.run_attempt + 1,
			status: 'queued',
			conclusion: null,
		});
		return new StatusResponse(201, {});
	};
	const cancel = (asked: ApiRequest): StatusResponse => {
		const found = run(asked);
		if (found.status === 'completed')
			throw apiError(409, 'Cannot cancel a workflow run that is completed.');
		world.end(asked.repo, found, 'cancelled');
		return new StatusResponse(202, {});
	};

	return [
		[
			`GET ${root}/workflows`,
			'repo',
			({ repo }) => new PageResponse(repo.workflows, { name: 'workflows' }),
		],
		[`GET ${root}/workflows/:workflow`, 'repo', (asked) => workflow(asked)],
		[
			`GET ${root}/workflows/:workflow/runs`,
			'repo',
			(asked) =>
				new PageResponse(
					filtered(
						asked.repo.runs.filter((item) => item.workflow_id === workflow(asked).id),
						asked.query,
					),
					{ name: 'workflow_runs' },
				),
		],
		[
			`PUT ${root}/workflows/:workflow/disable`,
			'repo',
			(asked) => {
				workflow(asked).state = 'disabled_manually';
				return new StatusResponse(204);
			},
		],
		[
			`PUT ${root}/workflows/:workflow/enable`,
			'repo',
			(asked) => {
				workflow(asked).state = 'active';
				return new StatusResponse(204);
			},
		],
		[
			`POST ${root}/workflows/:workflow/dispatches`,
			'repo',
			(asked) => {
				const { ref, inputs = {}, return_run_details: details } = asked.body;
				if (typeof ref !== 'string') throw validationError('ref', 'is missing');
				if (Object.keys(inputs as object).length > MAX_DISPATCH_INPUTS)
					throw validationError('inputs', `may have at most ${MAX_DISPATCH_INPUTS} properties`);
				const begun = world.start(
					asked.repo,
					workflow(asked).id,
					ref,
					'workflow_dispatch',
					settings.runMs,
				);
				begun.inputs = inputs;
				return details
					? {
							workflow_run_id: begun.id,
							run_url: `https://git.example.com/runs/${begun.id}`,
							html_url: begun.html_url,
						}
					: new StatusResponse(204);
			},
		],
		[
			`GET ${root}/runs`,
			'repo',
			({ repo, query }) => new PageResponse(filtered(repo.runs, query), { name: 'workflow_runs' }),
		],
		[`GET ${root}/runs/:run`, 'repo', run],
		[
			`DELETE ${root}/runs/:run`,
			'repo',
			({ repo, params }) => {
				removeById(repo.runs, params.run);
				return new StatusResponse(204);
			},
		],
		[
			`DELETE ${root}/runs/:run/logs`,
			'repo',
			(asked) => {
				run(asked);
				return new StatusResponse(204);
			},
		],
		[
			`GET ${root}/runs/:run/logs`,
			'repo',
			(asked) => {
				run(asked);
				return redirect(LOG_BYTES, 'application/zip');
			},
		],
		[`GET ${root}/runs/:run/attempts/:attempt`, 'repo', attempt],
		[
			`GET ${root}/runs/:run/attempts/:attempt/logs`,
			'repo',
			(asked) => {
				attempt(asked);
				return redirect(LOG_BYTES, 'application/zip');
			},
		],
		[
			`GET ${root}/runs/:run/attempts/:attempt/jobs`,
			'repo',
			(asked) =>
				new PageResponse(
					asked.repo.jobs.filter(({ run_id: id }) => id === attempt(asked).id),
					{ name: 'jobs' },
				),
		],
		[
			`POST ${root}/runs/:run/approve`,
			'repo',
			(asked) => {
				run(asked);
				return new StatusResponse(201, {});
			},
		],
		[`POST ${root}/runs/:run/cancel`, 'repo', cancel],
		[`POST ${root}/runs/:run/force-cancel`, 'repo', cancel],
		[`POST ${root}/runs/:run/rerun`, 'repo', again],
		[`POST ${root}/runs/:run/rerun-failed-jobs`, 'repo', again],
		[
			`GET ${root}/runs/:run/jobs`,
			'repo',
			(asked) =>
				new PageResponse(
					asked.repo.jobs.filter(({ run_id: id }) => id === run(asked).id),
					{ name: 'jobs' },
				),
		],
		[
			`GET ${root}/runs/:run/timing`,
			'repo',
			(asked) => {
				run(asked);
				return { billable: {}, run_duration_ms: 1000 };
			},
		],
		[
			`GET ${root}/runs/:run/approvals`,
			'repo',
			(asked) => [{ state: 'approved', comment: 'fine', environments: [], user: run(asked).actor }],
		],
		[
			`GET ${root}/runs/:run/pending_deployments`,
			'repo',
			(asked) =>
				(asked.repo.pending.get(run(asked).id) ?? []).map((id) => ({
					environment: { id, name: findById(asked.repo.environments, String(id)).name },
					wait_timer: 0,
					current_user_can_approve: true,
					reviewers: [],
				})),
		],
		[
			`POST ${root}/runs/:run/pending_deployments`,
			'repo',
			(asked) => {
				const {
					environment_ids: ids,
					state,
					comment,
				} = asked.body as { environment_ids: number[]; state: string; comment: string };
				if (
					!ids?.every(Number.isInteger) ||
					!/^(approved|rejected)$/.test(state) ||
					typeof comment !== 'string'
				)
					throw validationError('environment_ids', 'needs numbers, a state and a comment');
				const waiting = asked.repo.pending.get(run(asked).id) ?? [];
				asked.repo.pending.set(
					run(asked).id,
					waiting.filter((id) => !ids.includes(id)),
				);
				return ids.map((id) => ({
					id: world.id(),
					environment: findById(asked.repo.environments, String(id)).name,
					description: comment,
					state,
				}));
			},
		],
		[
			`GET ${root}/runs/:run/artifacts`,
			'repo',
			(asked) =>
				new PageResponse(
					asked.repo.artifacts.filter(
						(item) =>
							item.workflow_run.id === run(asked).id &&
							(!asked.query.name || item.name === asked.query.name),
					),
					{ name: 'artifacts' },
				),
		],
		[`GET ${root}/jobs/:job`, 'repo', ({ repo, params }) => findById(repo.jobs, params.job)],
		[
			`GET ${root}/jobs/:job/logs`,
			'repo',
			({ repo, params }) => {
				findById(repo.jobs, params.job);
				return redirect(LOG_BYTES, 'text/plain; charset=utf-8');
			},
		],
		[
			`POST ${root}/jobs/:job/rerun`,
			'repo',
			({ repo, params }) => {
				findById(repo.jobs, params.job);
				return new StatusResponse(201, {});
			},
		],
		[
			`GET ${root}/artifacts`,
			'repo',
			({ repo, query }) =>
				new PageResponse(
					repo.artifacts.filter(({ name }) => !query.name || name === query.name),
					{ name: 'artifacts' },
				),
		],
		[
			`GET ${root}/artifacts/:artifact`,
			'repo',
			({ repo, params }) => findById(repo.artifacts, params.artifact),
		],
		[
			`DELETE ${root}/artifacts/:artifact`,
			'repo',
			({ repo, params }) => {
				removeById(repo.artifacts, params.artifact);
				return new StatusResponse(204);
			},
		],
		[
			`GET ${root}/artifacts/:artifact/:format`,
			'repo',
			({ repo, params }) => {
				const found = findById(repo.artifacts, params.artifact);
				if (found.expired) throw apiError(410, 'Artifact has expired');
				if (params.format !== 'zip') throw apiError(404, 'Not Found');
				return redirect(found.size_in_bytes, 'application/zip');
			},
		],
		[
			`GET ${root}/caches`,
			'repo',
			({ repo, query }) =>
				new PageResponse(
					repo.caches.filter(
						({ key, ref }) =>
							(!query.key || key.startsWith(query.key)) && (!query.ref || ref === query.ref),
					),
					{ name: 'actions_caches' },
				),
		],
		[
			`DELETE ${root}/caches`,
			'repo',
			({ repo, query }) => {
				const gone: Cache[] = repo.caches.filter(
					({ key, ref }) => key === query.key && (!query.ref || ref === query.ref),
				);
				if (gone.length === 0) throw apiError(404, 'Not Found');
				repo.caches = repo.caches.filter((cache) => !gone.includes(cache));
				return { total_count: gone.length, actions_caches: gone };
			},
		],
		[
			`DELETE ${root}/caches/:cache`,
			'repo',
			({ repo, params }) => {
				removeById(repo.caches, params.cache);
				return new StatusResponse(204);
			},
		],
		[
			`GET ${root}/cache/usage`,
			'repo',
			({ repo }) => usage(`${repo.owner}/${repo.name}`, repo.caches),
		],
		[
			'GET /orgs/:org/actions/cache/usage',
			'read:org',
			({ org }) =>
				total(
					world.repositories
						.filter(({ owner }) => owner === org.login)
						.flatMap(({ caches }) => caches),
				),
		],
		[
			'GET /orgs/:org/actions/cache/usage-by-repository',
			'read:org',
			({ org }) =>
				new PageResponse(
					world.repositories
						.filter(({ owner }) => owner === org.login)
						.map(({ owner, name, caches }) => usage(`${owner}/${name}`, caches)),
					{ name: 'repository_cache_usages' },
				),
		],
		[
			'GET /enterprises/:enterprise/actions/cache/usage',
			'admin:enterprise',
			() => total(world.repositories.flatMap(({ caches }) => caches)),
		],
	];
}

const bytes = (caches: readonly Cache[]): number =>
	caches.reduce((sum, { size_in_bytes: size }) => sum + size, 0);
const usage = (name: string, caches: readonly Cache[]): object => ({
	full_name: name,
	active_caches_size_in_bytes: bytes(caches),
	active_caches_count: caches.length,
});
const total = (caches: readonly Cache[]): object => ({
	total_active_caches_count: caches.length,
	total_active_caches_size_in_bytes: bytes(caches),
});
