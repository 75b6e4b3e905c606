/** Issues, pull requests, repositories and alerts. */
import type { IDataObject } from 'n8n-workflow';
import responses from '../contract/data/responses/code-hosting.json';
import type { Comment, Pull } from '../services/codeHosting/issues';
import type { Fields } from '../services/kit/records';
import { codeHostingPerTest, codeHostingSetup, helloWorld } from './kit/codeHosting';
import type { RunOptions } from './kit/executor';
import { byId, byName } from './kit/locator';
import { lookUp } from './kit/lookups';
import { rawCodeHosting } from './kit/rawCodeHosting';
import { rawServersPerTest } from './kit/rawServer';

const { code, run, json, last } = codeHostingPerTest();
const records = <T extends Fields>(path: string): T[] =>
	code.records.of(`/repos/octo-org/hello-world/${path}`);
const runRaw = rawCodeHosting(rawServersPerTest());
const issueNumber = byName(1);

describe('an issue', () => {
	test('empty fields of an update clear their values', async () => {
		const cleared = { newBody: '', issueLabels: '', assignees: '', milestoneNumber: '' };
		await json('issue', 'update', { issueNumber, options: cleared });
		expect(last().body).toEqual({ body: '', labels: [], assignees: [], milestone: null });
	});

	test('the URL of an issue in another repository or service is rejected, and nothing is sent', async () => {
		const url = (repository: string, host = 'git.example.com') => ({
			__rl: true,
			mode: 'url',
			value: `https://${host}/octo-org/${repository}/issues/1`,
		});
		const foreign = await run('issue', 'close', { issueNumber: url('hello-world', 'github.com') });
		expect(foreign.error?.message).toContain(
			'Issue Number is a URL of github.com, but the credential is for another host',
		);
		const { error } = await run('issue', 'close', { issueNumber: url('spoon-knife') });
		expect(error?.message).toContain(
			'Repository is "hello-world", but Issue Number belongs to "spoon-knife"',
		);
		// Two values dragged into one field.
		const two = { ...url('hello-world'), value: `${url('hello-world').value} 2080` };
		expect((await run('issue', 'close', { issueNumber: two })).error?.message).toContain(
			'Issue Number must be a whole number',
		);
		expect(code.requests.list()).toEqual([]);
		expect(await json('issue', 'close', { issueNumber: url('hello-world') })).toMatchObject({
			number: 1,
		});
		// n8n itself requires a value in the form, but an expression can be empty.
		const parents = { owner: byName('={{ "" }}'), repository: byName('={{ "" }}') };
		expect(
			await json('issue', 'close', { issueNumber: url('hello-world'), ...parents }),
		).toMatchObject({
			number: 1,
		});
	});
});

const pullRequestNumber = byName(6);

