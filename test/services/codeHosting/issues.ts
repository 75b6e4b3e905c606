// Issues and pull requests with their labels and comments.

import type { Clock } from '../kit/clock';
import { List, Reply } from '../kit/exchange';
import type { Fields, Records } from '../kit/records';
import {
	changedFile,
	changesBetween,
	commitResponse,
	filesOf,
	patchOf,
	type FileChange,
} from './commits';
import { contentsOf, gitUser, type Commit } from './contents';
import { apiError, notFound } from './errors';
import {
	documented,
	ownAddresses,
	repositoryPath,
	repositoryResponse,
	repositoryUrl,
	userResponse,
} from './responses';
import type { ApiRequest, Context, Routes } from './router';
import { fullName, USER, type Repository } from './world';

const ISSUES = '/repos/:owner/:repo/issues';
const PULLS = '/repos/:owner/:repo/pulls';

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
	/** What it changed, once it is merged. */
	merged?: Changes & { sha: string };
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

/** Who can review pull requests. */
const COLLABORATORS: readonly string[] = ['octocat', 'monalisa', 'hubot'];

/** The first labels of every repository, with their descriptions. Issues can have other labels, too. */
const LABELS: Readonly<Record<string, string>> = {
	bug: 'Something does not work',
	documentation: 'Improvements or additions to documentation',
	enhancement: 'New feature or request',
	question: 'Further information is requested',
};

/** An ID that depends on the name. */
const labelId = (name: string): number =>
	[...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1e9, 7);

const isPull = (issue: Issue): issue is PullRequest => 'mergeable' in issue;

/** The discussions of one repository. */
export class Discussions {
	readonly pulls: PullRequest[];
	readonly comments: Comment[] = [];
	private readonly ownIssues: Issue[] = [];

	constructor(
		private readonly records: Records,
		private readonly clock: Clock,
		readonly repo: Repository,
	) {
		records
			.of(`${repositoryPath(repo)}/labels`)
			.push(...Object.keys(LABELS).map((name) => ({ ...this.label(name) })));
		const daysAgo = (days: number): string =>
			new Date(clock.now() - days * 86_400_000).toISOString();
		for (const number of [1, 2, 3, 4, 5])
			this.ownIssues.push({
				...this.newIssue(number, `Issue ${number}`, USER.login, daysAgo(number)),
				body: '',
			});
		Object.assign(this.ownIssues[4]!, { state: 'closed', closed_at: daysAgo(5) });
		const first = (number: number, title: string, head: string, author: string): PullRequest => ({
			...this.newIssue(number, title, author, daysAgo(number)),
			...this.pullValues(head, 'main'),
			body: 'Please pull these changes.',
		});
		this.pulls = [
			first(6, 'Amazing new feature', 'topic', 'monalisa'),
			first(7, 'Correct a typo', 'docs', USER.login),
		];
		for (const text of ['Comment 1', 'Comment 2']) this.addComment(1, text, 'hubot');
		this.addComment(6, 'Looks good', 'hubot');
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
		const found = this.issue(number);
		if (!isPull(found)) throw notFound();
		return found;
	}

	addIssue(title: string, author: string): Issue {
		const issue = this.newIssue(this.nextNumber(), title, author);
		this.ownIssues.push(issue);
		return issue;
	}

	addPull(title: string, author: string, head: string, base: string): PullRequest {
		const issue = this.newIssue(this.nextNumber(), title, author);
		const pull = { ...issue, ...this.pullValues(head, base) };
		this.pulls.push(pull);
		return pull;
	}

	addComment(number: number, body: string, author: string): Comment {
		const now = this.clock.iso();
		const id = this.records.number();
		const comment = { id, number, author, body, created_at: now, updated_at: now };
		Object.assign(this.issue(String(number)), { updated_at: now });
		this.comments.push(comment);
		return comment;
	}

	private nextNumber(): number {
		return Math.max(...this.all.map((issue) => issue.number)) + 1;
	}

	private newIssue(
		number: number,
		title: string,
		author: string,
		created_at = this.clock.iso(),
	): Issue {
		return {
			id: this.records.number(),
			number,
			title,
			body: null,
			state: 'open',
			state_reason: null,
			author,
			labels: [],
			assignees: [],
			created_at,
			updated_at: created_at,
			closed_at: null,
		};
	}

	private readonly pullValues = (head: string, base: string) => ({
		head,
		base,
		mergeable: true,
		reviewers: [] as string[],
		merged_at: null,
	});

	// The records in the format of the API.

