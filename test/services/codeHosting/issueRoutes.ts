// Issues, their comments, labels and assignees. They also apply to pull requests.

import { DiscussionResponses } from './discussionResponses';
import {
	COLLABORATORS,
	LABELS,
	MILESTONES,
	type Comment,
	type Discussions,
	type DiscussionStore,
	type Issue,
} from './discussionStore';
import { apiError, validationError } from './errors';
import { PageResponse, StatusResponse } from './responses';
import { findById, removeById, type ApiRequest, type Routes } from './router';

const ROOT = '/repos/:owner/:repo/issues';
const LOCK_REASONS = ['off-topic', 'too heated', 'resolved', 'spam'];
const STATE_REASONS = ['completed', 'not_planned', 'duplicate', 'reopened'];

/** The author of what a caller creates. Apps have a bot account. */
export const authorOf = ({ caller }: ApiRequest): string => caller?.login ?? 'app[bot]';

/** @throws HttpError 403 for users who cannot change the repository */
export function requirePush({ caller }: ApiRequest): void {
	if (caller?.login !== undefined && !COLLABORATORS.includes(caller.login))
		throw apiError(403, 'Must have admin rights to Repository.');
}

/** @throws HttpError 422 for a missing or blank text */
export function requireText(body: ApiRequest['body'], name: string): string {
	const value = body[name];
	if (typeof value !== 'string' || value.trim() === '')
		throw validationError(name, `${name} can't be blank`);
	return value;
}

/** @throws HttpError 422 for another value */
export function requireOneOf(name: string, value: unknown, values: readonly string[]): void {
	if (value !== undefined && value !== null && !values.includes(String(value)))
		throw validationError(name, `${String(value)} is not one of ${values.join(', ')}`);
}

/** @throws HttpError 422 if it is not a list of texts */
export function requireList(name: string, value: unknown): string[] {
	if (!Array.isArray(value) || value.some((entry) => typeof entry !== 'string'))
		throw validationError(name, 'must be a list of names');
	return value as string[];
}

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

