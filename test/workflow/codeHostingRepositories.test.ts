/** Repositories, and who and what has access to them. */
import type { IDataObject } from 'n8n-workflow';
import { startCodeService, type CodeService } from '../services/codeHosting/service';
import { runCodeHosting } from './kit/codeHosting';
import { onlyItem } from './kit/executor';
import { byId, byName } from './kit/locator';

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

const organization = byName('octo-org');

test('a repository is created, opened to a collaborator and a deployment, forked and deleted', async () => {
	const created = await execute('repository', 'createInOrganization', {
		organization,
		newRepositoryName: 'search',
		repositoryVisibility: 'private',
		additionalFields: { deleteMergedBranches: true, withReadme: true },
	});
	expect(created).toMatchObject({
		json: { owner: 'octo-org', name: 'search', private: true },
		request: 'POST /orgs/octo-org/repos',
		body: { name: 'search', visibility: 'private', auto_init: true, delete_branch_on_merge: true },
	});
	const repository = {
		owner: byName(created.json.owner as string),
		repository: byName(created.json.name as string),
	};
	const path = '/repos/octo-org/search';

	expect(
		await execute('repository', 'replaceTopics', { ...repository, topicNames: 'n8n, search' }),
	).toMatchObject({ request: `PUT ${path}/topics`, body: { names: ['n8n', 'search'] } });
	expect(
		await execute('collaborator', 'add', {
			...repository,
			username: byName('hubot'),
			additionalFields: { accessPermission: 'push' },
		}),
	).toMatchObject({
		json: { owner: 'octo-org', repository: 'search', invitee: 'hubot' },
		request: `PUT ${path}/collaborators/hubot`,
		body: { permission: 'push' },
	});
	expect(
		await execute('deployKey', 'create', {
			...repository,
			deployKeyTitle: 'build-server',
			publicKey: 'ssh-ed25519 AAAA',
			readOnlyKey: true,
		}),
	).toMatchObject({
		request: `POST ${path}/keys`,
		body: { title: 'build-server', key: 'ssh-ed25519 AAAA', read_only: true },
	});
	expect(
		await execute('webhook', 'create', {
			...repository,
			webhookUrl: 'http://127.0.0.1:9/hook',
			webhookEvents: 'push, pull_request',
			webhookContentType: 'json',
			additionalFields: { webhookSecret: 'hush', webhookIgnoresSslIssues: false },
		}),
	).toMatchObject({
		json: { active: true, events: ['push', 'pull_request'], url: 'http://127.0.0.1:9/hook' },
		request: `POST ${path}/hooks`,
		body: {
			config: {
				url: 'http://127.0.0.1:9/hook',
				content_type: 'json',
				insecure_ssl: '0',
				secret: 'hush',
			},
			events: ['push', 'pull_request'],
		},
	});
	expect(
		await execute('repository', 'fork', {
			...repository,
			additionalFields: { forkName: 'search-copy', defaultBranchOnly: true },
		}),
	).toMatchObject({
		json: { owner: 'octocat', name: 'search-copy' },
		request: `POST ${path}/forks`,
		body: { name: 'search-copy', default_branch_only: true },
	});
	expect(await execute('repository', 'delete', repository)).toMatchObject({
		json: { deleted: true, owner: 'octo-org', repository: 'search' },
		request: `DELETE ${path}`,
	});
	expect(code.world.repositories.map(({ name }) => name)).toEqual([
		...['hello-world', 'spoon-knife', 'notes', 'search-copy'],
	]);
});

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

test('a user is invited once, has access until removed, and is no collaborator before or after', async () => {
	const username = byName('hubot');
	const hasAccess = async () =>
		(await execute('collaborator', 'check', { username })).json.collaborator;
	expect(await hasAccess()).toBe(false);
	expect((await execute('collaborator', 'add', { username })).json).toMatchObject({
		id: 1,
		invitee: 'hubot',
	});
	expect((await execute('collaborator', 'add', { username })).json).toEqual({
		added: true,
		invitee: 'hubot',
		owner: 'octo-org',
		repository: 'hello-world',
	});
	expect(await hasAccess()).toBe(true);
	await execute('collaborator', 'remove', { username });
	expect(await hasAccess()).toBe(false);
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

test('a team gets write access to a repository, and a user becomes its maintainer', async () => {
	const team = { organization, teamSlug: byName('justice-league') };
	expect(
		await execute('team', 'addRepository', {
			...team,
			additionalFields: { accessPermission: 'push' },
		}),
	).toMatchObject({
		json: { added: true, organization: 'octo-org', team: 'justice-league' },
		request: 'PUT /orgs/octo-org/teams/justice-league/repos/octo-org/hello-world',
		body: { permission: 'push' },
	});
	expect(
		await execute('team', 'setMembership', {
			...team,
			username: byName('hubot'),
			teamRole: 'maintainer',
		}),
	).toMatchObject({
		request: 'PUT /orgs/octo-org/teams/justice-league/memberships/hubot',
		body: { role: 'maintainer' },
	});
});
