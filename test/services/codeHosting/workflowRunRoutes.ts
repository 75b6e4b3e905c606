// Workflows, workflow runs, jobs and artifacts.

import type { Run } from './model';
import { PageResponse, StatusResponse, withEtag } from './responses';
import { findById, type ApiRequest, type Context, type Routes } from './router';

const ROOT = '/repos/:owner/:repo/actions';
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
	const redirectToLogs = (): StatusResponse => redirect(LOG_BYTES, 'application/zip');

	return {
		[`GET ${ROOT}/workflows`]: ({ repo }) =>
			new PageResponse(repo.workflows, { name: 'workflows' }),
		[`GET ${ROOT}/workflows/:workflow/runs`]: (req) =>
			new PageResponse(
				filtered(
					req.repo.runs.filter((item) => item.workflow_id === workflow(req).id),
					req.query,
				),
				{ name: 'workflow_runs' },
			),
		[`POST ${ROOT}/workflows/:workflow/dispatches`]: (req) => {
			const { ref, inputs = {}, return_run_details: details } = req.body;
			const started = store.start(
				req.repo,
				workflow(req).id,
				String(ref).replace(/^refs\/(heads|tags)\//, ''),
				'workflow_dispatch',
				settings.runMs,
				{
					// Like a workflow with a step that fails if this input says so.
					conclusion:
						(inputs as { conclusion?: string }).conclusion === 'failure'
							? 'failure'
							: settings.runConclusion,
					inputs: inputs as Record<string, unknown>,
					listedAfterMs: settings.runListDelayMs,
				},
			);
			return details
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
		[`GET ${ROOT}/runs/:run/logs`]: redirectToLogs,
		[`GET ${ROOT}/runs/:run/attempts/:attempt/logs`]: redirectToLogs,
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
		[`GET ${ROOT}/jobs/:job/logs`]: ({ repo, params }) => {
			findById(repo.jobs, params.job);
			return redirect(settings.jobLog ?? LOG_BYTES, 'text/plain; charset=utf-8');
		},
		[`GET ${ROOT}/artifacts`]: ({ repo }) =>
			new PageResponse(repo.artifacts, { name: 'artifacts' }),
		[`GET ${ROOT}/artifacts/:artifact/:format`]: ({ repo, params }) =>
			redirect(findById(repo.artifacts, params.artifact).size_in_bytes, 'application/zip'),
	};
}
