// What Strava answers since its changes of 2026, at its real address.
import type { IDataObject } from 'n8n-workflow';
import { ActivityTrackingApi } from '../../../credentials/ActivityTrackingApi.credentials';
import { ActivityTrackingOAuth2Api } from '../../../credentials/ActivityTrackingOAuth2Api.credentials';
import { ActivityTracking } from '../../../nodes/ActivityTracking/ActivityTracking.node';
import { operationRunner } from '../kit/executor';
import { byId } from '../kit/locator';
import { useProviderHosts } from '../kit/providerHosts';
import { respondWithJson } from '../kit/rawServer';

const hosts = useProviderHosts();
const token = { provider: 'strava', accessToken: 'token' };
const oAuth2 = {
	provider: 'strava',
	clientId: '1',
	clientSecret: 'secret',
	oauthTokenData: { access_token: 'token', refresh_token: 'refresh', token_type: 'Bearer' },
};

const run = operationRunner(
	new ActivityTracking(),
	() => ({
		activityTrackingApi: { type: new ActivityTrackingApi(), data: { ...token } },
		activityTrackingOAuth2Api: {
			type: new ActivityTrackingOAuth2Api(),
			data: structuredClone(oAuth2) as IDataObject,
		},
	}),
	{ authentication: 'accessToken' },
);

const clubId = byId('108605');
const area = {
	southWestLatitude: 37.821362,
	southWestLongitude: -122.505373,
	northEastLatitude: 37.842038,
	northEastLongitude: -122.465977,
};
const continueOnFail = { settings: { onError: 'continueRegularOutput' } } as const;

/** An error response of Strava with one problem. */
const problem = (message: string, resource: string, field: string, code: string): IDataObject => ({
	message,
	errors: [{ resource, field, code }],
});

describe('operations that Strava has removed', () => {
	// stravalib/stravalib#736, dblock/strava-ruby-client#110
	test.each([
		['getAllActivities', 'Get Many Activities'],
		['getAllAdmins', 'Get Many Administrators'],
		['getAllMembers', 'Get Many Members'],
	])('club %s fails before anything is sent', async (operation, name) => {
		const { error } = await run('club', operation, { clubId });
		expect(error?.message).toBe(`Strava removed Club: ${name} on 1 September 2026`);
		expect(error?.description).toMatch(/^Nothing was sent\. /);
		expect(hosts.requested).toEqual([]);
	});

	test('leaderboards fail in the same way', async () => {
		const { error } = await run('leaderboard', 'getAll', { segmentId: byId('229781') });
		expect(error?.message).toBe('Strava removed Leaderboard: Get Many in 2020');
		expect(error?.description).toContain('Segment Effort: Get Many');
		expect(hosts.requested).toEqual([]);
	});

	test('each item gets the error under On Error: Continue', async () => {
		const items = [{ json: {} }, { json: {} }];
		const result = await run('club', 'getAllMembers', { clubId }, { ...continueOnFail, items });
		const message = expect.stringContaining('Strava removed Club: Get Many Members') as string;
		expect(result.items.map(({ json }) => json)).toEqual([{ error: message }, { error: message }]);
	});

	test('the other operations of clubs are sent', async () => {
		hosts.server.respond = respondWithJson({ id: 108605, name: 'Strava Club' });
		const { items } = await run('club', 'get', { clubId });
		expect(items[0]?.json.id).toBe('108605');
	});
});

describe('Segment: Explore, which Strava limits to applications with Extended Access', () => {
	// stravalib/stravalib#736 and #739. The status is not reported, so each of them is explained.
	test.each([
		[401, problem('Authorization Error', 'Application', 'internal', 'invalid')],
		[403, problem('Forbidden', 'Application', 'internal', 'forbidden')],
		[404, problem('Record Not Found', 'resource', 'path', 'invalid')],
	])('is explained after a %d', async (status, body) => {
		hosts.server.respond = respondWithJson(body, status);
		const { error } = await run('segment', 'explore', area);
		expect(`${error?.message} ${error?.description}`).toContain('Extended Access');
		expect(hosts.requested).toHaveLength(1);
	});

	test('is sent, because an application can have Extended Access', async () => {
		hosts.server.respond = respondWithJson({ segments: [{ id: 229781, name: 'Hawk Hill' }] });
		const { items } = await run('segment', 'explore', area);
		expect(items.map(({ json }) => json.name)).toEqual(['Hawk Hill']);
	});
});

const inactive = problem('Forbidden', 'Application', 'Status', 'Inactive');
const notAllowed = problem('Authorization Error', 'Application', 'internal', 'invalid');

describe.each(['accessToken', 'oAuth2'])('an application (%s)', (authentication) => {
	// stravalib/stravalib#730, yihong0618/running_page#1128
	test('that is inactive is named as the cause of a 403, and the request is not repeated', async () => {
		hosts.server.respond = respondWithJson(inactive, 403);
		const { error } = await run('athlete', 'getZones', { authentication });
		expect(error?.message).toBe('Strava has deactivated the application of this credential');
		expect(error?.description).toContain('https://www.strava.com/settings/api');
		expect(error?.description).not.toMatch(/again with the permissions|needs the permission/);
		expect(hosts.requested).toHaveLength(1);
	});

	// node-strava/node-strava-v3#209
	test('that must not use a request is named as the cause of a 401, and nothing is renewed or repeated', async () => {
		hosts.server.respond = respondWithJson(notAllowed, 401);
		const { error } = await run('club', 'get', { authentication, clubId });
		expect(error?.message).toBe('Strava does not allow this application to use the request');
		expect(error?.description).not.toContain('token is wrong');
		expect(hosts.server.received.map(({ target }) => target)).toEqual(['/api/v3/clubs/108605']);
	});
});

// An older report has this problem for an invalid token (danshannon/javastravav3api#79).
test('a problem of the application without a field is still a rejected token', async () => {
	hosts.server.respond = respondWithJson(
		problem('Authorization Error', 'Application', '', 'invalid'),
		401,
	);
	const { error } = await run('athlete', 'get');
	expect(error?.message).toBe('Strava rejected the access token');
});

test('an expired token is renewed', async () => {
	let isRenewed = false;
	hosts.server.respond = (response, { target }, request) => {
		if (target.startsWith('/oauth/token')) {
			isRenewed = true;
			return respondWithJson({ access_token: 'new', refresh_token: 'refresh' })(
				response,
				{} as never,
				request,
			);
		}
		const expired = problem('Authorization Error', 'Athlete', 'access_token', 'invalid');
		return respondWithJson(isRenewed ? { id: 1 } : expired, isRenewed ? 200 : 401)(
			response,
			{} as never,
			request,
		);
	};
	const { items, error } = await run('athlete', 'get', { authentication: 'oAuth2' });
	expect(error).toBeUndefined();
	expect(items[0]?.json.id).toBe('1');
});
