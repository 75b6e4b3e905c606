// Issues, pull requests and comments of the repositories.

import type { Clock } from '../kit/clock';
import { notFound } from './errors';
import { USER, type Repository } from './model';
import type { Store } from './store';

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
	base: string;
	mergeable: boolean;
	/** Logins of the users whose review is requested. */
	reviewers: string[];
	merged_at: string | null;
	draft?: boolean;
	autoMerge?: object | undefined;
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

/** The first labels of every repository, with their descriptions. Issues can have other labels, too. */
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
	/** The labels of the repository, by name. */
	readonly labels = new Map<string, { description?: string; color?: string }>(
		Object.entries(LABELS).map(([name, description]) => [name, { description }]),
	);
	private readonly ownIssues: Issue[];

	constructor(
		private readonly store: Store,
		private readonly clock: Clock,
		readonly repo: Repository,
	) {
		this.ownIssues = [1, 2, 3, 4, 5].map((number) =>
			this.newIssue({
				number,
				title: `Issue ${number}`,
				body: '',
				state: number === 5 ? 'closed' : 'open',
				created_at: this.daysAgo(number),
			}),
		);
		const start = this.ownIssues.length + 1;
		this.pulls = [
			this.firstPull(start, 'Amazing new feature', 'topic', 'monalisa'),
			this.firstPull(start + 1, 'Correct a typo', 'docs', USER.login),
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

	addIssue(values: Pick<Issue, 'title' | 'author'>): Issue {
		const issue = this.newIssue({ number: this.nextNumber(), ...values });
		this.ownIssues.push(issue);
		return issue;
	}

	addPull(values: Pick<PullRequest, 'title' | 'author' | 'head' | 'base'>): PullRequest {
		const pull = this.newPull({ number: this.nextNumber(), ...values });
		this.pulls.push(pull);
		return pull;
	}

	newComment(number: number, body: string, author: string): Comment {
		const now = this.clock.iso();
		return { id: this.store.id(), number, author, body, created_at: now, updated_at: now };
	}

	private nextNumber(): number {
		return Math.max(...this.all.map((issue) => issue.number)) + 1;
	}

	private daysAgo(days: number): string {
		return new Date(this.clock.now() - days * 86_400_000).toISOString();
	}

	private newIssue(values: Partial<Issue> & Pick<Issue, 'number' | 'title'>): Issue {
		const created = values.created_at ?? this.clock.iso();
		return {
			id: this.store.id(),
			body: null,
			state: 'open',
			state_reason: null,
			author: USER.login,
			labels: [],
			assignees: [],
			created_at: created,
			updated_at: created,
			closed_at: values.state === 'closed' ? created : null,
			...values,
		};
	}

	private newPull(
		values: Partial<PullRequest> & Pick<PullRequest, 'number' | 'title' | 'head'>,
	): PullRequest {
		const defaults = { base: 'main', mergeable: true, reviewers: [], merged_at: null };
		return { ...defaults, ...this.newIssue(values), ...values };
	}

	private firstPull(number: number, title: string, head: string, author: string): PullRequest {
		const body = 'Please pull these changes.';
		return this.newPull({ number, title, author, head, body, created_at: this.daysAgo(number) });
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