	label = (name: string): object =>
		this.records.find(`${repositoryPath(this.repo)}/labels`, 'name', name) ??
		documented.record(`GET ${ISSUES}/:number/labels`, {
			id: labelId(name),
			url: `${repositoryUrl(this.repo)}/labels/${encodeURIComponent(name)}`,
			name,
			description: LABELS[name] ?? null,
			default: name in LABELS,
		});

	/** A documented issue, pull request or comment, with the addresses of another one. */
	private documented(request: string, number: number): Fields {
		const sample = ownAddresses(documented.body(request), this.repo);
		const [record] = [sample].flat() as [Fields];
		return JSON.parse(JSON.stringify(record).replaceAll('/1347', `/${number}`)) as Fields;
	}

	/** The properties that issues and pull requests have in common. */
	private shared(issue: Issue): Fields {
		const { id, number, title, body, state, created_at, updated_at, closed_at } = issue;
		const assignees = issue.assignees.map(userResponse);
		return {
			...{ id, number, title, body, state, created_at, updated_at, closed_at },
			locked: false,
			active_lock_reason: null,
			user: userResponse(issue.author),
			labels: issue.labels.map(this.label),
			assignee: assignees[0] ?? null,
			assignees,
			milestone: null,
			comments: this.comments.filter((comment) => comment.number === number).length,
		};
	}

	issueResponse(issue: Issue): object {
		const { pull_request, ...values } = this.documented(`GET ${ISSUES}/:number`, issue.number);
		const record = {
			...values,
			...this.shared(issue),
			repository: undefined,
			closed_by: null,
			state_reason: issue.state_reason,
		};
		if (!isPull(issue)) return record;
		const { merged_at, draft } = issue;
		const pull = { ...(pull_request as { html_url: string }), merged_at };
		return { ...record, html_url: pull.html_url, draft, pull_request: pull };
	}

	commentResponse = ({ id, number, author, ...comment }: Comment): object => {
		const { html_url: page } = this.issueResponse(this.issue(String(number))) as {
			html_url: string;
		};
		return {
			...this.documented(`GET ${ISSUES}/comments/:comment`, number),
			...comment,
			id,
			url: `${repositoryUrl(this.repo)}/issues/comments/${id}`,
			html_url: `${page}#issuecomment-${id}`,
			user: userResponse(author),
			pin: null,
		};
	};

	/** @param request the pull request, or the list of pull requests */
	pullResponse(pull: PullRequest, request = `GET ${PULLS}/:number`): object {
		const { merged_at, draft = false, mergeable, merged } = pull;
		const isOpen = pull.state === 'open';
		const { changes, commits } = changesOf(this.repo, pull);
		const details = {
			mergeable: isOpen ? mergeable : null,
			mergeable_state: isOpen ? (mergeable ? 'clean' : 'dirty') : 'unknown',
			merged: merged_at !== null,
			merged_by: merged_at === null ? null : userResponse(USER.login),
			commits: commits.length,
			additions: changes.reduce((sum, { added }) => sum + added.length, 0),
			deletions: changes.reduce((sum, { removed }) => sum + removed.length, 0),
			changed_files: changes.length,
		};
		return {
			...this.documented(request, pull.number),
			...this.shared(pull),
			merged_at,
			draft,
			requested_reviewers: pull.reviewers.map(userResponse),
			requested_teams: [],
			merge_commit_sha: merged?.sha ?? null,
			head: this.branch(pull.head, commits.at(-1)?.sha),
			base: this.branch(pull.base),
			...(request !== `GET ${PULLS}` && details),
		};
	}

	private branch(ref: string, sha?: string): object {
		const { owner } = this.repo;
		const user = userResponse(owner);
		const { base } = this.documented(`GET ${PULLS}/:number`, 0) as { base: { repo: object } };
		return {
			...base,
			label: `${owner}:${ref}`,
			ref,
			...(sha !== undefined && { sha }),
			user,
			repo: {
				...base.repo,
				...repositoryResponse(this.repo),
				owner: user,
				license: null,
				permissions: undefined,
			},
		};
	}
}

/** The discussions of all repositories. They are created with the first request. */
export class DiscussionStore {
	private readonly byRepository = new Map<number, Discussions>();

	constructor(private readonly context: Pick<Context, 'records' | 'clock'>) {}

	of(repo: Repository): Discussions {
		const found =
			this.byRepository.get(repo.id) ??
			new Discussions(this.context.records, this.context.clock, repo);
		this.byRepository.set(repo.id, found);
		return found;
	}
}

