import { CodeHostingAppApi } from '../../credentials/CodeHostingAppApi.credentials';
import { CodeHosting } from '../../nodes/CodeHosting/CodeHosting.node';
import { codeHostingPerTest, helloWorld } from './kit/codeHosting';
import { bytesOf, runNode } from './kit/executor';
import { byName } from './kit/locator';
import { collectText } from './kit/collectText';
import { respondWithJson, rawServersPerTest } from './kit/rawServer';

const nodeType = new CodeHosting();
const startRawServer = rawServersPerTest();

const { code, run, item, json, last, repo } = codeHostingPerTest();

/** What items of a repository contain, so that the next node can be mapped. */
const parents = { owner: 'octo-org', repository: 'hello-world' };

describe('requests', () => {
	test('contain the selected Media Type Format, and a response that is not JSON is returned as text', async () => {
		const server = await startRawServer();
		server.respond = (response) =>
			void response
				.writeHead(200, { 'content-type': 'application/vnd.vendor.diff' })
				.end('+ 1 Issue 1');
		const { value } = await json(
			'issue',
			'getAll',
			{ returnAll: true, simplify: false, options: { mediaFormat: 'diff' } },
			{ credential: { baseUrl: server.url } },
		);
		expect(server.received[0]!.rawHeaders).toContain('application/vnd.vendor.diff');
		expect(value).toBe('+ 1 Issue 1');
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
});

describe('app authentication', () => {
	const app = { authentication: 'app' };

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
			{ page: '<h1>Forbidden</h1>', status: 403 },
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
});

describe('runners, caches and dispatches', () => {
	const inputs = (count: number) =>
		JSON.stringify(
			Object.fromEntries(Array.from({ length: count }, (_, index) => [`input${index}`, 'x'])),
		);

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

describe('operations without a response body', () => {
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

describe('rate limits and retries', () => {
	test('statuses in Statuses Not to Retry are not retried', async () => {
		code.faults.add({ on: 'GET *', status: 500 });
		await run('repository', 'get', { options: { statusesNotToRetry: '500, 502' } });
		expect(code.requests.total).toBe(1);
	});
});
