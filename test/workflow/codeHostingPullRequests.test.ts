/** Pull requests, their reviews, and comments on their changes. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { PullRequest } from '../services/codeHosting/issues';
import { startCodeService, type CodeService } from '../services/codeHosting/service';
import { codeHostingSetup, helloWorld, runCodeHosting } from './kit/codeHosting';
import { bytesOf, onlyItem, type RunResult, type More } from './kit/executor';
import { byName } from './kit/locator';
import { lookUp } from './kit/lookups';

let code: CodeService;
beforeEach(async () => {
	code = await startCodeService();
});
afterEach(async () => await code.close());

const run = async (id: string, parameters: IDataObject = {}, more?: More): Promise<RunResult> => {
	const [resource, operation] = id.split('.') as [string, string];
	return await runCodeHosting(code, resource, operation, parameters, more);
};

const item = async (...parameters: Parameters<typeof run>): Promise<INodeExecutionData> =>
	onlyItem(await run(...parameters));
const json = async (...parameters: Parameters<typeof run>): Promise<IDataObject> =>
	(await item(...parameters)).json;

const discussions = () => code.discussions.of(code.world.repositories[0]!);
/** A pull request of another user, which the user of the token can approve. */
const pull = (): PullRequest => discussions().pulls[0]!;
const last = () => code.requests.list().at(-1)!;
const pullRequestNumber = byName(6);

describe('diff and patch', () => {
	test.each([
		['getDiff', 'diff', /^diff --git a\/file1\.txt/],
		['getPatch', 'patch', /^From c+6 Mon Sep/],
	])('%s returns text in the media type of the vendor', async (operation, format, content) => {
		const fields = await json(`pullRequest.${operation}`, { pullRequestNumber });
		expect(fields).toEqual({ number: 6, [format]: expect.stringMatching(content) as string });
		expect(last().headers.accept).toBe(`application/vnd.vendor.${format}`);
		await run(
			`pullRequest.${operation}`,
			{ pullRequestNumber },
			{ credential: { vendor: 'GitHub' } },
		);
		expect(last().headers.accept).toBe(`application/vnd.github.${format}`);
	});

	test('of a pull request that was opened here, everything is its own', async () => {
		const branch = 'prices';
		const main = byName('main');
		await json('branch.create', { newBranchName: branch, createFrom: 'main' });
		// Files of the base branch that change later do not count, as on GitHub.
		const commit = async (newFilePath: string, fileContent: string, onto: string) =>
			await json('file.commit', {
				newFilePath,
				fileContent,
				commitMessage: `Write ${newFilePath}`,
				options: { branch: onto },
			});
		await commit('README.md', 'Hello\n', branch);
		const { commit_sha: head } = await commit('docs/prices.md', '1\n2\n', branch);
		await commit('docs/guide.md', 'Another guide\n', 'main');
		const opened = await json('pullRequest.create', {
			title: 'Prices',
			headBranch: byName(branch),
			baseBranch: main,
		});
		const counts = { commits: 2, changed_files: 2, additions: 3, deletions: 3 };
		expect(opened).toMatchObject({ ...counts, head: branch, head_sha: head });

		const own = { pullRequestNumber: byName(Number(opened.number)) };
		expect(await json('pullRequest.get', own)).toMatchObject({ ...counts, head_sha: head });
		const { diff } = await json('pullRequest.getDiff', own);
		const patch = '@@ -0,0 +1,2 @@\n+1\n+2\n';
		expect(diff).toContain(`+++ b/docs/prices.md\n${patch}`);
		expect(diff).not.toContain('guide');
		const files = await run('pullRequest.getAllFiles', own);
		expect(files.items.map(({ json: file }) => file)).toMatchObject([
			{ filename: 'README.md', status: 'modified', additions: 1, deletions: 3, changes: 4 },
			{ filename: 'docs/prices.md', status: 'added', additions: 2, patch: patch.trimEnd() },
		]);
		const commits = await run('pullRequest.getAllCommits', own);
		expect(commits.items.map(({ json: { message } }) => message)).toEqual([
			'Write README.md',
			'Write docs/prices.md',
		]);
		expect(commits.items[1]!.json.sha).toBe(head);

		const requested = await json('pullRequest.requestReviewers', { ...own, reviewers: 'hubot' });
		expect(requested).toMatchObject({ requested_reviewers: [{ login: 'hubot' }], head_sha: head });
	});

	test.each(['diff', 'patch'])('the %s is streamed into a file', async (format) => {
		const operation = format === 'diff' ? 'getDiff' : 'getPatch';
		const text = (await json(`pullRequest.${operation}`, { pullRequestNumber }))[format] as string;
		const { json: fields, binary } = await item(`pullRequest.${operation}`, {
			pullRequestNumber,
			diffOutput: 'file',
			options: { outputProperty: 'changes' },
		});
		expect(String(await bytesOf(binary!.changes!))).toBe(text);
		expect(fields).toEqual({
			number: 6,
			fileName: `pull-request-6.${format}`,
			mimeType: 'text/x-diff',
			size: Buffer.byteLength(text),
		});
		expect(last().headers).toMatchObject({
			accept: `application/vnd.vendor.${format}`,
			authorization: 'token tenfold-local-token',
		});
	});

	test('an AI agent gets text, even if the node returns a file', async () => {
		const { json: fields, binary } = await item(
			'pullRequest.getDiff',
			{ pullRequestNumber, diffOutput: 'file' },
			{ nodeTypeName: 'n8n-nodes-tenfold.codeHostingTool' },
		);
		expect(fields.diff).toContain('diff --git');
		expect(binary).toBeUndefined();
	});
});

