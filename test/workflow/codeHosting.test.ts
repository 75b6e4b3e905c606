import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { CodeHostingAppApi } from '../../credentials/CodeHostingAppApi.credentials';
import { CodeHosting } from '../../nodes/CodeHosting/CodeHosting.node';
import { startCodeService, type CodeService } from '../services/codeHosting/service';
import { helloWorld, runCodeHosting } from './kit/codeHosting';
import { bytesOf, onlyItem, runNode, type RunResult, type More } from './kit/executor';
import { byName } from './kit/locator';
import { collectText } from './kit/collectText';
import { respondWithJson, rawServersPerTest } from './kit/rawServer';

const nodeType = new CodeHosting();
const startRawServer = rawServersPerTest();

let code: CodeService;
beforeEach(async () => {
	code = await startCodeService({ settings: { latencyMs: 0, publicDelayMs: 0 } });
});
afterEach(async () => await code.close());

const organization = { organization: byName('octo-org') };

const run = async (
	resource: string,
	operation: string,
	parameters?: IDataObject,
	more?: More,
): Promise<RunResult> => await runCodeHosting(code, resource, operation, parameters, more);

const item = async (...parameters: Parameters<typeof run>): Promise<INodeExecutionData> =>
	onlyItem(await run(...parameters));
const json = async (...parameters: Parameters<typeof run>): Promise<IDataObject> =>
	(await item(...parameters)).json;
const repo = () => code.world.repositories[0]!;
const last = (pattern?: string) => code.requests.list(pattern).at(-1)!;

/** What items of a repository contain, so that the next node can be mapped. */
const parents = { owner: 'octo-org', repository: 'hello-world' };

describe('requests', () => {
	test('contain the vendor name of the specification, the token scheme and a user agent', async () => {
		await json('repository', 'get');
		expect(last().headers).toMatchObject({
			authorization: 'token tenfold-local-token',
			'x-vendor-api-version': '2022-11-28',
			accept: 'application/vnd.vendor+json',
			'user-agent': 'n8n-nodes-tenfold',
		});
	});

	test('a repository may be given with its owner, which must match', async () => {
		expect(await json('repository', 'get', { repository: byName('octo-org/hello-world') })).toEqual(
			await json('repository', 'get', {}),
		);
		expect(
			(await run('repository', 'get', { repository: byName('Octo-Org/hello-world') })).error,
		).toBe(undefined);
		const { error } = await run('repository', 'get', { repository: byName('other/hello-world') });
		expect(error?.message).toBe('Owner is "octo-org", but Repository belongs to "other"');
	});

	test('contain the vendor name in the credential', async () => {
		await json(
			'repository',
			'get',
			{},
			{ credential: { vendor: 'GitHub', scheme: 'Bearer', apiVersion: '2026-03-10' } },
		);
		expect(last().headers).toMatchObject({
			authorization: 'Bearer tenfold-local-token',
			'x-github-api-version': '2026-03-10',
			accept: 'application/vnd.github+json',
		});
		expect(last().headers).not.toHaveProperty('x-vendor-api-version');
	});

	test('contain the vendor name in the body if the specification requires it', async () => {
		const parameters = {
			...organization,
			options: { vendorOwnedAllowed: false, patternsAllowed: [] },
		};
		expect(await json('organizationPermission', 'setAllowedActions', parameters)).toEqual({
			saved: true,
			organization: 'octo-org',
		});
		expect(last().body).toEqual({ vendor_owned_allowed: false, patterns_allowed: [] });
		await json('organizationPermission', 'setAllowedActions', parameters, {
			credential: { vendor: 'Acme' },
		});
		expect(last().body).toEqual({ acme_owned_allowed: false, patterns_allowed: [] });
	});

	test('contain the user agent, time zone and previews from Options', async () => {
		await json('repository', 'get', {
			options: { userAgent: 'my-flow/1', timeZone: 'Europe/Amsterdam', previews: 'mercy, nebula' },
		});
		expect(last().headers).toMatchObject({
			'user-agent': 'my-flow/1',
			'time-zone': 'Europe/Amsterdam',
			accept:
				'application/vnd.vendor.mercy-preview+json, application/vnd.vendor.nebula-preview+json',
		});
	});

	test('contain the selected Media Type Format, and a response that is not JSON is returned as text', async () => {
		const { value } = await json('issue', 'getAll', {
			returnAll: true,
			simplify: false,
			options: { mediaFormat: 'diff' },
		});
		expect(last().headers.accept).toBe('application/vnd.vendor.diff');
		expect(value).toMatch(/^\+ 1 Issue 1\n/);
	});

	test('have no Authorization header without a credential, and use the base URL of the node', async () => {
		code.happen();
		const { items, error } = await run('event', 'getAllPublic', {
			authentication: 'none',
			returnAll: true,
			provider: 'other',
			baseUrl: code.url,
			vendor: 'GitHub',
		});
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		expect(last().headers.authorization).toBeUndefined();
		expect(last().headers['x-github-api-version']).toBe('2022-11-28');
	});
});

