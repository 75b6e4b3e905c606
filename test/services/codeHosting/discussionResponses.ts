// Issues, pull requests, reviews and comments, as the public API description describes them.

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
import { fullRepositoryResponse, HOST, nodeId, repositoryUrl, userResponse } from './fullResponses';

const link = (href: string): object => ({ href });

export class DiscussionResponses {
	private readonly url: string;
	private readonly html: string;

	constructor(private readonly discussions: Discussions) {
		const { repo } = discussions;
		this.url = repositoryUrl(repo);
		this.html = `${HOST}/${repo.owner}/${repo.name}`;
	}

	label(name: string): object {
		const id = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 208_045_946);
		return {
			id,
			node_id: nodeId('LA', id),
			url: `${this.url}/labels/${encodeURIComponent(name)}`,
			name,
			description: LABELS[name] ?? null,
			color: 'ededed',
			default: name in LABELS,
		};
	}

	private milestone(number: number | null): object | null {
		if (number === null) return null;
		const url = `${this.url}/milestones/${number}`;
		return {
			url,
			html_url: `${this.html}/milestone/${number}`,
			labels_url: `${url}/labels`,
			id: 1_002_600 + number,
			node_id: nodeId('MI', number),
			number,
			title: `v${number}.0`,
			description: null,
			creator: userResponse('monalisa'),
			open_issues: 0,
			closed_issues: 0,
			state: 'open',
			created_at: '2026-01-10T20:09:31Z',
			updated_at: '2026-01-10T20:09:31Z',
			closed_at: null,
			due_on: null,
		};
	}

	/** The properties that issues and pull requests have in common. */
	private shared(issue: Issue) {
		const { id, number, title, body, state, locked, active_lock_reason: reason } = issue;
		return {
			id,
			number,
			title,
			body,
			state,
			locked,
			active_lock_reason: reason,
			user: userResponse(issue.author),
			labels: issue.labels.map((name) => this.label(name)),
			assignee: issue.assignees[0] === undefined ? null : userResponse(issue.assignees[0]),
			assignees: issue.assignees.map(userResponse),
			milestone: this.milestone(issue.milestone),
			author_association: 'COLLABORATOR',
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
		return {
			...this.shared(issue),
			node_id: nodeId('I', issue.id),
			url,
			html_url: html,
			repository_url: this.url,
			labels_url: `${url}/labels{/name}`,
			events_url: `${url}/events`,
			state_reason: issue.state_reason,
			comments: this.commentCount(issue),
			...(pull
				? {
						draft: pull.draft,
						pull_request: {
							url: `${this.url}/pulls/${issue.number}`,
							html_url: html,
							diff_url: `${html}.diff`,
							patch_url: `${html}.patch`,
							merged_at: pull.merged_at,
						},
					}
				: {}),
		};
	}

	comment({ id, number, author, ...comment }: Comment): object {
		const issue = this.discussions.issue(String(number));
		const kind = this.discussions.isPull(issue) ? 'pull' : 'issues';
		return {
			...comment,
			id,
			node_id: nodeId('IC', id),
			url: `${this.url}/issues/comments/${id}`,
			html_url: `${this.html}/${kind}/${number}#issuecomment-${id}`,
			issue_url: `${this.url}/issues/${number}`,
			user: userResponse(author),
			author_association: 'COLLABORATOR',
		};
	}

	/** A pull request in a list. */
	listedPull(pull: PullRequest): object {
		const url = `${this.url}/pulls/${pull.number}`;
		const html = `${this.html}/pull/${pull.number}`;
		const issueUrl = `${this.url}/issues/${pull.number}`;
		const links = {
			review_comments_url: `${url}/comments`,
			review_comment_url: `${this.url}/pulls/comments{/number}`,
			commits_url: `${url}/commits`,
			statuses_url: `${this.url}/statuses/${pull.headSha}`,
		};
		return {
			...this.shared(pull),
			...links,
			node_id: nodeId('PR', pull.id),
			url,
			html_url: html,
			diff_url: `${html}.diff`,
			patch_url: `${html}.patch`,
			issue_url: issueUrl,
			merged_at: pull.merged_at,
			merge_commit_sha: pull.merge_commit_sha,
			draft: pull.draft,
			auto_merge: null,
			requested_reviewers: pull.reviewers.map(userResponse),
			requested_teams: pull.teams.map((slug) => this.team(slug)),
			head: this.branch(pull.headOwner, pull.head, pull.headSha),
			base: this.branch(this.discussions.repo.owner, pull.base, '6'.repeat(40)),
			_links: {
				self: link(url),
				html: link(html),
				issue: link(issueUrl),
				comments: link(`${issueUrl}/comments`),
				review_comments: link(links.review_comments_url),
				review_comment: link(links.review_comment_url),
				commits: link(links.commits_url),
				statuses: link(links.statuses_url),
			},
		};
	}

	pull(pull: PullRequest): object {
		const count = (key: 'additions' | 'deletions'): number =>
			pull.files.reduce((sum, file) => sum + file[key], 0);
		return {
			...this.listedPull(pull),
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
		return {
			users: pull.reviewers.map(userResponse),
			teams: pull.teams.map((slug) => this.team(slug)),
		};
	}

	private team(slug: string): object {
		const url = `${HOST}/teams/${slug}`;
		return {
			id: 1,
			node_id: nodeId('T', 1),
			url,
			html_url: `${HOST}/orgs/${this.discussions.repo.owner}/teams/${slug}`,
			name: slug,
			slug,
			description: null,
			privacy: 'closed',
			notification_setting: 'notifications_enabled',
			permission: 'push',
			members_url: `${url}/members{/member}`,
			repositories_url: `${url}/repos`,
			parent: null,
			type: 'organization',
			organization_id: 9919,
		};
	}

	private branch(owner: string, ref: string, sha: string): object {
		return {
			label: `${owner}:${ref}`,
			ref,
			sha,
			user: userResponse(owner),
			repo: fullRepositoryResponse(this.discussions.repo),
		};
	}

	commit({ author }: PullRequest, { sha, message }: PullRequest['commits'][number]): object {
		const url = `${this.url}/commits/${sha}`;
		const signature = {
			name: author,
			email: `${author}@example.com`,
			date: '2026-01-14T16:00:49Z',
		};
		const tree = { sha, url: `${this.url}/git/trees/${sha}` };
		return {
			sha,
			node_id: nodeId('C', 1),
			url,
			html_url: `${this.html}/commit/${sha}`,
			comments_url: `${url}/comments`,
			commit: {
				url: `${this.url}/git/commits/${sha}`,
				author: signature,
				committer: signature,
				message,
				tree,
				comment_count: 0,
			},
			author: userResponse(author),
			committer: userResponse(author),
			parents: [{ sha: '6'.repeat(40), url: `${this.url}/commits/${'6'.repeat(40)}` }],
		};
	}

	file({ headSha }: PullRequest, { filename, status, additions, deletions }: ChangedFile): object {
		const path = `${headSha}/${filename}`;
		return {
			sha: 'b'.repeat(40),
			filename,
			status,
			additions,
			deletions,
			changes: additions + deletions,
			blob_url: `${this.html}/blob/${path}`,
			raw_url: `${this.html}/raw/${path}`,
			contents_url: `${this.url}/contents/${filename}?ref=${headSha}`,
			patch: hunk,
		};
	}

	review({ author, number, ...review }: Review): object {
		const html = `${this.html}/pull/${number}#pullrequestreview-${review.id}`;
		const pull = `${this.url}/pulls/${number}`;
		const { submitted_at: submitted, ...rest } = review;
		return {
			...rest,
			// A draft has no such property.
			...(submitted === null ? {} : { submitted_at: submitted }),
			node_id: nodeId('PRR', review.id),
			user: userResponse(author),
			html_url: html,
			pull_request_url: pull,
			author_association: 'COLLABORATOR',
			_links: { html: link(html), pull_request: link(pull) },
		};
	}

	reviewComment(comment: ReviewComment): object {
		const { id, number, author, review, in_reply_to_id: replyTo, ...rest } = comment;
		const url = `${this.url}/pulls/comments/${id}`;
		const html = `${this.html}/pull/${number}#discussion_r${id}`;
		const pull = `${this.url}/pulls/${number}`;
		return {
			...rest,
			id,
			node_id: nodeId('PRRC', id),
			url,
			html_url: html,
			pull_request_url: pull,
			pull_request_review_id: review,
			...(replyTo === null ? {} : { in_reply_to_id: replyTo }),
			diff_hunk: hunk,
			original_commit_id: comment.commit_id,
			position: comment.line ?? 1,
			original_position: comment.line ?? 1,
			original_line: comment.line ?? 1,
			user: userResponse(author),
			author_association: 'COLLABORATOR',
			_links: { self: link(url), html: link(html), pull_request: link(pull) },
		};
	}
}

const hunk = '@@ -1,2 +1,3 @@\n-old\n+new\n+newer\n same';

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
