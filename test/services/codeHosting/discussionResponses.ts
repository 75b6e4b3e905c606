// Issues, pull requests and comments: the documented records with the values of the store.

import { contentsOf } from './contents';
import {
	LABELS,
	type Comment,
	type Discussions,
	type Issue,
	type PullRequest,
} from './discussionStore';
import { documented, HOST, repositoryResponse, repositoryUrl, userResponse } from './responses';

const ISSUE = 'GET /repos/:owner/:repo/issues/:number';

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
			url: `${this.url}/labels/${encodeURIComponent(name)}`,
			name,
			description: null,
			...this.discussions.labels.get(name),
			default: name in LABELS,
		});

	/** The properties that issues and pull requests have in common. */
	private shared({ author, labels, assignees, ...issue }: Issue) {
		const { id, number, title, body, state, created_at, updated_at, closed_at } = issue;
		return {
			id,
			number,
			title,
			body,
			state,
			locked: false,
			active_lock_reason: null,
			user: userResponse(author),
			labels: labels.map(this.label),
			assignee: assignees[0] === undefined ? null : userResponse(assignees[0]),
			assignees: assignees.map(userResponse),
			milestone: null,
			comments_url: `${this.url}/issues/${number}/comments`,
			created_at,
			updated_at,
			closed_at,
		};
	}

	issue(issue: Issue): object {
		const { number } = issue;
		const pull = this.discussions.isPull(issue) ? issue : undefined;
		const html = `${this.html}/${pull ? 'pull' : 'issues'}/${number}`;
		return documented.record(ISSUE, {
			...this.shared(issue),
			url: `${this.url}/issues/${number}`,
			html_url: html,
			repository_url: this.url,
			repository: undefined,
			closed_by: null,
			state_reason: issue.state_reason,
			comments: this.discussions.comments.filter((comment) => comment.number === number).length,
			pull_request: pull && {
				url: `${this.url}/pulls/${number}`,
				html_url: html,
				diff_url: `${html}.diff`,
				patch_url: `${html}.patch`,
				merged_at: pull.merged_at,
				...(pull.draft !== undefined && { draft: pull.draft }),
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

	/** @param request the pull request, or the list of pull requests */
	pull(pull: PullRequest, request: string): object {
		const html = `${this.html}/pull/${pull.number}`;
		return documented.record(request, {
			...this.shared(pull),
			url: `${this.url}/pulls/${pull.number}`,
			html_url: html,
			diff_url: `${html}.diff`,
			patch_url: `${html}.patch`,
			issue_url: `${this.url}/issues/${pull.number}`,
			merged_at: pull.merged_at,
			requested_reviewers: pull.reviewers.map(userResponse),
			requested_teams: [],
			head: this.branch('head', pull.head),
			base: this.branch('base', pull.base),
		});
	}

	private branch(name: 'head' | 'base', ref: string): object {
		const { repo } = this.discussions;
		const documentedPull = documented.body('GET /repos/:owner/:repo/pulls/:number');
		const branch = (documentedPull as Record<typeof name, { repo: object }>)[name];
		const user = userResponse(repo.owner);
		const sha = contentsOf(repo).branches.get(ref);
		return {
			...branch,
			...(sha !== undefined && { sha }),
			label: `${repo.owner}:${ref}`,
			ref,
			user,
			repo: {
				...branch.repo,
				...repositoryResponse(repo),
				owner: user,
				license: null,
				permissions: undefined,
			},
		};
	}
}
