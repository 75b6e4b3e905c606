// Workflows, workflow runs, jobs, artifacts and caches.

import { apiError, notFound, validationError } from './errors';
import type { Cache, Run } from './model';
import { PageResponse, StatusResponse, withEtag } from './responses';
import { findById, removeById, type ApiRequest, type Context, type Route } from './router';

const ROOT = '/repos/:owner/:repo/actions';
const MAX_DISPATCH_INPUTS = 25;
const LOG_BYTES = 4096;

export function workflowRunRoutes({ store, settings, downloads }: Context): Route[] {
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
	const attempt = (req: ApiRequest): Run => {
		const found = run(req);
		if (Number(req.params.attempt) > found.run_attempt) throw notFound();
		return { ...found, run_attempt: Number(req.params.attempt) };
	};
	const filtered = (
		runs: readonly Run[],
		{ actor, branch, event, status, head_sha: sha }: ApiRequest['query'],
	): Run[] =>
		runs.filter(
			(item) =>
				store.isListed(item) &&
				(!actor || item.actor.login === actor) &&
				(!branch || item.head_branch === branch) &&
				(!event || item.event === event) &&
				(!status || item.status === status || item.conclusion === status) &&
				(!sha || item.head_sha === sha),
		);
	const redirect = (content: string | number, type: string): StatusResponse =>
		new StatusResponse(302, undefined, { location: downloads.link(content, type) });
	const rerun = (req: ApiRequest): StatusResponse => {
		const found = run(req);
		Object.assign(found, {
			run_attempt: found.run_attempt + 1,
			status: 'queued',
			conclusion: null,
		});
		return new StatusResponse(201, {});
	};
	const cancel = (req: ApiRequest): StatusResponse => {
		const found = run(req);
		if (found.status === 'completed')
			throw apiError(409, 'Cannot cancel a workflow run that is completed.');
		store.end(req.repo, found, 'cancelled');
		return new StatusResponse(202, {});
	};

	return [
		[
			`GET ${ROOT}/workflows`,
			'repo',
			({ repo }) => new PageResponse(repo.workflows, { name: 'workflows' }),
		],
		[`GET ${ROOT}/workflows/:workflow`, 'repo', (req) => workflow(req)],
		[
			`GET ${ROOT}/workflows/:workflow/runs`,
			'repo',
			(req) =>
				new PageResponse(
					filtered(
						req.repo.runs.filter((item) => item.workflow_id === workflow(req).id),
						req.query,
					),
					{ name: 'workflow_runs' },
				),
		],
		[
			`PUT ${ROOT}/workflows/:workflow/disable`,
			'repo',
			(req) => {
				workflow(req).state = 'disabled_manually';
				return new StatusResponse(204);
			},
		],
		[
			`PUT ${ROOT}/workflows/:workflow/enable`,
			'repo',
			(req) => {
				workflow(req).state = 'active';
				return new StatusResponse(204);
			},
		],
		[
			`POST ${ROOT}/workflows/:workflow/dispatches`,
			'repo',
			(req) => {
				const { ref, inputs = {}, return_run_details: details } = req.body;
				if (typeof ref !== 'string') throw validationError('ref', 'is missing');
				if (Object.keys(inputs as object).length > MAX_DISPATCH_INPUTS)
					throw validationError('inputs', `may have at most ${MAX_DISPATCH_INPUTS} properties`);
				const started = store.start(
					req.repo,
					workflow(req).id,
					ref.replace(/^refs\/(heads|tags)\//, ''),
					'workflow_dispatch',
					settings.runMs,
					{
						conclusion: settings.runConclusion,
						inputs: inputs as Record<string, unknown>,
						listedAfterMs: settings.runListDelayMs,
					},
				);
				return details && settings.runDetails
					? {
							workflow_run_id: started.id,
							run_url: `https://git.example.com/runs/${started.id}`,
							html_url: started.html_url,
						}
					: new StatusResponse(204);
			},
		],
		[
			`GET ${ROOT}/runs`,
			'repo',
			({ repo, query }) => new PageResponse(filtered(repo.runs, query), { name: 'workflow_runs' }),
		],
		[`GET ${ROOT}/runs/:run`, 'repo', (req) => withEtag(req, run(req))],
		[
			`DELETE ${ROOT}/runs/:run`,
			'repo',
			({ repo, params }) => {
				removeById(repo.runs, params.run);
				return new StatusResponse(204);
			},
		],
		[
			`DELETE ${ROOT}/runs/:run/logs`,
			'repo',
			(req) => {
				run(req);
				return new StatusResponse(204);
			},
		],
		[
			`GET ${ROOT}/runs/:run/logs`,
			'repo',
			(req) => {
				run(req);
				return redirect(LOG_BYTES, 'application/zip');
			},
		],
		[`GET ${ROOT}/runs/:run/attempts/:attempt`, 'repo', attempt],
		[
			`GET ${ROOT}/runs/:run/attempts/:attempt/logs`,
			'repo',
			(req) => {
				attempt(req);
				return redirect(LOG_BYTES, 'application/zip');
			},
		],
		[
			`GET ${ROOT}/runs/:run/attempts/:attempt/jobs`,
			'repo',
			(req) =>
				new PageResponse(
					req.repo.jobs.filter(({ run_id: id }) => id === attempt(req).id),
					{ name: 'jobs' },
				),
		],
		[
			`POST ${ROOT}/runs/:run/approve`,
			'repo',
			(req) => {
				run(req);
				return new StatusResponse(201, {});
			},
		],
		[`POST ${ROOT}/runs/:run/cancel`, 'repo', cancel],
		[`POST ${ROOT}/runs/:run/force-cancel`, 'repo', cancel],
		[`POST ${ROOT}/runs/:run/rerun`, 'repo', rerun],
		[`POST ${ROOT}/runs/:run/rerun-failed-jobs`, 'repo', rerun],
		[
			`GET ${ROOT}/runs/:run/jobs`,
			'repo',
			(req) =>
				new PageResponse(
					req.repo.jobs.filter(({ run_id: id }) => id === run(req).id),
					{ name: 'jobs' },
				),
		],
		[
			`GET ${ROOT}/workflows/:workflow/timing`,
			'repo',
			(req) => {
				workflow(req);
				return { billable: { UBUNTU: { total_ms: 180_000 } } };
			},
		],
		[
			`GET ${ROOT}/runs/:run/timing`,
			'repo',
			(req) => {
				run(req);
				return { billable: {}, run_duration_ms: 1000 };
			},
		],
		[
			`GET ${ROOT}/runs/:run/approvals`,
			'repo',
			(req) => [{ state: 'approved', comment: 'fine', environments: [], user: run(req).actor }],
		],
		[
			`GET ${ROOT}/runs/:run/pending_deployments`,
			'repo',
			(req) =>
				(req.repo.pending.get(run(req).id) ?? []).map((id) => ({
					environment: { id, name: findById(req.repo.environments, String(id)).name },
					wait_timer: 0,
					current_user_can_approve: true,
					reviewers: [],
				})),
		],
		[
			`POST ${ROOT}/runs/:run/pending_deployments`,
			'repo',
			(req) => {
				const {
					environment_ids: ids,
					state,
					comment,
				} = req.body as { environment_ids: number[]; state: string; comment: string };
				if (
					!ids?.every(Number.isInteger) ||
					!/^(approved|rejected)$/.test(state) ||
					typeof comment !== 'string'
				)
					throw validationError('environment_ids', 'requires integers, a state and a comment');
				const pending = req.repo.pending.get(run(req).id) ?? [];
				req.repo.pending.set(
					run(req).id,
					pending.filter((id) => !ids.includes(id)),
				);
				store.review(run(req), state === 'approved');
				return ids.map((id) => ({
					id: store.id(),
					environment: findById(req.repo.environments, String(id)).name,
					description: comment,
					state,
				}));
			},
		],
		[
			`GET ${ROOT}/runs/:run/artifacts`,
			'repo',
			(req) =>
				new PageResponse(
					req.repo.artifacts.filter(
						(item) =>
							item.workflow_run.id === run(req).id &&
							(!req.query.name || item.name === req.query.name),
					),
					{ name: 'artifacts' },
				),
		],
		[`GET ${ROOT}/jobs/:job`, 'repo', ({ repo, params }) => findById(repo.jobs, params.job)],
		[
			`GET ${ROOT}/jobs/:job/logs`,
			'repo',
			({ repo, params }) => {
				findById(repo.jobs, params.job);
				return redirect(settings.jobLog ?? LOG_BYTES, 'text/plain; charset=utf-8');
			},
		],
		[
			`POST ${ROOT}/jobs/:job/rerun`,
			'repo',
			({ repo, params }) => {
				findById(repo.jobs, params.job);
				return new StatusResponse(201, {});
			},
		],
		[
			`GET ${ROOT}/artifacts`,
			'repo',
			({ repo, query }) =>
				new PageResponse(
					repo.artifacts.filter(({ name }) => !query.name || name === query.name),
					{ name: 'artifacts' },
				),
		],
		[
			`GET ${ROOT}/artifacts/:artifact`,
			'repo',
			({ repo, params }) => findById(repo.artifacts, params.artifact),
		],
		[
			`DELETE ${ROOT}/artifacts/:artifact`,
			'repo',
			({ repo, params }) => {
				removeById(repo.artifacts, params.artifact);
				return new StatusResponse(204);
			},
		],
		[
			`GET ${ROOT}/artifacts/:artifact/:format`,
			'repo',
			({ repo, params }) => {
				const found = findById(repo.artifacts, params.artifact);
				if (found.expired) throw apiError(410, 'Artifact has expired');
				if (params.format !== 'zip') throw notFound();
				return redirect(found.size_in_bytes, 'application/zip');
			},
		],
		[
			`GET ${ROOT}/caches`,
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
			`DELETE ${ROOT}/caches`,
			'repo',
			({ repo, query }) => {
				const deleted: Cache[] = repo.caches.filter(
					({ key, ref }) => key === query.key && (!query.ref || ref === query.ref),
				);
				if (deleted.length === 0) throw notFound();
				repo.caches = repo.caches.filter((cache) => !deleted.includes(cache));
				return { total_count: deleted.length, actions_caches: deleted };
			},
		],
		[
			`DELETE ${ROOT}/caches/:cache`,
			'repo',
			({ repo, params }) => {
				removeById(repo.caches, params.cache);
				return new StatusResponse(204);
			},
		],
		[
			`GET ${ROOT}/cache/usage`,
			'repo',
			({ repo }) => usage(`${repo.owner}/${repo.name}`, repo.caches),
		],
		[
			'GET /orgs/:org/actions/cache/usage',
			'read:org',
			({ org }) =>
				total(
					store.repositories
						.filter(({ owner }) => owner === org.login)
						.flatMap(({ caches }) => caches),
				),
		],
		[
			'GET /orgs/:org/actions/cache/usage-by-repository',
			'read:org',
			({ org }) =>
				new PageResponse(
					store.repositories
						.filter(({ owner }) => owner === org.login)
						.map(({ owner, name, caches }) => usage(`${owner}/${name}`, caches)),
					{ name: 'repository_cache_usages' },
				),
		],
		[
			'GET /enterprises/:enterprise/actions/cache/usage',
			'admin:enterprise',
			() => total(store.repositories.flatMap(({ caches }) => caches)),
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
