import { choice, operationsIn, resource, text } from '../../engine/describe';
import { commitRef, commitSha, since, until } from '../content/fields';
import {
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
import { listUnlessEmpty } from '../content/emptyRepository';
import { repositoryScope } from '../fields';
import { readPagedRecord } from '../pagedRecord';
import { byLink } from '../paging';
import { listedPullRequest } from '../pullRequests/shapes';
import { tokenScopes } from '../tokenScopes';
import { checkRunList } from './checkRun';

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
		createStatus: operation({
			action: 'Create a status of a commit',
			collection: 'additionalFields',
			description:
				'Create a status of a commit; a pull request shows the latest one of each context',
			request: 'POST /statuses/{commitSha}',
			fields: {
				commitSha,
				commitState: choice('State', ['error', 'failure', 'pending', 'success'], {
					description: 'State to report',
					apiName: 'state',
					default: 'success',
				}),
			},
			options: {
				statusContext: text('Context', {
					description: 'Name that distinguishes the status from those of other systems',
					placeholder: 'e.g. ci/build',
					apiName: 'context',
				}),
				statusDescription: text('Description', {
					description: 'Short description of the status, up to 140 characters',
					placeholder: 'e.g. All tests passed',
					apiName: 'description',
					maxLength: 140,
				}),
				statusTargetUrl: text('Target URL', {
					description: 'Page with the details',
					placeholder: 'e.g. https://ci.example.com/builds/42',
					apiName: 'target_url',
				}),
			},
			permission: tokenScopes.statusesWrite,
			simplify: commitStatusBrief,
			shape: commitStatus,
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
			run: listUnlessEmpty,
		}),
		getAllCheckRuns: operation({
			...checkRunList,
			action: 'Get many check runs of a commit',
			description: 'Get the check runs of a commit, branch or tag',
		}),
		getAllPullRequests: operation({
			...listedPullRequest,
			action: 'Get many pull requests of a commit',
			description:
				'Get the pull requests that contain a commit; for a merged commit, the merged pull request',
			request: 'GET /commits/{commitSha}/pulls',
			fields: { commitSha },
			paging: byLink(),
			permission: tokenScopes.pullRequests,
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