/** The author of what a caller creates. Apps have a bot account. */
const authorOf = ({ caller }: ApiRequest): string => caller?.login ?? 'app[bot]';

type Query = ApiRequest['query'];

/** The rows of a list since a time, in the requested order. */
function sorted<T extends { created_at: string; updated_at: string }>(
	rows: readonly T[],
	{ since = '', sort, direction = 'desc' }: Query,
): T[] {
	const keyOf = (row: T): string => (sort === 'updated' ? row.updated_at : row.created_at);
	const sign = direction === 'asc' ? 1 : -1;
	return rows
		.filter((row) => Date.parse(row.updated_at) >= (Date.parse(since) || 0))
		.sort((a, b) => sign * keyOf(a).localeCompare(keyOf(b)));
}

/** Applies the values of a request to an issue or a pull request. */
function update({ body }: ApiRequest, issue: Issue, now: string): void {
	const { title, body: text, state, state_reason: reason, labels, assignees } = body;
	const given = Object.entries({ title, body: text, labels, assignees });
	Object.assign(issue, Object.fromEntries(given.filter(([, value]) => value !== undefined)));
	if (state !== undefined && state !== issue.state)
		Object.assign(issue, {
			state,
			closed_at: state === 'closed' ? now : null,
			state_reason: state === 'open' ? 'reopened' : (reason ?? 'completed'),
		});
	issue.updated_at = now;
}

