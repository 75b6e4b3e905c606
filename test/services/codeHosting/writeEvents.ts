// The webhook events of requests that change something.

import { contentsOf } from './contents';
import { HOST, StatusResponse } from './responses';
import type { ApiRequest, Handler, Routes } from './router';
import type { NewWebhookEvent } from './webhooks';

const ISSUES = '/repos/:owner/:repo/issues';

/** The new commit of a branch, with the paths of its files. */
function push({ repo }: ApiRequest, branch: string): NewWebhookEvent {
	const contents = contentsOf(repo);
	const { sha, message, author, parents } = contents.resolve(branch);
	const files = contents.treeOf(sha);
	const earlier = contents.treeOf(parents[0]);
	const commit = {
		id: sha,
		message,
		timestamp: author.date,
		url: `${HOST}/${repo.owner}/${repo.name}/commit/${sha}`,
		author: { name: author.name, email: author.email },
		added: [...files.keys()].filter((path) => !earlier.has(path)),
		modified: [...files.keys()].filter(
			(path) => earlier.has(path) && earlier.get(path)!.sha !== files.get(path)!.sha,
		),
		removed: [...earlier.keys()].filter((path) => !files.has(path)),
	};
	return { event: 'push', payload: { ref: `refs/heads/${branch}`, commits: [commit] } };
}

const pushToBranch = (req: ApiRequest): NewWebhookEvent =>
	push(req, String(req.body.branch ?? contentsOf(req.repo).defaultBranch));

/** Events by request. `body` is the body of the response. */
const events: Readonly<
	Record<string, (req: ApiRequest, body: unknown, routes: Routes) => NewWebhookEvent>
> = {
	[`POST ${ISSUES}`]: (_, issue) => ({ event: 'issues', payload: { action: 'opened', issue } }),
	[`PATCH ${ISSUES}/:number`]: ({ body: { state } }, issue) => ({
		event: 'issues',
		payload: {
			action: state === 'closed' ? 'closed' : state === 'open' ? 'reopened' : 'edited',
			issue,
		},
	}),
	[`POST ${ISSUES}/:number/comments`]: (req, comment, routes) => ({
		event: 'issue_comment',
		payload: { action: 'created', issue: routes[`GET ${ISSUES}/:number`]!(req), comment },
	}),
	'POST /repos/:owner/:repo/labels': (_, label) => ({
		event: 'label',
		payload: { action: 'created', label },
	}),
	'PUT /repos/:owner/:repo/contents/*': pushToBranch,
	'DELETE /repos/:owner/:repo/contents/*': pushToBranch,
	'PATCH /repos/:owner/:repo/git/refs/*': (req) =>
		push(req, req.params['*']!.replace(/^heads\//, '')),
};

/** The routes, which also emit the events of successful requests. */
export const withEvents = (
	routes: Routes,
	emit: (req: ApiRequest, event: NewWebhookEvent) => void,
): Routes => ({
	...routes,
	...Object.fromEntries(
		Object.entries(events).map(([request, eventOf]): [string, Handler] => [
			request,
			async (req) => {
				const response = await routes[request]!(req);
				const body = response instanceof StatusResponse ? response.body : response;
				emit(req, eventOf(req, body, routes));
				return response;
			},
		]),
	),
});
