/** Issues, their labels and assignees, and their comments. */
import type { IDataObject } from 'n8n-workflow';
import type { Issue } from '../services/codeHosting/discussionStore';
import { startCodeService, type CodeService } from '../services/codeHosting/service';
import { runCodeHosting, type More } from './kit/codeHosting';
import { onlyItem, type RunResult } from './kit/executor';
import { byName } from './kit/locator';

let code: CodeService;
beforeEach(async () => {
	code = await startCodeService();
});
afterEach(async () => await code.close());

const run = async (
	operation: string,
	parameters: IDataObject = {},
	more?: More,
	resource = 'issue',
): Promise<RunResult> => await runCodeHosting(code, resource, operation, parameters, more);

const json = async (...parameters: Parameters<typeof run>): Promise<IDataObject> =>
	onlyItem(await run(...parameters)).json;

const discussions = () => code.discussions.of(code.world.repositories[0]!);
const issue = (number = 1): Issue => discussions().issue(String(number));
const last = () => code.requests.list().at(-1)!;
const issueNumber = byName(1);
const labelNames = ({ labels }: IDataObject) => (labels as IDataObject[]).map(({ name }) => name);

describe('requests', () => {
	test.each([
		[
			'create',
			{ title: 'Broken', body: 'It **broke**.' },
			'POST issues',
			{ title: 'Broken', body: 'It **broke**.' },
		],
		[
			'create',
			{
				title: 'Broken',
				options: {
					assignees: 'octocat, hubot',
					issueLabels: 'bug, help wanted',
					milestoneNumber: 2,
					issueType: 'Bug',
				},
			},
			'POST issues',
			{
				title: 'Broken',
				assignees: ['octocat', 'hubot'],
				labels: ['bug', 'help wanted'],
				milestone: 2,
				type: 'Bug',
			},
		],
		['close', { issueNumber }, 'PATCH issues/1', { state: 'closed' }],
		[
			'close',
			{ issueNumber, options: { closeReason: 'duplicate', duplicateIssueId: 1001 } },
			'PATCH issues/1',
			{ state: 'closed', state_reason: 'duplicate', duplicate_issue_id: 1001 },
		],
		['reopen', { issueNumber }, 'PATCH issues/1', { state: 'open' }],
		[
			'update',
			{
				issueNumber,
				options: { newTitle: 'New', issueState: 'closed', stateReason: 'not_planned' },
			},
			'PATCH issues/1',
			{ title: 'New', state: 'closed', state_reason: 'not_planned' },
		],
		[
			'update',
			{
				issueNumber,
				options: { newBody: '', issueLabels: '', assignees: '', milestoneNumber: '' },
			},
			'PATCH issues/1',
			{ body: '', labels: [], assignees: [], milestone: null },
		],
		['lock', { issueNumber }, 'PUT issues/1/lock', undefined],
		[
			'lock',
			{ issueNumber, options: { lockReason: 'too heated' } },
			'PUT issues/1/lock',
			{ lock_reason: 'too heated' },
		],
		['unlock', { issueNumber }, 'DELETE issues/1/lock', undefined],
		[
			'addLabels',
			{ issueNumber, issueLabels: 'bug, ui' },
			'POST issues/1/labels',
			{ labels: ['bug', 'ui'] },
		],
		['setLabels', { issueNumber, allIssueLabels: '' }, 'PUT issues/1/labels', { labels: [] }],
		['removeAllLabels', { issueNumber }, 'DELETE issues/1/labels', undefined],
		[
			'addAssignees',
			{ issueNumber, assignees: 'hubot' },
			'POST issues/1/assignees',
			{ assignees: ['hubot'] },
		],
		[
			'removeAssignees',
			{ issueNumber, assignees: 'hubot' },
			'DELETE issues/1/assignees',
			{ assignees: ['hubot'] },
		],
	] as Array<[string, IDataObject, string, IDataObject | undefined]>)(
		'%s with %j sends %s with the body %j',
		async (operation, parameters, request, body) => {
			await json(operation, parameters);
			const { method, path, body: sent } = last();
			expect(`${method} ${path.replace('/repos/octo-org/hello-world/', '')}`).toBe(request);
			expect(sent ?? undefined).toEqual(body);
		},
	);

	test('a label with a slash stays one part of the path', async () => {
		issue().labels = ['area/ui', 'bug'];
		const removed = await json('removeLabel', { issueNumber, issueLabel: byName('area/ui') });
		expect(last().path).toBe('/repos/octo-org/hello-world/issues/1/labels/area%2Fui');
		expect(labelNames(removed)).toEqual(['bug']);
	});

	test('the number is read from the URL of an issue or of a pull request', async () => {
		for (const path of ['issues/1#issuecomment-9', 'pull/1/files']) {
			const value = `https://git.example.com/octo-org/hello-world/${path}`;
			const found = await json('get', {
				issueNumber: {
					__rl: true,
					mode: 'url',
					value,
					__regex: '/(?:issues|pulls?)/([0-9]+)',
				},
			});
			expect(found.number).toBe(1);
		}
	});
});

