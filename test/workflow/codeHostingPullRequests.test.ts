/** Pull requests, their reviews, and comments on their changes. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { PullRequest } from '../services/codeHosting/discussionStore';
import { startCodeService, type CodeService } from '../services/codeHosting/service';
import { codeHostingSetup, helloWorld, runCodeHosting, type More } from './kit/codeHosting';
import { bytesOf, onlyItem, type RunResult } from './kit/executor';
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
const path = '/repos/octo-org/hello-world/pulls';

describe('requests', () => {
	test.each([
		[
			'pullRequest.create',
			{
				title: 'New',
				headBranch: byName('octocat:feature'),
				baseBranch: byName('main'),
				options: { draft: true, maintainerCanModify: false, headRepository: 'octocat/fork' },
			},
			`POST ${path}`,
			{
				title: 'New',
				head: 'octocat:feature',
				base: 'main',
				draft: true,
				maintainer_can_modify: false,
				head_repo: 'octocat/fork',
			},
		],
		['pullRequest.close', {}, `PATCH ${path}/6`, { state: 'closed' }],
		['pullRequest.reopen', {}, `PATCH ${path}/6`, { state: 'open' }],
		[
			'pullRequest.update',
			{ options: { newTitle: 'T', newBody: '', newBase: 'docs', issueState: 'closed' } },
			`PATCH ${path}/6`,
			{ title: 'T', body: '', base: 'docs', state: 'closed' },
		],
		[
			'pullRequest.merge',
			{
				mergeMethod: 'squash',
				options: { commitTitle: 'T', commitMessage: 'M', requiredHead: '6'.padStart(40, 'c') },
			},
			`PUT ${path}/6/merge`,
			{
				merge_method: 'squash',
				commit_title: 'T',
				commit_message: 'M',
				sha: '6'.padStart(40, 'c'),
			},
		],
		[
			'pullRequest.requestReviewers',
			{ reviewers: 'hubot', teamReviewers: 'justice-league' },
			`POST ${path}/6/requested_reviewers`,
			{ reviewers: ['hubot'], team_reviewers: ['justice-league'] },
		],
		[
			'pullRequest.removeRequestedReviewers',
			{ reviewers: '', teamReviewers: 'justice-league' },
			`DELETE ${path}/6/requested_reviewers`,
			{ reviewers: [], team_reviewers: ['justice-league'] },
		],
		['pullRequest.updateBranch', {}, `PUT ${path}/6/update-branch`, undefined],
		[
			'pullRequestReview.create',
			{
				reviewEvent: 'REQUEST_CHANGES',
				body: 'Please change',
				reviewComments: {
					rows: [
						{ path: 'file1.txt', body: 'Here', line: '2', side: 'RIGHT', start_line: 1 },
						{ path: 'file1.txt', body: 'And here', line: '1', side: '', start_line: '' },
					],
				},
			},
			`POST ${path}/6/reviews`,
			{
				event: 'REQUEST_CHANGES',
				body: 'Please change',
				comments: [
					{ path: 'file1.txt', body: 'Here', line: 2, side: 'RIGHT', start_line: 1 },
					{ path: 'file1.txt', body: 'And here', line: 1 },
				],
			},
		],
		[
			'reviewComment.create',
			{
				body: 'Why?',
				commentedCommit: 'abc',
				commentedFile: 'file1.txt',
				subjectType: 'line',
				line: '2',
				options: { side: 'LEFT', startLine: 1, startSide: 'LEFT' },
			},
			`POST ${path}/6/comments`,
			{
				body: 'Why?',
				commit_id: 'abc',
				path: 'file1.txt',
				subject_type: 'line',
				line: 2,
				side: 'LEFT',
				start_line: 1,
				start_side: 'LEFT',
			},
		],
		[
			'reviewComment.create',
			{
				body: 'Why?',
				commentedCommit: 'abc',
				commentedFile: 'file1.txt',
				subjectType: 'file',
				line: '',
			},
			`POST ${path}/6/comments`,
			{ body: 'Why?', commit_id: 'abc', path: 'file1.txt', subject_type: 'file' },
		],
	] as Array<[string, IDataObject, string, IDataObject | undefined]>)(
		'%s with %j sends %s with the body %j',
		async (id, parameters, request, body) => {
			await json(id, { pullRequestNumber, ...parameters });
			expect(`${last().method} ${last().path}`).toBe(request);
			expect(last().body ?? undefined).toEqual(body);
		},
	);
});

describe('pull requests', () => {
	test('are merged', async () => {
		const merged = await json('pullRequest.merge', { pullRequestNumber, mergeMethod: 'rebase' });
		expect(merged).toEqual({
			owner: 'octo-org',
			repository: 'hello-world',
			sha: pull().merge_commit_sha,
			merged: true,
			message: 'Pull Request successfully merged',
		});
		expect(await json('pullRequest.get', { pullRequestNumber })).toMatchObject({
			merged: true,
			state: 'closed',
		});
	});

	test('are closed without merging, and reopened', async () => {
		expect(await json('pullRequest.close', { pullRequestNumber })).toMatchObject({
			state: 'closed',
			merged: false,
		});
		expect(await json('pullRequest.reopen', { pullRequestNumber })).toMatchObject({
			state: 'open',
		});
	});

	test('are filtered by branch and state', async () => {
		const numbers = async (options: IDataObject) =>
			(await run('pullRequest.getAll', { returnAll: true, options })).items.map(
				({ json: { number } }) => number,
			);
		expect(await numbers({ pullRequestHead: 'octo-org:topic' })).toEqual([6]);
		expect(await numbers({ pullRequestBase: 'docs' })).toEqual([]);
		pull().state = 'closed';
		expect(await numbers({})).toEqual([7]);
		expect(await numbers({ pullRequestState: 'all', pullRequestSort: 'created' })).toHaveLength(2);
	});

	test('list all changed files and commits, page by page', async () => {
		const [file] = pull().files;
		for (let count = 0; count < 149; count++)
			pull().files.push({ ...file!, filename: `f${count}` });
		for (let count = 0; count < 249; count++)
			pull().commits.push({
				sha: count.toString(16).padStart(40, '0'),
				message: `Commit ${count}`,
			});
		const all = { pullRequestNumber, returnAll: true };
		expect((await run('pullRequest.getAllFiles', all)).items).toHaveLength(150);
		const { items } = await run('pullRequest.getAllCommits', all);
		expect(new Set(items.map(({ json: { sha } }) => sha)).size).toBe(250);
		expect(items[1]!.json).toMatchObject({ message: 'Commit 0', author: 'monalisa' });
	});

	test('a requested review appears and disappears', async () => {
		await json('pullRequest.requestReviewers', { pullRequestNumber, reviewers: 'hubot' });
		const requested = await json('pullRequest.getRequestedReviewers', { pullRequestNumber });
		expect(requested).toMatchObject({ users: [{ login: 'hubot' }], teams: [] });
		await json('pullRequest.removeRequestedReviewers', { pullRequestNumber, reviewers: 'hubot' });
		expect(pull().reviewers).toEqual([]);
	});
});

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

	test.each(['text', 'file'])('a diff that is too large is an error as %s', async (diffOutput) => {
		discussions().maxDiffFiles = 0;
		const { error } = await run('pullRequest.getDiff', { pullRequestNumber, diffOutput });
		expect(error?.message).toBe('Code Hosting rejected the request (406)');
		expect(error?.description).toContain('the diff exceeded the maximum number of files');
	});

	test('a file larger than Maximum File Size is rejected', async () => {
		const [file] = pull().files;
		for (let count = 0; count < 12_000; count++) pull().files.push({ ...file! });
		discussions().maxDiffFiles = Infinity;
		const { error } = await run('pullRequest.getDiff', {
			pullRequestNumber,
			diffOutput: 'file',
			options: { maximumFileSize: 1 },
		});
		expect(`${error?.message} ${error?.description}`).toContain('Maximum File Size');
	});
});

describe('reviews', () => {
	const review = async (parameters: IDataObject) =>
		await json('pullRequestReview.create', { pullRequestNumber, ...parameters });

	test('a review without an event is a draft until it is submitted', async () => {
		const draft = await review({ body: '' });
		expect(draft).toMatchObject({ state: 'PENDING' });
		const reviewId = byName(draft.id);
		const submitted = await json('pullRequestReview.submit', {
			pullRequestNumber,
			reviewId,
			submittedEvent: 'APPROVE',
		});
		expect(submitted).toMatchObject({ state: 'APPROVED', id: draft.id });
		const message = { dismissalMessage: 'Outdated' };
		expect(
			await json('pullRequestReview.dismiss', { pullRequestNumber, reviewId, ...message }),
		).toMatchObject({ state: 'DISMISSED' });
		expect(last().body).toEqual({ message: 'Outdated' });
	});

	test('a draft can be deleted, a submitted review cannot', async () => {
		const draft = await review({});
		const reviewId = byName(draft.id);
		expect(await json('pullRequestReview.delete', { pullRequestNumber, reviewId })).toEqual({
			deleted: true,
			owner: 'octo-org',
			repository: 'hello-world',
		});
		const [submitted] = discussions().reviews;
		const { error } = await run('pullRequestReview.delete', {
			pullRequestNumber,
			reviewId: byName(submitted!.id),
		});
		expect(error?.message).toContain('Can not delete a non-pending pull request review');
	});

	test('the text of a review can be changed', async () => {
		const [first] = discussions().reviews;
		const reviewId = byName(first!.id);
		await json('pullRequestReview.update', { pullRequestNumber, reviewId, body: 'New' });
		expect(await json('pullRequestReview.get', { pullRequestNumber, reviewId })).toMatchObject({
			body: 'New',
			user: 'hubot',
		});
	});

	test('the comments of a review are listed with it', async () => {
		const { id } = await review({
			reviewEvent: 'COMMENT',
			body: 'See below',
			reviewComments: { rows: [{ path: 'file1.txt', body: 'Here', line: '2' }] },
		});
		const { items } = await run('reviewComment.getAllReview', {
			pullRequestNumber,
			reviewId: byName(id),
			returnAll: true,
		});
		expect(items.map(({ json: fields }) => fields)).toEqual([
			expect.objectContaining({ body: 'Here', line: 2, review_id: id }),
		]);
	});
});

describe('comments on the changes', () => {
	test.each(['getAll', 'getAllRepository'])(
		'of %s have the number of their pull request, so that the next node can be mapped',
		async (operation) => {
			const { items } = await run(`reviewComment.${operation}`, { pullRequestNumber, limit: 1 });
			expect(items[0]?.json).toMatchObject({ pullRequestNumber: '6', repository: 'hello-world' });
		},
	);

	test('are answered, updated and deleted', async () => {
		const [first] = discussions().reviewComments;
		const reviewCommentId = byName(first!.id);
		const reply = await json('reviewComment.reply', {
			pullRequestNumber,
			reviewCommentId,
			body: 'Because',
		});
		expect(reply).toMatchObject({ body: 'Because', in_reply_to_id: first!.id, path: 'file1.txt' });
		await json('reviewComment.update', { reviewCommentId: byName(reply.id), body: 'Since' });
		expect(await json('reviewComment.get', { reviewCommentId: byName(reply.id) })).toMatchObject({
			body: 'Since',
		});
		await json('reviewComment.delete', { reviewCommentId });
		const { items } = await run('reviewComment.getAll', { pullRequestNumber, returnAll: true });
		expect(items.map(({ json: { id } }) => id)).toEqual([reply.id]);
	});
});

describe('errors', () => {
	const branches = { headBranch: byName('feature'), baseBranch: byName('main') };

	test.each([
		['pullRequest.update', {}, 'State is required, unless another field is set'],
		['pullRequest.requestReviewers', {}, 'Reviewers is required, unless another field is set'],
		[
			'pullRequest.removeRequestedReviewers',
			{},
			'Reviewers is required, unless Team Reviewers is set',
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
	] as Array<[string, IDataObject, string]>)(
		'%s with %j is rejected before a request is sent',
		async (id, parameters, message) => {
			const { error } = await run(id, { pullRequestNumber, ...parameters });
			expect(error?.message).toBe(message);
			expect(code.requests.total).toBe(0);
		},
	);

	test.each([
		['a draft', (given: PullRequest) => (given.draft = true), 'is still a draft'],
		['a conflict', (given: PullRequest) => (given.mergeable = false), 'is not mergeable'],
		['a merged one', (given: PullRequest) => (given.state = 'closed'), 'is not mergeable'],
		[
			'a method that is not allowed',
			() => discussions().mergeMethods.delete('merge'),
			'The method merge is not allowed on this repository',
		],
	])('405: merging %s', async (_, change, detail) => {
		change(pull());
		const { error } = await run('pullRequest.merge', { pullRequestNumber, mergeMethod: 'merge' });
		expect(error?.message).toContain('Code Hosting cannot merge this: ');
		expect(error?.message).toContain(detail);
		expect(error?.description).toContain('has no conflicts');
		expect(code.requests.total).toBe(1);
	});

	test('409: the head branch has changed since the review', async () => {
		const options = { requiredHead: 'a'.repeat(40) };
		const { error } = await run('pullRequest.merge', { pullRequestNumber, options });
		expect(error?.message).toBe('The operation is not possible in the current state');
		expect(error?.description).toContain('Head branch was modified');
		expect(pull().merged_at).toBeNull();
	});

	test.each([
		[
			'pullRequest.create',
			{ title: 'x', ...branches, headBranch: byName('nope') },
			'head: invalid',
		],
		[
			'pullRequest.create',
			{ title: 'x', ...branches, headBranch: byName('topic') },
			'A pull request already exists for octo-org:topic',
		],
		['pullRequest.requestReviewers', { reviewers: 'monalisa' }, 'from pull request author'],
		[
			'pullRequest.updateBranch',
			{ expectedHead: 'a'.repeat(40) },
			'expected head sha didn’t match current head ref',
		],
		[
			'reviewComment.create',
			{
				body: 'x',
				commentedCommit: 'abc',
				commentedFile: 'other.txt',
				subjectType: 'line',
				line: '1',
			},
			'Path could not be resolved',
		],
		[
			'pullRequestReview.create',
			{ pullRequestNumber: byName(7), reviewEvent: 'APPROVE' },
			'Can not approve your own pull request',
		],
	] as Array<[string, IDataObject, string]>)('422: %s with %j', async (id, parameters, detail) => {
		const { error } = await run(id, { pullRequestNumber, ...parameters });
		expect(error?.message).toContain('Code Hosting rejected the values: ');
		expect(error?.message).toContain(detail);
	});

	test('404: an issue is not a pull request', async () => {
		const { error } = await run('pullRequest.get', { pullRequestNumber: byName(1) });
		expect(error?.message).toBe('Pull Request 1 not found');
	});

	test.each([
		['pullRequest.updateBranch', () => ({})],
		[
			'reviewComment.reply',
			() => ({ reviewCommentId: byName(discussions().reviewComments[0]!.id), body: 'x' }),
		],
	])('403: %s is not available to apps', async (id, parameters) => {
		const { error } = await run(id, {
			authentication: 'app',
			pullRequestNumber,
			...parameters(),
		});
		expect(error?.description).toContain('Resource not accessible by integration');
	});

	test.each([
		['pullRequest.merge', () => pull().merged_at !== null],
		['pullRequest.updateBranch', () => pull().behind === 0],
	])('%s is not sent again if its response is lost', async (id, isDone) => {
		code.faults.add({ on: 'PUT *', drop: 'after', count: 1 });
		const { error } = await run(id, { pullRequestNumber });
		expect(error?.description).toContain('may or may not have been processed');
		expect(isDone()).toBe(true);
		expect(code.requests.count('PUT *')).toBe(1);
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
		const [review] = discussions().reviews;
		expect(await entries('searchReview')).toEqual([
			[expect.stringMatching(/^hubot · COMMENTED · \d{4}-/), String(review!.id)],
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
