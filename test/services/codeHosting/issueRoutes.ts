// Issues, their comments, labels and assignees. They also apply to pull requests.

import { DiscussionResponses } from './discussionResponses';
import { type Discussions, type DiscussionStore, type Issue } from './discussionStore';
import { apiError, notFound, validationError } from './errors';
import { PageResponse, StatusResponse } from './responses';
import type { ApiRequest, Context, Routes } from './router';

const ROOT = '/repos/:owner/:repo/issues';

/** The author of what a caller creates. Apps have a bot account. */
export const authorOf = ({ caller }: ApiRequest): string => caller?.login ?? 'app[bot]';

/** The rows of a list since a time, in the requested order. */
export function sorted<T extends { created_at: string; updated_at: string }>(
	rows: readonly T[],
	{ since = '', sort, direction }: ApiRequest['query'],
	defaultDirection: 'asc' | 'desc',
): T[] {
	const keyOf = (row: T): string => (sort === 'updated' ? row.updated_at : row.created_at);
	const sign = (direction ?? defaultDirection) === 'asc' ? 1 : -1;
	return rows
		.filter((row) => Date.parse(row.updated_at) >= (Date.parse(since) || 0))
		.sort((a, b) => sign * keyOf(a).localeCompare(keyOf(b)));
}

/** Applies the values of a request to an issue or a pull request. */
export function update({ body }: ApiRequest, issue: Issue, now: string): void {
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

export function issueRoutes(
	{ store: { repositories }, clock }: Context,
	store: DiscussionStore,
): Routes {
	const now = (): string => clock.iso();
	const discussionsOf = ({ repo }: ApiRequest): Discussions => store.of(repo);
	const respond = (req: ApiRequest) => new DiscussionResponses(discussionsOf(req));
	const issueOf = (req: ApiRequest): Issue => discussionsOf(req).issue(req.params.number);
	const labelsOf = (req: ApiRequest): object[] =>
		issueOf(req).labels.map((name) => respond(req).label(name));

	/** @throws HttpError 404 */
	const existingLabel = (req: ApiRequest): string => {
		const name = req.params.label!;
		if (!discussionsOf(req).labels.has(name)) throw notFound();
		return name;
	};

	return {
		[`GET ${ROOT}`]: (req) => {
			const found = filteredIssues(discussionsOf(req), req.query);
			if (/vnd\.\w+\.diff/.test(String(req.request.headers.accept)))
				return new StatusResponse(
					200,
					found.map(({ number, title }) => `+ ${number} ${title}`).join('\n'),
					{ 'content-type': 'application/vnd.vendor.diff; charset=utf-8' },
				);
			return new PageResponse(found.map((issue) => respond(req).issue(issue)));
		},
		[`POST ${ROOT}`]: (req) => {
			const title = String(req.body.title);
			const issue = discussionsOf(req).addIssue({ title, author: authorOf(req) });
			update(req, issue, now());
			return new StatusResponse(201, respond(req).issue(issue));
		},
		[`GET ${ROOT}/comments`]: (req) => {
			const { comments } = discussionsOf(req);
			return new PageResponse(comments.map((comment) => respond(req).comment(comment)));
		},
		[`GET ${ROOT}/:number`]: (req) => respond(req).issue(issueOf(req)),
		[`PATCH ${ROOT}/:number`]: (req) => {
			const issue = issueOf(req);
			update(req, issue, now());
			return respond(req).issue(issue);
		},
		'GET /repos/:owner/:repo/labels': (req) =>
			new PageResponse(
				[...discussionsOf(req).labels.keys()].map((name) => respond(req).label(name)),
			),
		'POST /repos/:owner/:repo/labels': (req) => {
			const { name, ...values } = req.body;
			const { labels } = discussionsOf(req);
			if (labels.has(String(name))) throw validationError('name', 'already_exists');
			labels.set(String(name), values);
			return new StatusResponse(201, respond(req).label(String(name)));
		},
		'GET /repos/:owner/:repo/labels/:label': (req) => respond(req).label(existingLabel(req)),
		'PATCH /repos/:owner/:repo/labels/:label': (req) => {
			const { labels } = discussionsOf(req);
			const name = existingLabel(req);
			const { new_name: newName = name, ...values } = req.body;
			const changed = { ...labels.get(name), ...values };
			labels.delete(name);
			labels.set(String(newName), changed);
			return respond(req).label(String(newName));
		},
		'DELETE /repos/:owner/:repo/labels/:label': (req) => {
			discussionsOf(req).labels.delete(existingLabel(req));
		},
		'GET /search/issues': ({ query }) => {
			const words = query.q!.split(' ').filter(Boolean);
			const valuesOf = (qualifier: string): string[] =>
				words
					.filter((word) => word.startsWith(`${qualifier}:`))
					.map((word) => word.slice(qualifier.length + 1).replaceAll('"', ''));
			const names = valuesOf('repo');
			const terms = words.filter((word) => !word.includes(':'));
			const kinds = [...valuesOf('is'), ...valuesOf('type'), ...valuesOf('state')];
			const isFound = (found: Discussions, issue: Issue): boolean =>
				terms.every((term) => issue.title.includes(term)) &&
				valuesOf('label').every((label) => issue.labels.includes(label)) &&
				kinds.every((kind) =>
					kind === 'issue' || kind === 'pr'
						? found.isPull(issue) === (kind === 'pr')
						: kind === 'merged'
							? found.pulls.some((pull) => pull === issue && pull.merged_at !== null)
							: issue.state === kind,
				);
			const rows = repositories
				.filter((repo) => names.length === 0 || names.includes(`${repo.owner}/${repo.name}`))
				.map((repo) => store.of(repo))
				.flatMap((found) =>
					found.all
						.filter((issue) => isFound(found, issue))
						.map((issue) => new DiscussionResponses(found).issue(issue) as Issue),
				);
			const { sort, order: direction = 'desc' } = query;
			return new PageResponse(sort ? sorted(rows, { sort, direction }, 'desc') : rows, {
				name: 'items',
				headers: { 'x-ratelimit-resource': 'search' },
			});
		},
		[`GET ${ROOT}/:number/labels`]: (req) => new PageResponse(labelsOf(req)),
		[`POST ${ROOT}/:number/labels`]: (req) => {
			const issue = issueOf(req);
			issue.labels = [...new Set([...issue.labels, ...(req.body.labels as string[])])];
			return labelsOf(req);
		},
		[`DELETE ${ROOT}/:number/labels`]: (req) => {
			issueOf(req).labels = [];
		},
		[`DELETE ${ROOT}/:number/labels/:label`]: (req) => {
			const issue = issueOf(req);
			if (!issue.labels.includes(req.params.label!)) throw apiError(404, 'Label does not exist');
			issue.labels = issue.labels.filter((name) => name !== req.params.label);
			return labelsOf(req);
		},
		[`GET ${ROOT}/:number/comments`]: (req) => {
			const { number } = issueOf(req);
			const found = discussionsOf(req).comments.filter((comment) => comment.number === number);
			return new PageResponse(
				sorted(found, { since: req.query.since ?? '' }, 'asc').map((comment) =>
					respond(req).comment(comment),
				),
			);
		},
		[`POST ${ROOT}/:number/comments`]: (req) => {
			const { number } = issueOf(req);
			const discussions = discussionsOf(req);
			const comment = discussions.newComment(number, String(req.body.body), authorOf(req));
			discussions.comments.push(comment);
			return new StatusResponse(201, respond(req).comment(comment));
		},
	};
}

function filteredIssues(discussions: Discussions, query: ApiRequest['query']): Issue[] {
	const { state = 'open', labels = '', assignee, creator } = query;
	const required = labels.split(',').filter(Boolean);
	const found = discussions.all.filter(
		(issue) =>
			(state === 'all' || issue.state === state) &&
			(creator === undefined || issue.author === creator) &&
			(assignee === undefined || issue.assignees.includes(assignee)) &&
			required.every((label) => issue.labels.includes(label)),
	);
	return sorted(found, query, 'desc');
}
