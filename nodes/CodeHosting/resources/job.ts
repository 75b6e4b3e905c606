import { choice, flag, operationsIn, outputFileOptions, resource } from '../../engine/describe';
import { downloadFileOrLink, downloadFields } from '../downloads';
import { attemptNumber, enableDebugLogging, jobId, repositoryScope, runId } from '../fields';
import { byLink } from '../paging';
import { job as shape, jobBrief as simplify } from '../shapes';
import { tokenScopes } from '../tokenScopes';

const operation = operationsIn(repositoryScope, tokenScopes.actionsRead, tokenScopes.actionsWrite);

const paging = byLink({ rows: 'jobs' });

export const job = resource('Workflow Job', {
	default: 'getAll',
	operations: {
		downloadLogs: operation({
			action: 'Download the log of a job',
			request: 'GET /actions/jobs/{jobId}/logs',
			fields: { jobId, ...downloadFields },
			options: outputFileOptions,
			run: async (call) => await downloadFileOrLink(call, `job-${call.input.jobId}.log`),
		}),
		get: operation({
			action: 'Get a job',
			request: 'GET /actions/jobs/{jobId}',
			fields: { jobId },
			simplify,
			shape,
		}),
		getAll: operation({
			action: 'Get many jobs of a workflow run',
			request: 'GET /actions/runs/{runId}/jobs',
			fields: { runId },
			options: {
				filter: choice(
					'Past Attempts',
					{ latest: 'Omit', all: 'Include' },
					{ description: 'Whether to also return the jobs of past attempts' },
				),
			},
			paging,
			simplify,
			shape,
		}),
		getAllAttempt: operation({
			name: 'Get Many of an Attempt',
			action: 'Get many jobs of one attempt',
			request: 'GET /actions/runs/{runId}/attempts/{attemptNumber}/jobs',
			fields: { runId, attemptNumber },
			paging,
			simplify,
			shape,
		}),
		rerun: operation({
			action: 'Rerun a job',
			description: 'Rerun a job and the jobs that depend on it',
			request: 'POST /actions/jobs/{jobId}/rerun',
			fields: { jobId },
			options: {
				enableDebugLogging,
				enableDebugger: flag('Enable Debugger', {
					description: 'Whether to enable the debugger in this run',
					apiName: 'enable_debugger',
				}),
			},
			done: ({ jobId: id }) => ({ rerun: true, id, job_id: id }),
		}),
	},
});
