/** Issues, their labels and assignees, and their comments. */
import type { IDataObject } from 'n8n-workflow';
import type { Issue } from '../services/codeHosting/discussionStore';
import { startCodeService, type CodeService } from '../services/codeHosting/service';
import { runCodeHosting } from './kit/codeHosting';
import { onlyItem, type RunResult, type More } from './kit/executor';
import { byId, byName } from './kit/locator';

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
			'close',
			{ issueNumber, options: { closeReason: 'duplicate', duplicateIssueId: 1001 } },
			'PATCH issues/1',
			{ state: 'closed', state_reason: 'duplicate', duplicate_issue_id: 1001 },
		],
		['close', { issueNumber }, 'PATCH issues/1', { state: 'closed' }],
		['reopen', { issueNumber }, 'PATCH issues/1', { state: 'open' }],
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
			'createComment',
			{ issueNumber, body: 'Thanks' },
			'POST issues/1/comments',
			{ body: 'Thanks' },
		],
		['setLabels', { issueNumber, allIssueLabels: '' }, 'PUT issues/1/labels', { labels: [] }],
	] as Array<[string, IDataObject, string, IDataObject | undefined]>)(
		'%s with %j sends %s with the body %j',
		async (operation, parameters, request, body) => {
			await json(operation, parameters);
			const { method, path, body: sent } = last();
			expect(`${method} ${path.replace('/repos/octo-org/hello-world/', '')}`).toBe(request);
			expect(sent ?? undefined).toEqual(body);
		},
	);

	test('the URL of an issue in another repository or service is rejected, and nothing is sent', async () => {
		const url = (repository: string, host = 'git.example.com') => ({
			__rl: true,
			mode: 'url',
			value: `https://${host}/octo-org/${repository}/issues/1`,
		});
		const foreign = await run('close', { issueNumber: url('hello-world', 'github.com') });
		expect(foreign.error?.message).toContain(
			'Issue Number is a URL of github.com, but the credential is for another host',
		);
		const { error } = await run('close', { issueNumber: url('spoon-knife') });
		expect(error?.message).toContain(
			'Repository is "hello-world", but Issue Number belongs to "spoon-knife"',
		);
		// Two values dragged into one field.
		const two = { ...url('hello-world'), value: `${url('hello-world').value} 2080` };
		expect((await run('close', { issueNumber: two })).error?.message).toContain(
			'Issue Number must be a whole number',
		);
		expect(code.requests.list()).toEqual([]);
		expect(await json('close', { issueNumber: url('hello-world') })).toMatchObject({ number: 1 });
		// n8n itself requires a value in the form, but an expression can be empty.
		const parents = { owner: byName('={{ "" }}'), repository: byName('={{ "" }}') };
		expect(await json('close', { issueNumber: url('hello-world'), ...parents })).toMatchObject({
			number: 1,
		});
	});

	test('a label with a slash stays one part of the path', async () => {
		issue().labels = ['area/ui', 'bug'];
		const removed = await json('removeLabel', { issueNumber, issueLabel: byName('area/ui') });
		expect(last().path).toBe('/repos/octo-org/hello-world/issues/1/labels/area%2Fui');
		expect(labelNames(removed)).toEqual(['bug']);
	});
});

test('removing labels returns one item with all labels, even if none remain', async () => {
	const none = { number: 1, labels: [], owner: 'octo-org', repository: 'hello-world' };
	for (const operation of ['removeLabel', 'removeAllLabels']) {
		issue().labels = ['ui'];
		expect(await json(operation, { issueNumber, issueLabel: byName('ui') })).toEqual(none);
		expect(issue().labels).toEqual([]);
	}
});

test('comments have the number of their issue, so that the next node can be mapped', async () => {
	const { items } = await run('getAllRepository', { limit: 1 }, {}, 'issueComment');
	expect(items[0]?.json).toMatchObject({
		issueNumber: '1',
		number: 1,
		repository: 'hello-world',
	});
});

describe('Label', () => {
	const label = async (operation: string, parameters: IDataObject) =>
		await json(operation, parameters, {}, 'label');
	const names = async () =>
		(await run('getAll', { returnAll: true }, {}, 'label')).items.map((item) => item.json.name);

	test('is created, updated, renamed and deleted', async () => {
		const before = await names();
		expect(
			await label('create', {
				newLabelName: 'needs/triage',
				additionalFields: { labelHexCode: 'f29513', labelDescription: 'Nobody has looked at it' },
			}),
		).toMatchObject({
			name: 'needs/triage',
			color: 'f29513',
			description: 'Nobody has looked at it',
		});
		await label('update', {
			repositoryLabel: byName('needs/triage'),
			updateFields: { newLabelName: 'triage', labelHexCode: '000000' },
		});
		expect(await names()).toEqual([...before, 'triage']);
		expect(await label('get', { repositoryLabel: byName('triage') })).toMatchObject({
			color: '000000',
			description: 'Nobody has looked at it',
		});
		expect(await label('delete', { repositoryLabel: byName('triage') })).toMatchObject({
			deleted: true,
		});
		expect(await names()).toEqual(before);
	});

	test('has a color of six hexadecimal digits', async () => {
		const { error } = await run(
			'create',
			{ newLabelName: 'x', additionalFields: { labelHexCode: '#f29513' } },
			{},
			'label',
		);
		expect(error?.message).toContain('six hexadecimal digits');
	});
});

