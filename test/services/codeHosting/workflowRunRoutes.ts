// Workflows, workflow runs, jobs, artifacts and caches.

import { apiError, notFound, validationError } from './errors';
import type { Cache, Run } from './model';
import { PageResponse, StatusResponse, withEtag } from './responses';
import { findById, removeById, type ApiRequest, type Context, type Routes } from './router';

const ROOT = '/repos/:owner/:repo/actions';
const MAX_DISPATCH_INPUTS = 25;
const LOG_BYTES = 4096;

export function workflowRunRoutes({ store, settings, downloads }: Context): Routes {
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

	return {
		[`GET ${ROOT}/workflows`]: ({ repo }) =>
			new PageResponse(repo.workflows, { name: 'workflows' }),
		[`GET ${ROOT}/workflows/:workflow`]: (req) => workflow(req),
		[`GET ${ROOT}/workflows/:workflow/runs`]: (req) =>
			new PageResponse(
				filtered(
					req.repo.runs.filter((item) => item.workflow_id === workflow(req).id),
					req.query,
				),
				{ name: 'workflow_runs' },
			),
		[`PUT ${ROOT}/workflows/:workflow/disable`]: (req) => {
			workflow(req).state = 'disabled_manually';
		},
		[`PUT ${ROOT}/workflows/:workflow/enable`]: (req) => {
			workflow(req).state = 'active';
		},
		[`POST ${ROOT}/workflows/:workflow/dispatches`]: (req) => {
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
		[`GET ${ROOT}/runs`]: ({ repo, query }) =>
			new PageResponse(filtered(repo.runs, query), { name: 'workflow_runs' }),
		[`GET ${ROOT}/runs/:run`]: (req) => withEtag(req, run(req)),
		[`DELETE ${ROOT}/runs/:run`]: ({ repo, params }) => {
			removeById(repo.runs, params.run);
		},
		[`GET ${ROOT}/runs/:run/logs`]: (req) => {
			run(req);
			return redirect(LOG_BYTES, 'application/zip');
		},
		[`GET ${ROOT}/runs/:run/attempts/:attempt`]: attempt,
		[`GET ${ROOT}/runs/:run/attempts/:attempt/logs`]: (req) => {
			attempt(req);
			return redirect(LOG_BYTES, 'application/zip');
		},
		[`GET ${ROOT}/runs/:run/attempts/:attempt/jobs`]: (req) =>
			new PageResponse(
				req.repo.jobs.filter(({ run_id: id }) => id === attempt(req).id),
				{ name: 'jobs' },
			),
		[`POST ${ROOT}/runs/:run/cancel`]: cancel,
		[`POST ${ROOT}/runs/:run/force-cancel`]: cancel,
		[`POST ${ROOT}/runs/:run/rerun`]: rerun,
		[`POST ${ROOT}/runs/:run/rerun-failed-jobs`]: rerun,
		[`GET ${ROOT}/runs/:run/jobs`]: (req) =>
			new PageResponse(
				req.repo.jobs.filter(({ run_id: id }) => id === run(req).id),
				{ name: 'jobs' },
			),
		[`GET ${ROOT}/runs/:run/pending_deployments`]: (req) =>
			(req.repo.pending.get(run(req).id) ?? []).map((id) => ({
				environment: { id, name: findById(req.repo.environments, String(id)).name },
				wait_timer: 0,
				current_user_can_approve: true,
				reviewers: [],
			})),
		[`POST ${ROOT}/runs/:run/pending_deployments`]: (req) => {
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
		[`GET ${ROOT}/runs/:run/artifacts`]: (req) =>
			new PageResponse(
				req.repo.artifacts.filter(
					(item) =>
						item.workflow_run.id === run(req).id &&
						(!req.query.name || item.name === req.query.name),
				),
				{ name: 'artifacts' },
			),
		[`GET ${ROOT}/jobs/:job`]: ({ repo, params }) => findById(repo.jobs, params.job),
		[`GET ${ROOT}/jobs/:job/logs`]: ({ repo, params }) => {
			findById(repo.jobs, params.job);
			return redirect(settings.jobLog ?? LOG_BYTES, 'text/plain; charset=utf-8');
		},
		[`GET ${ROOT}/artifacts`]: ({ repo, query }) =>
			new PageResponse(
				repo.artifacts.filter(({ name }) => !query.name || name === query.name),
				{ name: 'artifacts' },
			),
		[`GET ${ROOT}/artifacts/:artifact`]: ({ repo, params }) =>
			findById(repo.artifacts, params.artifact),
		[`DELETE ${ROOT}/artifacts/:artifact`]: ({ repo, params }) => {
			removeById(repo.artifacts, params.artifact);
		},
		[`GET ${ROOT}/artifacts/:artifact/:format`]: ({ repo, params }) => {
			const found = findById(repo.artifacts, params.artifact);
			if (found.expired) throw apiError(410, 'Artifact has expired');
			if (params.format !== 'zip') throw notFound();
			return redirect(found.size_in_bytes, 'application/zip');
		},
		[`GET ${ROOT}/caches`]: ({ repo, query }) =>
			new PageResponse(
				repo.caches.filter(
					({ key, ref }) =>
						(!query.key || key.startsWith(query.key)) && (!query.ref || ref === query.ref),
				),
				{ name: 'actions_caches' },
			),
		[`DELETE ${ROOT}/caches`]: ({ repo, query }) => {
			const deleted: Cache[] = repo.caches.filter(
				({ key, ref }) => key === query.key && (!query.ref || ref === query.ref),
			);
			if (deleted.length === 0) throw notFound();
			repo.caches = repo.caches.filter((cache) => !deleted.includes(cache));
			return { total_count: deleted.length, actions_caches: deleted };
		},
		[`DELETE ${ROOT}/caches/:cache`]: ({ repo, params }) => {
			removeById(repo.caches, params.cache);
		},
	};
}