export function issueRoutes({ clock, world }: Context, store: DiscussionStore): Routes {
	const of = ({ repo }: ApiRequest): Discussions => store.of(repo);
	const issueOf = (req: ApiRequest): Issue => of(req).issue(req.params.number);
	const pullOf = (req: ApiRequest): PullRequest => of(req).pull(req.params.number);
	const labelsOf = (req: ApiRequest): object[] => issueOf(req).labels.map(of(req).label);
	const changed = <T extends Issue>(req: ApiRequest, issue: T): T => {
		update(req, issue, clock.iso());
		return issue;
	};

	return {
		[`GET ${ISSUES}`](req) {
			const found = filteredIssues(of(req), req.query);
			if (!/vnd\.\w+\.diff/.test(String(req.request.headers.accept)))
				return new List(found.map((issue) => of(req).issueResponse(issue)));
			const text = found.map(({ number, title }) => `+ ${number} ${title}`).join('\n');
			return new Reply(200, text, { 'content-type': 'application/vnd.vendor.diff; charset=utf-8' });
		},
		[`POST ${ISSUES}`](req) {
			const issue = of(req).addIssue(String(req.body.title), authorOf(req));
			return new Reply(201, of(req).issueResponse(changed(req, issue)));
		},
		[`GET ${ISSUES}/:number`]: (req) => of(req).issueResponse(issueOf(req)),
		[`PATCH ${ISSUES}/:number`]: (req) => of(req).issueResponse(changed(req, issueOf(req))),
		[`GET ${ISSUES}/:number/labels`]: (req) => new List(labelsOf(req)),
		[`POST ${ISSUES}/:number/labels`](req) {
			const issue = issueOf(req);
			issue.labels = [...new Set([...issue.labels, ...(req.body.labels as string[])])];
			issue.updated_at = clock.iso();
			return labelsOf(req);
		},
		[`DELETE ${ISSUES}/:number/labels`](req) {
			issueOf(req).labels = [];
		},
		[`DELETE ${ISSUES}/:number/labels/:label`](req) {
			const issue = issueOf(req);
			if (!issue.labels.includes(req.params.label!)) throw apiError(404, 'Label does not exist');
			issue.labels = issue.labels.filter((name) => name !== req.params.label);
			return labelsOf(req);
		},
		[`GET ${ISSUES}/comments`]: (req) => new List(of(req).comments.map(of(req).commentResponse)),
		[`GET ${ISSUES}/:number/comments`](req) {
			const { number } = issueOf(req);
			const found = of(req).comments.filter((comment) => comment.number === number);
			const { since = '' } = req.query;
			const order = { since, direction: 'asc' };
			return new List(sorted(found, order).map(of(req).commentResponse));
		},
		[`POST ${ISSUES}/:number/comments`](req) {
			const { number } = issueOf(req);
			const comment = of(req).addComment(number, String(req.body.body), authorOf(req));
			return new Reply(201, of(req).commentResponse(comment));
		},
		'GET /search/issues'({ query }) {
			const rows = world.repositories
				.map((repo) => store.of(repo))
				.flatMap((found) =>
					found.all
						.filter((issue) => isFound(query.q!, found, issue))
						.map((issue) => found.issueResponse(issue) as Issue),
				);
			const { sort, order: direction = 'desc' } = query;
			return new List(sort ? sorted(rows, { sort, direction }) : rows, 'items', undefined, {
				'x-ratelimit-resource': 'search',
			});
		},

		[`GET ${PULLS}`](req) {
			const { state = 'open', head, base, ...order } = req.query;
			const found = of(req).pulls.filter(
				(pull) =>
					(state === 'all' || pull.state === state) &&
					(base === undefined || pull.base === base) &&
					// GitHub ignores a branch without its owner.
					(!head?.includes(':') || head === `${req.repo.owner}:${pull.head}`),
			);
			return new List(
				sorted(found, order).map((pull) => of(req).pullResponse(pull, `GET ${PULLS}`)),
			);
		},
		[`POST ${PULLS}`](req) {
			const { title, head, base, draft } = req.body as Record<string, string>;
			refusePull(of(req), head!, base!);
			const pull = of(req).addPull(title!, authorOf(req), head!, base!);
			Object.assign(changed(req, pull), { draft: Boolean(draft) });
			return new Reply(201, of(req).pullResponse(pull, `POST ${PULLS}`));
		},
		[`GET ${PULLS}/:number`](req) {
			const accept = String(req.request.headers.accept);
			const [, vendor, format] = /vnd\.(\w+)\.(diff|patch)/.exec(accept) ?? [];
			if (format === undefined) return of(req).pullResponse(pullOf(req));
			const { changes, commits } = changesOf(req.repo, pullOf(req));
			const text = format === 'diff' ? diffOf(changes) : patchesOf(req.repo, commits);
			return new Reply(200, text, {
				'content-type': `application/vnd.${vendor}.${format}; charset=utf-8`,
			});
		},
		[`GET ${PULLS}/:number/files`](req) {
			const { changes, commits } = changesOf(req.repo, pullOf(req));
			const ref = commits.at(-1)?.sha ?? pullOf(req).head;
			return new List(changes.map(changedFile(req.repo, ref)));
		},
		[`GET ${PULLS}/:number/commits`](req) {
			const { commits } = changesOf(req.repo, pullOf(req));
			return new List(commits.map(({ sha }) => commitResponse(req.repo, sha)));
		},
		[`PATCH ${PULLS}/:number`]: (req) => of(req).pullResponse(changed(req, pullOf(req))),
		[`GET ${PULLS}/:number/requested_reviewers`]: (req) => ({
			users: pullOf(req).reviewers.map(userResponse),
			teams: [],
		}),
		[`POST ${PULLS}/:number/requested_reviewers`](req) {
			const pull = pullOf(req);
			const added = loginsIn(req.body);
			if (added.includes(pull.author))
				throw apiError(422, 'Review cannot be requested from pull request author.');
			if (!added.every((login) => COLLABORATORS.includes(login)))
				throw apiError(
					422,
					`Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the ${fullName(req.repo)} repository.`,
				);
			pull.reviewers = [...new Set([...pull.reviewers, ...added])];
			pull.updated_at = clock.iso();
			return new Reply(201, of(req).pullResponse(pull, `POST ${PULLS}`));
		},
		[`DELETE ${PULLS}/:number/requested_reviewers`](req) {
			const pull = pullOf(req);
			const removed = loginsIn(req.body);
			pull.reviewers = pull.reviewers.filter((login) => !removed.includes(login));
			pull.updated_at = clock.iso();
			return of(req).pullResponse(pull);
		},
		[`PUT ${PULLS}/:number/merge`](req) {
			const pull = pullOf(req);
			if (pull.state !== 'open' || !pull.mergeable)
				throw apiError(405, 'Pull Request is not mergeable');
			const { repo } = req;
			const { merge_method: method = 'merge', sha: expected, commit_title: title } = req.body;
			const changes = changesOf(repo, pull);
			if (expected !== undefined && expected !== changes.commits.at(-1)?.sha)
				throw apiError(409, 'Head branch was modified. Review and try the merge again.');
			const now = clock.iso();
			const { number, head, base, title: subject } = pull;
			const isSquashed = method !== 'merge';
			const standard = isSquashed
				? `${subject} (#${number})`
				: `Merge pull request #${number} from ${repo.owner}/${head}\n\n${subject}`;
			const contents = contentsOf(repo);
			const commit = contents.merge(
				base,
				head,
				String(title ?? standard),
				gitUser(now),
				isSquashed,
			);
			const sha = (commit ?? contents.resolve(base)).sha;
			const merged = { state: 'closed', closed_at: now, merged_at: now, updated_at: now };
			Object.assign(pull, { ...merged, merged: { ...changes, sha } });
			return { sha, merged: true, message: 'Pull Request successfully merged' };
		},
	};
}

