/** Shapes of pull requests, their reviews and review comments, see `shapes.ts`. */
import { pathsOf, shapeOf } from '../../engine/describe';
import { listedCommitBrief } from '../content/shapes';
import {
	allPropertiesOf,
	issueLabel,
	labelNames,
	lastPartOf,
	loginsIn,
	numberIn,
	user,
} from '../shapes';

const pullRequest = {
	...shapeOf('number:integer title state draft:boolean'),
	user,
	head: { ref: 'string', sha: 'string' },
	base: { ref: 'string' },
	labels: [issueLabel],
	requested_reviewers: ['object'],
	...shapeOf('created_at updated_at closed_at merged_at body html_url'),
} as const;

const pullRequestBrief = {
	...pathsOf(`
		number title state draft user=user.login head=head.ref head_sha=head.sha base=base.ref labels
	`),
	label_names: labelNames,
	...pathsOf('requested_reviewers'),
	requested_reviewer_logins: loginsIn('requested_reviewers'),
	...pathsOf('created_at updated_at closed_at merged_at body html_url'),
};

export const listedPullRequest = { simplify: pullRequestBrief, shape: pullRequest } as const;

/** Properties that pull requests in lists do not have. */
const singleOnly = shapeOf(`
	merged:boolean mergeable:boolean mergeable_state comments:integer review_comments:integer
	commits:integer additions:integer deletions:integer changed_files:integer
`);

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

export const pullRequestSwitches = shapeOf(`
	number:integer title draft:boolean merged:boolean auto_merge.enabled_at html_url
`);

export const mergeResult = { sha: 'string', merged: 'boolean', message: 'string' } as const;

export const requestedReviewers = { users: ['object'], teams: ['object'] } as const;

export const pullRequestCommit = {
	simplify: listedCommitBrief,
	shape: {
		...shapeOf(`
			sha commit.message commit.author.name commit.author.email commit.author.date
			commit.committer.name commit.committer.email
		`),
		author: user,
		...shapeOf('html_url'),
	},
} as const;

const changedFileShape = shapeOf(`
	filename previous_filename status additions:integer deletions:integer changes:integer sha patch
	blob_url
`);

export const changedFile = {
	simplify: Object.keys(changedFileShape),
	shape: changedFileShape,
} as const;

const reviewShape = {
	id: 'integer',
	user,
	...shapeOf('state body commit_id submitted_at html_url pull_request_url'),
} as const;

export const review = {
	simplify: allPropertiesOf(reviewShape, { user: 'user.login' }),
	shape: reviewShape,
} as const;

export const reviewComment = {
	simplify: {
		...pathsOf(`
			id review_id=pull_request_review_id in_reply_to_id user=user.login body path line side
			start_line diff_hunk commit_id created_at updated_at html_url pull_request_url
		`),
		number: numberIn('pull_request_url'),
		pullRequestNumber: lastPartOf('pull_request_url'),
	},
	shape: {
		...shapeOf('id:integer pull_request_review_id:integer in_reply_to_id:integer'),
		user,
		...shapeOf(`
			body path line:integer side start_line:integer diff_hunk commit_id created_at updated_at
			html_url pull_request_url
		`),
	},
} as const;
