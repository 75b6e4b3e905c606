// Code hosting in a real n8n instance: encrypted secrets.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startCodeService, type CodeService } from '../../services/codeHosting/service';
import { itemsOf, nodesOf, resourceLocator, startTestN8n, type TestN8n } from '../kit/testN8n';
import type { StoredCredential } from '../../../tools/n8n/restTypes';

let n8n: TestN8n;
let code: CodeService;
let token: StoredCredential;

beforeAll(async () => {
	code = await startCodeService();
	n8n = await startTestN8n({ N8N_LOG_LEVEL: 'debug' });
	token = await n8n.createCredential('codeHostingApi', code.credential.data);
});
afterAll(async () => {
	await n8n?.close();
	await code?.close();
});
afterEach(() => code.faults.clear());

const repo = () => code.world.repositories[0]!;
const node = nodesOf('codeHosting', () => token, {
	authentication: 'token',
	owner: resourceLocator('octo-org'),
	repository: resourceLocator('hello-world'),
});

describe('a secret', () => {
	// Computed by an expression, so that the workflow itself does not contain the value.
	const secretValue = "={{ 'secret-value-' + (4711 * 2) }}";
	const value = 'secret-value-9422';

	test('is encrypted in n8n, and its value does not appear in items, executions, logs or the database', async () => {
		const written = await n8n.run('sealed', [
			node('Write', 'repositorySecret', 'upsert', {
				newName: 'DEPLOY_KEY',
				secretValue,
			}),
		]);
		expect(itemsOf(written, 'Write').map(({ json }) => json)).toEqual([
			{ name: 'DEPLOY_KEY', created: true, owner: 'octo-org', repository: 'hello-world' },
		]);
		expect(repo().vault.secrets.get('DEPLOY_KEY')?.value).toBe(value);
		code.faults.add({ on: 'PUT *', status: 422 });
		const failed = await n8n.run('failed', [
			node('Write', 'repositorySecret', 'upsert', {
				newName: 'OTHER',
				secretValue,
			}),
		]);
		expect(failed.status).toBe('error');
		const continued = await n8n.run('continued', [
			node(
				'Write',
				'repositorySecret',
				'upsert',
				{ newName: 'OTHER', secretValue },
				{ onError: 'continueRegularOutput' },
			),
		]);
		expect(itemsOf(continued, 'Write')[0]?.json.error).toBeDefined();
		for (const execution of [written, failed, continued])
			expect(JSON.stringify(execution)).not.toContain(value);
		expect(n8n.process.logs.length).toBeGreaterThan(0);
		expect(n8n.process.logs.join('\n')).not.toContain(value);
		const folder = join(n8n.process.userFolder, '.n8n');
		const databases = readdirSync(folder).filter((name) => name.startsWith('database.sqlite'));
		// The name of the secret is in the database, which proves that the search works.
		expect(databases.some((name) => readFileSync(join(folder, name)).includes('DEPLOY_KEY'))).toBe(
			true,
		);
		for (const name of databases)
			expect(readFileSync(join(folder, name)).includes(value)).toBe(false);
	});
});
