import { choice, operationsIn, resource, text } from '../../engine/describe';
import { commitRef, since, until } from '../content/fields';
import {
	checkRun,
	checkRunBrief,
	combinedStatus,
	combinedStatusBrief,
	commit as shape,
	commitBrief,
	commitStatus,
	commitStatusBrief,
	comparison,
	comparisonBrief,
	listedCommitBrief,
} from '../content/shapes';
import { repositoryScope } from '../fields';
import { readPagedRecord } from '../pagedRecord';
import { byLink } from '../paging';
import { tokenScopes } from '../tokenScopes';

const operation = operationsIn(repositoryScope, tokenScopes.contentsRead);

/** The service determines the page size: 300 files. */
const commitFiles = { ...byLink({ rows: 'files', maximum: 300 }), rows: 'files', size: undefined };

export const commit = resource('Commit', {
	default: 'getAll',
	operations: {
		compare: operation({
			action: 'Compare two commits',
			description:
				'Compare two commits, branches or tags; returns all commits and up to 300 changed files',
			request: 'GET /compare/{base}...{head}',
			fields: {
				base: text('Base', {
					description: 'Commit, branch or tag to compare with. For a fork, user:branch.',
					placeholder: 'e.g. main',
					allowSlashes: true,
					required: true,
				}),
				head: text('Head', {
					description: 'Commit, branch or tag with the changes. For a fork, user:branch.',
					placeholder: 'e.g. topic',
					allowSlashes: true,
					required: true,
				}),
			},
			simplify: comparisonBrief,
			shape: comparison,
			// Only the first page contains the files.
			run: readPagedRecord({ ...byLink({ rows: 'commits' }), rows: 'commits' }),
		}),
		get: operation({
			description: 'Get a commit with its changed files; returns up to 3,000 files',
			request: 'GET /commits/{commitRef}',
			fields: { commitRef },
			simplify: commitBrief,
			shape,
			run: readPagedRecord(commitFiles),
		}),
		getAll: operation({
			description: 'Get the commits of a branch or of a file, newest first',
			request: 'GET /commits',
			options: {
				commitAuthor: text('Author', {
					description: 'Only return commits by this author: username or email address',
					placeholder: 'e.g. octocat',
					apiName: 'author',
				}),
				commitCommitter: text('Committer', {
					description: 'Only return commits by this committer: username or email address',
					placeholder: 'e.g. octocat',
					apiName: 'committer',
				}),
				changedPath: text('Path', {
					description: 'Only return commits that change this file or directory',
					placeholder: 'e.g. docs/README.md',
					apiName: 'path',
				}),
				since,
				startAt: text('Branch, Tag or SHA', {
					description: 'Where to start. Default: the default branch.',
					placeholder: 'e.g. main',
					apiName: 'sha',
				}),
				until,
			},
			paging: byLink(),
			simplify: listedCommitBrief,
			shape,
		}),
		getAllCheckRuns: operation({
			action: 'Get many check runs of a commit',
			description: 'Get the check runs of a commit, branch or tag',
			request: 'GET /commits/{commitRef}/check-runs',
			fields: { commitRef },
			options: {
				checkName: text('Check Name', {
					description: 'Only return check runs with this name',
					placeholder: 'e.g. build',
					apiName: 'check_name',
				}),
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
			simplify: checkRunBrief,
			shape: checkRun,
		}),
		getAllStatuses: operation({
			action: 'Get many statuses of a commit',
			description: 'Get all statuses of a commit, branch or tag, newest first',
			request: 'GET /commits/{commitRef}/statuses',
			fields: { commitRef },
			paging: byLink(),
			permission: tokenScopes.statusesRead,
			simplify: commitStatusBrief,
			shape: commitStatus,
		}),
		getStatus: operation({
			name: 'Get Combined Status',
			action: 'Get the combined status of a commit',
			description: 'Get the latest status of every context, and the state of all of them together',
			request: 'GET /commits/{commitRef}/status',
			fields: { commitRef },
			permission: tokenScopes.statusesRead,
			simplify: combinedStatusBrief,
			shape: combinedStatus,
			run: readPagedRecord({ ...byLink({ rows: 'statuses' }), rows: 'statuses' }),
		}),
	},
});
