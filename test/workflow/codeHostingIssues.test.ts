/** Issues, their labels and assignees, and their comments. */
import type { IDataObject } from 'n8n-workflow';
import type { Issue } from '../services/codeHosting/issues';
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

describe('requests', () => {
	test('empty fields of an update clear their values', async () => {
		const cleared = { newBody: '', issueLabels: '', assignees: '', milestoneNumber: '' };
		await json('update', { issueNumber, options: cleared });
		expect(last().body).toEqual({ body: '', labels: [], assignees: [], milestone: null });
	});

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
});

test('removing labels returns one item with all labels, even if none remain', async () => {
	const none = { number: 1, labels: [], owner: 'octo-org', repository: 'hello-world' };
	for (const operation of ['removeLabel', 'removeAllLabels']) {
		issue().labels = ['ui'];
		expect(await json(operation, { issueNumber, issueLabel: byName('ui') })).toEqual(none);
		expect(issue().labels).toEqual([]);
	}
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