export function issueRoutes(store: DiscussionStore, now: () => string): Routes {
	const discussionsOf = ({ repo }: ApiRequest): Discussions => store.of(repo);
	const respond = (req: ApiRequest) => new DiscussionResponses(discussionsOf(req));
	const issueOf = (req: ApiRequest): Issue => discussionsOf(req).issue(req.params.number);
	const commentOf = (req: ApiRequest): Comment =>
		findById(discussionsOf(req).comments, req.params.comment);
	const labelsOf = (req: ApiRequest): object[] =>
		issueOf(req).labels.map((name) => respond(req).label(name));
	const changed = (req: ApiRequest, issue: Issue): object => {
		discussionsOf(req).touch(issue);
		return respond(req).issue(issue);
	};

	/** Applies the values of a request to an issue. */
	const update = (req: ApiRequest, issue: Issue): void => {
		const { title, body, state, state_reason: reason, labels, assignees } = req.body;
		const { milestone, type } = req.body;
		requireOneOf('state', state, ['open', 'closed']);
		requireOneOf('state_reason', reason, STATE_REASONS);
		if (title !== undefined) issue.title = requireText(req.body, 'title');
		if (body !== undefined) issue.body = body as string | null;
		if (labels !== undefined) issue.labels = [...new Set(requireList('labels', labels))];
		if (assignees !== undefined) issue.assignees = assignable(requireList('assignees', assignees));
		if (milestone !== undefined) {
			if (milestone !== null && !MILESTONES.includes(Number(milestone)))
				throw validationError('milestone', 'does not exist');
			issue.milestone = milestone === null ? null : Number(milestone);
		}
		if (type !== undefined) issue.type = type as string | null;
		if (state !== undefined && state !== issue.state) {
			issue.state = state as string;
			issue.closed_at = state === 'closed' ? now() : null;
			issue.state_reason =
				state === 'open' ? 'reopened' : ((reason as string | undefined) ?? 'completed');
		}
	};

	return {
		[`GET ${ROOT}`]: (req) => {
			const discussions = discussionsOf(req);
			const found = filteredIssues(discussions, req.query);
			if (/vnd\.\w+\.diff/.test(String(req.request.headers.accept)))
				return new StatusResponse(
					200,
					found.map(({ number, title }) => `+ ${number} ${title}`).join('\n'),
					{ 'content-type': 'application/vnd.vendor.diff; charset=utf-8' },
				);
			return new PageResponse(found.map((issue) => respond(req).issue(issue)));
		},
		[`POST ${ROOT}`]: (req) => {
			const title = requireText(req.body, 'title');
			const issue = discussionsOf(req).addIssue({ title, body: null, author: authorOf(req) });
			update(req, issue);
			return new StatusResponse(201, respond(req).issue(issue));
		},
		[`GET ${ROOT}/comments`]: (req) =>
			new PageResponse(
				sorted(discussionsOf(req).comments, req.query, 'asc').map((comment) =>
					respond(req).comment(comment),
				),
			),
		[`GET ${ROOT}/comments/:comment`]: (req) => respond(req).comment(commentOf(req)),
		[`PATCH ${ROOT}/comments/:comment`]: (req) => {
			const comment = commentOf(req);
			comment.body = requireText(req.body, 'body');
			discussionsOf(req).touch(comment);
			return respond(req).comment(comment);
		},
		[`DELETE ${ROOT}/comments/:comment`]: (req) => {
			removeById(discussionsOf(req).comments, req.params.comment);
		},
		[`GET ${ROOT}/:number`]: (req) => respond(req).issue(issueOf(req)),
		[`PATCH ${ROOT}/:number`]: (req) => {
			const issue = issueOf(req);
			requirePush(req);
			update(req, issue);
			return changed(req, issue);
		},
		[`PUT ${ROOT}/:number/lock`]: (req) => {
			const issue = issueOf(req);
			requirePush(req);
			requireOneOf('lock_reason', req.body.lock_reason, LOCK_REASONS);
			issue.locked = true;
			issue.active_lock_reason = (req.body.lock_reason as string | undefined) ?? null;
		},
		[`DELETE ${ROOT}/:number/lock`]: (req) => {
			const issue = issueOf(req);
			requirePush(req);
			Object.assign(issue, { locked: false, active_lock_reason: null });
		},
		'GET /repos/:owner/:repo/labels': (req) =>
			new PageResponse(Object.keys(LABELS).map((name) => respond(req).label(name))),
		[`GET ${ROOT}/:number/labels`]: (req) => new PageResponse(labelsOf(req)),
		[`POST ${ROOT}/:number/labels`]: (req) => {
			const issue = issueOf(req);
			requirePush(req);
			const added = requireList('labels', req.body.labels);
			issue.labels = [...new Set([...issue.labels, ...added])];
			return labelsOf(req);
		},
		[`PUT ${ROOT}/:number/labels`]: (req) => {
			const issue = issueOf(req);
			requirePush(req);
			issue.labels = [...new Set(requireList('labels', req.body.labels))];
			return labelsOf(req);
		},
		[`DELETE ${ROOT}/:number/labels`]: (req) => {
			const issue = issueOf(req);
			requirePush(req);
			issue.labels = [];
		},
		[`DELETE ${ROOT}/:number/labels/:label`]: (req) => {
			const issue = issueOf(req);
			requirePush(req);
			if (!issue.labels.includes(req.params.label!)) throw apiError(404, 'Label does not exist');
			issue.labels = issue.labels.filter((name) => name !== req.params.label);
			return labelsOf(req);
		},
		[`POST ${ROOT}/:number/assignees`]: (req) => {
			const issue = issueOf(req);
			const added = requireList('assignees', req.body.assignees);
			issue.assignees = assignable([...issue.assignees, ...added]);
			return new StatusResponse(201, changed(req, issue));
		},
		[`DELETE ${ROOT}/:number/assignees`]: (req) => {
			const issue = issueOf(req);
			const removed = requireList('assignees', req.body.assignees);
			issue.assignees = issue.assignees.filter((login) => !removed.includes(login));
			return changed(req, issue);
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
			const issue = issueOf(req);
			if (issue.locked && !COLLABORATORS.includes(authorOf(req)))
				throw apiError(403, 'Unable to create comment because issue is locked.');
			const discussions = discussionsOf(req);
			const text = requireText(req.body, 'body');
			const comment = discussions.newComment(issue.number, text, authorOf(req));
			discussions.comments.push(comment);
			return new StatusResponse(201, respond(req).comment(comment));
		},
	};
}

/** Ignores users who cannot be assigned. */
const assignable = (logins: readonly string[]): string[] =>
	[...new Set(logins)].filter((login) => COLLABORATORS.includes(login));

function filteredIssues(discussions: Discussions, query: ApiRequest['query']): Issue[] {
	const { state = 'open', labels = '', assignee, creator, milestone } = query;
	const required = labels.split(',').filter(Boolean);
	const found = discussions.all.filter(
		(issue) =>
			(state === 'all' || issue.state === state) &&
			(creator === undefined || issue.author === creator) &&
			(assignee === undefined || issue.assignees.includes(assignee)) &&
			(milestone === undefined || String(issue.milestone) === milestone) &&
			required.every((label) => issue.labels.includes(label)),
	);
	return sorted(found, query, 'desc');
}
