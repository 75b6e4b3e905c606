import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { CodeHostingApi } from '../../credentials/CodeHostingApi.credentials';
import { CodeHostingAppApi } from '../../credentials/CodeHostingAppApi.credentials';
import { CodeHosting } from '../../nodes/CodeHosting/CodeHosting.node';
import { codeHosting } from '../../nodes/CodeHosting/service';
import { operationsOf } from '../../nodes/engine/documents';
import { UNSCOPED_TOKEN as POOR_TOKEN } from '../services/codeHosting/callers';
import { startCodeService, type CodeService } from '../services/codeHosting/service';
import { bytesOf, runNode, type RunOptions, type RunResult } from './kit/executor';

let code: CodeService;
beforeEach(async () => {
	code = await startCodeService({ settings: { latencyMs: 0, publicDelayMs: 0 } });
});
afterEach(async () => await code.close());

type More = Partial<RunOptions> & { credential?: IDataObject };
const located = (value: unknown) => ({ __rl: true, mode: 'id', value: String(value) });
const here = { owner: located('octo-org'), repository: located('hello-world') };
const organization = { organization: located('octo-org') };

async function run(
	resource: string,
	operation: string,
	parameters: IDataObject = {},
	{ credential, ...more }: More = {},
): Promise<RunResult> {
	return await runNode(
		{
			nodeType: new CodeHosting(),
			credentials: {
				codeHostingApi: {
					type: new CodeHostingApi(),
					data: { ...code.credential.data, ...credential },
				},
				codeHostingAppApi: {
					type: new CodeHostingAppApi(),
					data: { ...code.appCredential.data, ...credential },
				},
			},
		},
		{
			parameters: {
				authentication: 'token',
				resource,
				operation,
				options: {},
				...here,
				...parameters,
			},
			...more,
		},
	);
}

/** The only item of a run that went well. */
async function item(...parameters: Parameters<typeof run>): Promise<INodeExecutionData> {
	const { items, error } = await run(...parameters);
	expect(error).toBeUndefined();
	expect(items).toHaveLength(1);
	return items[0]!;
}
const json = async (...parameters: Parameters<typeof run>): Promise<IDataObject> =>
	(await item(...parameters)).json;
const repo = () => code.world.repositories[0]!;
const last = (pattern?: string) => code.requests.list(pattern).at(-1)!;

/** A value for every field that any operation has. */
function values(): IDataObject {
	const { runs, jobs, artifacts, caches, runners, environments, workflows } = repo();
	const finished = runs[1]!;
	return {
		...here,
		...organization,
		enterprise: located('octo-corp'),
		username: located('octocat'),
		workflowId: located(workflows[0]!.id),
		runId: located(finished.id),
		jobId: located(jobs[0]!.id),
		attemptNumber: located(1),
		artifactId: located(artifacts[0]!.id),
		archiveFormat: 'zip',
		cacheId: located(caches[2]!.id),
		key: 'Linux-node-1',
		runnerId: located(runners[0]!.id),
		organizationRunnerId: located(code.world.organizations[0]!.runners[0]!.id),
		labels: 'fresh',
		allLabels: 'only',
		labelName: 'gpu',
		secretName: located('KNOWN'),
		organizationSecretName: located('KNOWN'),
		environmentSecretName: located('KNOWN'),
		environmentName: located('production'),
		secretValue: 'hush',
		visibility: 'selected',
		repositoryId: located(repo().id),
		repositoryBy: 'id',
		selectedRepositoryIds: '1296269, 1296280',
		threadId: located('1001'),
		variableName: located('STAGE'),
		newName: 'FRESH',
		variableValue: 'value',
		ref: 'main',
		inputs: '{"stage":"test"}',
		environmentIds: String(environments[0]!.id),
		reviewState: 'approved',
		comment: 'fine',
		enabled: true,
		enabledRepositories: 'selected',
		allowedActions: 'selected',
		accessLevel: 'organization',
		defaultWorkflowPermissions: 'read',
		downloadAs: 'file',
		returnAll: true,
		simplify: true,
	};
}

