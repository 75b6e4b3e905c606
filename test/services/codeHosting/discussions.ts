// Issues and pull requests with their labels and comments. A pull request is an issue, and has a record
// of its own for the rest.

import type { Clock } from '../kit/clock';
import { definedIn, type Fields, type Records } from '../kit/records';
import { changesSince, countsOf, type FileChange } from './commits';
import { gitUser, type Commit, type StoredRepository } from './contents';
import { apiError, notFound } from './errors';
import {
	documented,
	ownAddresses,
	repositoryPath,
	repositoryResponse,
	repositoryUrl,
	USER,
	userResponse,
} from './responses';
import seedData from './seedData.json';

const ISSUES = '/repos/:owner/:repo/issues';
const PULLS = '/repos/:owner/:repo/pulls';

export interface Issue extends Fields {
	number: number;
	title: string;
	state: string;
	user: { login: string };
	labels: Array<{ name: string }>;
	assignees: Array<{ login: string }>;
	comments: number;
	/** Only pull requests have this. */
	pull_request?: Fields;
}

/** What differs since the branches parted. */
interface Changes {
	changes: FileChange[];
	/** Oldest first. */
	commits: Commit[];
}

/** What an issue does not have. */
export interface Pull extends Fields {
	number: number;
	head: string;
	base: string;
	mergeable: boolean;
	requested_reviewers: Array<{ login: string }>;
	merged_at: string | null;
	/** What it changed, once it is merged. */
	merged?: Changes & { sha: string };
	draft: boolean;
}

export interface Comment extends Fields {
	id: number;
	body: string;
	user: { login: string };
	issue_url: string;
}

/** The first labels of every repository, with their descriptions. Issues can have other labels, too. */
const LABELS: Readonly<Record<string, string>> = seedData.labels;

/** The values of a new issue, instead of the documented ones. */
const NEW_ISSUE = {
	body: null,
	state: 'open',
	state_reason: null,
	locked: false,
	active_lock_reason: null,
	labels: [],
	assignee: null,
	assignees: [],
	milestone: null,
	comments: 0,
	closed_at: null,
	closed_by: null,
	repository: undefined,
	pull_request: undefined,
};

const NEW_PULL = { mergeable: true, requested_reviewers: [], merged_at: null, auto_merge: null };

/** @throws HttpError 404 */
function byNumber<T extends { number: number }>(rows: readonly T[], number: unknown): T {
	const found = rows.find((row) => String(row.number) === String(number));
	if (!found) throw notFound();
	return found;
}

/** The issues and pull requests of one repository. */
export class Discussions {
	readonly issues: Issue[];
	readonly pulls: Pull[];
	readonly comments: Comment[];
	private readonly labels: Array<Fields & { name: string }>;

	/** Starts with the first labels, issues, pull requests and comments. */
	constructor(
		private readonly records: Records,
		private readonly clock: Clock,
		private readonly repo: StoredRepository,
	) {
		const path = repositoryPath(repo);
		this.issues = records.of(`${path}/issues`);
		this.pulls = records.of(`${path}/pulls`);
		this.comments = records.of(`${path}/issues/comments`);
		this.labels = records.of(`${path}/labels`);
		this.labels.push(...this.labelsOf(Object.keys(LABELS)));
		for (const { days, author = USER.login, head, ...values } of seedData.issues) {
			const created_at = new Date(clock.now() - days * 86_400_000).toISOString();
			const closed_at = values.state === 'closed' ? created_at : null;
			const times = { created_at, updated_at: created_at, closed_at };
			const issue = { ...values, ...times, user: userResponse(author) };
			if (head === undefined) this.addIssue(issue);
			else this.addPull(head, 'main', issue);
		}
		for (const { number, body, author } of seedData.comments)
			this.addComment(this.issue(number), body, author);
	}

	issue = (number: unknown): Issue => byNumber(this.issues, number);
	pull = (number: unknown): Pull => byNumber(this.pulls, number);

	/** A documented issue or pull request, with the addresses of another one. */
	private sampleOf(request: string, number: number): Fields {
		return ownAddresses(documented.record(request, { number }, 'number'), this.repo);
	}

	addIssue(values: Fields): Issue {
		const number = Math.max(0, ...this.issues.map((issue) => issue.number)) + 1;
		const now = this.clock.iso();
		const issue = {
			...this.sampleOf(`GET ${ISSUES}/:number`, number),
			...NEW_ISSUE,
			id: this.records.number(),
			user: userResponse(USER.login),
			created_at: now,
			updated_at: now,
			...values,
		} as unknown as Issue;
		this.issues.push(issue);
		return issue;
	}

	addPull(head: string, base: string, { draft = false, ...values }: Fields): Pull {
		const issue = this.addIssue(values);
		const { number } = issue;
		const sample = this.sampleOf(`GET ${ISSUES}/:number`, number);
		issue.pull_request = { ...(sample.pull_request as Fields), merged_at: null };
		Object.assign(issue, { html_url: issue.pull_request.html_url, draft });
		const pull: Pull = { ...NEW_PULL, number, head, base, draft: Boolean(draft) };
		this.pulls.push(pull);
		return pull;
	}

	addComment(issue: Issue, body: string, author: string): Comment {
		const now = this.clock.iso();
		const id = this.records.number();
		const values = {
			id,
			body,
			html_url: `${String(issue.html_url)}#issuecomment-${id}`,
			issue_url: String(issue.url),
			user: userResponse(author),
			created_at: now,
			updated_at: now,
			pin: null,
		};
		const request = `GET ${ISSUES}/comments/:comment`;
		const comment = ownAddresses(documented.record(request, values, 'id'), this.repo);
		this.comments.push(comment);
		issue.comments += 1;
		issue.updated_at = now;
		return comment;
	}