describe('app authentication', () => {
	const app = { authentication: 'app' };

	test('exchanges a signed token for an installation token', async () => {
		const { items } = await run('repositorySecret', 'getAll', { ...app, returnAll: true });
		expect(items).toEqual([]);
		expect(code.requests.list().map(({ method, path }) => `${method} ${path}`)).toEqual([
			'POST /app/installations/7654321/access_tokens',
			'GET /repos/octo-org/hello-world/actions/secrets',
		]);
		expect(last().headers.authorization).toBe(`token ${code.callers.issued[0]!.token}`);
	});

	test('uses the only installation, and fails if there are several', async () => {
		expect(
			(await run('repository', 'get', app, { credential: { installationId: '' } })).error,
		).toBeUndefined();
		code.callers.installations.push({ id: 42, account: { login: 'other-org' } });
		const { error } = await run('repository', 'get', app, { credential: { installationId: '' } });
		expect(`${error?.message} ${error?.description}`).toContain(
			'The app has several installations',
		);
	});

	test.each(['baseUrl', 'appId', 'installationId'])(
		'does not send the stored token after %s has changed',
		async (field) => {
			const data = { ...code.appCredential.data };
			const setup = {
				nodeType,
				credentials: { codeHostingAppApi: { type: new CodeHostingAppApi(), data } },
			};
			const parameters = { ...app, resource: 'repository', operation: 'get', ...helloWorld };
			expect((await runNode(setup, { parameters })).error).toBeUndefined();
			const stored = code.callers.issued[0]!.token;
			expect(data).toMatchObject({ installationToken: stored });
			const other = await startRawServer();
			other.respond = respondWithJson({ token: 'other' });
			Object.assign(data, { baseUrl: other.url }, field === 'baseUrl' ? {} : { [field]: '99' });
			await runNode(setup, { parameters });
			const text = collectText(other.received.map(({ rawHeaders }) => rawHeaders));
			expect(text).not.toContain(stored);
			expect(text).toContain('token other');
		},
	);

	test('renews an expired token', async () => {
		const data = { ...code.appCredential.data };
		const setup = {
			nodeType,
			credentials: { codeHostingAppApi: { type: new CodeHostingAppApi(), data } },
		};
		const parameters = {
			...app,
			resource: 'repository',
			operation: 'get',
			options: {},
			...helloWorld,
		};
		expect((await runNode(setup, { parameters })).error).toBeUndefined();
		code.callers.issued[0]!.expires = 0;
		const { items, error } = await runNode(setup, { parameters });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		expect(code.callers.issued).toHaveLength(2);
	});
});

describe('pagination', () => {
	test('of a feed ends after 300 events', async () => {
		for (let number = 0; number < 320; number++) code.happen({ agoMs: number * 1000 });
		const { items, error } = await run('event', 'getAllRepository', { returnAll: true });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(300);
		expect(code.requests.total).toBe(3);
	});
});

test('simplified events contain the owner and the name of their own repository', async () => {
	code.happen({}, 'hello-world');
	code.happen({}, 'spoon-knife');
	const repositories = async (operation: string) => {
		const { items } = await run('event', operation, {
			organization: byName('octo-org'),
			username: byName('octocat'),
			returnAll: true,
			simplify: true,
		});
		return items.map(({ json: { owner, repository } }) => `${owner} ${repository}`);
	};
	expect(await repositories('getAllRepository')).toEqual(['octo-org hello-world']);
	expect((await repositories('getAllUser')).sort()).toEqual([
		'octo-org hello-world',
		'octo-org spoon-knife',
	]);
});

