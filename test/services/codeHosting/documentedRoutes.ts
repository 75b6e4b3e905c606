// Routes without state, which send the documented responses.

import { documented, PageResponse, StatusResponse } from './responses';
import type { Handler, Routes } from './router';

const REPOSITORY = '/repos/:owner/:repo';
const ACTIONS = `${REPOSITORY}/actions`;

const requests = [
	`GET ${REPOSITORY}/contributors`,
	`GET ${REPOSITORY}/languages`,
	`GET ${REPOSITORY}/community/profile`,
	`GET ${REPOSITORY}/traffic/views`,
	`GET ${REPOSITORY}/traffic/clones`,
	`GET ${REPOSITORY}/traffic/popular/paths`,
	`GET ${REPOSITORY}/traffic/popular/referrers`,
	`GET ${REPOSITORY}/commits/:ref/statuses`,
	`GET ${REPOSITORY}/commits/:ref/status`,
	`GET ${REPOSITORY}/commits/:ref/check-runs`,
	`GET ${ACTIONS}/workflows/:workflow/timing`,
	`GET ${ACTIONS}/runs/:run/timing`,
	`GET ${ACTIONS}/runs/:run/approvals`,
	`GET ${ACTIONS}/cache/usage`,
	'GET /orgs/:org/actions/cache/usage',
	'GET /orgs/:org/actions/cache/usage-by-repository',
	'GET /enterprises/:enterprise/actions/cache/usage',
	'GET /orgs/:org/actions/runner-groups',
	'GET /orgs/:org/members',
	'GET /feeds',
];

/** Requests that change nothing here, by the status of their response. */
const accepted = {
	[`DELETE ${ACTIONS}/runs/:run/logs`]: 204,
	[`POST ${ACTIONS}/runs/:run/approve`]: 201,
	[`POST ${ACTIONS}/jobs/:job/rerun`]: 201,
};

export function documentedRoutes(): Routes {
	const respond = (request: string): Handler => {
		const body = documented.body(request);
		return () => (Array.isArray(body) ? new PageResponse(body as object[]) : body);
	};
	return Object.fromEntries([
		...requests.map((request) => [request, respond(request)] as const),
		...Object.entries(accepted).map(
			([request, status]) => [request, () => new StatusResponse(status, {})] as const,
		),
	]);
}
