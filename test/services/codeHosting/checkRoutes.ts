// Check runs and statuses of commits. A reference that is a branch means its newest commit.

import { contentsOf } from './contents';
import { documented, PageResponse, StatusResponse } from './responses';
import { findById, type ApiRequest, type Context, type Routes } from './router';

const ROOT = '/repos/:owner/:repo';

interface CheckRun {
	id: number;
	head_sha: string;
	[key: string]: unknown;
}

/** The states of a combined status, from the one that decides first. */
const decisive = ['failure', 'error', 'pending', 'success'];

export function checkRoutes({ clock }: Context): Routes {
	const runs: CheckRun[] = [];
	const statuses: Array<{ sha: string; state: string; context: string }> = [];
	const shaOf = ({ repo, params }: ApiRequest): string => contentsOf(repo).resolve(params.ref).sha;

	/** A conclusion completes a check run. */
	const withStatus = (run: CheckRun): CheckRun =>
		run.conclusion === null ? run : { completed_at: clock.iso(), ...run, status: 'completed' };
	const respond = (run: CheckRun): object => documented.record(`GET ${ROOT}/check-runs/:run`, run);

	return {
		[`POST ${ROOT}/check-runs`]: ({ body }) => {
			const run = withStatus({
				status: 'queued',
				conclusion: null,
				...body,
				id: runs.length + 1,
				head_sha: String(body.head_sha),
			});
			runs.push(run);
			return new StatusResponse(201, respond(run));
		},
		[`PATCH ${ROOT}/check-runs/:run`]: ({ body, params }) => {
			const run = findById(runs, params.run);
			Object.assign(run, withStatus({ ...run, ...body }));
			return respond(run);
		},
		[`GET ${ROOT}/check-runs/:run`]: ({ params }) => respond(findById(runs, params.run)),
		[`GET ${ROOT}/commits/:ref/check-runs`]: (req) =>
			new PageResponse(runs.filter(({ head_sha: sha }) => sha === shaOf(req)).map(respond), {
				name: 'check_runs',
			}),
		[`POST ${ROOT}/statuses/:ref`]: (req) => {
			const { state, context = 'default' } = req.body as { state: string; context?: string };
			const status = { ...req.body, state, context, sha: shaOf(req) };
			statuses.unshift(status);
			return new StatusResponse(201, documented.record(`POST ${ROOT}/statuses/:sha`, status));
		},
		[`GET ${ROOT}/commits/:ref/status`]: (req) => {
			const sha = shaOf(req);
			const latest = statuses.filter(
				(status, index) =>
					status.sha === sha &&
					statuses.findIndex(
						({ context, sha: other }) => context === status.context && other === sha,
					) === index,
			);
			return documented.record(`GET ${ROOT}/commits/:ref/status`, {
				sha,
				state:
					decisive.find((state) => latest.some((status) => status.state === state)) ?? 'pending',
				statuses: latest,
				total_count: latest.length,
			});
		},
	};
}