/** Puts something under every name that the operations ask for. */
function furnish(): void {
	const { happen, world } = code;
	happen();
	world.start(repo(), 161_335, 'main', 'push', 60_000);
	repo().subscription = { subscribed: true, ignored: false };
	repo().starred = true;
	repo().pending.set(repo().runs[1]!.id, [repo().environments[0]!.id]);
	const known = {
		name: 'KNOWN',
		value: 'x',
		created_at: '',
		updated_at: '',
		visibility: 'selected',
		repositories: [repo().id],
	};
	for (const { vault } of [repo(), repo().environments[0]!, world.organizations[0]!])
		vault.secrets.set('KNOWN', { ...known });
}

const all = operationsOf(codeHosting).map(({ resource, key, operation }) => ({
	id: `${resource}.${key}`,
	resource,
	key,
	operation,
}));

describe('every operation', () => {
	/** Those that need a run which is not over. */
	const running = new Set(['workflowRun.cancel', 'workflowRun.forceCancel']);

	test.each(all)(
		'$id runs in the executor and answers with an item',
		async ({ id, resource, key }) => {
			furnish();
			const present = running.has(id) ? { runId: located(repo().runs[0]!.id) } : {};
			const { items, error } = await run(resource, key, { ...values(), ...present });
			expect(error).toBeUndefined();
			expect(items.length).toBeGreaterThan(0);
			for (const { json: fields, pairedItem } of items) {
				expect(Object.keys(fields).length).toBeGreaterThan(0);
				expect(pairedItem).toEqual({ item: 0 });
			}
		},
	);

	const scoped = all.filter(({ operation }) =>
		/^(repo \(|admin:|read:org \(or: org|notifications)/.test(operation.scope ?? ''),
	);
	test.each(scoped)(
		'$id names the permission that a credential lacks',
		async ({ operation, resource, key }) => {
			furnish();
			const { error } = await run(resource, key, values(), { credential: { token: POOR_TOKEN } });
			expect(error?.message).toBe('The credential may not do this at Code Hosting');
			expect(error?.description).toContain(operation.scope);
		},
	);
});

describe('what a request carries', () => {
	test('the names of the specification, the token scheme and a user agent', async () => {
		await json('repository', 'get');
		expect(last().headers).toMatchObject({
			authorization: 'token tenfold-local-token',
			'x-vendor-api-version': '2022-11-28',
			accept: 'application/vnd.vendor+json',
			'user-agent': 'n8n-nodes-tenfold',
		});
	});

	test('the names of the public service, one choice away', async () => {
		await json(
			'repository',
			'get',
			{},
			{ credential: { vendorNames: 'github', scheme: 'Bearer', apiVersion: '2026-03-10' } },
		);
		expect(last().headers).toMatchObject({
			authorization: 'Bearer tenfold-local-token',
			'x-github-api-version': '2026-03-10',
			accept: 'application/vnd.github+json',
		});
		expect(last().headers).not.toHaveProperty('x-vendor-api-version');
	});

	test('the vendor stands in the body, too, where the specification has it there', async () => {
		const parameters = {
			...organization,
			options: { vendorOwnedAllowed: false, patternsAllowed: [] },
		};
		expect(await json('organizationPermission', 'setAllowedActions', parameters)).toEqual({
			saved: true,
		});
		expect(last().body).toEqual({ vendor_owned_allowed: false, patterns_allowed: [] });
		const { error } = await run('organizationPermission', 'setAllowedActions', parameters, {
			credential: { vendorNames: 'other', vendor: 'Acme' },
		});
		expect(error?.message).toBe(
			'The service refused the values: Validation Failed; acme_owned_allowed: is not known',
		);
	});

	test('user agent, time zone and previews', async () => {
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

	test('an alternative format is handed on as text', async () => {
		const { value } = await json('issue', 'getAll', {
			returnAll: true,
			simplify: false,
			options: { mediaFormat: 'diff' },
		});
		expect(last().headers.accept).toBe('application/vnd.vendor.diff');
		expect(value).toMatch(/^\+ 1 Issue 1\n/);
	});

	test('without a credential none is sent, and the address comes from the options', async () => {
		code.happen();
		const { items, error } = await run('event', 'getAllPublic', {
			authentication: 'none',
			returnAll: true,
			options: { baseUrl: code.url, vendorNames: 'github' },
		});
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		expect(last().headers.authorization).toBeUndefined();
		expect(last().headers['x-github-api-version']).toBe('2022-11-28');
	});

	test('without a credential and without an address, the form says what is missing', async () => {
		const { error } = await run('event', 'getAllPublic', { authentication: 'none', options: {} });
		expect(error?.message).toBe('Base URL is missing');
		expect(error?.description).toContain('Vendor Names');
	});

	test('the address in the options leads no credential astray', async () => {
		await json('repository', 'get', { options: { baseUrl: 'http://127.0.0.1:1/' } });
		expect(code.requests.total).toBe(1);
	});
});

describe('an app', () => {
	const app = { authentication: 'app' };

	test('gets a token for its installation from the token it signs', async () => {
		const { items } = await run('repositorySecret', 'getAll', { ...app, returnAll: true });
		expect(items).toEqual([]);
		expect(code.requests.list().map(({ method, path }) => `${method} ${path}`)).toEqual([
			'POST /app/installations/7654321/access_tokens',
			'GET /repos/octo-org/hello-world/actions/secrets',
		]);
		expect(last().headers.authorization).toBe(`token ${code.callers.issued[0]!.token}`);
	});

	test('finds its only installation by itself, and is told of several', async () => {
		expect(
			(await run('repository', 'get', app, { credential: { installationId: '' } })).error,
		).toBeUndefined();
		code.callers.installations.push({ id: 42, account: { login: 'other-org' } });
		const { error } = await run('repository', 'get', app, { credential: { installationId: '' } });
		expect(`${error?.message} ${error?.description}`).toContain(
			'The app has several installations',
		);
	});

	test('gets another token when the first one ends in mid-run', async () => {
		const data = { ...code.appCredential.data };
		const stage = {
			nodeType: new CodeHosting(),
			credentials: { codeHostingAppApi: { type: new CodeHostingAppApi(), data } },
		};
		const parameters = { ...app, resource: 'repository', operation: 'get', options: {}, ...here };
		expect((await runNode(stage, { parameters })).error).toBeUndefined();
		code.callers.issued[0]!.expires = 0;
		const { items, error } = await runNode(stage, { parameters });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		expect(code.callers.issued).toHaveLength(2);
	});

	test('takes a key whose line breaks were lost', async () => {
		const privateKey = code.appCredential.data.privateKey!.replace(/\n/g, ' ');
		expect(
			(await run('repository', 'get', app, { credential: { privateKey } })).error,
		).toBeUndefined();
	});

	test('says that a key is none', async () => {
		const { error } = await run('repository', 'get', app, { credential: { privateKey: 'oops' } });
		expect(`${error?.message} ${error?.description}`).toContain(
			'The private key must begin with -----BEGIN',
		);
	});
});

describe('pages', () => {
	test('are followed as the service names them', async () => {
		for (let number = 0; number < 250; number++)
			repo().caches.push({ ...repo().caches[0]!, id: code.world.id() });
		const { items } = await run('cache', 'getAll', { returnAll: true });
		expect(new Set(items.map(({ json: { id } }) => id)).size).toBe(254);
		expect(code.requests.list().map(({ query }) => query)).toEqual([
			{ per_page: '100' },
			{ per_page: '100', page: '2' },
			{ per_page: '100', page: '3' },
		]);
	});

	test('keep their size up to a limit', async () => {
		for (let number = 0; number < 250; number++)
			repo().caches.push({ ...repo().caches[0]!, id: code.world.id() });
		const { items } = await run('cache', 'getAll', { returnAll: false, limit: 150 });
		expect(new Set(items.map(({ json: { id } }) => id)).size).toBe(150);
		expect(code.requests.list().map(({ query }) => query.per_page)).toEqual(['100', '100']);
	});

	test("stay within the endpoint's own maximum", async () => {
		await run('notification', 'getAll', { returnAll: true });
		expect(last().query.per_page).toBe('50');
		await run('variable', 'getAll', { returnAll: true });
		expect(last().query.per_page).toBe('30');
	});

	test('of a timeline end after 300 events', async () => {
		for (let number = 0; number < 320; number++) code.happen({ agoMs: number * 1000 });
		const { items, error } = await run('event', 'getAllRepository', { returnAll: true });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(300);
		expect(code.requests.total).toBe(3);
	});
});

describe('secrets', () => {
	const secret = (name: string) => repo().vault.secrets.get(name);

	test('a typed value is sealed, and only the service can open it', async () => {
		const value = 'pässword "with" \\ and 🔑';
		expect(
			await json('repositorySecret', 'upsert', {
				secretName: located('TOKEN'),
				secretValue: value,
			}),
		).toEqual({ name: 'TOKEN', created: true });
		expect(secret('TOKEN')?.value).toBe(value);
		expect(
			await json('repositorySecret', 'upsert', {
				secretName: located('TOKEN'),
				secretValue: 'another',
			}),
		).toEqual({ name: 'TOKEN', updated: true });
		expect(secret('TOKEN')?.value).toBe('another');
		expect(JSON.stringify(code.requests.list())).not.toContain('another');
	});

	test('many secrets of one repository need its key once', async () => {
		const items = Array.from({ length: 5 }, (_, index) => ({ json: { index } }));
		await run(
			'repositorySecret',
			'upsert',
			{ secretName: located('=NAME_{{ $json.index }}'), secretValue: '=value {{ $json.index }}' },
			{ items },
		);
		expect(secret('NAME_4')?.value).toBe('value 4');
		expect(code.requests.count('GET */public-key')).toBe(1);
	});

	test('a sealed value is taken as it is, with its key', async () => {
		const { error } = await run('repositorySecret', 'upsert', {
			secretName: located('A'),
			options: { encryptedValue: 'c2VhbGVk', keyId: '1' },
		});
		expect(last('PUT *').body).toEqual({ encrypted_value: 'c2VhbGVk', key_id: '1' });
		expect(error?.message).toContain('key_id');
		expect(code.requests.count('GET */public-key')).toBe(0);
	});

	test.each([
		[{}, 'Value is missing'],
		[
			{ secretValue: 'a', options: { encryptedValue: 'c2VhbGVk', keyId: '1' } },
			'Value and Encrypted Value cannot be given together',
		],
		[
			{ options: { encryptedValue: 'c2VhbGVk' } },
			'Key ID is missing: Encrypted Value was sealed with some key',
		],
		[
			{ options: { encryptedValue: 'not base64!', keyId: '1' } },
			'Encrypted Value must be in base64, but is "not base64!"',
		],
	])('%j is refused before anything is sent', async (parameters, message) => {
		expect(
			(await run('repositorySecret', 'upsert', { secretName: located('A'), ...parameters })).error
				?.message,
		).toBe(message);
		expect(code.requests.total).toBe(0);
	});

	test('the value stands in no item and in no error', async () => {
		const value = 'do-not-tell-4711';
		for (const fault of [
			{ status: 500 },
			{ status: 422 },
			{ body: 'html' as const, status: 403 },
			{ drop: 'before' as const },
		]) {
			code.faults.clear();
			code.faults.add({ on: 'PUT *', ...fault });
			const { run: whole, error } = await run(
				'repositorySecret',
				'upsert',
				{ secretName: located('A'), secretValue: '={{ $json.v }}', options: { attempts: 1 } },
				{ items: [{ json: { v: value } }] },
			);
			expect(error).toBeDefined();
			const { Before, ...rest } = whole.data.resultData.runData;
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
			{ secretName: located('A'), secretValue: '={{ ({ v: $json.v }) }}' },
			{ items: [{ json: { v: value } }] },
		);
		expect(error?.message).toBe('Value must be text');
	});

	test('of an environment: by number as the specification has it, by owner and name as today, with a slash in its name', async () => {
		const place = {
			environmentName: located('staging/eu'),
			environmentSecretName: located('A'),
			secretValue: 'x',
		};
		const vault = repo().environments[1]!.vault;
		await json('environmentSecret', 'upsert', {
			...place,
			repositoryBy: 'id',
			repositoryId: located(repo().id),
		});
		expect(last('PUT *').path).toBe('/repositories/1296269/environments/staging%2Feu/secrets/A');
		expect(vault.secrets.get('A')?.value).toBe('x');
		await json('environmentSecret', 'upsert', { ...place, repositoryBy: 'name', secretValue: 'y' });
		expect(last('PUT *').path).toBe(
			'/repos/octo-org/hello-world/environments/staging%2Feu/secrets/A',
		);
		expect(vault.secrets.get('A')?.value).toBe('y');
		expect(await json('environmentSecret', 'delete', { ...place, repositoryBy: 'name' })).toEqual({
			deleted: true,
		});
		expect(vault.secrets.size).toBe(0);
	});

	test('the name of an environment cannot lead out of its path', async () => {
		for (const name of ['..', 'a/../b', '/a', 'a//b']) {
			const { error } = await run('environmentSecret', 'upsert', {
				environmentName: located(name),
				environmentSecretName: located('A'),
				secretValue: 'x',
				repositoryBy: 'name',
			});
			expect(error?.message).toMatch(/^Environment cannot be part of an address/);
		}
		expect(code.requests.total).toBe(0);
	});

	test('of an organization: its visibility decides whether repositories count', async () => {
		const place = { ...organization, organizationSecretName: located('A') };
		await json('organizationSecret', 'upsert', { ...place, secretValue: 'x', visibility: 'all' });
		expect(
			(
				await run('organizationSecret', 'addRepository', {
					...place,
					repositoryId: located(1_296_280),
				})
			).error?.message,
		).toBe('The service cannot do this in the present state');
		await json('organizationSecret', 'upsert', {
			...place,
			secretValue: 'x',
			visibility: 'selected',
			options: { visibleTo: '1296269' },
		});
		await json('organizationSecret', 'addRepository', {
			...place,
			repositoryId: located(1_296_280),
		});
		expect(code.world.organizations[0]!.vault.secrets.get('A')?.repositories).toEqual([
			1_296_269, 1_296_280,
		]);
		expect(
			await json('organizationSecret', 'setRepositories', { ...place, selectedRepositoryIds: '' }),
		).toMatchObject({ set: true, repository_ids: [] });
		expect(last().body).toEqual({ selected_repository_ids: [] });
	});
});

describe('downloads', () => {
	const artifact = () => ({ artifactId: located(repo().artifacts[0]!.id), archiveFormat: 'zip' });

	test('the file is streamed from the other host, which sees no credential', async () => {
		const { json: fields, binary } = await item('artifact', 'download', {
			...artifact(),
			downloadAs: 'file',
		});
		expect(fields).toMatchObject({
			fileName: `artifact-${repo().artifacts[0]!.id}.zip`,
			mimeType: 'application/zip',
		});
		expect((await bytesOf(binary!.data!)).length).toBe(70_000);
		const elsewhere = code.requests.list().filter(({ listener }) => listener === 'files');
		expect(elsewhere).toHaveLength(1);
		expect(elsewhere[0]!.headers).not.toHaveProperty('authorization');
		expect(elsewhere[0]!.headers).not.toHaveProperty('x-vendor-api-version');
	});

	test.each([
		['artifact', 'download', artifact],
		['job', 'downloadLogs', () => ({ jobId: located(repo().jobs[0]!.id) })],
		['workflowRun', 'downloadLogs', () => ({ runId: located(repo().runs[0]!.id) })],
		[
			'workflowRun',
			'downloadAttemptLogs',
			() => ({ runId: located(repo().runs[0]!.id), attemptNumber: located(1) }),
		],
	])(
		'%s.%s hands on the link, with the time at which it ends',
		async (resource, operation, parameters) => {
			const before = Date.now();
			const { url, expiresAt } = (await json(resource, operation, {
				...parameters(),
				downloadAs: 'link',
			})) as { url: string; expiresAt: string };
			expect(url.startsWith(`${code.filesUrl}/files/`)).toBe(true);
			expect(Date.parse(expiresAt) - before).toBeGreaterThanOrEqual(60_000);
			expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(60_000);
			expect(code.requests.list().filter(({ listener }) => listener === 'files')).toEqual([]);
		},
	);

	test('the file goes into the field that is named', async () => {
		const { binary } = await item('job', 'downloadLogs', {
			jobId: located(repo().jobs[0]!.id),
			downloadAs: 'file',
			options: { outputProperty: 'log' },
		});
		expect(binary?.log?.mimeType).toBe('text/plain');
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

	test('what has expired is told as such', async () => {
		const { error } = await run('artifact', 'download', {
			...artifact(),
			artifactId: located(repo().artifacts[2]!.id),
			downloadAs: 'file',
		});
		expect(error?.message).toBe('The service does not have this any more');
	});
});

describe('answers without content', () => {
	test('say in which state a workflow is now', async () => {
		const workflowId = located('ci.yml');
		expect(await json('workflow', 'disable', { workflowId })).toEqual({
			workflow_id: 'ci.yml',
			state: 'disabled_manually',
		});
		expect(repo().workflows[0]!.state).toBe('disabled_manually');
		expect(await json('workflow', 'enable', { workflowId })).toEqual({
			workflow_id: 'ci.yml',
			state: 'active',
		});
		expect(repo().workflows[0]!.state).toBe('active');
	});

	test('say what was done', async () => {
		const begun = code.world.start(repo(), 161_335, 'main', 'push', 60_000);
		const runId = located(begun.id);
		expect(await json('workflowRun', 'approve', { runId })).toEqual({
			approved: true,
			run_id: String(begun.id),
		});
		expect(await json('workflowRun', 'cancel', { runId })).toEqual({
			cancelled: true,
			run_id: String(begun.id),
		});
		expect(await json('workflowRun', 'rerun', { runId })).toEqual({
			rerun: true,
			run_id: String(begun.id),
		});
		expect(
			(await run('workflowRun', 'cancel', { runId: located(repo().runs[1]!.id) })).error?.message,
		).toBe('The service cannot do this in the present state');
	});

	test('say whether anything changed', async () => {
		expect(await json('notification', 'markAsRead', { threadId: located('1001') })).toEqual({
			read: true,
			thread_id: '1001',
		});
		expect(await json('notification', 'markAsRead', { threadId: located('1001') })).toEqual({
			read: true,
			thread_id: '1001',
			unchanged: true,
		});
		expect(await json('notification', 'markAllAsRead')).toEqual({ read: true, accepted: true });
	});

	test('say whether a repository is starred', async () => {
		expect(await json('star', 'check')).toEqual({
			starred: false,
			repository: 'octo-org/hello-world',
		});
		expect(await json('star', 'add')).toEqual({
			starred: true,
			repository: 'octo-org/hello-world',
		});
		expect(await json('star', 'check')).toEqual({
			starred: true,
			repository: 'octo-org/hello-world',
		});
		expect(await json('star', 'remove')).toEqual({
			starred: false,
			repository: 'octo-org/hello-world',
		});
		expect(
			(await run('star', 'check', {}, { credential: { token: 'wrong' } })).error?.message,
		).toBe('Code Hosting does not accept the credential');
	});
});

describe('runners, caches and dispatches', () => {
	const runner = () => ({ runnerId: located(repo().runners[0]!.id) });
	const labels = () => repo().runners[0]!.labels.map(({ name }) => name);

	test('an empty list of labels is sent, and takes all away', async () => {
		expect(
			await json('repositoryRunnerLabel', 'set', { ...runner(), allLabels: '' }),
		).toMatchObject({ total_count: 2 });
		expect(last().body).toEqual({ labels: [] });
		expect(labels()).toEqual(['self-hosted', 'linux']);
	});

	test('removing answers with the labels that are left', async () => {
		const left = await json('repositoryRunnerLabel', 'remove', { ...runner(), labelName: 'gpu' });
		expect((left.labels as IDataObject[]).map(({ name }) => name)).toEqual([
			'self-hosted',
			'linux',
			'fast',
		]);
		expect(
			(await run('repositoryRunnerLabel', 'remove', { ...runner(), labelName: 'gpu' })).error
				?.message,
		).toBe('Code Hosting has no such record');
	});

	test('labels to add must be given', async () => {
		expect(
			(await run('repositoryRunnerLabel', 'add', { ...runner(), labels: '={{ [] }}' })).error
				?.message,
		).toBe('Labels is missing');
		expect(
			(
				await run('repositoryRunnerLabel', 'add', {
					...runner(),
					labels: Array.from({ length: 101 }, (_, index) => `l${index}`),
				})
			).error?.message,
		).toBe('Labels must have at most 100 entries, but has 101');
	});

	test('a runner token stands in its own field, with its end', async () => {
		const made = await json('repositoryRunner', 'createRegistrationToken');
		expect(made).toEqual({
			token: repo().tokens[0]!.token,
			expires_at: repo().tokens[0]!.expires_at,
		});
		expect(code.requests.count('POST *')).toBe(1);
	});

	test('deleting caches by their key says how many went', async () => {
		expect(await json('cache', 'deleteByKey', { key: 'Linux-node-1' })).toMatchObject({
			deleted: true,
			count: 2,
		});
		expect(await json('cache', 'delete', { cacheId: located(repo().caches[0]!.id) })).toEqual({
			deleted: true,
			count: 1,
		});
		expect(repo().caches).toHaveLength(1);
	});

	test('only the caches of a ref', async () => {
		expect(
			await json('cache', 'deleteByKey', {
				key: 'Linux-node-1',
				options: { ref: 'refs/heads/topic' },
			}),
		).toMatchObject({ count: 1 });
	});

	const inputs = (count: number) =>
		JSON.stringify(
			Object.fromEntries(Array.from({ length: count }, (_, index) => [`input${index}`, 'x'])),
		);

	test('a dispatch starts a run, with at most ten inputs', async () => {
		expect(
			await json('workflow', 'dispatch', {
				workflowId: located('release.yml'),
				ref: 'main',
				inputs: inputs(10),
			}),
		).toEqual({ dispatched: true, workflow_id: 'release.yml', ref: 'main' });
		expect(repo().runs[0]).toMatchObject({ event: 'workflow_dispatch', head_branch: 'main' });
		code.requests.clear();
		const { error } = await run('workflow', 'dispatch', {
			workflowId: located('release.yml'),
			ref: 'main',
			inputs: inputs(12),
		});
		expect(error?.message).toBe('Inputs must have at most 10 properties, but has 12');
		expect(code.requests.total).toBe(0);
	});

	test('the 25 inputs of today, and the run that begins, are options', async () => {
		const options = { allowMoreInputs: true, returnRunDetails: true };
		const begun = await json('workflow', 'dispatch', {
			workflowId: located('release.yml'),
			ref: 'main',
			inputs: inputs(25),
			options,
		});
		expect(begun.workflow_run_id).toBe(repo().runs[0]!.id);
		expect(
			(
				await run('workflow', 'dispatch', {
					workflowId: located('release.yml'),
					ref: 'main',
					inputs: inputs(26),
					options,
				})
			).error?.message,
		).toBe('Inputs must have at most 25 properties, but has 26');
	});

	test('a dispatch whose answer is lost is not sent twice', async () => {
		code.faults.add({ on: 'POST */dispatches', drop: 'after', count: 1 });
		const { error } = await run('workflow', 'dispatch', {
			workflowId: located('release.yml'),
			ref: 'main',
		});
		expect(error?.description).toContain('The request was not sent again');
		expect(repo().runs.filter(({ event }) => event === 'workflow_dispatch')).toHaveLength(1);
	});
});

describe('limits', () => {
	test('a used-up rate limit says until when, where that is longer than the person waits', async () => {
		code.faults.add({ code: 'rate_limit' });
		const { error } = await run('repository', 'get', { options: { maximumRetryWait: 1000 } });
		expect(error?.message).toBe('The rate limit of the service is used up');
		expect(error?.description).toMatch(/asks to wait until \d{4}-/);
		expect(error?.description).not.toContain('permission');
		expect(code.requests.total).toBe(1);
	});

	test('a limit on abuse is waited for five seconds at the least', async () => {
		code.faults.add({ code: 'abuse_limit', count: 1 });
		const { error } = await run('repository', 'get', { options: { maximumRetryWait: 4999 } });
		expect(error?.message).toBe('The service asks for a pause, as too many requests came at once');
		const began = Date.now();
		code.faults.clear();
		code.faults.add({ code: 'abuse_limit', count: 1 });
		expect((await run('repository', 'get')).items).toHaveLength(1);
		expect(Date.now() - began).toBeGreaterThanOrEqual(4_900);
	});

	test('a request is repeated three times at the most, whatever the options say', async () => {
		code.faults.add({ on: 'GET *', status: 500 });
		const { error } = await run('repository', 'get', {
			options: { attempts: 10, maximumRetryWait: 1 },
		});
		expect(error?.description).toContain('It was tried 4 times');
		expect(code.requests.total).toBe(4);
	});

	test('a status that is not to be retried is not', async () => {
		code.faults.add({ on: 'GET *', status: 500 });
		await run('repository', 'get', { options: { statusesNotToRetry: '500, 502' } });
		expect(code.requests.total).toBe(1);
	});
});
