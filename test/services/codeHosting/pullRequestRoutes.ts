// Pull requests: their state, changes, merge and requested reviewers.

import { diffOf, DiscussionResponses, patchOf } from './discussionResponses';
import {
	COLLABORATORS,
	TEAMS,
	type Discussions,
	type DiscussionStore,
	type PullRequest,
} from './discussionStore';
import { apiError, validationError } from './errors';
import {
	authorOf,
	requireList,
	requireOneOf,
	requirePush,
	requireText,
	sorted,
} from './issueRoutes';
import { PageResponse, StatusResponse } from './responses';
import type { ApiRequest, Routes } from './router';

const ROOT = '/repos/:owner/:repo/pulls';

export function pullRequestRoutes(store: DiscussionStore, now: () => string): Routes {
	const discussionsOf = ({ repo }: ApiRequest): Discussions => store.of(repo);
	const respond = (req: ApiRequest) => new DiscussionResponses(discussionsOf(req));
	const pullOf = (req: ApiRequest): PullRequest => discussionsOf(req).pull(req.params.number);

	return {
		[`GET ${ROOT}`]: (req) => {
			const { state = 'open', head, base, ...order } = req.query;
			const found = discussionsOf(req).pulls.filter(
				(pull) =>
					(state === 'all' || pull.state === state) &&
					(head === undefined || `${pull.headOwner}:${pull.head}` === head) &&
					(base === undefined || pull.base === base),
			);
			return new PageResponse(
				sorted(found, order, 'desc').map((pull) => respond(req).listedPull(pull)),
			);
		},
		[`POST ${ROOT}`]: (req) => {
			const pull = createPull(req, discussionsOf(req));
			return new StatusResponse(201, respond(req).pull(pull));
		},
		[`GET ${ROOT}/:number`]: (req) => getPull(req, discussionsOf(req), pullOf(req)),
		[`PATCH ${ROOT}/:number`]: (req) => {
			const pull = pullOf(req);
			requirePush(req);
			updatePull(req, discussionsOf(req), pull, now());
			return respond(req).pull(pull);
		},
		[`GET ${ROOT}/:number/commits`]: (req) => {
			const pull = pullOf(req);
			return new PageResponse(
				pull.commits.map((commit) => respond(req).commit(pull, commit)),
				{ maxRows: 250 },
			);
		},
		[`GET ${ROOT}/:number/files`]: (req) => {
			const pull = pullOf(req);
			return new PageResponse(
				pull.files.map((file) => respond(req).file(pull, file)),
				{ maxRows: 3000 },
			);
		},
		[`PUT ${ROOT}/:number/merge`]: (req) => {
			const pull = pullOf(req);
			requirePush(req);
			requireMergeable(req, pull);
			const sha = pull.number.toString(16).padStart(40, 'd');
			Object.assign(pull, {
				state: 'closed',
				closed_at: now(),
				merged_at: now(),
				merge_commit_sha: sha,
			});
			return { sha, merged: true, message: 'Pull Request successfully merged' };
		},
		[`GET ${ROOT}/:number/requested_reviewers`]: (req) => respond(req).reviewers(pullOf(req)),
		[`POST ${ROOT}/:number/requested_reviewers`]: (req) => {
			const pull = pullOf(req);
			requirePush(req);
			const { users, teams } = reviewersIn(req);
			if (users.includes(pull.author))
				throw validationError('reviewers', 'Review cannot be requested from pull request author.');
			if (users.some((login) => !COLLABORATORS.includes(login)))
				throw validationError('reviewers', 'Reviews may only be requested from collaborators.');
			if (teams.some((slug) => !TEAMS.includes(slug)))
				throw validationError('team_reviewers', 'Could not resolve to a node.');
			pull.reviewers = [...new Set([...pull.reviewers, ...users])];
			pull.teams = [...new Set([...pull.teams, ...teams])];
			return new StatusResponse(201, respond(req).listedPull(pull));
		},
		[`DELETE ${ROOT}/:number/requested_reviewers`]: (req) => {
			const pull = pullOf(req);
			requirePush(req);
			requireList('reviewers', req.body.reviewers);
			const { users, teams } = reviewersIn(req);
			pull.reviewers = pull.reviewers.filter((login) => !users.includes(login));
			pull.teams = pull.teams.filter((slug) => !teams.includes(slug));
			return respond(req).listedPull(pull);
		},
		[`PUT ${ROOT}/:number/update-branch`]: (req) => {
			const pull = pullOf(req);
			requirePush(req);
			const { expected_head_sha: expected = pull.headSha } = req.body;
			if (expected !== pull.headSha)
				throw validationError(
					'expected_head_sha',
					'expected head sha didn’t match current head ref.',
				);
			if (pull.behind === 0) throw apiError(422, 'There are no new commits on the base branch.');
			pull.behind = 0;
			return new StatusResponse(202, {
				message: 'Updating pull request branch.',
				url: `https://git.example.com/${req.repo.owner}/${req.repo.name}/pull/${pull.number}`,
			});
		},
	};
}

