// The routes of issues and pull requests, and the search for them.

import { List, Reply } from '../kit/exchange';
import { definedIn, type Fields } from '../kit/records';
import { changedFile, commitResponse, diffOf, patchesOf } from './commits';
import type { Issue, Pull } from './discussions';
import { apiError } from './errors';
import { fullName, userResponse } from './responses';
import type { ApiRequest, Context, Routes } from './router';
import type { Repository } from './world';

const ISSUES = '/repos/:owner/:repo/issues';
const PULLS = '/repos/:owner/:repo/pulls';

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

export function issueRoutes({ world }: Context): Routes {
	const issueOf = ({ repo, params }: ApiRequest): Issue => repo.discussions.issue(params.number);
	const pullOf = ({ repo, params }: ApiRequest): Pull => repo.discussions.pull(params.number);
	const changed = (req: ApiRequest, values: Fields = req.body): Issue => {
		const issue = issueOf(req);
		req.repo.discussions.change(issue, values);
		return issue;
	};
	const relabeled = (req: ApiRequest, change: (names: string[]) => string[]): List => {
		const names = change(issueOf(req).labels.map(({ name }) => name));
		return new List(changed(req, { labels: [...new Set(names)] }).labels);
	};
	const reviewed = (req: ApiRequest, isAdded: boolean): object => {
		const pull = pullOf(req);
		const { reviewers = [] } = req.body as { reviewers?: string[] };
		if (isAdded && reviewers.includes(issueOf(req).user.login))
			throw apiError(422, 'Review cannot be requested from pull request author.');
		const others = pull.requested_reviewers.filter(({ login }) => !reviewers.includes(login));
		pull.requested_reviewers = [...others, ...(isAdded ? reviewers.map(userResponse) : [])];
		return req.repo.discussions.pullResponse(pull);
	};
	const REVIEWERS = `${PULLS}/:number/requested_reviewers`;

	return {
		[`GET ${ISSUES}`]: ({ repo, query }) => new List(filtered(repo.discussions.issues, query)),
		[`POST ${ISSUES}`](req) {
			const { discussions } = req.repo;
			const { title } = req.body;
			const issue = discussions.addIssue({ title, user: userResponse(authorOf(req)) });
			discussions.change(issue, req.body);
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
			const found = req.repo.discussions.comments.filter(({ issue_url: of }) => of === url);
			const { since = '' } = req.query;
			return new List(sorted(found, { since, direction: 'asc' }));
		},
		[`POST ${ISSUES}/:number/comments`](req) {
			const { discussions } = req.repo;
			const text = String(req.body.body);
			return new Reply(201, discussions.addComment(issueOf(req), text, authorOf(req)));
		},
		'GET /search/issues'({ query }) {
			const rows = world.repositories.flatMap((repo) =>
				repo.discussions.issues.filter((issue) => isFound(query.q!, repo, issue)),
			);
			const { sort, order: direction = 'desc' } = query;
			return new List(sort ? sorted(rows, { sort, direction }) : rows, 'items', undefined, {
				'x-ratelimit-resource': 'search',
			});
		},

		[`GET ${PULLS}`]({ repo, query }) {
			const { discussions, owner } = repo;
			// Filters for issues have no effect here.
			const { head, base, state, sort, direction } = query;
			const issues = filtered(discussions.issues, definedIn({ state, sort, direction }) as Query);
			const found = issues
				.flatMap(({ number }) => discussions.pulls.find((pull) => pull.number === number) ?? [])
				.filter(
					(pull) =>
						(base === undefined || pull.base === base) &&
						// GitHub ignores a branch without its owner.
						(!head?.includes(':') || head === `${owner}:${pull.head}`),
				);
			return new List(found.map((pull) => discussions.pullResponse(pull, `GET ${PULLS}`)));
		},
		[`POST ${PULLS}`](req) {
			const { discussions } = req.repo;
			const { title, head, base, draft } = req.body;
			discussions.refusePull(String(head), String(base));
			const values = { title, draft, user: userResponse(authorOf(req)) };
			const pull = discussions.addPull(String(head), String(base), values);
			discussions.change(discussions.issue(pull.number), req.body);
			return new Reply(201, discussions.pullResponse(pull, `POST ${PULLS}`));
		},
		[`GET ${PULLS}/:number`](req) {
			const { discussions } = req.repo;
			const pull = pullOf(req);
			const accept = String(req.request.headers.accept);
			const [, vendor, format] = /vnd\.(\w+)\.(diff|patch)/.exec(accept) ?? [];
			if (format === undefined) return discussions.pullResponse(pull);
			const { changes, commits } = discussions.changesOf(pull);
			const text = format === 'diff' ? diffOf(changes) : patchesOf(req.repo, commits);
			return new Reply(200, text, {
				'content-type': `application/vnd.${vendor}.${format}; charset=utf-8`,
			});
		},
		[`GET ${PULLS}/:number/files`](req) {
			const pull = pullOf(req);
			const { changes, commits } = req.repo.discussions.changesOf(pull);
			return new List(changes.map(changedFile(req.repo, commits.at(-1)?.sha ?? pull.head)));
		},
		[`GET ${PULLS}/:number/commits`](req) {
			const { commits } = req.repo.discussions.changesOf(pullOf(req));
			return new List(commits.map(({ sha }) => commitResponse(req.repo, sha)));
		},
		[`PATCH ${PULLS}/:number`](req) {
			changed(req);
			return req.repo.discussions.pullResponse(pullOf(req));
		},
		[`GET ${REVIEWERS}`]: (req) => ({ users: pullOf(req).requested_reviewers, teams: [] }),
		[`POST ${REVIEWERS}`]: (req) => new Reply(201, reviewed(req, true)),
		[`DELETE ${REVIEWERS}`]: (req) => reviewed(req, false),
		[`PUT ${PULLS}/:number/merge`]: (req) => req.repo.discussions.merge(pullOf(req), req.body),
	};
}

function filtered(issues: readonly Issue[], query: Query): Issue[] {
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