describe('secrets', () => {
	const secret = (name: string) => repo().vault.secrets.get(name);

	test('a value is encrypted so that only the service can decrypt it', async () => {
		const value = 'pässword "with" \\ and 🔑';
		expect(
			await json('repositorySecret', 'upsert', {
				newName: 'TOKEN',
				secretValue: value,
			}),
		).toEqual({ name: 'TOKEN', created: true, ...parents });
		expect(secret('TOKEN')?.value).toBe(value);
		expect(
			await json('repositorySecret', 'upsert', {
				newName: 'TOKEN',
				secretValue: 'another',
			}),
		).toEqual({ name: 'TOKEN', updated: true, ...parents });
		expect(secret('TOKEN')?.value).toBe('another');
		expect(JSON.stringify(code.requests.list())).not.toContain('another');
	});

	test('several secrets of a repository require only one request for the public key', async () => {
		const items = Array.from({ length: 5 }, (_, index) => ({ json: { index } }));
		await run(
			'repositorySecret',
			'upsert',
			{ newName: '=NAME_{{ $json.index }}', secretValue: '=value {{ $json.index }}' },
			{ items },
		);
		expect(secret('NAME_4')?.value).toBe('value 4');
		expect(code.requests.count('GET */public-key')).toBe(1);
	});

	test('an encrypted value is sent unchanged, with its key ID', async () => {
		const { error } = await run('repositorySecret', 'upsert', {
			newName: 'A',
			options: { encryptedValue: 'c2VhbGVk', keyId: '1' },
		});
		expect(last('PUT *').body).toEqual({ encrypted_value: 'c2VhbGVk', key_id: '1' });
		expect(error?.message).toContain('key_id');
		expect(code.requests.count('GET */public-key')).toBe(0);
	});

	test.each([
		[{}, 'Value is required'],
		[
			{ secretValue: 'a', options: { encryptedValue: 'c2VhbGVk', keyId: '1' } },
			'Value and Encrypted Value cannot both be set',
		],
		[{ options: { encryptedValue: 'c2VhbGVk' } }, 'Key ID is required when Encrypted Value is set'],
		[
			{ options: { encryptedValue: 'not base64!', keyId: '1' } },
			'Encrypted Value must be in Base64, got "not base64!"',
		],
	])('%j is rejected before a request is sent', async (parameters, message) => {
		expect(
			(await run('repositorySecret', 'upsert', { newName: 'A', ...parameters })).error?.message,
		).toBe(message);
		expect(code.requests.total).toBe(0);
	});

	test('the value does not appear in any item or error', async () => {
		const value = 'secret-value-4711';
		for (const fault of [
			{ status: 500 },
			{ status: 422 },
			{ body: 'html' as const, status: 403 },
			{ drop: 'before' as const },
		]) {
			code.faults.clear();
			code.faults.add({ on: 'PUT *', ...fault });
			const { run: execution, error } = await run(
				'repositorySecret',
				'upsert',
				{ newName: 'A', secretValue: '={{ $json.v }}', options: { attempts: 1 } },
				{ items: [{ json: { v: value } }] },
			);
			expect(error).toBeDefined();
			const { Before, ...rest } = execution.data.resultData.runData;
			expect(Before).toBeDefined();
			expect(
				JSON.stringify({
					...rest,
					error: { ...error },
					message: error?.message,
					stack: error?.stack,
				}),
			).not.toContain(value);
		}
		const { error } = await run(
			'repositorySecret',
			'upsert',
			{ newName: 'A', secretValue: '={{ ({ v: $json.v }) }}' },
			{ items: [{ json: { v: value } }] },
		);
		expect(error?.message).toBe('Value must be text');
	});

	test('an environment secret is written by repository ID or name, even if the environment contains a slash', async () => {
		const names = {
			environmentName: byName('staging/eu'),
			environmentSecretName: byName('A'),
			newName: 'A',
			secretValue: 'x',
		};
		const vault = repo().environments[1]!.vault;
		await json('environmentSecret', 'upsert', {
			...names,
			repositoryBy: 'id',
			repositoryId: byName(repo().id),
		});
		expect(last('PUT *').path).toBe('/repositories/1296269/environments/staging%2Feu/secrets/A');
		expect(vault.secrets.get('A')?.value).toBe('x');
		await json('environmentSecret', 'upsert', { ...names, repositoryBy: 'name', secretValue: 'y' });
		expect(last('PUT *').path).toBe(
			'/repos/octo-org/hello-world/environments/staging%2Feu/secrets/A',
		);
		expect(vault.secrets.get('A')?.value).toBe('y');
		expect(await json('environmentSecret', 'delete', { ...names, repositoryBy: 'name' })).toEqual({
			deleted: true,
			environmentName: 'staging/eu',
			...parents,
		});
		expect(vault.secrets.size).toBe(0);
	});

	test.each([
		['1ST', 'a digit'],
		['GITHUB_TOKEN', 'GITHUB_'],
		['github_token', 'GITHUB_'],
		['MY-TOKEN', 'underscores'],
		['MY TOKEN', 'underscores'],
	])('the new name %s is rejected before a request is sent', async (name, reason) => {
		for (const [resource, operation, parameters] of [
			['repositorySecret', 'upsert', { newName: name, secretValue: 'x' }],
			['variable', 'create', { newName: name, variableValue: 'x' }],
		] as const) {
			const { error } = await run(resource, operation, parameters);
			expect(error?.message).toContain(reason);
		}
		expect(code.requests.total).toBe(0);
	});

	test('an environment name that would change the path is rejected', async () => {
		for (const name of ['..', 'a/../b', '/a', 'a//b']) {
			const { error } = await run('environmentSecret', 'upsert', {
				environmentName: byName(name),
				newName: 'A',
				secretValue: 'x',
				repositoryBy: 'name',
			});
			expect(error?.message).toMatch(/^Environment cannot be used in a URL path/);
		}
		expect(code.requests.total).toBe(0);
	});
});

