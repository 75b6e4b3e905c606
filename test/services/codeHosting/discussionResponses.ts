// Issues, pull requests, reviews and comments: the documented records with the values of the store.

import {
	LABELS,
	type ChangedFile,
	type Comment,
	type Discussions,
	type Issue,
	type PullRequest,
	type Review,
	type ReviewComment,
} from './discussionStore';
import { documented, HOST, repositoryResponse, repositoryUrl, userResponse } from './responses';

const ISSUE = 'GET /repos/:owner/:repo/issues/:number';
const PULL = 'GET /repos/:owner/:repo/pulls/:number';

const hunk = '@@ -1,2 +1,3 @@\n-old\n+new\n+newer\n same';

export class DiscussionResponses {
	private readonly url: string;
	private readonly html: string;

	constructor(private readonly discussions: Discussions) {
		const { repo } = discussions;
		this.url = repositoryUrl(repo);
		this.html = `${HOST}/${repo.owner}/${repo.name}`;
	}

	label = (name: string): object =>
		documented.record(`${ISSUE}/labels`, {
			id: [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 208_045_946),
			url: `${this.url}/labels/${encodeURIComponent(name)}`,
			name,
			description: LABELS[name] ?? null,
			default: name in LABELS,
		});

	/** The properties that issues and pull requests have in common. */
	private shared(issue: Issue) {
		const { id, number, title, body, state, locked, active_lock_reason: reason } = issue;
		const { milestone } = documented.body(ISSUE) as { milestone: object };
		return {
			id,
			number,
			title,
			body,
			state,
			locked,
			active_lock_reason: reason,
			user: userResponse(issue.author),
			labels: issue.labels.map(this.label),
			assignee: issue.assignees[0] === undefined ? null : userResponse(issue.assignees[0]),
			assignees: issue.assignees.map(userResponse),
			milestone:
				issue.milestone === null
					? null
					: { ...milestone, number: issue.milestone, title: `v${issue.milestone}.0` },
			comments_url: `${this.url}/issues/${number}/comments`,
			created_at: issue.created_at,
			updated_at: issue.updated_at,
			closed_at: issue.closed_at,
		};
	}

	private commentCount = ({ number }: Issue): number =>
		this.discussions.comments.filter((comment) => comment.number === number).length;

	issue(issue: Issue): object {
		const url = `${this.url}/issues/${issue.number}`;
		const pull = this.discussions.isPull(issue) ? issue : undefined;
		const html = `${this.html}/${pull ? 'pull' : 'issues'}/${issue.number}`;
		return documented.record(ISSUE, {
			...this.shared(issue),
			url,
			html_url: html,
			repository_url: this.url,
			repository: undefined,
			closed_by: null,
			state_reason: issue.state_reason,
			comments: this.commentCount(issue),
			draft: pull?.draft,
			pull_request: pull && {
				url: `${this.url}/pulls/${issue.number}`,
				html_url: html,
				diff_url: `${html}.diff`,
				patch_url: `${html}.patch`,
				merged_at: pull.merged_at,
			},
		});
	}

	comment({ id, number, author, ...comment }: Comment): object {
		const issue = this.discussions.issue(String(number));
		const kind = this.discussions.isPull(issue) ? 'pull' : 'issues';
		return documented.record('GET /repos/:owner/:repo/issues/comments/:comment', {
			...comment,
			id,
			url: `${this.url}/issues/comments/${id}`,
			html_url: `${this.html}/${kind}/${number}#issuecomment-${id}`,
			issue_url: `${this.url}/issues/${number}`,
			user: userResponse(author),
			pin: null,
		});
	}

	/** A pull request in a list. */
	listedPull(pull: PullRequest, request = 'GET /repos/:owner/:repo/pulls') {
		const html = `${this.html}/pull/${pull.number}`;
		return documented.record(request, {
			...this.shared(pull),
			url: `${this.url}/pulls/${pull.number}`,
			html_url: html,
			diff_url: `${html}.diff`,
			patch_url: `${html}.patch`,
			issue_url: `${this.url}/issues/${pull.number}`,
			merged_at: pull.merged_at,
			merge_commit_sha: pull.merge_commit_sha,
			draft: pull.draft,
			requested_reviewers: pull.reviewers.map(userResponse),
			requested_teams: pull.teams.map(this.team),
			head: this.branch('head', pull.headOwner, pull.head, pull.headSha),
			base: this.branch('base', this.discussions.repo.owner, pull.base, '6'.repeat(40)),
		});
	}