describe('issues', () => {
	test('are closed with a reason, reopened, and returned in their new state', async () => {
		const options = { closeReason: 'not_planned' };
		expect(await json('close', { issueNumber, options })).toMatchObject({
			number: 1,
			state: 'closed',
			state_reason: 'not_planned',
		});
		expect(issue().state).toBe('closed');
		expect(await json('reopen', { issueNumber })).toMatchObject({
			state: 'open',
			state_reason: 'reopened',
		});
	});

	test('Simplify keeps the name of the author, and without it the response is unchanged', async () => {
		expect(await json('get', { issueNumber, simplify: true })).toMatchObject({ user: 'octocat' });
		expect(await json('get', { issueNumber, simplify: false })).toMatchObject({
			user: { login: 'octocat' },
			locked: false,
		});
	});

	test('include pull requests in lists, page by page', async () => {
		for (let count = 0; count < 150; count++)
			discussions().addIssue({ title: `More ${count}`, body: null, author: 'hubot' });
		const { items } = await run('getAll', { returnAll: true, options: { issueState: 'all' } });
		expect(new Set(items.map(({ json: { number } }) => number)).size).toBe(157);
		expect(items.filter(({ json: { pull_request: pull } }) => pull)).toHaveLength(2);
	});

	test('a list without a match has no items', async () => {
		const { items, error } = await run('getAll', {
			returnAll: true,
			options: { issueLabels: 'does-not-exist' },
		});
		expect(error).toBeUndefined();
		expect(items).toEqual([]);
	});
});

describe('labels and assignees', () => {
	test('an operation returns one item with all labels, even if none remain', async () => {
		expect(labelNames(await json('addLabels', { issueNumber, issueLabels: 'bug' }))).toEqual([
			'bug',
		]);
		expect(labelNames(await json('setLabels', { issueNumber, allIssueLabels: 'ui' }))).toEqual([
			'ui',
		]);
		expect(await json('removeLabel', { issueNumber, issueLabel: byName('ui') })).toEqual({
			number: 1,
			labels: [],
			owner: 'octo-org',
			repository: 'hello-world',
		});
		issue().labels = ['bug'];
		expect(await json('removeAllLabels', { issueNumber })).toEqual({
			number: 1,
			labels: [],
			owner: 'octo-org',
			repository: 'hello-world',
		});
		expect(issue().labels).toEqual([]);
	});

	test('adding and removing keeps the others', async () => {
		issue().assignees = ['octocat'];
		await json('addAssignees', { issueNumber, assignees: 'hubot, stranger' });
		expect(issue().assignees).toEqual(['octocat', 'hubot']);
		await json('removeAssignees', { issueNumber, assignees: 'octocat' });
		expect(issue().assignees).toEqual(['hubot']);
	});

	test('labels of an issue without labels are no items', async () => {
		expect((await run('getAllLabels', { issueNumber, returnAll: true })).items).toEqual([]);
	});

	test('the labels of a repository are returned with their descriptions', async () => {
		const { items, error } = await run('getAllLabels', { limit: 2 }, {}, 'repository');
		expect(error).toBeUndefined();
		expect(items.map(({ json: label }) => label)).toEqual([
			expect.objectContaining({ name: 'bug', description: 'Something does not work' }),
			expect.objectContaining({ name: 'documentation', repository: 'hello-world' }),
		]);
	});
});