const loginsIn = ({ reviewers = [] }: { reviewers?: unknown }): string[] => reviewers as string[];

function filteredIssues({ all }: Discussions, query: Query): Issue[] {
	const { state = 'open', labels = '', assignee, creator } = query;
	const required = labels.split(',').filter(Boolean);
	const found = all.filter(
		(issue) =>
			(state === 'all' || issue.state === state) &&
			(creator === undefined || issue.author === creator) &&
			(assignee === undefined || issue.assignees.includes(assignee)) &&
			required.every((label) => issue.labels.includes(label)),
	);
	return sorted(found, query);
}

/** Whether a search such as `crash is:open repo:octo-org/hello-world` finds an issue. */
function isFound(search: string, { repo }: Discussions, issue: Issue): boolean {
	const is: Record<string, (value: string) => boolean> = {
		repo: (value) => value === fullName(repo),
		label: (value) => issue.labels.includes(value),
		is: (value) =>
			value === 'issue' || value === 'pr'
				? isPull(issue) === (value === 'pr')
				: value === 'merged'
					? isPull(issue) && issue.merged_at !== null
					: issue.state === value,
	};
	return search
		.split(' ')
		.filter(Boolean)
		.every((word) => {
			const [, qualifier, value = ''] = /^(\w+):(.*)$/.exec(word.replaceAll('"', '')) ?? [];
			if (qualifier === undefined) return issue.title.includes(word);
			const known = is[qualifier === 'type' || qualifier === 'state' ? 'is' : qualifier];
			return known?.(value) ?? true;
		});
}

/** Refuses a pull request like GitHub. @throws HttpError 422 */
function refusePull({ repo, pulls }: Discussions, head: string, base: string): void {
	const branch = head.replace(`${repo.owner}:`, '');
	const isOpen = pulls.some(
		(pull) => pull.state === 'open' && pull.head === branch && pull.base === base,
	);
	const message =
		branch === base
			? `No commits between ${base} and ${branch}`
			: `A pull request already exists for ${repo.owner}:${branch}.`;
	if (branch === base || isOpen)
		throw apiError(
			422,
			'Validation Failed',
			{},
			{ errors: [{ resource: 'PullRequest', code: 'custom', message }] },
		);
}

interface Changes {
	changes: FileChange[];
	/** Oldest first. */
	commits: Commit[];
}

/** What differs since the branches parted. */
function changesOf(repo: Repository, { head, base, merged }: PullRequest): Changes {
	if (merged) return merged;
	const contents = contentsOf(repo);
	if (!contents.branches.has(head) || !contents.branches.has(base))
		return { changes: [], commits: [] };
	const start = contents.mergeBase(base, head)?.sha ?? base;
	return {
		changes: changesBetween(contents, contents.treeOf(start), contents.treeOf(head)),
		commits: contents.commitsSince(base, head),
	};
}

/** Git's SHA of a file that does not exist. */
const NO_FILE = '0'.repeat(40);

const diffOf = (files: readonly FileChange[]): string =>
	files
		.map(
			({ path, oldSha, sha, removed, added }) =>
				`diff --git a/${path} b/${path}\n` +
				(oldSha === undefined ? 'new file mode 100644\n' : '') +
				(sha === undefined ? 'deleted file mode 100644\n' : '') +
				`index ${(oldSha ?? NO_FILE).slice(0, 7)}..${(sha ?? NO_FILE).slice(0, 7)}\n` +
				`--- ${oldSha === undefined ? '/dev/null' : `a/${path}`}\n` +
				`+++ ${sha === undefined ? '/dev/null' : `b/${path}`}\n` +
				`${patchOf(removed, added)}\n`,
		)
		.join('');

/** The commits as emails, as `git format-patch` writes them. */
const patchesOf = (repo: Repository, commits: readonly Commit[]): string =>
	commits
		.map((commit, index) => {
			const { sha, message, author } = commit;
			const part = commits.length > 1 ? ` ${index + 1}/${commits.length}` : '';
			return (
				`From ${sha} Mon Sep 17 00:00:00 2001\nFrom: ${author.name} <${author.email}>\n` +
				`Date: ${new Date(author.date).toUTCString()}\n` +
				`Subject: [PATCH${part}] ${message}\n\n---\n${diffOf(filesOf(repo, commit))}-- \n2.43.0\n\n`
			);
		})
		.join('');
