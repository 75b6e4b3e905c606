import {
	choice,
	integer,
	list,
	operationsIn,
	outputFileOptions,
	resource,
	shapeOf,
	text,
} from '../../engine/describe';
import { notOnEnterpriseServer } from '../providers';
import { downloadFileOrLink, downloadFields } from '../downloads';
import {
	attemptNumber,
	enableDebugLogging,
	excludePullRequests,
	repositoryScope,
	runId,
	workflowId,
} from '../fields';
import { byLink } from '../paging';
import { completedRun, completedRunBrief, run as shape, runBrief as simplify } from '../shapes';
import { tokenScopes } from '../tokenScopes';
import { waitForRun, waitOptions } from '../dispatch/waitForRun';

const operation = operationsIn(repositoryScope, tokenScopes.actionsRead, tokenScopes.actionsWrite);

const paging = byLink({ rows: 'workflow_runs' });

/** Filters of Get Many and Get Many of a Workflow. */
const filters = {
	actor: text('Actor', {
		description: 'Only return runs started by this user',
		placeholder: 'e.g. octocat',
	}),
	branch: text('Branch', {
		description: 'Only return runs on this branch',
		placeholder: 'e.g. main',
	}),
	checkSuiteId: integer('Check Suite ID', {
		description: 'Only return runs of this check suite',
		apiName: 'check_suite_id',
	}),
	created: text('Created', {
		description: 'Only return runs created on, before or after a date, or within a range of dates',
		placeholder: 'e.g. >=2026-01-01',
	}),
	event: text('Event', {
		description: 'Only return runs triggered by this event',
		placeholder: 'e.g. push',
	}),
	excludePullRequests,
	headSha: text('Head SHA', {
		description: 'Only return runs for this commit',
		apiName: 'head_sha',
	}),
	status: choice(
		'Status',
		[
			'completed',
			'action_required',
			'cancelled',
			'failure',
			'neutral',
			'skipped',
			'stale',
			'success',
			'timed_out',
			'in_progress',
			'queued',
			'requested',
			'waiting',
			'pending',
		],
		{ description: 'Only return runs with this status or conclusion' },
	),
};

const reviewed = shapeOf(`
	url id:integer node_id sha ref task payload:object original_environment environment description
	creator:object created_at updated_at statuses_url repository_url transient_environment:boolean
	production_environment:boolean
`);