	pull(pull: PullRequest): object {
		const count = (key: 'additions' | 'deletions'): number =>
			pull.files.reduce((sum, file) => sum + file[key], 0);
		return {
			...this.listedPull(pull, PULL),
			merged: pull.merged_at !== null,
			merged_by: pull.merged_at === null ? null : userResponse('octocat'),
			mergeable: pull.mergeable,
			mergeable_state: pull.mergeable === null ? 'unknown' : pull.mergeable ? 'clean' : 'dirty',
			maintainer_can_modify: pull.maintainer_can_modify,
			comments: this.commentCount(pull),
			review_comments: this.discussions.reviewComments.filter(
				({ number }) => number === pull.number,
			).length,
			commits: pull.commits.length,
			additions: count('additions'),
			deletions: count('deletions'),
			changed_files: pull.files.length,
		};
	}

	reviewers(pull: PullRequest): object {
		return { users: pull.reviewers.map(userResponse), teams: pull.teams.map(this.team) };
	}

	private team = (slug: string): object => {
		const { teams } = documented.body(`${PULL}/requested_reviewers`) as { teams: object[] };
		return { ...teams[0], name: slug, slug, type: 'organization' };
	};

	private branch(name: 'head' | 'base', owner: string, ref: string, sha: string): object {
		const { repo } = (documented.body(PULL) as Record<typeof name, { repo: object }>)[name];
		const user = userResponse(owner);
		return {
			label: `${owner}:${ref}`,
			ref,
			sha,
			user,
			repo: {
				...repo,
				...repositoryResponse(this.discussions.repo),
				owner: user,
				license: null,
				permissions: undefined,
			},
		};
	}

	commit({ author: login }: PullRequest, { sha, message }: PullRequest['commits'][number]): object {
		const request = `${PULL}/commits`;
		const [{ commit }] = documented.body(request) as [{ commit: { author: object } }];
		const signature = { ...commit.author, name: login, email: `${login}@example.com` };
		return documented.record(request, {
			sha,
			url: `${this.url}/commits/${sha}`,
			html_url: `${this.html}/commit/${sha}`,
			commit: { ...commit, message, author: signature, committer: signature },
			author: userResponse(login),
			committer: userResponse(login),
			files: undefined,
		});
	}

	file({ headSha }: PullRequest, { filename, status, additions, deletions }: ChangedFile): object {
		const path = `${headSha}/${filename}`;
		return documented.record(`${PULL}/files`, {
			previous_filename: undefined,
			filename,
			status,
			additions,
			deletions,
			changes: additions + deletions,
			blob_url: `${this.html}/blob/${path}`,
			raw_url: `${this.html}/raw/${path}`,
			contents_url: `${this.url}/contents/${filename}?ref=${headSha}`,
			patch: hunk,
		});
	}

	review({ author, number, submitted_at: submitted, ...review }: Review): object {
		return documented.record(`${PULL}/reviews/:review`, {
			...review,
			// A draft has no such property.
			submitted_at: submitted ?? undefined,
			user: userResponse(author),
			html_url: `${this.html}/pull/${number}#pullrequestreview-${review.id}`,
			pull_request_url: `${this.url}/pulls/${number}`,
		});
	}

	reviewComment(comment: ReviewComment): object {
		const { id, number, author, review, in_reply_to_id: replyTo, ...rest } = comment;
		return documented.record('GET /repos/:owner/:repo/pulls/comments/:comment', {
			...rest,
			id,
			url: `${this.url}/pulls/comments/${id}`,
			html_url: `${this.html}/pull/${number}#discussion_r${id}`,
			pull_request_url: `${this.url}/pulls/${number}`,
			pull_request_review_id: review,
			in_reply_to_id: replyTo ?? undefined,
			diff_hunk: hunk,
			user: userResponse(author),
		});
	}
}

export const diffOf = ({ files }: PullRequest): string =>
	files
		.map(
			({ filename }) =>
				`diff --git a/${filename} b/${filename}\n--- a/${filename}\n+++ b/${filename}\n${hunk}\n`,
		)
		.join('');

export const patchOf = (pull: PullRequest): string =>
	pull.commits
		.map(
			({ sha, message }) =>
				`From ${sha} Mon Sep 17 00:00:00 2001\nFrom: ${pull.author} <${pull.author}@example.com>\n` +
				`Subject: [PATCH] ${message}\n\n---\n${diffOf(pull)}-- \n2.43.0\n\n`,
		)
		.join('');