describe('diff and patch of a pull request', () => {
	test('of a pull request that was opened here, everything is its own', async () => {
		const branch = 'ops/prices';
		const main = byName('main');
		await json('branch', 'create', { newBranchName: branch, createFrom: 'main' });
		// Files of the base branch that change later do not count, as on GitHub.
		const commit = async (newFilePath: string, fileContent: string, onto: string) =>
			await json('file', 'commit', {
				newFilePath,
				fileContent,
				commitMessage: `Write ${newFilePath}`,
				options: { branch: onto },
			});
		await commit('README.md', 'Hello\n', branch);
		const { commit_sha: head } = await commit('docs/prices.md', '1\n2\n', branch);
		await commit('docs/guide.md', 'Another guide\n', 'main');
		const opened = await json('pullRequest', 'create', {
			title: 'Prices',
			headBranch: byName(branch),
			baseBranch: main,
		});
		const counts = { commits: 2, changed_files: 2, additions: 3, deletions: 3 };
		expect(opened).toMatchObject({ ...counts, head: branch, head_sha: head });

		const own = { pullRequestNumber: byName(Number(opened.number)) };
		expect(await json('pullRequest', 'get', own)).toMatchObject({ ...counts, head_sha: head });
		const { diff } = await json('pullRequest', 'getDiff', own);
		const patch = '@@ -0,0 +1,2 @@\n+1\n+2\n';
		expect(diff).toContain(`+++ b/docs/prices.md\n${patch}`);
		expect(diff).not.toContain('guide');
		const { patch: emails } = await json('pullRequest', 'getPatch', own);
		expect(emails).toMatch(
			new RegExp(`\\nFrom ${String(head)} Mon .*\\[PATCH 2/2\\] Write docs/prices`, 's'),
		);
		const files = await run('pullRequest', 'getAllFiles', own);
		expect(files.items.map(({ json: file }) => file)).toMatchObject([
			{ filename: 'README.md', status: 'modified', additions: 1, deletions: 3, changes: 4 },
			{ filename: 'docs/prices.md', status: 'added', additions: 2, patch: patch.trimEnd() },
		]);
		const commits = await run('pullRequest', 'getAllCommits', own);
		expect(commits.items.map(({ json: { message } }) => message)).toEqual([
			'Write README.md',
			'Write docs/prices.md',
		]);
		expect(commits.items[1]!.json.sha).toBe(head);

		const read = await json('commit', 'get', {
			commitRef: byName(String(head)),
			simplify: false,
		});
		expect(read).toMatchObject({
			sha: head,
			stats: { additions: 2, deletions: 0 },
			files: [{ filename: 'docs/prices.md', patch: patch.trimEnd() }],
		});
		expect(String(read.html_url)).toContain(`hello-world/commit/${String(head)}`);
		expect(
			await json('commit', 'compare', { base: 'main', head: branch, simplify: false }),
		).toMatchObject({ status: 'diverged', ahead_by: 2, behind_by: 1 });
		const latest = await run('commit', 'getAll', { filters: { startAt: branch }, limit: 1 });
		expect(latest.items[0]!.json.sha).toBe(head);
		const full = await run('commit', 'getAll', { simplify: false });
		expect(full.items[0]!.json).not.toHaveProperty('stats');

		const requested = await json('pullRequest', 'requestReviewers', { ...own, reviewers: 'hubot' });
		expect(requested).toMatchObject({ requested_reviewers: [{ login: 'hubot' }], head_sha: head });
		const author = { ...own, reviewers: 'octocat' };
		const { error: refused } = await run('pullRequest', 'requestReviewers', author);
		expect(refused?.message).toContain('cannot be requested from pull request author');
		const file = { filePath: byId('docs/prices.md'), options: { reference: branch } };
		expect(await json('file', 'get', { ...file, returnAs: 'text' })).toMatchObject({
			html_url: expect.stringContaining(`/blob/${branch}/docs/prices.md`) as string,
		});

		const listed = async (filters: IDataObject) =>
			(await run('pullRequest', 'getAll', { filters })).items.map(({ json: pull }) => pull.number);
		expect(await listed({ pullRequestHead: branch })).toEqual([opened.number]);
		expect(await listed({ pullRequestHead: 'none' })).toEqual([]);
		expect(await listed({ pullRequestBase: 'none' })).toEqual([]);

		const { sha: merged } = await json('pullRequest', 'merge', { ...own, mergeMethod: 'merge' });
		expect(await json('pullRequest', 'get', { ...own, simplify: false })).toMatchObject({
			...counts,
			merged: true,
			mergeable: null,
			merge_commit_sha: merged,
		});
		const textOf = async (path: string) =>
			(await json('file', 'get', { filePath: byId(path), returnAs: 'text' })).text;
		expect(await textOf('docs/prices.md')).toBe('1\n2\n');
		expect(await textOf('docs/guide.md')).toBe('Another guide\n');
		const inMain = await run('commit', 'getAll', { simplify: false });
		const shas = inMain.items.map(({ json: { sha } }) => sha);
		expect(shas[0]).toBe(merged);
		expect(shas).toContain(head);
	});

	test.each([
		['getDiff', 'diff', /^diff --git a\/src\/feature\.md/],
		['getPatch', 'patch', /^From [0-9a-f]{40} Mon Sep/],
	])('%s returns text in the media type of the vendor', async (operation, format, content) => {
		const fields = await json('pullRequest', operation, { pullRequestNumber });
		expect(fields).toEqual({ number: 6, [format]: expect.stringMatching(content) as string });
		expect(last().headers.accept).toBe(`application/vnd.vendor.${format}`);
		await run(
			'pullRequest',
			operation,
			{ pullRequestNumber },
			{ credential: { vendor: 'GitHub' } },
		);
		expect(last().headers.accept).toBe(`application/vnd.github.${format}`);
	});
});