describe('downloads', () => {
	const artifact = () => ({ artifactId: byName(repo().artifacts[0]!.id), archiveFormat: 'zip' });

	test('the file is streamed from the file server without sending the credential there', async () => {
		const { json: fields, binary } = await item('artifact', 'download', {
			...artifact(),
			downloadAs: 'file',
		});
		expect(fields).toMatchObject({
			fileName: `artifact-${repo().artifacts[0]!.id}.zip`,
			mimeType: 'application/zip',
		});
		expect((await bytesOf(binary!.data!)).length).toBe(70_000);
		const fileRequests = code.requests.list().filter(({ listener }) => listener === 'files');
		expect(fileRequests).toHaveLength(1);
		expect(fileRequests[0]!.headers).not.toHaveProperty('authorization');
		expect(fileRequests[0]!.headers).not.toHaveProperty('x-vendor-api-version');
	});

	test.each([
		['artifact', 'download', artifact],
		['job', 'downloadLogs', () => ({ jobId: byName(repo().jobs[0]!.id) })],
		['workflowRun', 'downloadLogs', () => ({ runId: byName(repo().runs[0]!.id) })],
		[
			'workflowRun',
			'downloadAttemptLogs',
			() => ({ runId: byName(repo().runs[0]!.id), attemptNumber: byName(1) }),
		],
	])('%s.%s returns the link and its expiry time', async (resource, operation, parameters) => {
		const before = Date.now();
		const { url, expiresAt } = await json(resource, operation, {
			...parameters(),
			downloadAs: 'link',
		});
		expect(url).toContain(`${code.filesUrl}/files/`);
		expect(Date.parse(String(expiresAt)) - before).toBeGreaterThanOrEqual(60_000);
		expect(Date.parse(String(expiresAt)) - Date.now()).toBeLessThanOrEqual(60_000);
		expect(code.requests.list().filter(({ listener }) => listener === 'files')).toEqual([]);
	});

	test('an AI agent gets the link', async () => {
		const { json: fields, binary } = await item(
			'artifact',
			'download',
			{ ...artifact(), downloadAs: 'file' },
			{ nodeTypeName: 'n8n-nodes-tenfold.codeHostingTool' },
		);
		expect(fields.url).toContain('/files/');
		expect(binary).toBeUndefined();
	});
});

