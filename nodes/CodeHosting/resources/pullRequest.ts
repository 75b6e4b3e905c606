import {
	choice,
	flag,
	list,
	operationsIn,
	outputFileOptions,
	resource,
	text,
} from '../../engine/describe';
import { withHeadOwner } from '../enteredText';
import { direction, repositoryScope } from '../fields';
import { graphQlOperation } from '../graphQl';
import {
	body,
	commentBody,
	maintainerCanModify,
	newBody,
	newTitle,
	openOrClosed,
	requireOneOf,
	stateFilter,
	title,
	withoutAt,
} from '../issues/fields';
import { issueComment, issueCommentBrief } from '../issues/shapes';
import { byLink } from '../paging';
import { baseBranch, headBranch, pullRequestNumber } from '../pullRequests/fields';
import {
	changedFile,
	fullPullRequest,
	listedPullRequest,
	mergeResult,
	pullRequestCommit,
	pullRequestSwitches,
	requestedReviewers,
} from '../pullRequests/shapes';
import { diffOrPatch, diffOutput } from '../pullRequests/text';
import { tokenScopes } from '../tokenScopes';

const operation = operationsIn(
	repositoryScope,
	tokenScopes.pullRequests,
	tokenScopes.pullRequestsWrite,
);

const fields = { pullRequestNumber };

const reviewers = {
	reviewers: list('Reviewers', {
		description: 'Names of the users, separated by commas',
		placeholder: 'e.g. octocat, hubot',
	}),
	teamReviewers: list('Team Reviewers', {
		description: 'Slugs of the teams, separated by commas',
		apiName: 'team_reviewers',
		placeholder: 'e.g. justice-league',
	}),
};

const updateFields = {
	issueState: openOrClosed,
	maintainerCanModify,
	newBase: text('Base Branch', {
		description: 'Branch that the changes are merged into',
		apiName: 'base',
		placeholder: 'e.g. main',
	}),
	newBody: { ...newBody, apiName: 'body' },
	newTitle: { ...newTitle, apiName: 'title' },
};

const mergeMethod = choice(
	'Merge Method',
	{ merge: 'Merge Commit', squash: 'Squash', rebase: 'Rebase' },
	{
		description: 'How to merge. The repository must allow this method.',
		apiName: 'merge_method',
		default: 'merge',
	},
);

const mergeOptions = {
	commitMessage: text('Commit Message', {
		description: 'Text that is added to the automatic commit message',
		apiName: 'commit_message',
		lines: 3,
	}),
	commitTitle: text('Commit Title', {
		description: 'Title of the commit message',
		apiName: 'commit_title',
	}),
	requiredHead: text('Required Head SHA', {
		description:
			'Only merge if the head branch is still at this commit, for example the one that was reviewed',
		rejectEmptyExpression: 'later commits would be merged too',
		apiName: 'sha',
	}),
};

/** Changes what only the GraphQL API can change. */
const change = (mutation: string, variables = '', input = '') => ({
	fields,
	parents: ['owner', 'repository'] as const,
	shape: pullRequestSwitches,
	...graphQlOperation({
		ids: `query ($owner: String!, $repository: String!, $pullRequestNumber: Int!) {
			repository(owner: $owner, name: $repository) {
				pullRequest(number: $pullRequestNumber) { pullRequestId: id }
			}
		}`,
		document: `mutation ($pullRequestId: ID!${variables}) {
			${mutation}(input: { pullRequestId: $pullRequestId${input} }) {
				pullRequest {
					number title draft: isDraft merged auto_merge: autoMergeRequest { enabled_at: enabledAt }
					html_url: url
				}
			}
		}`,
	}),
});

const diff = {
	request: 'GET /pulls/{pullRequestNumber}',
	fields: { ...fields, diffOutput },
	options: outputFileOptions,
} as const;

