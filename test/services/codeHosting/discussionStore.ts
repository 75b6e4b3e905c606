// Issues, pull requests, reviews and comments of the repositories.

import type { Clock } from '../kit/clock';
import { apiError, notFound } from './errors';
import type { Repository } from './model';
import { USER, type Store } from './store';

/** An issue, or the part of a pull request that is an issue. */
export interface Issue {
	id: number;
	number: number;
	title: string;
	body: string | null;
	state: string;
	state_reason: string | null;
	author: string;
	labels: string[];
	assignees: string[];
	milestone: number | null;
	type: string | null;
	locked: boolean;
	active_lock_reason: string | null;
	created_at: string;
	updated_at: string;
	closed_at: string | null;
}

export interface ChangedFile {
	filename: string;
	status: string;
	additions: number;
	deletions: number;
}

export interface PullRequest extends Issue {
	head: string;
	headOwner: string;
	headSha: string;
	base: string;
	draft: boolean;
	/** Null until the service has checked for conflicts. */
	mergeable: boolean | null;
	merged_at: string | null;
	merge_commit_sha: string | null;
	maintainer_can_modify: boolean;
	reviewers: string[];
	teams: string[];
	commits: Array<{ sha: string; message: string }>;
	files: ChangedFile[];
	/** Commits of the base branch that the head branch does not have. */
	behind: number;
}

export interface Comment {
	id: number;
	/** The issue or pull request. */
	number: number;
	author: string;
	body: string;
	created_at: string;
	updated_at: string;
}

export interface Review extends Omit<Comment, 'created_at' | 'updated_at'> {
	state: 'PENDING' | 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'DISMISSED';
	commit_id: string;
	submitted_at: string | null;
}

export interface ReviewComment extends Comment {
	review: number | null;
	path: string;
	commit_id: string;
	line: number | null;
	side: string;
	start_line: number | null;
	start_side: string | null;
	subject_type: string;
	in_reply_to_id: number | null;
}

/** Users who may be assigned, requested as reviewers, and change the repository. */
export const COLLABORATORS: readonly string[] = [USER.login, 'hubot', 'monalisa'];
export const TEAMS: readonly string[] = ['justice-league'];
export const MILESTONES: readonly number[] = [1, 2];
/** The labels of every repository, with their descriptions. Issues can have other labels, too. */
export const LABELS: Readonly<Record<string, string>> = {
	bug: 'Something does not work',
	documentation: 'Improvements or additions to documentation',
	enhancement: 'New feature or request',
	question: 'Further information is requested',
};

/** The discussions of one repository. */
export class Discussions {
	readonly pulls: PullRequest[];
	readonly comments: Comment[];
	readonly reviews: Review[];
	readonly reviewComments: ReviewComment[];
	readonly branches = new Set(['main', 'topic', 'feature', 'docs']);
	/** Numbers of deleted issues. */
	readonly deleted = new Set<number>();
	private readonly ownIssues: Issue[];

	constructor(
		private readonly store: Store,
		private readonly clock: Clock,
		readonly repo: Repository,
	) {
		this.ownIssues = repo.issues as unknown as Issue[];
		for (const issue of this.ownIssues) this.complete(issue);
		const start = this.ownIssues.length + 1;
		this.pulls = [
			this.newPull(start, 'Amazing new feature', 'topic', 'monalisa'),
			this.newPull(start + 1, 'Correct a typo', 'docs', USER.login),
		];
		const [first] = this.pulls as [PullRequest];
		this.comments = [1, 2].map((count) => this.newComment(1, `Comment ${count}`, 'hubot'));
		this.comments.push(this.newComment(first.number, 'Looks good', 'hubot'));
		this.reviews = [
			{
				id: store.id(),
				number: first.number,
				author: 'hubot',
				body: 'Please look at the first line.',
				state: 'COMMENTED',
				commit_id: first.headSha,
				submitted_at: clock.iso(),
			},
		];
		this.reviewComments = [
			{
				...this.newComment(first.number, 'Why this value?', 'hubot'),
				review: this.reviews[0]!.id,
				path: first.files[0]!.filename,
				commit_id: first.headSha,
				line: 1,
				side: 'RIGHT',
				start_line: null,
				start_side: null,
				subject_type: 'line',
				in_reply_to_id: null,
			},
		];
	}

