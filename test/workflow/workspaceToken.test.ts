import type { IDataObject } from 'n8n-workflow';
import { WorkspaceTokenApi } from '../../credentials/WorkspaceTokenApi.credentials';
import { WorkspaceTokenOAuth2Api } from '../../credentials/WorkspaceTokenOAuth2Api.credentials';
import { WorkspaceToken } from '../../nodes/WorkspaceToken/WorkspaceToken.node';
import { startWorkspaceService, type WorkspaceService } from '../services/workspaceToken/service';
import { hashOf, type TokenInfo } from '../services/workspaceToken/tokens';
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

describe('update', () => {
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
});