test.each<[string, string, (value: unknown) => IDataObject]>([
	['issue', 'Issue', (value) => ({ issueNumber: byId(value) })],
	['pullRequest', 'Pull Request', (value) => ({ pullRequestNumber: byId(value) })],
])('%s: an `id` in place of the number is explained', async (resource, label, parameters) => {
	const { error } = await run('get', parameters(1120), {}, resource);
	expect([error?.message, error?.description]).toEqual([
		expect.stringContaining(`${label} 1120 not found`),
		expect.stringContaining('Check its number (the number, not the `id`), Owner octo-org'),
	]);
	const sent = code.requests.list().length;
	const refused = await run('get', parameters('={{ "I_kwDOA" }}'), {}, resource);
	expect(refused.error?.message).toContain(
		`${label} Number must be a whole number (the number, not the \`id\`), got "I_kwDOA"`,
	);
	expect(code.requests.list()).toHaveLength(sent);
});

test('a milestone is created, closed and deleted', async () => {
	const milestone = byName(1);
	const sent = async (operation: string, parameters: IDataObject) => {
		await json(operation, parameters, {}, 'milestone');
		const { method, path, body } = last();
		return [`${method} ${path}`, body ?? undefined];
	};
	const path = '/repos/octo-org/hello-world/milestones';
	expect(
		await sent('create', {
			milestoneTitle: 'v1.0',
			additionalFields: { dueOn: '2026-12-24T12:00:00Z', milestoneDescription: 'The first one' },
		}),
	).toEqual([
		`POST ${path}`,
		{
			title: 'v1.0',
			due_on: expect.stringContaining('2026-12-24T12:00:00') as string,
			description: 'The first one',
		},
	]);
	expect(await sent('update', { milestone, updateFields: { milestoneState: 'closed' } })).toEqual([
		`PATCH ${path}/1`,
		{ state: 'closed' },
	]);
	expect(await sent('delete', { milestone })).toEqual([`DELETE ${path}/1`, undefined]);
});

describe('Reaction', () => {
	const repository = '/repos/octo-org/hello-world';
	const reaction = async (operation: string, parameters: IDataObject) =>
		await json(operation, parameters, {}, 'reaction');

	test.each([
		['issue', 'issueNumber', 'issues/1'],
		['issueComment', 'issueCommentId', 'issues/comments/1'],
		['reviewComment', 'reviewCommentId', 'pulls/comments/1'],
		['commitComment', 'commitCommentId', 'comments/1'],
		['release', 'releaseId', 'releases/1'],
	])('to %s is created, listed and deleted', async (reactionTo, name, path) => {
		const subject = { reactionTo, [name]: byName(1) };
		const { id } = await reaction('create', { ...subject, reactionContent: 'rocket' });
		expect(last()).toMatchObject({
			method: 'POST',
			path: `${repository}/${path}/reactions`,
			body: { content: 'rocket' },
		});
		expect(await reaction('getAll', subject)).toMatchObject({ id, [name]: '1' });
		await reaction('delete', { ...subject, reactionId: byName(id as number) });
		expect(last()).toMatchObject({
			method: 'DELETE',
			path: `${repository}/${path}/reactions/${String(id)}`,
		});
	});
});

test('an issue that was just created becomes a sub-issue and blocks its parent', async () => {
	const { id } = await json('create', { title: 'Part of the epic' });
	await json('add', { issueNumber, subIssueId: id }, {}, 'subIssue');
	expect(last()).toMatchObject({
		path: '/repos/octo-org/hello-world/issues/1/sub_issues',
		body: { sub_issue_id: id },
	});
	await json('add', { issueNumber, blockingIssueId: id }, {}, 'issueDependency');
	expect(last()).toMatchObject({
		path: '/repos/octo-org/hello-world/issues/1/dependencies/blocked_by',
		body: { issue_id: id },
	});
	await json('remove', { issueNumber, subIssueId: id }, {}, 'subIssue');
	expect(last()).toMatchObject({ method: 'DELETE', body: { sub_issue_id: id } });
});

test('values of issue fields keep their type', async () => {
	await run(
		'set',
		{
			issueNumber,
			fieldValues: {
				rows: [
					{ field_id: 1, value: 'High' },
					{ field_id: 2, value: '={{ 3 }}' },
				],
			},
		},
		{},
		'issueFieldValue',
	);
	expect(last().body).toEqual({
		issue_field_values: [
			{ field_id: 1, value: 'High' },
			{ field_id: 2, value: 3 },
		],
	});
});
