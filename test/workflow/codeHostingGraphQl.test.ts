/** The GraphQL API: API Request, and operations that are built on it. */
import type { IDataObject } from 'n8n-workflow';
import { codeHostingPerTest } from './kit/codeHosting';
import { onlyItem, type More, type RunResult } from './kit/executor';
import { byName } from './kit/locator';
import { rawCodeHosting } from './kit/rawCodeHosting';
import { rawServersPerTest } from './kit/rawServer';

const { code, run: runOperation } = codeHostingPerTest();
const runRaw = rawCodeHosting(rawServersPerTest());

const run = async (id: string, parameters: IDataObject, more?: More): Promise<RunResult> => {
	const [resource, operation] = id.split('.') as [string, string];
	return await runOperation(resource, operation, parameters, more);
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
			errors: [expect.objectContaining({ type: 'NOT_FOUND', path: ['repository'], message })],
		});
	});

	test('name the field Variables if a variable has no value', async () => {
		const { error } = await getAll(issuesQuery);
		expect(error?.message).toContain('$owner');
		expect(error?.description).toBe('Enter a value for each variable of the query in Variables.');
	});
});

const failure = {
	status: 200,
	json: {
		data: { addStar: { starrable: null } },
		errors: [{ message: 'Something went wrong while executing your query.' }],
	},
};
// https://docs.github.com/en/graphql/overview/rate-limits-and-node-limits-for-the-graphql-api
const rateLimit = () => ({
	status: 200,
	headers: {
		'x-ratelimit-remaining': '0',
		'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 1),
	},
	json: { errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded' }] },
});

describe('retries', () => {
	const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

	test('a query is repeated after a server error, a mutation is not, also under Retry On Fail', async () => {
		code.faults.add({ status: 502, count: 1 });
		expect((await send('{ viewer { login } }')).error).toBeUndefined();
		expect(code.requests.total).toBe(2);
		for (const fault of [{ status: 502 }, failure]) {
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
			code.faults.add({ ...rateLimit(), count: 1 });
			const started = Date.now();
			expect((await send(query)).error).toBeUndefined();
			expect(code.requests.total).toBe(2);
			expect(Date.now() - started).toBeGreaterThan(500);
		},
	);
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
			issuesQuery.replace(/ pageInfo {.*?}/, ''),
			'The response does not contain a list with pageInfo',
		],
		['{ viewer { login } }', 'Query must have the variable $cursor, which selects the page'],
		[addStar, 'Query is a mutation'],
	])('rejects %s', async (query, message) => {
		const { error } = await getAll(query, { graphQlVariables: JSON.stringify(of) });
		expect(error?.message).toContain(message);
		if (message.startsWith('Query must'))
			expect(error?.description).toMatch(
				/^For example: query \(\$cursor: String\) \{.* endCursor \} \} \} \}\.?$/,
			);
	});
});

describe('pull requests', () => {
	const pullRequestNumber = byName(6);

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

test('a discussion is not created in an unknown category', async () => {
	const { error, lines } = await runRaw(
		{ 'POST /graphql': { data: { repository: { id: 'R_1', discussionCategory: null } } } },
		'discussion',
		'create',
		{ title: 'A', category: 'none', body: 'B' },
	);
	expect(error?.message).toBe('The discussion category was not found');
	expect(lines).toHaveLength(1);
});