/** The pull request as JSON, or its changes if the Accept header requests them. */
function getPull(
	{ request }: ApiRequest,
	discussions: Discussions,
	pull: PullRequest,
): StatusResponse {
	const [, vendor, format] = /vnd\.(\w+)\.(diff|patch)/.exec(String(request.headers.accept)) ?? [];
	if (format === undefined)
		return new StatusResponse(200, new DiscussionResponses(discussions).pull(pull));
	return new StatusResponse(200, format === 'diff' ? diffOf(pull) : patchOf(pull), {
		'content-type': `application/vnd.${vendor}.${format}; charset=utf-8`,
	});
}

/** @throws HttpError 422 */
function createPull(req: ApiRequest, discussions: Discussions): PullRequest {
	const title = requireText(req.body, 'title');
	const [ref, owner = req.repo.owner] = requireText(req.body, 'head').split(':').reverse();
	const base = requireText(req.body, 'base');
	if (!discussions.branches.has(ref!)) throw validationError('head', 'invalid');
	if (!discussions.branches.has(base)) throw validationError('base', 'invalid');
	if (ref === base && owner === req.repo.owner)
		throw validationError('head', `No commits between ${base} and ${ref}`);
	const isOpen = discussions.pulls.some(
		(pull) => pull.state === 'open' && pull.head === ref && pull.base === base,
	);
	if (isOpen) throw validationError('head', `A pull request already exists for ${owner}:${ref}.`);
	const pull = discussions.addPull({
		title,
		body: (req.body.body as string | undefined) ?? null,
		author: authorOf(req),
		head: ref!,
		base,
	});
	return Object.assign(pull, {
		headOwner: owner,
		draft: req.body.draft === true,
		maintainer_can_modify: req.body.maintainer_can_modify === true,
	});
}

/** @throws HttpError 422 */
function updatePull(
	{ body }: ApiRequest,
	discussions: Discussions,
	pull: PullRequest,
	now: string,
): void {
	const { state, base, body: text } = body;
	requireOneOf('state', state, ['open', 'closed']);
	if (state === 'open' && pull.merged_at !== null)
		throw validationError('state', 'state cannot be changed. The pull request was merged.');
	if (base !== undefined && !discussions.branches.has(String(base)))
		throw validationError('base', `Proposed base branch '${String(base)}' was not found`);
	if (body.title !== undefined) pull.title = requireText(body, 'title');
	if (text !== undefined) pull.body = text as string;
	if (base !== undefined) pull.base = String(base);
	if (body.maintainer_can_modify !== undefined)
		pull.maintainer_can_modify = body.maintainer_can_modify === true;
	if (state !== undefined && state !== pull.state)
		Object.assign(pull, { state, closed_at: state === 'closed' ? now : null });
	pull.updated_at = now;
}

/** @throws HttpError 405, 409 */
function requireMergeable({ body }: ApiRequest, pull: PullRequest): void {
	const { sha = pull.headSha, merge_method: method = 'merge' } = body;
	requireOneOf('merge_method', method, ['merge', 'squash', 'rebase']);
	if (pull.draft) throw apiError(405, 'Pull Request is still a draft');
	if (pull.state !== 'open' || pull.mergeable !== true)
		throw apiError(405, 'Pull Request is not mergeable');
	if (sha !== pull.headSha)
		throw apiError(409, 'Head branch was modified. Review and try the merge again.');
}

const reviewersIn = ({ body }: ApiRequest) => ({
	users: requireList('reviewers', body.reviewers ?? []),
	teams: requireList('team_reviewers', body.team_reviewers ?? []),
});
