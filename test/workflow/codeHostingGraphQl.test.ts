/** The GraphQL API: API Request, and operations that are built on it. */
import type { IDataObject } from 'n8n-workflow';
import { startCodeService, type CodeService } from '../services/codeHosting/service';
import { runCodeHosting } from './kit/codeHosting';
import { onlyItem, type More, type RunResult } from './kit/executor';
import { byName } from './kit/locator';

let code: CodeService;
beforeEach(async () => {
	code = await startCodeService();
});
afterEach(async () => await code.close());

const run = async (id: string, parameters: IDataObject, more?: More): Promise<RunResult> => {
	const [resource, operation] = id.split('.') as [string, string];
	return await runCodeHosting(code, resource, operation, parameters, more);
};
const send = async (graphQlQuery: string, parameters: IDataObject = {}, more?: More) =>
	await run('apiRequest.graphQl', { graphQlQuery, ...parameters }, more);
const getAll = async (graphQlQuery: string, parameters: IDataObject = {}) =>
	await run('apiRequest.getAllGraphQl', { graphQlQuery, returnAll: true, ...parameters });

const of = { owner: 'octo-org', name: 'hello-world' };
const issuesQuery = `query ($owner: String!, $name: String!, $cursor: String) {
	repository(owner: $owner, name: $name) {
		issues(first: 3, after: $cursor) { nodes { number } pageInfo { hasNextPage endCursor } }
	}
}`;
const addStar = 'mutation { addStar(input: { starrableId: "R_1" }) { starrable { id } } }';

test('returns the data of a query with variables, and its cost', async () => {
	const { json } = onlyItem(
		await send(
			'query ($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { title: name } rateLimit { cost } }',
			{ graphQlVariables: JSON.stringify(of) },
		),
	);
	expect(json).toEqual({ repository: { title: 'hello-world' }, rateLimit: { cost: 1 } });
});

test('sends a mutation', async () => {
	const { json } = onlyItem(await send(addStar));
	expect(json).toEqual({ addStar: { starrable: { id: 'R_1' } } });
});

test.each([
	['', '/graphql'],
	['/api/v3', '/api/graphql'],
])('with the base URL path %j, the request goes to %s', async (path, expected) => {
	await send('{ viewer { login } }', {}, { credential: { baseUrl: code.url + path } });
	expect(code.requests.list()[0]).toMatchObject({ method: 'POST', path: expected });
});

describe('errors in a response with the status 200', () => {
	const missing = '{ viewer { login } repository(owner: "octo-org", name: "none") { name } }';
	const message = "Could not resolve to a Repository with the name 'octo-org/none'.";

	test('fail the item with their message and type', async () => {
		const { error } = await send(missing);
		expect(error?.message).toContain(`rejected the request: ${message}`);
		expect(error?.description).toContain('turn on Return Partial Data');
	});

	test('are returned with the data if Return Partial Data is on', async () => {
		const { json } = onlyItem(await send(missing, { options: { partialData: true } }));
		expect(json).toEqual({
			viewer: { login: 'octocat' },
			repository: null,
			errors: [{ type: 'NOT_FOUND', path: ['repository'], message }],
		});
	});

	test('without any data fail the item even if Return Partial Data is on', async () => {
		const options = { partialData: true };
		const { error } = await send('{ viewer { wrong } }', { options });
		expect(error?.message).toMatch(
			/ rejected the request: Field 'wrong' doesn't exist on type 'User'$/,
		);
	});

	test('name the field Variables if a variable has no value', async () => {
		const { error } = await getAll(issuesQuery);
		expect(error?.message).toContain('$owner');
		expect(error?.description).toBe('Enter a value for each variable of the query in Variables.');
	});

	test('of one item do not fail the others with Continue On Fail', async () => {
		const { items } = await send(
			'={{ $json.query }}',
			{},
			{
				settings: { onError: 'continueRegularOutput' },
				items: [missing, '{ viewer { login } }'].map((query) => ({ json: { query } })),
			},
		);
		expect(items.map(({ json }) => json.error !== undefined)).toEqual([true, false]);
	});
});