export const pullRequest = resource('Pull Request', {
	default: 'getAll',
	operations: {
		close: operation({
			description: 'Close a pull request without merging it',
			request: 'PATCH /pulls/{pullRequestNumber}',
			fixedBody: { state: 'closed' },
			fields,
			idempotency: 'safe',
			...fullPullRequest,
		}),
		convertToDraft: operation({
			...change('convertPullRequestToDraft'),
			action: 'Convert a pull request to a draft',
		}),
		create: operation({
			collection: 'additionalFields',
			request: 'POST /pulls',
			fields: { title, headBranch, baseBranch, body },
			options: {
				draft: flag('Draft', {
					description: 'Whether the pull request is a draft',
					default: true,
				}),
				headRepository: text('Head Repository', {
					description:
						'Repository of the head branch. Required if it is another repository of the same organization.',
					apiName: 'head_repo',
					placeholder: 'e.g. octo-org/octo-repo',
				}),
				maintainerCanModify,
			},
			...fullPullRequest,
		}),
		createComment: operation({
			action: 'Create a comment on a pull request',
			description: 'Create a comment on the conversation of a pull request, not on its changes',
			request: 'POST /issues/{pullRequestNumber}/comments',
			fields: { ...fields, body: commentBody },
			simplify: issueCommentBrief,
			shape: issueComment,
		}),
		disableAutoMerge: operation({
			...change('disablePullRequestAutoMerge'),
			action: 'Disable the auto merge of a pull request',
			name: 'Disable Auto-Merge',
			effect: 'reversible',
		}),
		enableAutoMerge: operation({
			...change(
				'enablePullRequestAutoMerge',
				', $merge_method: PullRequestMergeMethod, $commit_title: String, $commit_message: String, $sha: GitObjectID',
				', mergeMethod: $merge_method, commitHeadline: $commit_title, commitBody: $commit_message, expectedHeadOid: $sha',
			),
			action: 'Enable the auto merge of a pull request',
			name: 'Enable Auto-Merge',
			description: 'Merge a pull request as soon as its reviews and checks allow it',
			effect: 'recorded',
			fields: { ...fields, mergeMethod },
			options: mergeOptions,
			prepare: (input) => ({ ...input, mergeMethod: (input.mergeMethod as string).toUpperCase() }),
			permission: tokenScopes.merge,
		}),
		get: operation({
			description:
				'Get a pull request; mergeable is null until the service has checked for conflicts',
			request: 'GET /pulls/{pullRequestNumber}',
			fields,
			...fullPullRequest,
		}),
		getAll: operation({
			description: 'Get the pull requests of a repository, by default the open ones',
			request: 'GET /pulls',
			options: {
				direction,
				pullRequestBase: text('Base Branch', {
					description: 'Only return pull requests into this branch',
					apiName: 'base',
					placeholder: 'e.g. main',
				}),
				pullRequestHead: text('Head Branch', {
					description:
						'Only return pull requests from this branch. For a branch of a fork, enter the owner of the fork and the branch, as in octocat:topic.',
					apiName: 'head',
					placeholder: 'e.g. topic or octocat:topic',
				}),
				pullRequestSort: choice(
					'Sort',
					{
						created: 'Created',
						updated: 'Updated',
						popularity: 'Popularity',
						'long-running': 'Long-Running',
					},
					{
						description:
							'Property to sort by. Popularity is the number of comments. Long-Running only returns pull requests that have been open for more than a month.',
						apiName: 'sort',
						collection: 'options',
					},
				),
				pullRequestState: stateFilter('pull requests'),
			},
			prepare: withHeadOwner,
			paging: byLink(),
			...listedPullRequest,
		}),
		getAllCommits: operation({
			action: 'Get many commits of a pull request',
			description: 'Get up to 250 commits of a pull request, oldest first',
			request: 'GET /pulls/{pullRequestNumber}/commits',
			fields,
			paging: byLink(),
			...pullRequestCommit,
		}),
		getAllFiles: operation({
			action: 'Get many files of a pull request',
			description: 'Get up to 3,000 files that a pull request changes',
			request: 'GET /pulls/{pullRequestNumber}/files',
			fields,
			paging: byLink(),
			...changedFile,
		}),
		getDiff: operation({
			...diff,
			action: 'Get the diff of a pull request',
			description: 'Get the changes of a pull request as one diff, as text or as a file',
			run: async (call) => await diffOrPatch(call, 'diff'),
		}),
		getPatch: operation({
			...diff,
			action: 'Get the patch of a pull request',
			description: 'Get the commits of a pull request as patches, as text or as a file',
			run: async (call) => await diffOrPatch(call, 'patch'),
		}),
		getRequestedReviewers: operation({
			action: 'Get the requested reviewers of a pull request',
			description: 'Get the users and teams whose review is requested and not yet submitted',
			request: 'GET /pulls/{pullRequestNumber}/requested_reviewers',
			fields,
			shape: requestedReviewers,
		}),
		markReadyForReview: operation({
			...change('markPullRequestReadyForReview'),
			action: 'Mark a pull request as ready for review',
			description: 'Turn a draft into a pull request that can be reviewed and merged',
		}),
		merge: operation({
			request: 'PUT /pulls/{pullRequestNumber}/merge',
			effect: 'recorded',
			fields: {
				...fields,
				mergeMethod,
			},
			options: mergeOptions,
			// A repeated request fails, because the pull request is already merged.
			idempotency: 'none',
			permission: tokenScopes.merge,
			shape: mergeResult,
		}),
		removeRequestedReviewers: operation({
			action: 'Remove requested reviewers from a pull request',
			request: 'DELETE /pulls/{pullRequestNumber}/requested_reviewers',
			effect: 'reversible',
			fields: {
				...fields,
				reviewers: { ...reviewers.reviewers, in: 'body', clearable: true },
				teamReviewers: { ...reviewers.teamReviewers, in: 'body' },
			},
			check: ({ reviewers: users = [], teamReviewers: teams = [] }) =>
				users.length + teams.length > 0
					? undefined
					: { field: 'reviewers', problem: 'is required, unless Team Reviewers is set' },
			// The service requires this list, even if only teams are removed.
			prepare: (input) => withoutAt({ ...input, reviewers: input.reviewers ?? [] }),
			output: 'single',
			...listedPullRequest,
		}),
		reopen: operation({
			request: 'PATCH /pulls/{pullRequestNumber}',
			fixedBody: { state: 'open' },
			fields,
			idempotency: 'safe',
			...fullPullRequest,
		}),
		requestReviewers: operation({
			action: 'Request reviewers for a pull request',
			description: 'Request reviews from users and teams',
			request: 'POST /pulls/{pullRequestNumber}/requested_reviewers',
			fields: { ...fields, ...reviewers },
			check: requireOneOf(reviewers),
			prepare: withoutAt,
			...listedPullRequest,
		}),
		update: operation({
			collection: 'updateFields',
			request: 'PATCH /pulls/{pullRequestNumber}',
			fields,
			options: updateFields,
			idempotency: 'safe',
			...fullPullRequest,
		}),
		updateBranch: operation({
			action: 'Update the branch of a pull request',
			description:
				'Merge the base branch into the head branch; the service does this in the background',
			request: 'PUT /pulls/{pullRequestNumber}/update-branch',
			fields: {
				...fields,
				expectedHead: text('Expected Head SHA', {
					description: 'The operation fails if the head branch is no longer at this commit',
					apiName: 'expected_head_sha',
				}),
			},
			// A repeated request would merge once more if the base branch has changed.
			idempotency: 'none',
			shape: { message: 'string', url: 'string' },
		}),
	},
});