describe('errors', () => {
	test.each([
		['pullRequest.requestReviewers', {}, 'Reviewers are required, unless another field is set'],
		[
			'pullRequest.removeRequestedReviewers',
			{},
			'Reviewers are required, unless Team Reviewers is set',
		],
		[
			'pullRequestReview.create',
			{ reviewEvent: 'COMMENT' },
			'Body is required if Event is Comment or Request Changes',
		],
		[
			'pullRequestReview.submit',
			{ reviewId: byName(1), submittedEvent: 'REQUEST_CHANGES' },
			'Body is required if Event is Comment or Request Changes',
		],
		[
			'pullRequestReview.create',
			{ reviewComments: { rows: [{ path: 'file1.txt', body: 'x', line: '={{ "" }}' }] } },
			'Comments 1: Line is required',
		],
		[
			'checkRun.create',
			{
				commitSha: byName('a1b2c3d'),
				checkRunName: 'coverage',
				additionalFields: { outputTitle: 'No tests' },
			},
			'Summary is required for the other texts',
		],
	] as Array<[string, IDataObject, string]>)(
		'%s with %j is rejected before a request is sent',
		async (id, parameters, message) => {
			const { error } = await run(id, { pullRequestNumber, ...parameters });
			expect(error?.message).toBe(message);
			expect(code.requests.total).toBe(0);
		},
	);

	test('405: a pull request with a conflict cannot be merged', async () => {
		pull().mergeable = false;
		const { error } = await run('pullRequest.merge', { pullRequestNumber, mergeMethod: 'merge' });
		expect(error?.message).toContain('Code Hosting cannot merge this: ');
		expect(error?.message).toContain('is not mergeable');
		expect(error?.description).toContain('has no conflicts');
		expect(code.requests.total).toBe(1);
	});
});

describe('lists in the form', () => {
	const entries = async (
		method: string,
		filter?: string,
		selection = { resource: 'pullRequestReview', operation: 'get' },
	) => {
		const { results } = await lookUp(
			codeHostingSetup(code),
			method,
			{
				authentication: 'token',
				...selection,
				...helloWorld,
				pullRequestNumber,
				issueNumber: byName(1),
			},
			filter,
		);
		return results.map(({ name, value }) => [name, value]);
	};

	test('show issues and pull requests with title and state', async () => {
		const all = await entries('searchIssue');
		expect(all).toContainEqual(['#1 · Issue 1 · open', '1']);
		expect(all).toContainEqual(['#6 · Amazing new feature · pull request', '6']);
		pull().merged_at = '2026-01-01T00:00:00Z';
		expect(await entries('searchPullRequest', 'amazing')).toEqual([
			['#6 · Amazing new feature · merged', '6'],
		]);
	});

	test('show reviews and comments with author and text', async () => {
		expect(await entries('searchReview')).toEqual([
			[expect.stringMatching(/^octocat · APPROVED · \d{4}-/), '80'],
		]);
		discussions().comments[0]!.body = `Line one\n${'x'.repeat(100)}`;
		const comments = await entries('searchIssueComment', 'line one');
		expect(comments).toEqual([
			[
				expect.stringMatching(/^hubot · [\d: -]+ · Line one x{51}…$/),
				String(discussions().comments[0]!.id),
			],
		]);
		expect(await entries('searchReviewComment')).toHaveLength(1);
		discussions().issue('1').labels = ['area/ui'];
		const removeLabel = { resource: 'issue', operation: 'removeLabel' };
		expect(await entries('searchLabel', '', removeLabel)).toEqual([['area/ui', 'area/ui']]);
	});
});
