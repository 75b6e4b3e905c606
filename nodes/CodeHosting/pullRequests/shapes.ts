/** Shapes of pull requests, their reviews and review comments, see `shapes.ts`. */
import { listedCommitBrief } from '../content/shapes';
import { allPropertiesOf, issueLabel, lastPartOf, user } from '../shapes';

const pullRequest = {
	number: 'integer',
	title: 'string',
	state: 'string',
	draft: 'boolean',
	user,
	head: { ref: 'string', sha: 'string' },
	base: { ref: 'string' },
	labels: [issueLabel],
	requested_reviewers: ['object'],
	created_at: 'string',
	updated_at: 'string',
	closed_at: 'string',
	merged_at: 'string',
	body: 'string',
	html_url: 'string',
} as const;

const pullRequestBrief = {
	number: 'number',
	title: 'title',
	state: 'state',
	draft: 'draft',
	user: 'user.login',
	head: 'head.ref',
	head_sha: 'head.sha',
	base: 'base.ref',
	labels: 'labels',
	requested_reviewers: 'requested_reviewers',
	created_at: 'created_at',
	updated_at: 'updated_at',
	closed_at: 'closed_at',
	merged_at: 'merged_at',
	body: 'body',
	html_url: 'html_url',
};

export const listedPullRequest = { simplify: pullRequestBrief, shape: pullRequest } as const;

/** Properties that pull requests in lists do not have. */
const singleOnly = {
	merged: 'boolean',
	mergeable: 'boolean',
	mergeable_state: 'string',
	comments: 'integer',
	review_comments: 'integer',
	commits: 'integer',
	additions: 'integer',
	deletions: 'integer',
	changed_files: 'integer',
} as const;

export const fullPullRequest = {
	simplify: {
		...pullRequestBrief,
		...allPropertiesOf(singleOnly),
	},
	shape: {
		...pullRequest,
		...singleOnly,
	},
} as const;

export const mergeResult = { sha: 'string', merged: 'boolean', message: 'string' } as const;

export const requestedReviewers = { users: ['object'], teams: ['object'] } as const;

export const pullRequestCommit = {
	simplify: listedCommitBrief,
	shape: {
		sha: 'string',
		commit: {
			message: 'string',
			author: { name: 'string', email: 'string', date: 'string' },
		},
		author: user,
		html_url: 'string',
	},
} as const;

const changedFileShape = {
	filename: 'string',
	previous_filename: 'string',
	status: 'string',
	additions: 'integer',
	deletions: 'integer',
	changes: 'integer',
	sha: 'string',
	patch: 'string',
	blob_url: 'string',
} as const;

export const changedFile = {
	simplify: Object.keys(changedFileShape),
	shape: changedFileShape,
} as const;

const reviewShape = {
	id: 'integer',
	user,
	state: 'string',
	body: 'string',
	commit_id: 'string',
	submitted_at: 'string',
	html_url: 'string',
	pull_request_url: 'string',
} as const;

export const review = {
	simplify: allPropertiesOf(reviewShape, { user: 'user.login' }),
	shape: reviewShape,
} as const;

export const reviewComment = {
	simplify: {
		id: 'id',
		review_id: 'pull_request_review_id',
		in_reply_to_id: 'in_reply_to_id',
		user: 'user.login',
		body: 'body',
		path: 'path',
		line: 'line',
		side: 'side',
		start_line: 'start_line',
		diff_hunk: 'diff_hunk',
		commit_id: 'commit_id',
		created_at: 'created_at',
		updated_at: 'updated_at',
		html_url: 'html_url',
		pull_request_url: 'pull_request_url',
		pullRequestNumber: lastPartOf('pull_request_url'),
	},
	shape: {
		id: 'integer',
		pull_request_review_id: 'integer',
		in_reply_to_id: 'integer',
		user,
		body: 'string',
		path: 'string',
		line: 'integer',
		side: 'string',
		start_line: 'integer',
		diff_hunk: 'string',
		commit_id: 'string',
		created_at: 'string',
		updated_at: 'string',
		html_url: 'string',
		pull_request_url: 'string',
	},
} as const;
