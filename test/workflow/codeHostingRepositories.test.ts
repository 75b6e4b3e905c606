/** Repositories and their webhooks. */
import type { IDataObject } from 'n8n-workflow';
import { startCodeService, type CodeService } from '../services/codeHosting/service';
import { runCodeHosting } from './kit/codeHosting';
import { onlyItem } from './kit/executor';
import { byId } from './kit/locator';

let code: CodeService;
beforeEach(async () => {
	code = await startCodeService();
});
afterEach(async () => await code.close());

/** Executes an operation. Returns its item and what it sent. */
async function execute(resource: string, operation: string, parameters: IDataObject = {}) {
	const { json } = onlyItem(await runCodeHosting(code, resource, operation, parameters));
	const { method, path, body } = code.requests.list().at(-1)!;
	return { json, request: `${method} ${path}`, body: body ?? undefined };
}

test('a repository of the user is private by default', async () => {
	const { request, body } = await execute('repository', 'create', { newRepositoryName: 'diary' });
	expect({ request, body }).toEqual({
		request: 'POST /user/repos',
		body: { name: 'diary', private: true },
	});
});

test('the events of a webhook change without its URL, and its URL without its secret', async () => {
	const created = await execute('webhook', 'create', {
		webhookUrl: 'http://127.0.0.1:9/old',
		webhookEvents: 'push',
		webhookContentType: 'json',
		additionalFields: { webhookSecret: 'hush' },
	});
	expect(created.json).not.toHaveProperty('secret');
	const hookId = byId(created.json.id as number);
	expect(
		await execute('webhook', 'update', {
			hookId,
			updateFields: { addedEvents: 'release', removedEvents: 'push', webhookActive: false },
		}),
	).toMatchObject({ json: { active: false, events: ['release'], url: 'http://127.0.0.1:9/old' } });
	expect(
		await execute('webhook', 'updateDelivery', {
			hookId,
			updateFields: { webhookUrl: 'http://127.0.0.1:9/new', webhookIgnoresSslIssues: true },
		}),
	).toMatchObject({
		json: { url: 'http://127.0.0.1:9/new', secret: '********' },
		body: { url: 'http://127.0.0.1:9/new', insecure_ssl: '1' },
	});
	expect(code.webhooks.all).toMatchObject([
		{ events: ['release'], config: { url: 'http://127.0.0.1:9/new', secret: 'hush' } },
	]);
});

test('the files of a branch are downloaded as an archive', async () => {
	const item = onlyItem(
		await runCodeHosting(code, 'repository', 'downloadTarball', {
			archiveRef: 'feature/search',
			downloadAs: 'file',
		}),
	);
	expect(item.binary!.data).toMatchObject({
		fileName: 'hello-world-feature-search.tar.gz',
		mimeType: 'application/gzip',
	});
	expect(code.requests.list().map(({ path }) => path)).toContain(
		'/repos/octo-org/hello-world/tarball/feature%2Fsearch',
	);
});