describe('comments', () => {
	const comment = 'issueComment';

	test('are created, updated, returned and deleted', async () => {
		const created = await json('create', { issueNumber, body: 'First' }, {}, comment);
		expect(created).toMatchObject({ body: 'First', user: 'octocat' });
		const issueCommentId = byName(created.id);
		await json('update', { issueCommentId, body: 'Second' }, {}, comment);
		expect(await json('get', { issueCommentId }, {}, comment)).toMatchObject({ body: 'Second' });
		expect(await json('delete', { issueCommentId }, {}, comment)).toEqual({
			deleted: true,
			owner: 'octo-org',
			repository: 'hello-world',
		});
		const { error } = await run('get', { issueCommentId }, {}, comment);
		expect(error?.message).toMatch(/^Issue Comment \d+ not found$/);
	});

	test('are listed for one issue or for the repository, since a time', async () => {
		const [first] = discussions().comments;
		first!.updated_at = '2020-01-01T00:00:00Z';
		const count = async (operation: string, options: IDataObject = {}) =>
			(await run(operation, { issueNumber, returnAll: true, options }, {}, comment)).items.length;
		expect(await count('getAll')).toBe(2);
		expect(await count('getAllRepository')).toBe(3);
		const commentsSince = '2021-01-01T00:00:00Z';
		expect(await count('getAll', { commentsSince })).toBe(1);
		expect(await count('getAllRepository', { commentsSince, commentSort: 'updated' })).toBe(2);
		expect(last().query).toMatchObject({ since: commentsSince, sort: 'updated' });
	});

	test('have the number of their issue, so that the next node can be mapped', async () => {
		const { items } = await run('getAllRepository', { limit: 1 }, {}, comment);
		expect(items[0]?.json).toMatchObject({ issueNumber: '1', repository: 'hello-world' });
	});

	test('a comment is not sent again if its response is lost', async () => {
		code.faults.add({ on: 'POST */comments', drop: 'after', count: 1 });
		const { error } = await run('create', { issueNumber, body: 'Once' }, {}, comment);
		expect(error?.description).toContain('may or may not have been processed');
		expect(discussions().comments.filter(({ body }) => body === 'Once')).toHaveLength(1);
	});
});

test('closing an issue is retried if its response is lost', async () => {
	code.faults.add({ on: 'PATCH *', drop: 'after', count: 1 });
	expect(await json('close', { issueNumber })).toMatchObject({ state: 'closed' });
	expect(code.requests.count('PATCH *')).toBe(2);
});

describe('errors', () => {
	test.each([
		['update', { issueNumber }, 'State is required, unless another field is set'],
		['create', { title: '' }, 'Title is required'],
		['addLabels', { issueNumber, issueLabels: ',' }, 'Labels is required'],
		[
			'create',
			{ title: 'x', options: { milestoneNumber: 0 } },
			'Milestone must be at least 1, got 0',
		],
	] as Array<[string, IDataObject, string]>)(
		'%s with %j is rejected before a request is sent',
		async (operation, parameters, message) => {
			// n8n itself rejects an empty required field, but not an expression without a result.
			const values = Object.fromEntries(
				Object.entries(parameters).map(([name, value]) => [
					name,
					value === '' ? '={{ "" }}' : value,
				]),
			);
			expect((await run(operation, values)).error?.message).toBe(message);
			expect(code.requests.total).toBe(0);
		},
	);

	test.each([
		[404, 'an unknown issue', 'get', { issueNumber: byName(999) }, 'not found', ''],
		[410, 'a deleted issue', 'get', { issueNumber: byName(2) }, 'no longer available', 'deleted'],
		[
			404,
			'a label that the issue does not have',
			'removeLabel',
			{ issueNumber, issueLabel: byName('nope') },
			'not found',
			'Label does not exist',
		],
		[
			422,
			'an unknown milestone',
			'create',
			{ title: 'x', options: { milestoneNumber: 9 } },
			'rejected the values: Validation Failed; milestone: does not exist',
			'',
		],
	] as Array<[number, string, string, IDataObject, string, string]>)(
		'%d: %s',
		async (_, __, operation, parameters, message, detail) => {
			discussions().deleted.add(2);
			const { error } = await run(operation, parameters);
			expect(error?.message).toContain(message);
			expect(error?.description).toContain(detail);
		},
	);

	test('403: a user who may not change the repository', async () => {
		code.callers.addToken('stranger', ['repo'], 'stranger');
		const credential = { token: 'stranger' };
		const { error } = await run('lock', { issueNumber }, { credential });
		expect(error?.message).toBe(
			'The credential does not have permission for this action in Code Hosting',
		);
		expect(error?.description).toContain('Must have admin rights to Repository');
		expect(issue().locked).toBe(false);
	});

	test('403: a comment on a locked issue', async () => {
		await json('lock', { issueNumber });
		code.callers.addToken('stranger', ['repo'], 'stranger');
		const credential = { token: 'stranger' };
		const parameters = { issueNumber, body: 'x' };
		const { error } = await run('create', parameters, { credential }, 'issueComment');
		expect(error?.description).toContain('issue is locked');
		expect(await json('unlock', { issueNumber })).toEqual({
			number: 1,
			locked: false,
			owner: 'octo-org',
			repository: 'hello-world',
		});
		expect((await run('create', parameters, { credential }, 'issueComment')).error).toBeUndefined();
	});

	test('an error belongs to its own item', async () => {
		const { items } = await run(
			'get',
			{ issueNumber: byName('={{ $json.number }}') },
			{
				items: [{ json: { number: 1 } }, { json: { number: 999 } }, { json: { number: 3 } }],
				settings: { onError: 'continueRegularOutput' },
			},
		);
		expect(items.map(({ json: { number }, error }) => number ?? Boolean(error))).toEqual([
			1,
			true,
			3,
		]);
	});
});