describe('retries', () => {
	const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

	test('a query is repeated after a server error, a mutation is not, also under Retry On Fail', async () => {
		code.faults.add({ status: 502, count: 1 });
		expect((await send('{ viewer { login } }')).error).toBeUndefined();
		expect(code.requests.total).toBe(2);
		for (const fault of [{ status: 502 }, { code: 'graphql_failure' }]) {
			code.requests.clear();
			code.faults.add({ ...fault, count: 1 });
			const { error } = await send(addStar, {}, { settings });
			expect(error?.description).toContain('may or may not have been processed');
			expect(code.requests.total).toBe(1);
		}
	});

	test.each(['{ viewer { login } }', addStar])(
		'%s is sent again after the rate limit has been reset',
		async (query) => {
			code.faults.add({ code: 'graphql_rate_limit', count: 1 });
			const started = Date.now();
			expect((await send(query)).error).toBeUndefined();
			expect(code.requests.total).toBe(2);
			expect(Date.now() - started).toBeGreaterThan(500);
		},
	);

	test('a rate limit that lasts too long fails the item', async () => {
		code.faults.add({ code: 'graphql_rate_limit' });
		const { error } = await send(addStar, { options: { maximumRetryWait: 0 } });
		expect(error?.message).toBe('The rate limit was reached');
	});
});

describe('Get Many', () => {
	const graphQlVariables = JSON.stringify(of);

	test('follows the pages up to the limit', async () => {
		const { items } = await getAll(issuesQuery, { graphQlVariables });
		expect(items.map(({ json }) => json.number)).toEqual([1, 2, 3, 4, 5, 6, 7]);
		expect(code.requests.total).toBe(3);
		code.requests.clear();
		const limited = await getAll(issuesQuery, { graphQlVariables, returnAll: false, limit: 2 });
		expect(limited.items).toHaveLength(2);
		expect(code.requests.total).toBe(1);
	});

	test('reads edges, and a list by its path', async () => {
		const page = '{ edges { node { number } } pageInfo { hasNextPage endCursor } }';
		const two = issuesQuery.replace(
			/issues.*\n/,
			`all: issues(first: 100) ${page} some: issues(first: 5, after: $cursor) ${page}\n`,
		);
		const { error } = await getAll(two, { graphQlVariables });
		expect(error?.message).toBe(
			'Connection is required, because the response contains several lists: repository.all, repository.some',
		);
		const options = { graphQlConnection: 'repository.some' };
		const { items } = await getAll(two, { graphQlVariables, options });
		expect(items.map(({ json }) => json.number)).toEqual([1, 2, 3, 4, 5, 6, 7]);
	});

	test.each([
		[
			'query ($cursor: String) { viewer { login } }',
			'The response does not contain a list with pageInfo',
		],
		['{ viewer { login } }', 'Query must have the variable $cursor, which selects the page'],
		[addStar, 'Query is a mutation'],
	])('rejects %s', async (query, message) => {
		const { error } = await getAll(query);
		expect(error?.message).toContain(message);
		if (message.startsWith('Query must'))
			expect(error?.description).toMatch(
				/^For example: query \(\$cursor: String\) \{.* endCursor \} \} \} \}\.?$/,
			);
	});

	test('stops if the service repeats a cursor', async () => {
		// The cursor of the query is ignored.
		const stuck = issuesQuery.replace(', after: $cursor', '');
		const { error } = await getAll(stuck, { graphQlVariables });
		expect(error?.message).toBe('Pagination is stuck: the service returned the same page twice');
	});
});

test('agents need Allow Irreversible Operations', async () => {
	const nodeTypeName = 'n8n-nodes-tenfold.codeHostingTool';
	for (const id of ['apiRequest.graphQl', 'apiRequest.getAllGraphQl']) {
		const { error } = await run(id, { graphQlQuery: issuesQuery, limit: 1 }, { nodeTypeName });
		expect(error?.message).toMatch(/ is not available to AI agents/);
	}
	expect(code.requests.total).toBe(0);
});

