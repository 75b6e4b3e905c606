/** Checks that an app reports on a commit. */
import { choice, date, id, json, operationsIn, resource, text } from '../../engine/describe';
import { commitRef, commitSha } from '../content/fields';
import { checkRun as shape, checkRunBrief as simplify } from '../content/shapes';
import { repositoryScope, repositoryUrl } from '../fields';
import { byLink } from '../paging';
import { tokenScopes } from '../tokenScopes';

const operation = operationsIn(repositoryScope, tokenScopes.checksRead, tokenScopes.checksWrite);

const checkRunId = id('Check Run', {
	urlExample: 'https://github.com/octo-org/hello-world/runs/4',
	description: 'ID of the check run',
	placeholder: 'e.g. 4',
	// The ID of a workflow job is the ID of its check run.
	urlPattern: '(?:/check-runs|/job|(?<!/actions)/runs)/([0-9]+)',
	urlParents: repositoryUrl,
});

export const checkName = text('Check Name', {
	description: 'Only return check runs with this name',
	placeholder: 'e.g. build',
	apiName: 'check_name',
});

/** Also Commit: Get Many Check Runs. */
export const checkRunList = {
	request: 'GET /commits/{commitRef}/check-runs',
	fields: { commitRef },
	options: {
		checkName,
		checkRunStatus: choice(
			'Check Status',
			{ queued: 'Queued', in_progress: 'In Progress', completed: 'Completed' },
			{ description: 'Only return check runs with this status', apiName: 'status' },
		),
		pastCheckRuns: choice(
			'Past Check Runs',
			{ latest: 'Omit', all: 'Include' },
			{ description: 'Whether to also return older runs of the same check', apiName: 'filter' },
		),
	},
	paging: byLink({ rows: 'check_runs' }),
	permission: tokenScopes.checksRead,
	simplify,
	shape,
} as const;

const checkRunName = text('Name', {
	description: 'Name of the check',
	placeholder: 'e.g. code-coverage',
	apiName: 'name',
	required: true,
});

const output = {
	annotations: json('Annotations', {
		description:
			'List of up to 50 notes on lines of files, each with path, start_line, end_line, annotation_level (notice, warning or failure) and message',
		apiName: 'output.annotations',
		acceptsList: true,
	}),
	outputSummary: text('Summary', {
		description: 'Result of the check, in Markdown',
		apiName: 'output.summary',
		lines: 3,
		maxLength: 65_535,
	}),
	outputText: text('Details', {
		description: 'Details of the result, in Markdown',
		apiName: 'output.text',
		lines: 5,
		maxLength: 65_535,
	}),
	outputTitle: text('Title', {
		description: 'Title of the result',
		placeholder: 'e.g. 3 of 120 files have no tests',
		apiName: 'output.title',
	}),
};

const values = {
	...output,
	checkRunActions: json('Actions', {
		description:
			'List of up to three buttons, each with label, description and identifier. The service sends the event check_run when somebody clicks one.',
		apiName: 'actions',
		acceptsList: true,
	}),
	checkState: choice(
		'Status',
		{ queued: 'Queued', in_progress: 'In Progress' },
		{ description: 'State of the check. A conclusion completes it.', apiName: 'status' },
	),
	completedAt: date('Completed At', {
		description: 'When the check was completed. Only with a conclusion.',
		apiName: 'completed_at',
	}),
	conclusion: choice(
		'Conclusion',
		['success', 'failure', 'neutral', 'cancelled', 'skipped', 'timed_out', 'action_required'],
		{ description: 'Result of the check. Completes it.' },
	),
	detailsUrl: text('Details URL', {
		description: 'Page with the full result',
		placeholder: 'e.g. https://ci.example.com/builds/42',
		apiName: 'details_url',
	}),
	externalId: text('External ID', {
		description: 'ID of the check in your system',
		placeholder: 'e.g. build-42',
		apiName: 'external_id',
	}),
	startedAt: date('Started At', {
		description: 'When the check was started',
		apiName: 'started_at',
	}),
};

/** The service rejects an output without a title or a summary. */
function checkOutput(input: { readonly [name in keyof typeof output]?: unknown }) {
	const names = ['outputTitle', 'outputSummary'] as const;
	const field = names.find((name) => input[name] === undefined);
	const isSet = Object.keys(output).some((name) => input[name as keyof typeof output]);
	return field && isSet ? { field, problem: 'is required for the other texts' } : undefined;
}

export const checkRun = resource('Check Run', {
	default: 'create',
	operations: {
		create: operation({
			collection: 'additionalFields',
			request: 'POST /check-runs',
			fields: { commitSha: { ...commitSha, apiName: 'head_sha' }, checkRunName },
			options: values,
			check: checkOutput,
			simplify,
			shape,
		}),
		get: operation({
			request: 'GET /check-runs/{checkRunId}',
			fields: { checkRunId },
			simplify,
			shape,
		}),
		getAll: operation({
			...checkRunList,
			description: 'Get the check runs of a commit, branch or tag',
		}),
		update: operation({
			collection: 'updateFields',
			request: 'PATCH /check-runs/{checkRunId}',
			fields: { checkRunId },
			options: { ...values, checkRunName: { ...checkRunName, required: false as const } },
			check: checkOutput,
			idempotency: 'safe',
			simplify,
			shape,
		}),
	},
});
