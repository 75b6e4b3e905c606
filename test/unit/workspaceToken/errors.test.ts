import { classify } from '../../../nodes/WorkspaceToken/errors';

// Databricks responds to a wrong token with 403 and the status as a number
// (https://github.com/databricks/databricks-sdk-go/issues/873), to an expired OAuth token with 403
// (https://github.com/databricks/cli/issues/4768), and to other expired tokens with 401 or 400
// (https://github.com/databrickslabs/splunk-integration/issues/55).
test.each([
	[403, 403, 'Invalid access token.'],
	[403, 403, 'Invalid access token. [ReqId: 145ae51b-da74-40a7-ac56-0ad190834faf]'],
	[403, '403', 'Invalid Token'],
	[403, undefined, 'Token is expiring within 30 seconds. (token expired)'],
	[401, 401, 'Credential was not sent or was of an unsupported type for this API.'],
	[401, undefined, 'Token is expired'],
	[400, undefined, 'io.jsonwebtoken.ExpiredJwtException: JWT expired at 2025-12-18T10:00:00Z.'],
])('%d with the code %j and "%s" is an invalid token', (status, code, message) =>
	expect(classify({ body: { error_code: code, message }, status }).code).toBe('UNAUTHENTICATED'),
);

test('other errors with status 403 keep their code', () =>
	expect(
		classify({
			body: { error_code: 'PERMISSION_DENIED', message: 'Only admins can create tokens.' },
			status: 403,
		}),
	).toEqual({ code: 'PERMISSION_DENIED', text: 'Only admins can create tokens' }));

// Wordings quoted in public repositories, for OAuth tokens and personal access tokens.
test.each([
	['Provided OAuth token does not have required scopes: authentication', 'scope authentication'],
	['Provided access token does not have required scopes: sql [ReqId: abc]', 'scope sql'],
	['Invalid scope, required scopes: dashboards.lakeview, sql', 'scope dashboards.lakeview, sql'],
	['Only admins can create tokens.', undefined],
])('the missing scope is read from "%s"', (message, scope) =>
	expect(
		classify({ body: { error_code: 'PERMISSION_DENIED', message }, status: 403 }).missingScope,
	).toBe(scope),
);
