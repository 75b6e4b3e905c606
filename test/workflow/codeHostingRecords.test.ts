/** Issues, pull requests, repositories and alerts. */
import type { IDataObject } from 'n8n-workflow';
import responses from '../contract/data/responses/code-hosting.json';
import type { Comment, Pull } from '../services/codeHosting/discussions';
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

test.each([
	['getDiff', 'diff', /^diff --git a\/src\/feature\.md/],
	['getPatch', 'patch', /^From [0-9a-f]{40} Mon Sep/],
])('%s returns text in the media type of the vendor', async (operation, format, content) => {
	const fields = await json('pullRequest', operation, { pullRequestNumber });
	expect(fields).toEqual({ number: 6, [format]: expect.stringMatching(content) as string });
	expect(last().headers.accept).toBe(`application/vnd.vendor.${format}`);
	await run('pullRequest', operation, { pullRequestNumber }, { credential: { vendor: 'GitHub' } });
	expect(last().headers.accept).toBe(`application/vnd.github.${format}`);
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