export const workflowRun = resource('Workflow Run', {
	default: 'getAll',
	operations: {
		approve: operation({
			description: 'Approve a run of a pull request from a first-time contributor',
			request: 'POST /actions/runs/{runId}/approve',
			missingIn: notOnEnterpriseServer,
			effect: 'irreversible',
			fields: { runId },
			done: ({ runId: id }) => ({ approved: true, id, run_id: id }),
		}),
		cancel: operation({
			request: 'POST /actions/runs/{runId}/cancel',
			fields: { runId },
			done: ({ runId: id }) => ({ cancelled: true, id, run_id: id }),
		}),
		delete: operation({
			request: 'DELETE /actions/runs/{runId}',
			effect: 'irreversible',
			fields: { runId },
		}),
		deleteLogs: operation({
			action: 'Delete the logs of a workflow run',
			request: 'DELETE /actions/runs/{runId}/logs',
			effect: 'irreversible',
			fields: { runId },
		}),
		downloadAttemptLogs: operation({
			action: 'Download the logs of one attempt of a workflow run',
			request: 'GET /actions/runs/{runId}/attempts/{attemptNumber}/logs',
			fields: { runId, attemptNumber, ...downloadFields },
			options: outputFileOptions,
			run: async (call) =>
				await downloadFileOrLink(
					call,
					`run-${call.input.runId}-attempt-${call.input.attemptNumber}-logs.zip`,
				),
		}),
		downloadLogs: operation({
			action: 'Download the logs of a workflow run',
			request: 'GET /actions/runs/{runId}/logs',
			fields: { runId, ...downloadFields },
			options: outputFileOptions,
			run: async (call) => await downloadFileOrLink(call, `run-${call.input.runId}-logs.zip`),
		}),
		forceCancel: operation({
			action: 'Force cancel a workflow run',
			description: 'Force-cancel a run that ignores a cancel request',
			request: 'POST /actions/runs/{runId}/force-cancel',
			fields: { runId },
			done: ({ runId: id }) => ({ cancelled: true, forced: true, id, run_id: id }),
		}),
		get: operation({
			request: 'GET /actions/runs/{runId}',
			fields: { runId },
			options: { excludePullRequests },
			simplify,
			shape,
		}),
		getAll: operation({
			request: 'GET /actions/runs',
			options: filters,
			paging,
			simplify,
			shape,
		}),
		getAllWorkflow: operation({
			name: 'Get Many of a Workflow',
			action: 'Get many runs of one workflow',
			request: 'GET /actions/workflows/{workflowId}/runs',
			fields: { workflowId },
			options: filters,
			paging,
			simplify,
			shape,
		}),
		getAttempt: operation({
			action: 'Get one attempt of a workflow run',
			request: 'GET /actions/runs/{runId}/attempts/{attemptNumber}',
			fields: { runId, attemptNumber },
			options: { excludePullRequests },
			simplify,
			shape,
		}),
		getPendingDeployments: operation({
			action: 'Get the deployments of a workflow run that are waiting for a review',
			request: 'GET /actions/runs/{runId}/pending_deployments',
			fields: { runId },
			output: 'rows',
			shape: shapeOf(`
				environment.id:integer environment.node_id environment.name environment.url
				environment.html_url wait_timer:integer wait_timer_started_at
				current_user_can_approve:boolean reviewers:object[]
			`),
		}),
		getReviews: operation({
			action: 'Get the reviews of a workflow run',
			request: 'GET /actions/runs/{runId}/approvals',
			fields: { runId },
			output: 'rows',
			shape: { state: 'string', comment: 'string', environments: ['object'], user: 'object' },
		}),
		getUsage: operation({
			action: 'Get the usage of a workflow run',
			request: 'GET /actions/runs/{runId}/timing',
			missingIn: notOnEnterpriseServer,
			fields: { runId },
			shape: { billable: 'object', run_duration_ms: 'integer' },
		}),
		rerun: operation({
			request: 'POST /actions/runs/{runId}/rerun',
			fields: { runId },
			options: { enableDebugLogging },
			done: ({ runId: id }) => ({ rerun: true, id, run_id: id }),
		}),
		rerunFailed: operation({
			name: 'Rerun Failed Jobs',
			action: 'Rerun the failed jobs of a workflow run',
			request: 'POST /actions/runs/{runId}/rerun-failed-jobs',
			fields: { runId },
			options: { enableDebugLogging },
			done: ({ runId: id }) => ({ rerun: true, id, run_id: id }),
		}),
		reviewDeployments: operation({
			action: 'Review the pending deployments of a workflow run',
			description: 'Approve or reject deployments that are waiting for a review',
			request: 'POST /actions/runs/{runId}/pending_deployments',
			effect: 'irreversible',
			fields: {
				runId,
				environmentIds: list('Environment IDs', {
					itemKind: 'integer',
					description:
						'IDs of the environments, as returned by Get Pending Deployments, separated by commas',
					placeholder: 'e.g. 161171787',
					apiName: 'environment_ids',
					required: true,
				}),
				reviewState: choice(
					'Decision',
					{ approved: 'Approve', rejected: 'Reject' },
					{ apiName: 'state', required: true, default: 'approved' },
				),
				comment: text('Comment', {
					description: 'Comment on the decision',
					required: true,
					lines: 2,
				}),
			},
			output: 'rows',
			permission: tokenScopes.deployments,
			shape: reviewed,
		}),
		wait: operation({
			name: 'Wait Until Completed',
			action: 'Wait until a workflow run is completed',
			description: 'Poll a run until it is completed, and return its result and its failed jobs',
			request: 'GET /actions/runs/{runId}',
			fields: { runId },
			options: waitOptions,
			simplify: completedRunBrief,
			shape: completedRun,
			run: async (call) => [await waitForRun(call, { id: call.input.runId })],
		}),
	},
});
