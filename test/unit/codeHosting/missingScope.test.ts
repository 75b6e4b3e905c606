import { classify } from '../../../nodes/CodeHosting/errors';

const scopeOf = (
	status: number,
	headers: Record<string, string>,
	message = 'Resource not accessible by personal access token',
) => classify({ body: { message }, status, headers }).missingScope;

// Headers of classic and OAuth tokens:
// https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/scopes-for-oauth-apps
describe('the scope of a classic token', () => {
	test.each([
		[403, 'repo, user', 'admin:org', 'scope admin:org'],
		[403, '', 'admin:org, repo, user', 'scope admin:org or repo or user'],
		[404, 'read:org', 'repo', 'scope repo'],
		[403, 'repo, admin:org', 'admin:org, read:org', undefined],
		[403, 'user', '', undefined],
		[401, 'user', 'repo', undefined],
		[422, 'user', 'repo', undefined],
	])('with status %d, granted "%s" and accepted "%s" is %s', (status, granted, accepted, scope) => {
		const headers = {
			'x-oauth-scopes': granted,
			'x-accepted-oauth-scopes': accepted,
			'x-accepted-github-permissions': 'actions=read',
		};
		expect(scopeOf(status, headers, 'Must have admin rights to Repository.')).toBe(scope);
	});
});

// Format of the header:
// https://github.blog/changelog/2023-08-10-x-accepted-github-permissions-header-for-fine-grained-permission-actors/
describe('the permission of a fine-grained token or an app', () => {
	test.each([
		['actions=write', 'permission actions=write'],
		[
			'repository_projects=write; organization_projects=admin',
			'permission repository_projects=write or organization_projects=admin',
		],
		['actions=read,contents=read', 'permission actions=read and contents=read'],
		['', undefined],
	])('"%s" is %s', (accepted, permission) => {
		const headers = { 'x-accepted-github-permissions': accepted };
		expect(scopeOf(403, headers)).toBe(permission);
		expect(scopeOf(403, headers, 'Resource not accessible by integration')).toBe(permission);
		expect(scopeOf(404, headers, 'Not Found')).toBe(permission);
	});

	test('is not reported if the user lacks the right', () =>
		expect(
			scopeOf(
				403,
				{ 'x-accepted-github-permissions': 'administration=write' },
				'Must have admin rights to Repository.',
			),
		).toBeUndefined());
});

test('a rate limit is not a missing scope', () =>
	expect(
		classify({
			body: { message: 'API rate limit exceeded' },
			status: 403,
			headers: {
				'x-ratelimit-remaining': '0',
				'x-oauth-scopes': '',
				'x-accepted-oauth-scopes': 'repo',
			},
		}),
	).toEqual({ code: 'rate_limit', text: 'API rate limit exceeded', facts: {} }));