/** Executes an operation. Returns its item and what it sent. */
async function execute(resource: string, operation: string, parameters: IDataObject = {}) {
	const output = await json(resource, operation, parameters);
	const { method, path, body } = last();
	return { json: output, request: `${method} ${path}`, body: body ?? undefined };
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

// https://docs.github.com/en/rest/secret-scanning/secret-scanning
describe('the leaked secret of a secret scanning alert', () => {
	const path = '/repos/octo-org/hello-world/secret-scanning/alerts';
	const documented = responses['GET /repos/{owner}/{repo}/secret-scanning/alerts']['200'];
	const [alert] = documented;
	const { secret } = alert!;
	const routes = {
		[`GET ${path}`]: documented,
		[`GET ${path}/2`]: alert,
		[`PATCH ${path}/2`]: alert,
	};
	const execute = async (
		operation: string,
		parameters: IDataObject,
		more: Partial<RunOptions> = {},
	) =>
		await runRaw(
			routes,
			'secretScanningAlert',
			operation,
			{ secretScanningAlertNumber: byId('2'), ...parameters },
			more,
		);

	test.each([
		['get', { hideSecret: false }],
		['getAll', { hideSecret: false, returnAll: true }],
	])('is only in the output of %s if the user turns off Hide Secret', async (operation, shown) => {
		const hidden = await execute(operation, {});
		expect(hidden.server.received[0]!.target).toContain('hide_secret=true');
		const { json } = await execute(operation, shown);
		expect(json).toMatchObject([{ number: 2, secret }]);
	});

	const updateFields = { newSecretAlertState: 'resolved', newResolution: 'revoked' };
	test.each<[string, string, IDataObject, Partial<RunOptions>]>([
		['a tool', 'get', { hideSecret: false }, { nodeTypeName: 'n8n-nodes-tenfold.codeHostingTool' }],
		['an update', 'update', { updateFields }, {}],
	])('is never in the output of %s', async (_, operation, parameters, more) => {
		for (const simplify of [true, false]) {
			const { json } = await execute(operation, { ...parameters, simplify }, more);
			expect(json).toMatchObject([{ number: 2, state: 'resolved' }]);
			expect(JSON.stringify(json)).not.toContain(secret);
		}
	});
});

test('a pull request with a conflict cannot be merged (405)', async () => {
	records<Pull>('pulls')[0]!.mergeable = false;
	const { error } = await run('pullRequest', 'merge', { pullRequestNumber, mergeMethod: 'merge' });
	expect(error?.message).toContain('Code Hosting cannot merge this: ');
	expect(error?.message).toContain('is not mergeable');
	expect(error?.description).toContain('has no conflicts');
	expect(code.requests.total).toBe(1);
});

test('lists in the form show the state, the author and the start of the text', async () => {
	const entries = async (method: string, filter?: string) => {
		const form = { authentication: 'token', resource: 'pullRequestReview', operation: 'get' };
		const parameters = { ...form, ...helloWorld, pullRequestNumber, issueNumber };
		const { results } = await lookUp(codeHostingSetup(code), method, parameters, filter);
		return results.map(({ name }) => name);
	};
	expect(await entries('searchIssue')).toEqual(
		expect.arrayContaining(['#1 · Issue 1 · open', '#6 · Amazing new feature · pull request']),
	);
	records<Pull>('pulls')[0]!.merged_at = '2026-01-01T00:00:00Z';
	expect(await entries('searchPullRequest', 'amazing')).toEqual([
		'#6 · Amazing new feature · merged',
	]);
	expect(await entries('searchReview')).toEqual([
		expect.stringMatching(/^octocat · APPROVED · \d{4}-/),
	]);
	records<Comment>('issues/comments')[0]!.body = `Line one\n${'x'.repeat(100)}`;
	expect(await entries('searchIssueComment', 'line one')).toEqual([
		expect.stringMatching(/^hubot · [\d: -]+ · Line one x{51}…$/),
	]);
});