	/** Applies the values of a request to an issue or a pull request. */
	change(issue: Issue, values: Fields): void {
		const { title, body, state = issue.state, state_reason: reason, labels, assignees } = values;
		const now = this.clock.iso();
		Object.assign(issue, definedIn({ title, body }), { updated_at: now });
		if (labels !== undefined) issue.labels = this.labelsOf(labels as string[]);
		if (assignees !== undefined) issue.assignees = (assignees as string[]).map(userResponse);
		issue.assignee = issue.assignees[0] ?? null;
		if (state !== issue.state)
			Object.assign(issue, {
				state,
				closed_at: state === 'closed' ? now : null,
				state_reason: state === 'open' ? 'reopened' : (reason ?? 'completed'),
			});
	}

	private labelsOf = (names: readonly string[]): Array<{ name: string }> =>
		names.map(
			(name) =>
				this.labels.find((label) => label.name === name) ??
				documented.record(`GET ${ISSUES}/:number/labels`, {
					id: this.records.number(),
					url: `${repositoryUrl(this.repo)}/labels/${encodeURIComponent(name)}`,
					name,
					description: LABELS[name] ?? null,
					default: name in LABELS,
				}),
		);

	/** @param request the pull request, or the list of pull requests */
	pullResponse(pull: Pull, request = `GET ${PULLS}/:number`): object {
		const { number, merged, mergeable, merged_at, head, base, ...own } = pull;
		const sample = this.sampleOf(request, number);
		const issue = this.issue(number);
		const shared = Object.entries(issue).filter(
			([name]) => name in sample && !/(?:url|node_id)$/.test(name),
		);
		const isOpen = issue.state === 'open';
		const { changes, commits } = this.changesOf(pull);
		const details = {
			mergeable: isOpen ? mergeable : null,
			mergeable_state: isOpen ? (mergeable ? 'clean' : 'dirty') : 'unknown',
			merged: merged_at !== null,
			merged_by: merged_at === null ? null : userResponse(USER.login),
			commits: commits.length,
			...countsOf(changes),
			changed_files: changes.length,
		};
		return {
			...sample,
			...Object.fromEntries(shared),
			...own,
			merged_at,
			requested_teams: [],
			merge_commit_sha: merged?.sha ?? null,
			head: this.branch(head, commits.at(-1)?.sha),
			base: this.branch(base),
			...(request !== `GET ${PULLS}` && details),
		};
	}

	private branch(ref: string, sha?: string): object {
		const { owner } = this.repo;
		const user = userResponse(owner);
		const { base } = this.sampleOf(`GET ${PULLS}/:number`, 0) as { base: { repo: object } };
		const own = { owner: user, license: null, permissions: undefined };
		return {
			...base,
			label: `${owner}:${ref}`,
			ref,
			...(sha !== undefined && { sha }),
			user,
			repo: { ...base.repo, ...repositoryResponse(this.repo), ...own },
		};
	}

	changesOf({ head, base, merged }: Pull): Changes {
		const { branches } = this.repo.contents;
		const isKnown = branches.has(head) && branches.has(base);
		return merged ?? (isKnown ? changesSince(this.repo, base, head) : { changes: [], commits: [] });
	}

	/** Merges a pull request, like GitHub. @throws HttpError 405 or 409 */
	merge(pull: Pull, { sha: expected, merge_method: method = 'merge', commit_title }: Fields) {
		const { number, head, base } = pull;
		const { owner, contents } = this.repo;
		const issue = this.issue(number);
		if (issue.state !== 'open' || !pull.mergeable)
			throw apiError(405, 'Pull Request is not mergeable');
		const changes = this.changesOf(pull);
		if (expected !== undefined && expected !== changes.commits.at(-1)?.sha)
			throw apiError(409, 'Head branch was modified. Review and try the merge again.');
		const isSquashed = method !== 'merge';
		const standard = isSquashed
			? `${issue.title} (#${number})`
			: `Merge pull request #${number} from ${owner}/${head}\n\n${issue.title}`;
		const merged_at = this.clock.iso();
		const message = String(commit_title ?? standard);
		const merged = contents.merge(base, head, message, gitUser(merged_at), isSquashed);
		const { sha } = merged ?? contents.resolve(base);
		this.change(issue, { state: 'closed' });
		Object.assign(pull, { merged_at, merged: { ...changes, sha } });
		Object.assign(issue.pull_request!, { merged_at });
		return { sha, merged: true, message: 'Pull Request successfully merged' };
	}

	/** Refuses a pull request like GitHub. @throws HttpError 422 */
	refusePull(head: string, base: string): void {
		const { owner } = this.repo;
		const branch = head.replace(`${owner}:`, '');
		const isOpen = this.pulls.some(
			(pull) =>
				pull.head === branch && pull.base === base && this.issue(pull.number).state === 'open',
		);
		if (branch !== base && !isOpen) return;
		const message = isOpen
			? `A pull request already exists for ${owner}:${branch}.`
			: `No commits between ${base} and ${branch}`;
		const errors = [{ resource: 'PullRequest', code: 'custom', message }];
		throw apiError(422, 'Validation Failed', {}, { errors });
	}
}
