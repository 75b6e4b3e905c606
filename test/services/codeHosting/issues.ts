// Issues and pull requests with their labels and comments. A pull request is an issue, and has a record
// of its own for the rest.

import type { Clock } from '../kit/clock';
import { List, Reply } from '../kit/exchange';
import { definedIn, type Fields, type Records } from '../kit/records';
import {
	changedFile,
	changesBetween,
	commitResponse,
	countsOf,
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

export interface Issue extends Fields {
	number: number;
	title: string;
	body: string | null;
	state: string;
	user: { login: string };
	labels: Array<{ name: string }>;
	assignees: Array<{ login: string }>;
	comments: number;
	/** Only pull requests have this. */
	pull_request?: Fields;
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
	auto_merge: object | null;
}

export interface Comment extends Fields {
	id: number;
	body: string;
	user: { login: string };
	issue_url: string;
}

/** The first labels of every repository, with their descriptions. Issues can have other labels, too. */
const LABELS: Readonly<Record<string, string>> = {
	bug: 'Something does not work',
	documentation: 'Improvements or additions to documentation',
	enhancement: 'New feature or request',
	question: 'Further information is requested',
};

/** A documented issue, pull request or comment, with the addresses of another one. */
function sampleOf(request: string, repo: Repository, number: number): Fields {
	const [record] = [ownAddresses(documented.body(request), repo)].flat();
	return JSON.parse(JSON.stringify(record).replaceAll('/1347', `/${number}`)) as Fields;
}

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

	constructor(
		private readonly records: Records,
		private readonly clock: Clock,
		readonly repo: Repository,
	) {
		const path = repositoryPath(repo);
		this.issues = records.of(`${path}/issues`);
		this.pulls = records.of(`${path}/pulls`);
		this.comments = records.of(`${path}/issues/comments`);
		this.labels = records.of(`${path}/labels`);
	}

	/** Adds the first labels, issues, pull requests and comments. */
	seed(): void {
		this.labels.push(...this.labelsOf(Object.keys(LABELS)));
		const at = (days: number) => {
			const created_at = new Date(this.clock.now() - days * 86_400_000).toISOString();
			return { created_at, updated_at: created_at };
		};
		for (const days of [1, 2, 3, 4, 5])
			this.addIssue({ title: `Issue ${days}`, body: '', ...at(days) });
		Object.assign(this.issues[4]!, { state: 'closed', closed_at: at(5).created_at });
		const body = 'Please pull these changes.';
		const user = userResponse('monalisa');
		this.addPull('topic', 'main', { title: 'Amazing new feature', body, user, ...at(6) });
		this.addPull('docs', 'main', { title: 'Correct a typo', body, ...at(7) });
		for (const text of ['Comment 1', 'Comment 2']) this.addComment(this.issues[0]!, text, 'hubot');
		this.addComment(this.issues[5]!, 'Looks good', 'hubot');
	}

	issue = (number: unknown): Issue => byNumber(this.issues, number);
	pull = (number: unknown): Pull => byNumber(this.pulls, number);

	addIssue(values: Fields): Issue {
		const number = Math.max(0, ...this.issues.map((issue) => issue.number)) + 1;
		const now = this.clock.iso();
		const issue = {
			...sampleOf(`GET ${ISSUES}/:number`, this.repo, number),
			id: this.records.number(),
			number,
			body: null,
			state: 'open',
			state_reason: null,
			locked: false,
			active_lock_reason: null,
			user: userResponse(USER.login),
			labels: [],
			assignee: null,
			assignees: [],
			milestone: null,
			comments: 0,
			created_at: now,
			updated_at: now,
			closed_at: null,
			closed_by: null,
			repository: undefined,
			pull_request: undefined,
			...values,
		} as unknown as Issue;
		this.issues.push(issue);
		return issue;
	}

	addPull(head: string, base: string, { draft = false, ...values }: Fields): Pull {
		const issue = this.addIssue(values);
		const { number } = issue;
		const sample = sampleOf(`GET ${ISSUES}/:number`, this.repo, number);
		issue.pull_request = { ...(sample.pull_request as Fields), merged_at: null };
		Object.assign(issue, { html_url: issue.pull_request.html_url, draft });
		const pull: Pull = {
			number,
			head,
			base,
			mergeable: true,
			requested_reviewers: [],
			merged_at: null,
			draft: Boolean(draft),
			auto_merge: null,
		};
		this.pulls.push(pull);
		return pull;
	}

	addComment(issue: Issue, body: string, author: string): Comment {
		const now = this.clock.iso();
		const id = this.records.number();
		const comment: Comment = {
			...sampleOf(`GET ${ISSUES}/comments/:comment`, this.repo, issue.number),
			id,
			body,
			url: `${repositoryUrl(this.repo)}/issues/comments/${id}`,
			html_url: `${String(issue.html_url)}#issuecomment-${id}`,
			issue_url: String(issue.url),
			user: userResponse(author),
			created_at: now,
			updated_at: now,
			pin: null,
		};
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

	labelsOf = (names: readonly string[]): Array<{ name: string }> =>
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
		const sample = sampleOf(request, this.repo, number);
		const issue = this.issue(number);
		const shared = Object.entries(issue).filter(
			([name]) => name in sample && !/(?:url|node_id)$/.test(name),
		);
		const isOpen = issue.state === 'open';
		const { changes, commits } = changesOf(this.repo, pull);
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
		const { base } = sampleOf(`GET ${PULLS}/:number`, this.repo, 0) as { base: { repo: object } };
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
}

/** The author of what a caller creates. Apps have a bot account. */
const authorOf = ({ caller }: ApiRequest): string => caller?.login ?? 'app[bot]';

type Query = ApiRequest['query'];

/** The rows of a list since a time, in the requested order. */
function sorted<T extends Fields>(
	rows: readonly T[],
	{ since = '', sort, direction = 'desc' }: Query,
): T[] {
	const keyOf = (row: T): string => String(sort === 'updated' ? row.updated_at : row.created_at);
	const sign = direction === 'asc' ? 1 : -1;
	return rows
		.filter((row) => Date.parse(String(row.updated_at)) >= (Date.parse(since) || 0))
		.sort((a, b) => sign * keyOf(a).localeCompare(keyOf(b)));
}

export function issueRoutes({ clock, world, records }: Context): Routes {
	const of = ({ repo }: Pick<ApiRequest, 'repo'>) => new Discussions(records, clock, repo);
	const issueOf = (req: ApiRequest): Issue => of(req).issue(req.params.number);
	const pullOf = (req: ApiRequest): Pull => of(req).pull(req.params.number);
	const changed = (req: ApiRequest, values: Fields = req.body): Issue => {
		const issue = issueOf(req);
		of(req).change(issue, values);
		return issue;
	};
	const relabeled = (req: ApiRequest, change: (names: string[]) => string[]): List => {
		const names = change(issueOf(req).labels.map(({ name }) => name));
		return new List(changed(req, { labels: [...new Set(names)] }).labels);
	};
	const reviewed = (req: ApiRequest, change: (logins: string[]) => string[]): object => {
		const pull = pullOf(req);
		const logins = change(pull.requested_reviewers.map(({ login }) => login));
		pull.requested_reviewers = [...new Set(logins)].map(userResponse);
		changed(req, {});
		return of(req).pullResponse(pull);
	};
	const reviewersIn = ({ body: { reviewers = [] } }: ApiRequest) => reviewers as string[];

	return {
		[`GET ${ISSUES}`]: (req) => new List(filteredIssues(of(req).issues, req.query)),
		[`POST ${ISSUES}`](req) {
			const { title } = req.body;
			const issue = of(req).addIssue({ title, user: userResponse(authorOf(req)) });
			of(req).change(issue, req.body);
			return new Reply(201, issue);
		},
		[`GET ${ISSUES}/:number`]: issueOf,
		[`PATCH ${ISSUES}/:number`]: (req) => changed(req),
		[`GET ${ISSUES}/:number/labels`]: (req) => new List(issueOf(req).labels),
		[`POST ${ISSUES}/:number/labels`]: (req) =>
			relabeled(req, (names) => [...names, ...(req.body.labels as string[])]),
		[`PUT ${ISSUES}/:number/labels`]: (req) => relabeled(req, () => req.body.labels as string[]),
		[`DELETE ${ISSUES}/:number/labels`]: (req) => void relabeled(req, () => []),
		[`DELETE ${ISSUES}/:number/labels/:label`]: (req) =>
			relabeled(req, (names) => {
				if (!names.includes(req.params.label!)) throw apiError(404, 'Label does not exist');
				return names.filter((name) => name !== req.params.label);
			}),
		[`GET ${ISSUES}/:number/comments`](req) {
			const { url } = issueOf(req);
			const found = of(req).comments.filter((comment) => comment.issue_url === url);
			const { since = '' } = req.query;
			return new List(sorted(found, { since, direction: 'asc' }));
		},
		[`POST ${ISSUES}/:number/comments`]: (req) =>
			new Reply(201, of(req).addComment(issueOf(req), String(req.body.body), authorOf(req))),
		'GET /search/issues'({ query }) {
			const rows = world.repositories.flatMap((repo) =>
				of({ repo }).issues.filter((issue) => isFound(query.q!, repo, issue)),
			);
			const { sort, order: direction = 'desc' } = query;
			return new List(sort ? sorted(rows, { sort, direction }) : rows, 'items', undefined, {
				'x-ratelimit-resource': 'search',
			});
		},

		[`GET ${PULLS}`](req) {
			const { head, base } = req.query;
			// Filters for issues have no effect here.
			const { state, sort, direction } = req.query;
			const issues = filteredIssues(of(req).issues, definedIn({ state, sort, direction }) as Query);
			const found = issues
				.flatMap(({ number }) => of(req).pulls.find((pull) => pull.number === number) ?? [])
				.filter(
					(pull) =>
						(base === undefined || pull.base === base) &&
						// GitHub ignores a branch without its owner.
						(!head?.includes(':') || head === `${req.repo.owner}:${pull.head}`),
				);
			return new List(found.map((pull) => of(req).pullResponse(pull, `GET ${PULLS}`)));
		},
		[`POST ${PULLS}`](req) {
			const { title, head, base, draft } = req.body;
			refusePull(of(req), String(head), String(base));
			const values = { title, draft, user: userResponse(authorOf(req)) };
			const pull = of(req).addPull(String(head), String(base), values);
			of(req).change(of(req).issue(pull.number), req.body);
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
		[`PATCH ${PULLS}/:number`](req) {
			const pull = pullOf(req);
			changed(req);
			return of(req).pullResponse(pull);
		},
		[`GET ${PULLS}/:number/requested_reviewers`]: (req) => ({
			users: pullOf(req).requested_reviewers,
			teams: [],
		}),
		[`POST ${PULLS}/:number/requested_reviewers`](req) {
			if (reviewersIn(req).includes(issueOf(req).user.login))
				throw apiError(422, 'Review cannot be requested from pull request author.');
			return new Reply(
				201,
				reviewed(req, (logins) => [...logins, ...reviewersIn(req)]),
			);
		},
		[`DELETE ${PULLS}/:number/requested_reviewers`]: (req) =>
			reviewed(req, (logins) => logins.filter((login) => !reviewersIn(req).includes(login))),
		[`PUT ${PULLS}/:number/merge`](req) {
			const { repo, body } = req;
			const pull = pullOf(req);
			const issue = issueOf(req);
			const { number, head, base } = pull;
			if (issue.state !== 'open' || !pull.mergeable)
				throw apiError(405, 'Pull Request is not mergeable');
			const changes = changesOf(repo, pull);
			if (body.sha !== undefined && body.sha !== changes.commits.at(-1)?.sha)
				throw apiError(409, 'Head branch was modified. Review and try the merge again.');
			const isSquashed = (body.merge_method ?? 'merge') !== 'merge';
			const standard = isSquashed
				? `${issue.title} (#${number})`
				: `Merge pull request #${number} from ${repo.owner}/${head}\n\n${issue.title}`;
			const message = String(body.commit_title ?? standard);
			const contents = contentsOf(repo);
			const commit = contents.merge(base, head, message, gitUser(clock.iso()), isSquashed);
			const { sha } = commit ?? contents.resolve(base);
			changed(req, { state: 'closed' });
			const merged_at = String(issue.closed_at);
			Object.assign(pull, { merged_at, merged: { ...changes, sha } });
			Object.assign(issue.pull_request!, { merged_at });
			return { sha, merged: true, message: 'Pull Request successfully merged' };
		},
	};
}

function filteredIssues(issues: readonly Issue[], query: Query): Issue[] {
	const { state = 'open', labels = '', assignee, creator } = query;
	const required = labels.split(',').filter(Boolean);
	const found = issues.filter(
		(issue) =>
			(state === 'all' || issue.state === state) &&
			(creator === undefined || issue.user.login === creator) &&
			(assignee === undefined || issue.assignees.some(({ login }) => login === assignee)) &&
			required.every((label) => issue.labels.some(({ name }) => name === label)),
	);
	return sorted(found, query);
}

/** Whether a search such as `crash is:open repo:octo-org/hello-world` finds an issue. */
function isFound(search: string, repo: Repository, issue: Issue): boolean {
	const { pull_request: pull, state, labels, title } = issue;
	const kinds = [state, pull ? 'pr' : 'issue', ...(pull?.merged_at ? ['merged'] : [])];
	const values: Readonly<Record<string, readonly string[]>> = {
		repo: [fullName(repo)],
		label: labels.map(({ name }) => name),
		is: kinds,
		type: kinds,
		state: kinds,
	};
	return search
		.split(' ')
		.filter(Boolean)
		.every((word) => {
			const [, qualifier, value = ''] = /^(\w+):(.*)$/.exec(word.replaceAll('"', '')) ?? [];
			if (qualifier === undefined) return title.includes(word);
			return values[qualifier]?.includes(value) ?? true;
		});
}

/** Refuses a pull request like GitHub. @throws HttpError 422 */
function refusePull(of: Discussions, head: string, base: string): void {
	const { repo, pulls } = of;
	const branch = head.replace(`${repo.owner}:`, '');
	const isOpen = pulls.some(
		(pull) => pull.head === branch && pull.base === base && of.issue(pull.number).state === 'open',
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
function changesOf(repo: Repository, { head, base, merged }: Pull): Changes {
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
