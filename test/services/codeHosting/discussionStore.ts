// Issues, pull requests and comments of the repositories.

import type { Clock } from '../kit/clock';
import { notFound } from './errors';
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
	created_at: string;
	updated_at: string;
	closed_at: string | null;
}

export interface PullRequest extends Issue {
	head: string;
	mergeable: boolean;
	merged_at: string | null;
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
		this.comments = [1, 2].map((count) => this.newComment(1, `Comment ${count}`, 'hubot'));
		this.comments.push(this.newComment(start, 'Looks good', 'hubot'));
	}

	/** Issues and pull requests. */
	get all(): Issue[] {
		return [...this.ownIssues, ...this.pulls];
	}

	/** @throws HttpError 404 */
	issue(number: string | undefined): Issue {
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

	isPull = (issue: Issue): issue is PullRequest => 'mergeable' in issue;

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

	addPull(title: string, head: string, author: string): PullRequest {
		const pull = this.newPull(this.nextNumber(), title, head, author);
		this.pulls.push(pull);
		return pull;
	}

	newComment(number: number, body: string, author: string): Comment {
		const now = this.clock.iso();
		return { id: this.store.id(), number, author, body, created_at: now, updated_at: now };
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
			updated_at: now,
			closed_at: issue.state === 'closed' ? now : null,
		};
		return Object.assign(issue, { ...missing, ...issue }) as Issue;
	}

	private newPull(number: number, title: string, head: string, author: string): PullRequest {
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
			mergeable: true,
			merged_at: null,
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