describe('pull requests', () => {
	const pullRequestNumber = byName(6);
	const change = async (operation: string, parameters: IDataObject = {}) =>
		onlyItem(await run(`pullRequest.${operation}`, { pullRequestNumber, ...parameters })).json;
	const lastBody = () => code.requests.list('POST /graphql').at(-1)!.body as IDataObject;

	test('are converted to drafts and back', async () => {
		expect(await change('convertToDraft')).toEqual({
			number: 6,
			title: 'Amazing new feature',
			draft: true,
			merged: false,
			auto_merge: null,
			html_url: 'https://example.com/pull/6',
			owner: 'octo-org',
			repository: 'hello-world',
		});
		expect(await change('markReadyForReview')).toMatchObject({ number: 6, draft: false });
	});

	test('are merged automatically, with the values of the merge', async () => {
		const enabled = await change('enableAutoMerge', {
			mergeMethod: 'squash',
			options: { commitTitle: 'T', requiredHead: 'abc' },
		});
		expect(enabled).toMatchObject({ auto_merge: { enabled_at: expect.any(String) as string } });
		expect(lastBody().variables).toEqual({
			pullRequestId: 'PR_6',
			merge_method: 'SQUASH',
			commit_title: 'T',
			sha: 'abc',
		});
		expect(await change('disableAutoMerge')).toMatchObject({ auto_merge: null });
	});

	test('that do not exist fail before anything is changed', async () => {
		const { error } = await run('pullRequest.convertToDraft', { pullRequestNumber: byName(99) });
		expect(error?.message).toContain('Could not resolve to a PullRequest with the number of 99.');
		expect(code.requests.total).toBe(1);
	});

	test('are changed once under Retry On Fail', async () => {
		code.faults.add({ on: '/graphql', status: 502, skip: 1, count: 1 });
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const { error } = await run(
			'pullRequest.markReadyForReview',
			{ pullRequestNumber },
			{ settings },
		);
		expect(error?.description).toContain('may or may not have been processed');
		// The query for its ID, the mutation, and in the second attempt only the query.
		expect(code.requests.total).toBe(3);
	});
});

describe('discussions', () => {
	const json = async (operation: string, parameters: IDataObject = {}) =>
		onlyItem(await run(`discussion.${operation}`, parameters)).json;
	const create = async (title: string, category = 'q-a') =>
		await json('create', { title, category, body: 'How?' });
	const titles = async (options: IDataObject = {}) =>
		(await run('discussion.getAll', { returnAll: true, options })).items.map(
			({ json: { title } }) => title,
		);

	test('a question is asked, answered and read', async () => {
		const question = await create('A question');
		expect(question).toMatchObject({
			number: 100,
			title: 'A question',
			body: 'How?',
			user: 'octocat',
			category: 'q-a',
			is_answered: false,
		});
		const discussionNumber = byName(question.number as number);
		const comment = await json('createComment', { discussionNumber, body: 'Like this.' });
		expect(comment).toMatchObject({ body: 'Like this.', user: 'octocat', is_answer: false });
		const answered = await json('markAnswer', { commentId: comment.id });
		expect(answered).toMatchObject({ number: 100, is_answered: true, answer_id: comment.id });
		expect(await json('getAllComments', { discussionNumber, limit: 5 })).toMatchObject({
			id: comment.id,
			is_answer: true,
		});
		expect(await json('get', { discussionNumber })).toMatchObject({ is_answered: true });
		expect(await json('unmarkAnswer', { commentId: comment.id })).toMatchObject({
			is_answered: false,
		});
	});

	test('are listed with filters', async () => {
		await create('First');
		await create('Second', 'ideas');
		expect(await titles()).toEqual(['Second', 'First']);
		expect(await titles({ category: 'ideas' })).toEqual(['Second']);
		expect(await titles({ answered: true })).toEqual([]);
		expect(await titles({ discussionState: 'OPEN', answered: false })).toEqual(['Second', 'First']);
	});

	test('are not created in an unknown category', async () => {
		const { error } = await run('discussion.create', {
			title: 'A',
			category: 'none',
			body: 'B',
		});
		expect(error?.message).toBe('The discussion category was not found');
		expect(code.requests.total).toBe(1);
	});
});
