// Routes without state, which send the documented responses.

import { documented, PageResponse, StatusResponse } from './responses';
import type { Handler, Routes } from './router';

const REPOSITORY = '/repos/:owner/:repo';
const ACTIONS = `${REPOSITORY}/actions`;
const ISSUE = `${REPOSITORY}/issues/:number`;
const ISSUE_COMMENT = `${REPOSITORY}/issues/comments/:comment`;
const PULLS = `${REPOSITORY}/pulls`;
const PULL = `${PULLS}/:number`;
const REVIEW = `${PULL}/reviews/:review`;

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
	`GET ${REPOSITORY}/deployments`,
	`POST ${REPOSITORY}/deployments`,
	`GET ${REPOSITORY}/deployments/:deployment`,
	`GET ${REPOSITORY}/deployments/:deployment/statuses`,
	`POST ${REPOSITORY}/deployments/:deployment/statuses`,
	`GET ${ACTIONS}/workflows/:workflow/timing`,
	`GET ${ACTIONS}/runs/:run/timing`,
	`GET ${ACTIONS}/runs/:run/approvals`,
	`POST ${ACTIONS}/runs/:run/approve`,
	`DELETE ${ACTIONS}/runs/:run/logs`,
	`POST ${ACTIONS}/jobs/:job/rerun`,
	`GET ${ACTIONS}/cache/usage`,
	'GET /orgs/:org/actions/cache/usage',
	'GET /orgs/:org/actions/cache/usage-by-repository',
	'GET /enterprises/:enterprise/actions/cache/usage',
	'GET /orgs/:org/actions/runner-groups',
	'GET /orgs/:org/members',
	'GET /orgs/:org/invitations',
	'POST /orgs/:org/invitations',
	'DELETE /orgs/:org/invitations/:invitation',
	'GET /feeds',
	`PUT ${ISSUE}/lock`,
	`DELETE ${ISSUE}/lock`,
	`PUT ${ISSUE}/labels`,
	`GET ${ISSUE_COMMENT}`,
	`PATCH ${ISSUE_COMMENT}`,
	`DELETE ${ISSUE_COMMENT}`,
	`GET ${PULL}/files`,
	`PUT ${PULL}/update-branch`,
	`GET ${PULL}/reviews`,
	`POST ${PULL}/reviews`,
	`GET ${REVIEW}`,
	`PUT ${REVIEW}`,
	`DELETE ${REVIEW}`,
	`PUT ${REVIEW}/dismissals`,
	`POST ${REVIEW}/events`,
	`GET ${REVIEW}/comments`,
	`GET ${PULL}/comments`,
	`POST ${PULL}/comments`,
	`POST ${PULL}/comments/:comment/replies`,
	`GET ${PULLS}/comments`,
	`GET ${PULLS}/comments/:comment`,
	`PATCH ${PULLS}/comments/:comment`,
	`DELETE ${PULLS}/comments/:comment`,
];

export function documentedRoutes(): Routes {
	const respond = (request: string): Handler => {
		const { status, body } = documented.response(request);
		return () =>
			Array.isArray(body)
				? new PageResponse(body as object[])
				: new StatusResponse(status, body ?? {});
	};
	return Object.fromEntries(requests.map((request) => [request, respond(request)]));
}