	/** Issues and pull requests. */
	get all(): Issue[] {
		return [...this.ownIssues, ...this.pulls];
	}

	/** @throws HttpError 404, 410 */
	issue(number: string | undefined): Issue {
		if (this.deleted.has(Number(number))) throw apiError(410, 'This issue was deleted');
		const found = this.all.find((issue) => String(issue.number) === number);
		if (!found) throw notFound();
		return found;
	}

	/** @throws HttpError 404 */
	pull(number: string | undefined): PullRequest {
		const found = this.pulls.find((pull) => String(pull.number) === number);
		if (!found) throw notFound();
		return found;
	}

	isPull = (issue: Issue): issue is PullRequest => 'headSha' in issue;

	addIssue(values: Pick<Issue, 'title' | 'body' | 'author'>): Issue {
		const issue = this.complete({
			id: this.store.id(),
			number: this.nextNumber(),
			created_at: this.clock.iso(),
			...values,
		});
		this.ownIssues.push(issue);
		return issue;
	}

	addPull(values: Pick<PullRequest, 'title' | 'body' | 'author' | 'head' | 'base'>): PullRequest {
		const pull = this.newPull(this.nextNumber(), values.title, values.head, values.author);
		this.pulls.push(Object.assign(pull, values));
		return pull;
	}

	newComment(number: number, body: string, author: string): Comment {
		const now = this.clock.iso();
		return { id: this.store.id(), number, author, body, created_at: now, updated_at: now };
	}

	touch(record: { updated_at: string }): void {
		record.updated_at = this.clock.iso();
	}

	private nextNumber(): number {
		return Math.max(...this.all.map(({ number }) => number)) + 1;
	}

	/** Adds what is missing. The issues of a new store have only some of the properties. */
	private complete(issue: Partial<Issue> & Pick<Issue, 'created_at'>): Issue {
		const now = issue.created_at;
		const missing: Omit<Issue, 'id' | 'number' | 'title' | 'created_at'> = {
			body: null,
			state: 'open',
			state_reason: null,
			author: USER.login,
			labels: [],
			assignees: [],
			milestone: null,
			type: null,
			locked: false,
			active_lock_reason: null,
			updated_at: now,
			closed_at: issue.state === 'closed' ? now : null,
		};
		return Object.assign(issue, { ...missing, ...issue }) as Issue;
	}

	private newPull(number: number, title: string, head: string, author: string): PullRequest {
		const sha = number.toString(16).padStart(40, 'c');
		return {
			...this.complete({
				id: this.store.id(),
				number,
				title,
				author,
				body: 'Please pull these changes.',
				created_at: new Date(this.clock.now() - number * 86_400_000).toISOString(),
			}),
			head,
			headOwner: this.repo.owner,
			headSha: sha,
			base: 'main',
			draft: false,
			mergeable: true,
			merged_at: null,
			merge_commit_sha: null,
			maintainer_can_modify: false,
			reviewers: [],
			teams: [],
			commits: [{ sha, message: title }],
			files: [{ filename: 'file1.txt', status: 'modified', additions: 2, deletions: 1 }],
			behind: 1,
		};
	}
}

/** The discussions of all repositories. They are created with the first request. */
export class DiscussionStore {
	private readonly byRepository = new Map<number, Discussions>();

	constructor(
		private readonly store: Store,
		private readonly clock: Clock,
	) {}

	of(repo: Repository): Discussions {
		const found = this.byRepository.get(repo.id) ?? new Discussions(this.store, this.clock, repo);
		this.byRepository.set(repo.id, found);
		return found;
	}
}
