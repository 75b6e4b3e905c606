// Workflow runs with their jobs, logs and artifacts, dispatches of workflows, and secrets.

import { List, Reply } from '../kit/exchange';
import { notFound } from './errors';
import { byId, type ApiRequest, type Context, type Routes } from './router';
import type { SecretStore } from './secrets';
import { pendingPath, type Pending, type Run, type Workflow } from './world';

const ROOT = '/repos/:owner/:repo/actions';
const LOG_BYTES = 4096;

export function runRoutes({ world, records, settings, downloads }: Context): Routes {
	/** A workflow by its ID or the name of its file. */
	const workflow = ({ repo, params: { workflow: id = '' } }: ApiRequest): Workflow => {
		const { workflows } = repo;
		return workflows.find(({ path }) => path.endsWith(`/${id}`)) ?? byId(workflows, id);
	};
	const run = ({ repo, params }: ApiRequest): Run => byId(repo.runs, params.run);
	const filtered = (
		runs: readonly Run[],
		{ actor, branch, event, status, head_sha: sha }: ApiRequest['query'],
	): List =>
		new List(
			runs.filter(
				(item) =>
					world.isListed(item) &&
					(!actor || item.actor.login === actor) &&
					(!branch || item.head_branch === branch) &&
					(!event || item.event === event) &&
					(!status || item.status === status || item.conclusion === status) &&
					(!sha || item.head_sha === sha),
			),
			'workflow_runs',
		);
	const redirect = (content: string | number, type: string): Reply =>
		new Reply(302, undefined, { location: downloads.link('file', type, content) });
	const redirectToLogs = (): Reply => redirect(LOG_BYTES, 'application/zip');

	return {
		[`GET ${ROOT}/workflows/:workflow`]: workflow,
		[`GET ${ROOT}/workflows/:workflow/runs`]: (req) =>
			filtered(
				req.repo.runs.filter((item) => item.workflow_id === workflow(req).id),
				req.query,
			),
		[`POST ${ROOT}/workflows/:workflow/dispatches`](req) {
			const { ref, inputs = {}, return_run_details: details } = req.body;
			const given = inputs as { conclusion?: string };
			const branch = String(ref).replace(/^refs\/(heads|tags)\//, '');
			const { id } = workflow(req);
			const started = world.start(req.repo, id, branch, 'workflow_dispatch', settings.runMs, {
				// Like a workflow with a step that fails if this input says so.
				conclusion: given.conclusion === 'failure' ? 'failure' : settings.runConclusion,
				inputs: given,
				sha: req.repo.contents.branches.get(branch),
				listedAfterMs: settings.runListDelayMs,
			});
			const run_url = `https://git.example.com/runs/${started.id}`;
			return details
				? { workflow_run_id: started.id, run_url, html_url: started.html_url }
				: undefined;
		},
		[`GET ${ROOT}/runs`]: ({ repo, query }) => filtered(repo.runs, query),
		[`GET ${ROOT}/runs/:run/logs`]: redirectToLogs,
		[`GET ${ROOT}/runs/:run/attempts/:attempt/logs`]: redirectToLogs,
		[`GET ${ROOT}/runs/:run/jobs`]: (req) =>
			new List(
				req.repo.jobs.filter(({ run_id: id }) => id === run(req).id),
				'jobs',
			),
		[`POST ${ROOT}/runs/:run/pending_deployments`](req) {
			const { environment_ids, state, comment: description } = req.body;
			const ids = environment_ids as number[];
			const pending = records.of<Pending>(pendingPath(req.repo, run(req)));
			const reviewed = pending.filter(({ environment: { id } }) => ids.includes(id));
			for (const deployment of reviewed) pending.splice(pending.indexOf(deployment), 1);
			world.review(run(req), state === 'approved');
			return reviewed.map(({ environment: { name } }) => ({
				id: records.number(),
				environment: name,
				description,
				state,
			}));
		},
		[`GET ${ROOT}/jobs/:job/logs`]({ repo, params }) {
			byId(repo.jobs, params.job);
			return redirect(settings.jobLog ?? LOG_BYTES, 'text/plain; charset=utf-8');
		},
		[`GET ${ROOT}/artifacts/:artifact/:format`]: ({ repo, params }) =>
			redirect(byId(repo.artifacts, params.artifact).size_in_bytes, 'application/zip'),
	};
}

/** The routes of one secret store. */
const secretsOf = (path: string, storeOf: (req: ApiRequest) => SecretStore): Routes => ({
	[`GET ${path}/public-key`]: (req) => storeOf(req).publicKey,
	[`GET ${path}`]: (req) =>
		new List(
			[...storeOf(req).secrets.values()].map((secret) => ({ ...secret, value: undefined })),
			'secrets',
		),
	[`PUT ${path}/:secret`]: (req) =>
		storeOf(req).put(req.params.secret!, req.body) ? new Reply(201, {}) : undefined,
	[`DELETE ${path}/:secret`](req) {
		if (!storeOf(req).secrets.delete(req.params.secret!)) throw notFound();
	},
});

const vaultOf = ({ repo, params }: ApiRequest): SecretStore =>
	byId(
		repo.environments.map(({ name, vault }) => ({ id: name, vault })),
		params.environment,
	).vault;

const ENVIRONMENT = 'environments/:environment/secrets';

export const secretRoutes: Routes = {
	...secretsOf('/repos/:owner/:repo/actions/secrets', ({ repo }) => repo.vault),
	...secretsOf(`/repositories/:repositoryId/${ENVIRONMENT}`, vaultOf),
	...secretsOf(`/repos/:owner/:repo/${ENVIRONMENT}`, vaultOf),
	'GET /repos/:owner/:repo/environments': ({ repo }) =>
		new List(
			repo.environments.map(({ id, name }) => ({ id, name, protection_rules: [] })),
			'environments',
		),
};
