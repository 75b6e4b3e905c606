import { choice, flag, operation, resource } from '../../engine/describe';
import { downloaded, downloadFields, downloadOptions } from '../downloads';
import { attemptNumber, jobId, repositoryScope as under, runId } from '../fields';
import { byLink } from '../paging';
import { needs } from '../scopes';
import { job as shape, jobBrief as simplify } from '../shapes';

const paging = byLink({ rows: 'jobs' });

export const job = resource('Workflow Job', {
	default: 'getAll',
	operations: {
		downloadLogs: operation({
			name: 'Download Logs',
			action: 'Download the log of a job',
			alsoKnownAs: ['downloadJobLogsForWorkflowRun'],
			under,
			request: 'GET /actions/jobs/{jobId}/logs',
			fields: { jobId, ...downloadFields },
			options: downloadOptions,
			scope: needs.actionsRead,
			run: async (call) => await downloaded(call, `job-${call.input.jobId}.log`),
		}),
		get: operation({
			name: 'Get',
			action: 'Get a job',
			alsoKnownAs: ['getJobForWorkflowRun'],
			under,
			request: 'GET /actions/jobs/{jobId}',
			fields: { jobId },
			scope: needs.actionsRead,
			simplify,
			shape,
		}),
		getAll: operation({
			name: 'Get Many',
			action: 'Get many jobs of a workflow run',
			alsoKnownAs: ['listJobsForWorkflowRun'],
			under,
			request: 'GET /actions/runs/{runId}/jobs',
			fields: { runId },
			options: {
				filter: choice(
					'Of Attempts',
					{ latest: 'Latest', all: 'All' },
					{ description: 'Jobs of which attempts' },
				),
			},
			paging,
			scope: needs.actionsRead,
			simplify,
			shape,
		}),
		getAllAttempt: operation({
			name: 'Get Many of an Attempt',
			action: 'Get many jobs of one attempt',
			alsoKnownAs: ['listJobsForWorkflowRunAttempt'],
			under,
			request: 'GET /actions/runs/{runId}/attempts/{attemptNumber}/jobs',
			fields: { runId, attemptNumber },
			paging,
			scope: needs.actionsRead,
			simplify,
			shape,
		}),
		rerun: operation({
			name: 'Re-Run',
			action: 'Run a job again',
			description: 'Run a job and those that depend on it again',
			alsoKnownAs: ['reRunJobForWorkflowRun'],
			under,
			request: 'POST /actions/jobs/{jobId}/rerun',
			fields: { jobId },
			options: {
				enableDebugLogging: flag('Enable Debug Logging', {
					description: 'Whether to write debug logs this time',
					wire: 'enable_debug_logging',
				}),
				enableDebugger: flag('Enable Debugger', {
					description: 'Whether to stop in a debugger this time',
					wire: 'enable_debugger',
				}),
			},
			scope: needs.actionsWrite,
			done: ({ jobId: id }) => ({ rerun: true, job_id: id }),
		}),
	},
});