describe('operations without a response body', () => {
	test.each([
		['workflow.disable', () => ({ workflowId: byName('ci.yml') }), { state: 'disabled_manually' }],
		['workflow.enable', () => ({ workflowId: byName('ci.yml') }), { state: 'active' }],
		['workflowRun.rerun', () => ({ runId: byName(repo().runs[1]!.id) }), { rerun: true }],
		['star.add', () => ({}), { starred: true }],
		['star.remove', () => ({}), { starred: false }],
	])('%s returns an item that confirms the action', async (id, parameters, expected) => {
		const [resource, operation] = id.split('.') as [string, string];
		expect(await json(resource, operation, parameters())).toMatchObject({
			...parents,
			...expected,
		});
	});

	test('return whether anything changed', async () => {
		expect(await json('notification', 'markAsRead', { threadId: byName('1001') })).toEqual({
			read: true,
			thread_id: '1001',
		});
		expect(await json('notification', 'markAsRead', { threadId: byName('1001') })).toEqual({
			read: true,
			thread_id: '1001',
			unchanged: true,
		});
		expect(await json('notification', 'markAllAsRead')).toEqual({ read: true, accepted: true });
	});
});

describe('runners, caches and dispatches', () => {
	test('an empty list of labels is sent, which removes all labels', async () => {
		await json('repositoryRunnerLabel', 'set', { runnerId: byName(23), allLabels: '' });
		expect(last().body).toEqual({ labels: [] });
	});

	test('deleting caches by key returns their number', async () => {
		const server = await startRawServer();
		server.respond = respondWithJson({ total_count: 2, actions_caches: [{ id: 1 }, { id: 2 }] });
		expect(
			await json(
				'cache',
				'deleteByKey',
				{ key: 'Linux-node-1' },
				{ credential: { baseUrl: server.url } },
			),
		).toMatchObject({ deleted: true, count: 2 });
		expect(await json('cache', 'delete', { cacheId: byName(1) })).toEqual({
			deleted: true,
			count: 1,
			...parents,
		});
	});

	const inputs = (count: number) =>
		JSON.stringify(
			Object.fromEntries(Array.from({ length: count }, (_, index) => [`input${index}`, 'x'])),
		);

	test('a dispatch accepts up to ten inputs', async () => {
		const { error } = await run('workflow', 'dispatch', {
			workflowId: byName('release.yml'),
			ref: 'main',
			inputs: inputs(11),
		});
		expect(error?.message).toBe('Inputs must have at most 10 properties, got 11');
		expect(code.requests.total).toBe(0);
	});

	test('with Allow 25 Inputs and Return Run Details, a dispatch accepts 25 inputs and returns the started run', async () => {
		const options = { allowMoreInputs: true, returnRunDetails: true };
		const started = await json('workflow', 'dispatch', {
			workflowId: byName('release.yml'),
			ref: 'main',
			inputs: inputs(25),
			options,
		});
		expect(started.workflow_run_id).toBe(repo().runs[0]!.id);
		expect(
			(
				await run('workflow', 'dispatch', {
					workflowId: byName('release.yml'),
					ref: 'main',
					inputs: inputs(26),
					options,
				})
			).error?.message,
		).toBe('Inputs must have at most 25 properties, got 26');
	});
});

describe('rate limits and retries', () => {
	test('a secondary rate limit requires a wait of at least five seconds', async () => {
		code.faults.add({ code: 'abuse_limit', count: 1 });
		const { error } = await run('repository', 'get', { options: { maximumRetryWait: 4999 } });
		expect(error?.message).toBe('The secondary rate limit was reached: too many requests at once');
	});

	test('more than four attempts are rejected', async () => {
		const { error } = await run('repository', 'get', { options: { attempts: 5 } });
		expect(error?.message).toBe('Attempts must be at most 4, got 5');
		expect(code.requests.total).toBe(0);
	});

	test('statuses in Statuses Not to Retry are not retried', async () => {
		code.faults.add({ on: 'GET *', status: 500 });
		await run('repository', 'get', { options: { statusesNotToRetry: '500, 502' } });
		expect(code.requests.total).toBe(1);
	});
});
