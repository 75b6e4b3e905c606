/** Fields that the operations of pull requests, reviews and review comments share. */
import type { IDataObject } from 'n8n-workflow';
import { id, numbered, toText } from '../../engine/describe';
import { branchLookup, pagedLookup, repositoryPath, repositoryUrl, shortDate } from '../fields';
import { commentRow, numberedRow } from '../issues/fields';

export const pullRequestNumber = id('Pull Request Number', {
	urlExample: 'https://github.com/octo-org/hello-world/pull/8',
	...numbered,
	description: 'Number of the pull request',
	urlPattern: '/(?:pulls?|issues)/([0-9]+)',
	urlParents: repositoryUrl,
	listMethod: 'searchPullRequest',
	lookup: pagedLookup(
		`GET ${repositoryPath}/pulls?state=all&sort=updated&direction=desc&per_page=100`,
		undefined,
		(row) => numberedRow(row, row.merged_at ? 'merged' : row.state),
	),
});

export const reviewId = id('Review', {
	urlExample: 'https://github.com/octo-org/hello-world/pull/8#pullrequestreview-80',
	description: 'ID of the review',
	placeholder: 'e.g. 80',
	urlPattern: '(?:#pullrequestreview-|/reviews/)([0-9]+)',
	urlParents: repositoryUrl,
	listMethod: 'searchReview',
	lookup: pagedLookup(
		`GET ${repositoryPath}/pulls/{pullRequestNumber}/reviews?per_page=100`,
		undefined,
		({ id: review, user, state, submitted_at: submitted }) => ({
			name: `${toText((user as IDataObject | null)?.login)} · ${toText(state)} · ${shortDate(submitted)}`,
			value: toText(review),
		}),
	),
});

export const reviewCommentId = id('Review Comment', {
	urlExample: 'https://github.com/octo-org/hello-world/pull/8#discussion_r10',
	description: 'ID of the comment on the changes of a pull request',
	placeholder: 'e.g. 10',
	urlPattern: '(?:#discussion_r|/(?:files|changes)(?:/[^/?#]+)?#r|/pulls/comments/)([0-9]+)',
	urlParents: repositoryUrl,
	listMethod: 'searchReviewComment',
	lookup: pagedLookup(
		`GET ${repositoryPath}/pulls/comments?sort=updated&direction=desc&per_page=100`,
		undefined,
		commentRow,
	),
});

export const headBranch = id('Head Branch', {
	byName: true,
	description:
		'Branch with the changes. For a branch of a fork, enter the owner of the fork and the branch, as in octocat:topic.',
	apiName: 'head',
	placeholder: 'e.g. topic or octocat:topic',
	listMethod: 'searchHeadBranch',
	lookup: branchLookup,
});

export const baseBranch = id('Base Branch', {
	byName: true,
	description: 'Branch that the changes are merged into',
	apiName: 'base',
	placeholder: 'e.g. main',
	listMethod: 'searchBaseBranch',
	lookup: branchLookup,
});
