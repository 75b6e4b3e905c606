import type { IDataObject } from 'n8n-workflow';
import { WorkspaceTokenApi } from '../../credentials/WorkspaceTokenApi.credentials';
import { WorkspaceTokenOAuth2Api } from '../../credentials/WorkspaceTokenOAuth2Api.credentials';
import { WorkspaceToken } from '../../nodes/WorkspaceToken/WorkspaceToken.node';
import { startWorkspaceService, type WorkspaceService } from '../services/workspaceToken/service';
import { hashOf, LOCAL_TOKEN, type TokenInfo } from '../services/workspaceToken/tokens';
import { operationRunner, type RunResult } from './kit/executor';
import { byId } from './kit/locator';

const nodeType = new WorkspaceToken();

let workspace: WorkspaceService;
let existing: TokenInfo;
beforeEach(async () => {
	workspace = await startWorkspaceService();
	existing = workspace.tokens.issue({
		comment: 'nightly export',
		scopes: ['sql', 'authentication'],
	}).info;
});
afterEach(async () => await workspace.close());

const runToken = operationRunner(
	nodeType,
	() => ({
		workspaceTokenApi: { type: new WorkspaceTokenApi(), data: workspace.credential.data },
		workspaceTokenOAuth2Api: {
			type: new WorkspaceTokenOAuth2Api(),
			data: { ...workspace.oAuth2 },
		},
	}),
	{ authentication: 'token' },
);
const run = async (operation: string, parameters?: IDataObject): Promise<RunResult> =>
	await runToken('token', operation, parameters);
const update = async (options: IDataObject, tokenId = existing.token_id) =>
	await run('update', { tokenId: byId(tokenId), options });
const bodies = (pattern: string) => workspace.requests.list(pattern).map(({ body }) => body);

describe('update', () => {
	test.each<[string, IDataObject, IDataObject, IDataObject]>([
		[
			'only the comment',
			{ comment: 'weekly export' },
			{ token: { comment: 'weekly export' }, update_mask: 'comment' },
			{ comment: 'weekly export', scopes: ['sql', 'authentication'] },
		],
		[
			'scopes to an empty list',
			{ scopes: '' },
			{ token: { scopes: [] }, update_mask: 'scopes' },
			{ comment: 'nightly export', scopes: [] },
		],
	])('changes %s and sends the matching update_mask', async (_, options, body, expected) => {
		const { items, error } = await update(options);
		expect(error).toBeUndefined();
		expect(bodies('PATCH *')).toEqual([body]);
		expect(workspace.tokens.find(existing.token_id)).toMatchObject(expected);
		expect(items.map(({ json }) => json)).toEqual([
			{
				updated: true,
				token_id: existing.token_id,
				update_mask: body.update_mask,
				...(body.token as IDataObject),
			},
		]);
	});

	test('an update without changes or with an invalid token ID fails before a request is sent', async () => {
		expect((await update({})).error?.message).toBe('Update Fields must contain at least one field');
		expect((await update({ comment: 'x' }, LOCAL_TOKEN)).error?.message).toMatch(
			/^Token must be the ID of a token, a SHA-256 hash of 64 hexadecimal digits/,
		);
		expect(workspace.requests.total).toBe(0);
	});

	test('an unknown token ID produces an error that explains where to find the ID', async () => {
		const { error } = await update({ comment: 'x' }, hashOf('unknown token'));
		expect(error?.message).toBe(`Token ${hashOf('unknown token')} not found in the workspace`);
		expect(error?.description).toContain('Token: Get Many');
		expect(error?.httpCode).toBe('404');
	});
});

describe('list and create', () => {
	test('times are dates in addition to the milliseconds, and a token without expiry has none', async () => {
		const [, other] = workspace.tokens.list();
		Object.assign(other!, { creation_time: 1_767_225_600_000, expiry_time: 1_775_001_600_000 });
		const { items: listed } = await run('getAll', { returnAll: true });
		expect(listed[1]!.json).toMatchObject({
			creation_time: 1_767_225_600_000,
			created_at: '2026-01-01T00:00:00.000Z',
			expiry_time: 1_775_001_600_000,
			expires_at: '2026-04-01T00:00:00.000Z',
		});
		Object.assign(other!, { expiry_time: -1 });
		const { items: endless } = await run('getAll', { returnAll: true });
		expect(endless[1]!.json).toMatchObject({ expiry_time: -1, expires_at: null });
	});

	test('a new token has its times as dates', async () => {
		const { items } = await run('create', { options: { lifetimeSeconds: 3600 } });
		const { creation_time: created, expiry_time: expires } = items[0]!.json
			.token_info as IDataObject;
		expect(items[0]!.json.token_info).toMatchObject({
			created_at: new Date(created as number).toISOString(),
			expires_at: new Date(expires as number).toISOString(),
		});
	});

	test('a create request without options contains an empty JSON object', async () => {
		await run('create');
		expect(bodies('POST *create')).toEqual([{}]);
	});
});

test('a service principal authenticates with client credentials', async () => {
	const { items, error } = await run('getAll', { authentication: 'oAuth2' });
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.comment)).toContain('login');
	expect(workspace.requests.count('POST /oidc/v1/token')).toBe(1);
});

test('status 403 of another provider than Databricks does not count as an expired token', async () => {
	workspace.faults.add({ on: 'GET *list', status: 403, count: 9 });
	const { error } = await run('getAll', { authentication: 'oAuth2' });
	expect(error?.httpCode).toBe('403');
	expect(workspace.requests.count('GET *list')).toBe(1);
});
