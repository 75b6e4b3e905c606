import type { IDataObject } from 'n8n-workflow';
import { WorkspaceTokenApi } from '../../credentials/WorkspaceTokenApi.credentials';
import { WorkspaceTokenOAuth2Api } from '../../credentials/WorkspaceTokenOAuth2Api.credentials';
import { WorkspaceToken } from '../../nodes/WorkspaceToken/WorkspaceToken.node';
import { workspaceToken } from '../../nodes/WorkspaceToken/service';
import { errorCodes } from '../services/workspaceToken/errors';
import { startWorkspaceService, type WorkspaceService } from '../services/workspaceToken/service';
import { hashOf, LOCAL_TOKEN, type TokenInfo } from '../services/workspaceToken/tokens';
import { runNode, type RunOptions, type RunResult } from './kit/executor';
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

const run = async (
	operation: string,
	parameters: IDataObject = {},
	more: Partial<RunOptions> & { credential?: IDataObject } = {},
): Promise<RunResult> =>
	await runNode(
		{
			nodeType,
			credentials: {
				workspaceTokenApi: {
					type: new WorkspaceTokenApi(),
					data: { ...workspace.credential.data, ...more.credential },
				},
				workspaceTokenOAuth2Api: {
					type: new WorkspaceTokenOAuth2Api(),
					data: { ...workspace.oAuth2 },
				},
			},
		},
		{
			parameters: {
				authentication: 'token',
				resource: 'token',
				operation,
				options: {},
				...parameters,
			},
			...more,
		},
	);
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
			'only the scopes',
			{ scopes: 'sql' },
			{ token: { scopes: ['sql'] }, update_mask: 'scopes' },
			{ comment: 'nightly export', scopes: ['sql'] },
		],
		[
			'comment and scopes',
			{ scopes: ['sql'], comment: 'x' },
			{ token: { comment: 'x', scopes: ['sql'] }, update_mask: 'comment,scopes' },
			{ comment: 'x', scopes: ['sql'] },
		],
		[
			'a comment to an empty value',
			{ comment: '' },
			{ token: { comment: '' }, update_mask: 'comment' },
			{ comment: '', scopes: ['sql', 'authentication'] },
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
		expect((await update({})).error?.message).toBe(
			'Comment or Scopes is required. Add at least one of them in Update Fields',
		);
		expect((await update({ comment: 'x' }, LOCAL_TOKEN)).error?.message).toMatch(
			/^Token must be a SHA-256 hash of 64 hexadecimal digits/,
		);
		expect(workspace.requests.total).toBe(0);
	});

	test('an unknown token ID produces an error that explains where to find the ID', async () => {
		const { error } = await update({ comment: 'x' }, hashOf('unknown token'));
		expect(error?.message).toBe(`Token ${hashOf('unknown token')} not found in the workspace`);
		expect(error?.description).toContain('Token: Get Many');
		expect(error?.httpCode).toBe('404');
	});

	test('an update is retried if its response is lost', async () => {
		workspace.faults.add({ on: 'PATCH *', drop: 'after', count: 1 });
		expect((await update({ comment: 'x' })).items[0]?.json.updated).toBe(true);
		expect(workspace.requests.count('PATCH *')).toBe(2);
	});

	test('each item updates its own token', async () => {
		const tokens = Array.from(
			{ length: 5 },
			(_, index) => workspace.tokens.issue({ comment: `old ${index}` }).info,
		);
		const items = tokens.map(({ token_id: id }, index) => ({ json: { id, index } }));
		const { items: out } = await run(
			'update',
			{ tokenId: byId('={{ $json.id }}'), options: { comment: '=new {{ $json.index }}' } },
			{ items },
		);
		expect(
			out.map(({ json, pairedItem }) => [
				json.token_id,
				json.comment,
				(pairedItem as { item: number }).item,
			]),
		).toEqual(tokens.map(({ token_id: id }, index) => [id, `new ${index}`, index]));
		expect(tokens.map(({ token_id: id }) => workspace.tokens.find(id)?.comment)).toEqual(
			tokens.map((_, index) => `new ${index}`),
		);
	});
});

describe('list, create and revoke', () => {
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

	test('Get Many returns tokens without their values', async () => {
		const { items } = await run('getAll', { returnAll: true });
		expect(items.map(({ json }) => json.comment)).toEqual(['n8n', 'nightly export']);
		expect(
			items.every(({ json }) => typeof json.creation_time === 'number' && !('token_value' in json)),
		).toBe(true);
	});

	test('a new token authenticates requests, and token_info does not contain its value', async () => {
		const { items } = await run('create', {
			options: {
				comment: 'new',
				lifetimeSeconds: 3600,
				scopes: 'authentication',
				autoscopeEnabled: true,
			},
		});
		const { token_value: value, token_info: info } = items[0]!.json as {
			token_value: string;
			token_info: IDataObject;
		};
		expect(bodies('POST *create')).toEqual([
			{
				comment: 'new',
				lifetime_seconds: 3600,
				scopes: ['authentication'],
				autoscope_enabled: true,
			},
		]);
		expect(JSON.stringify(info)).not.toContain(value);
		expect(info.token_id).toBe(hashOf(value));
		expect((await run('getAll', {}, { credential: { token: value } })).items).toHaveLength(3);
	});

	test('a create request without options contains an empty JSON object', async () => {
		await run('create');
		expect(bodies('POST *create')).toEqual([{}]);
	});

	test('a create request is not retried if its response is lost', async () => {
		workspace.faults.add({ on: 'POST *create', drop: 'after', count: 1 });
		const { error } = await run('create');
		expect(error?.description).toContain('Check in the service before you run the node again');
		expect(workspace.requests.count('POST *create')).toBe(1);
	});

	test('a revoked token no longer authenticates requests', async () => {
		const { value, info } = workspace.tokens.issue({ comment: 'temporary' });
		expect((await run('revoke', { tokenId: byId(info.token_id) })).items[0]?.json).toEqual({
			revoked: true,
			token_id: info.token_id,
		});
		const { error } = await run('getAll', {}, { credential: { token: value } });
		expect(error?.message).toBe('Workspace Token rejected the access token');
		expect(JSON.stringify(error)).not.toContain(value);
		expect((await run('revoke', { tokenId: byId(info.token_id) })).error?.message).toBe(
			`Token ${String(info.token_id)} not found in the workspace`,
		);
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

test.each(errorCodes)('error code %s produces its own message and a hint', async (code) => {
	workspace.faults.add({ on: 'GET *list', code });
	const { error } = await run('getAll', { options: { attempts: 1 } });
	const { message } = workspaceToken.errors[code]!;
	expect(error?.message).toBe(
		typeof message === 'string'
			? message
			: message({ provider: 'Workspace Token', text: `Simulated error: ${code}` }),
	);
	expect(error?.description).toBeTruthy();
});
