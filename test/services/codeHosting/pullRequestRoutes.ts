// Pull requests: lists, changes and merges.

import { commitResponse } from './contentRoutes';
import { DiscussionResponses } from './discussionResponses';
import type { DiscussionStore, PullRequest } from './discussionStore';
import { apiError } from './errors';
import { authorOf, sorted, update } from './issueRoutes';
import { changesOf, countsOf, diffOf } from './pullRequestChanges';
import { documented, PageResponse, StatusResponse, userResponse } from './responses';
import type { ApiRequest, Context, Routes } from './router';

const ROOT = '/repos/:owner/:repo/pulls';

export function pullRequestRoutes({ clock }: Context, store: DiscussionStore): Routes {
	const now = (): string => clock.iso();
	const pullOf = ({ repo, params }: ApiRequest): PullRequest => store.of(repo).pull(params.number);
	const changes = (req: ApiRequest) => changesOf(req.repo, pullOf(req));
	const respond = ({ repo }: ApiRequest, pull: PullRequest, request = `GET ${ROOT}/:number`) => {
		const own = changesOf(repo, pull);
		return {
			...new DiscussionResponses(store.of(repo)).pull(pull, request),
			// Pull requests in lists do not have the numbers.
			...(own !== undefined && request !== `GET ${ROOT}` && countsOf(own)),
		};
	};

	/** Refuses a pull request like GitHub. @throws HttpError 422 */
	const refuse = ({ repo }: ApiRequest, head: string, base: string): void => {
		const branch = head.replace(`${repo.owner}:`, '');
		const isOpen = store
			.of(repo)
			.pulls.some((pull) => pull.state === 'open' && pull.head === branch && pull.base === base);
		const message =
			branch === base
				? `No commits between ${base} and ${branch}`
				: isOpen
					? `A pull request already exists for ${repo.owner}:${branch}.`
					: undefined;
		if (message !== undefined)
			throw apiError(
				422,
				'Validation Failed',
				{},
				{ errors: [{ resource: 'PullRequest', code: 'custom', message }] },
			);
	};

	return {
		[`GET ${ROOT}`]: (req) => {
			const { state = 'open', ...order } = req.query;
			const { pulls } = store.of(req.repo);
			const found = pulls.filter((pull) => state === 'all' || pull.state === state);
			return new PageResponse(
				sorted(found, order, 'desc').map((pull) => respond(req, pull, `GET ${ROOT}`)),
			);
		},
		[`POST ${ROOT}`]: (req) => {
			const { title, head, base } = req.body;
			refuse(req, String(head), String(base));
			const pull = store.of(req.repo).addPull({
				title: String(title),
				head: String(head).replace(`${req.repo.owner}:`, ''),
				base: String(base),
				author: authorOf(req),
			});
			update(req, pull, now());
			pull.draft = req.body.draft === true;
			return new StatusResponse(201, respond(req, pull, `POST ${ROOT}`));
		},
		[`GET ${ROOT}/:number`]: (req) => {
			const pull = pullOf(req);
			const accept = String(req.request.headers.accept);
			const [, vendor, format] = /vnd\.(\w+)\.(diff|patch)/.exec(accept) ?? [];
			if (format === undefined) return respond(req, pull);
			const own = changes(req);
			const diff = own === undefined ? DIFF : diffOf(own);
			return new StatusResponse(200, format === 'diff' ? diff : patchOf(pull, diff), {
				'content-type': `application/vnd.${vendor}.${format}; charset=utf-8`,
			});
		},
		[`GET ${ROOT}/:number/commits`]: (req) =>
			new PageResponse(
				changes(req)?.commits.map(({ sha }) => commitResponse(req.repo, sha)) ?? [
					documented.record(`GET ${ROOT}/:number/commits`, {}),
				],
			),
		[`GET ${ROOT}/:number/files`]: (req) =>
			new PageResponse(
				changes(req)?.files.map((file) =>
					documented.record(`GET ${ROOT}/:number/files`, { ...file, previous_filename: undefined }),
				) ?? [documented.record(`GET ${ROOT}/:number/files`, {})],
			),
		[`PATCH ${ROOT}/:number`]: (req) => {
			const pull = pullOf(req);
			update(req, pull, now());
			return respond(req, pull);
		},
		[`GET ${ROOT}/:number/requested_reviewers`]: (req) => ({
			users: pullOf(req).reviewers.map(userResponse),
			teams: [],
		}),
		[`POST ${ROOT}/:number/requested_reviewers`]: (req) => {
			const pull = pullOf(req);
			pull.reviewers = [...new Set([...pull.reviewers, ...loginsIn(req.body)])];
			return new StatusResponse(201, respond(req, pull, `POST ${ROOT}`));
		},
		[`DELETE ${ROOT}/:number/requested_reviewers`]: (req) => {
			const pull = pullOf(req);
			const removed = loginsIn(req.body);
			pull.reviewers = pull.reviewers.filter((login) => !removed.includes(login));
			return respond(req, pull);
		},
		[`PUT ${ROOT}/:number/merge`]: (req) => {
			const pull = pullOf(req);
			if (pull.state !== 'open' || !pull.mergeable)
				throw apiError(405, 'Pull Request is not mergeable');
			Object.assign(pull, { state: 'closed', closed_at: now(), merged_at: now() });
			return documented.body(`PUT ${ROOT}/:number/merge`);
		},
	};
}

const loginsIn = ({ reviewers = [] }: { reviewers?: unknown }): string[] => reviewers as string[];

/** The diff of the sample pull requests. */
const DIFF =
	'diff --git a/file1.txt b/file1.txt\n--- a/file1.txt\n+++ b/file1.txt\n' +
	'@@ -1,2 +1,3 @@\n-old\n+new\n+newer\n same\n';

const patchOf = ({ number, author, title }: PullRequest, diff: string): string =>
	`From ${number.toString(16).padStart(40, 'c')} Mon Sep 17 00:00:00 2001\n` +
	`From: ${author} <${author}@example.com>\n` +
	`Subject: [PATCH] ${title}\n\n---\n${diff}-- \n2.43.0\n\n`;
