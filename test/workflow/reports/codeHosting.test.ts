/** Faults of GitHub's API and inputs of users that public reports and documentation describe. */
import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { binary, hintsOf, type RunResult } from '../kit/executor';
import { byId, byName } from '../kit/locator';
import { rawServersPerTest, respondWithJson, type Responder } from '../kit/rawServer';
import { jsonOf, lineOf, respondWith } from '../kit/routes';
import { rawCodeHosting, type RawRun as Ran } from '../kit/rawCodeHosting';

const startServer = rawServersPerTest();

const repo = '/repos/octo-org/hello-world';

const run = rawCodeHosting(startServer);

const textOf = ({ error }: RunResult): string => `${error?.message} ${error?.description}`;

/** The SHA of a file in Git. */
const blobSha = (content: string): string =>
	createHash('sha1')
		.update(`blob ${Buffer.byteLength(content)}\0${content}`)
		.digest('hex');

describe('Commit Files', () => {
	const entries = [
		{ path: 'deploy.sh', mode: '100755', type: 'blob', sha: 'a1' },
		{ path: 'README.md', mode: '100644', type: 'blob', sha: 'a2' },
		{ path: 'latest.md', mode: '120000', type: 'blob', sha: 'a3' },
		{ path: 'vendor', mode: '160000', type: 'commit', sha: 'a4' },
		{ path: 'bin', mode: '040000', type: 'tree', sha: 'a5' },
		{ path: 'bin/run', mode: '100755', type: 'blob', sha: 'a6' },
	];

	/** A repository with these entries. The new tree is the last POST to `git/trees`. */
	const repository = (): Record<string, unknown> => ({
		[`GET ${repo}`]: { default_branch: 'main' },
		[`GET ${repo}/branches/main`]: { commit: { sha: 'c1', commit: { tree: { sha: 't1' } } } },
		[`GET ${repo}/git/trees/t1`]: { sha: 't1', truncated: false, tree: entries },
		[`POST ${repo}/git/trees`]: { sha: 't2' },
		[`POST ${repo}/git/commits`]: { sha: 'c2' },
		[`PATCH ${repo}/git/refs/heads/main`]: {},
	});

	const each = {
		commitMessage: '={{ $json.message ?? "Update" }}',
		fileChange: '={{ $json.change ?? "write" }}',
		newFilePath: '={{ $json.path }}',
		contentFrom: 'text',
		fileContent: 'echo hi',
	};

	const commit = async (
		paths: readonly (string | IDataObject)[],
		options: IDataObject = {},
		routes = repository(),
	): Promise<Ran> =>
		await run(
			routes,
			'file',
			'commit',
			{ ...each, options },
			{ items: paths.map((path) => ({ json: typeof path === 'string' ? { path } : path })) },
		);

	const newTree = ({ server }: Ran): Array<[unknown, unknown]> => {
		const post = server.received.findLast(
			(request) => lineOf(request) === `POST ${repo}/git/trees`,
		);
		return (jsonOf(post!).tree as IDataObject[]).map(({ path, mode }) => [path, mode]);
	};

	// https://docs.github.com/en/rest/git/trees#create-a-tree: mode is required for each entry.
	// github/github-mcp-server#2578 and anthropics/claude-code-action#469: lost executable bits.
	test('keeps the mode of existing files', async () => {
		const ran = await commit(['deploy.sh', 'README.md', 'bin/run', 'new.sh', 'lib/new/x.sh']);
		expect(ran.error).toBeUndefined();
		expect(newTree(ran)).toEqual([
			['deploy.sh', '100755'],
			['README.md', '100644'],
			['bin/run', '100755'],
			['new.sh', '100644'],
			['lib/new/x.sh', '100644'],
		]);
	});

	test.each([
		[true, '100755'],
		[false, '100644'],
	])('sets the mode if the option Executable is %s', async (executable, mode) => {
		const ran = await commit(['deploy.sh', 'README.md', 'latest.md'], { executable });
		expect(newTree(ran).map(([, set]) => set)).toEqual([mode, mode, mode]);
	});

	// github/github-mcp-server#2997: a write replaced a symbolic link.
	test.each([
		['latest.md', 'latest.md is a symbolic link'],
		['vendor', 'vendor is a submodule'],
		['bin', 'bin is a directory'],
		['latest.md/a.md', 'latest.md is a symbolic link'],
		['README.md/a.md', 'README.md is a file'],
	])('does not replace what is not a file by %s', async (path, message) => {
		const ran = await commit(['README.md', path]);
		expect(ran.error?.message).toBe(message);
		expect(ran.error?.description).toContain('Nothing was committed.');
		expect(ran.lines.filter((line) => !line.startsWith('GET '))).toEqual([]);
	});

	test('replaces a link, a submodule or a file that the same commit deletes', async () => {
		const ran = await commit([
			{ path: 'latest.md', change: 'delete' },
			'latest.md/a.md',
			{ path: 'README.md', change: 'delete' },
			'README.md/a.md',
		]);
		expect(ran.error).toBeUndefined();
		expect(newTree(ran)).toHaveLength(4);
	});

	// https://docs.github.com/en/rest/git/trees#get-a-tree: "If truncated is true […], use the
	// non-recursive method of fetching trees, and fetch one sub-tree at a time."
	test('reads directories one by one if the tree is truncated', async () => {
		const ran = await commit(
			['bin/run', 'deploy.sh'],
			{},
			{
				...repository(),
				[`GET ${repo}/git/trees/t1`]: ((response, received, request) => {
					const isRecursive = received.target.includes('recursive');
					const tree = isRecursive ? [] : entries.filter(({ path }) => !path.includes('/'));
					void respondWithJson({ truncated: isRecursive, tree })(response, received, request);
				}) satisfies Responder,
				[`GET ${repo}/git/trees/a5`]: {
					tree: [{ path: 'run', mode: '100755', type: 'blob', sha: 'a6' }],
				},
			},
		);
		expect(ran.lines.filter((line) => line.includes('GET') && line.includes('trees'))).toEqual([
			`GET ${repo}/git/trees/t1`,
			`GET ${repo}/git/trees/t1`,
			`GET ${repo}/git/trees/a5`,
		]);
		expect(newTree(ran).map(([, mode]) => mode)).toEqual(['100755', '100755']);
	});

	test('rejects a repeated path in the second thousand before the first commit', async () => {
		const paths = Array.from({ length: 1001 }, (_, index) => `files/${index}.txt`);
		const ran = await commit([...paths, 'files/1000.txt']);
		expect(ran.error?.message).toBe('Several items change files/1000.txt');
		expect(ran.lines).toEqual([]);
	});

	test('says how to use each of several commits once', async () => {
		const one = await commit(['a.txt', 'b.txt']);
		expect(hintsOf(one).join()).toContain('Execute Once');
		const two = await commit([
			'a.txt',
			'b.txt',
			{ path: 'c.txt', message: 'Another' },
			{ path: 'd.txt', message: 'Another' },
		]);
		expect(two.json.map(({ commit_sha: sha }) => sha)).toHaveLength(4);
		expect(hintsOf(two)).toHaveLength(1);
		expect(hintsOf(two)[0]).not.toContain('Execute Once');
		expect(hintsOf(two)[0]).toContain('Remove Duplicates');
	});
});

describe('File: Update', () => {
	const target = '# The guide\n';
	const link = { path: 'latest.md', mode: '120000', type: 'blob', sha: blobSha('docs/guide.md') };

	/** Reads follow the link, with the SHA of the link. A write would replace the link's blob. */
	const repository = (sha: string, tree: readonly IDataObject[] = [link]) => ({
		[`GET ${repo}/contents/latest.md`]: {
			type: 'file',
			path: 'latest.md',
			name: 'latest.md',
			sha,
			encoding: 'base64',
			content: Buffer.from(target).toString('base64'),
		},
		[`GET ${repo}/git/trees/HEAD`]: { tree },
		[`PUT ${repo}/contents/latest.md`]: { content: { path: 'latest.md' }, commit: { sha: 'c1' } },
	});

	const parameters = {
		filePath: byId('latest.md'),
		contentFrom: 'text',
		fileContent: 'New text',
		commitMessage: 'Update',
	};

	// github/github-mcp-server#2997
	test.each([
		['', {}],
		[' with File SHA', { fileSha: link.sha }],
	])('does not write into a symbolic link%s', async (_, options) => {
		const ran = await run(repository(link.sha), 'file', 'update', { ...parameters, options });
		expect(ran.error?.message).toBe('latest.md is a symbolic link');
		expect(ran.lines.filter((line) => line.startsWith('PUT'))).toEqual([]);
	});

	test('updates a file without reading the tree', async () => {
		const ran = await run(repository(blobSha(target)), 'file', 'update', parameters);
		expect(ran.error).toBeUndefined();
		expect(ran.lines.map((line) => line.split(' ')[0])).toEqual(['GET', 'PUT']);
	});

	test('updates a file whose SHA does not match its content, as with a filter of the server', async () => {
		const tree = [{ ...link, mode: '100644' }];
		const ran = await run(repository(link.sha, tree), 'file', 'update', parameters);
		expect(ran.error).toBeUndefined();
		expect(ran.lines).toHaveLength(3);
	});
});

describe('GraphQL', () => {
	const graphQl = async (query: string, ...responses: readonly IDataObject[]): Promise<Ran> => {
		let requests = 0;
		const respond: Responder = (response, received, request) => {
			const body = responses[Math.min(requests++, responses.length - 1)];
			respondWithJson(body)(response, received, request);
		};
		return await run({ 'POST /graphql': respond }, 'apiRequest', 'graphQl', {
			graphQlQuery: query,
			options: { maximumRetryWait: 1 },
		});
	};

	const mutation = 'mutation { a: addStar(input: {}) { clientMutationId } b: addStar }';
	const limited = { type: 'RATE_LIMITED', message: 'API rate limit exceeded' };
	// octokit/plugin-retry.js#395, flutter/flutter#90640
	const fault = {
		message:
			'Something went wrong while executing your query. This may be the result of a timeout, or it could be a GitHub bug. Please include `DC62:0D71` when reporting this issue.',
	};

	// https://spec.graphql.org/October2021/#sec-Response-Format: data and errors side by side
	test('does not send a mutation again that was carried out in part', async () => {
		const ran = await graphQl(mutation, { data: { a: {}, b: null }, errors: [limited] });
		expect(ran.lines).toHaveLength(1);
		expect(ran.error?.description).toContain('may or may not have been processed');
	});

	test('retries a query after a server error with status 200', async () => {
		const ran = await graphQl(
			'{ viewer { login } }',
			{ data: null, errors: [fault] },
			{
				data: { viewer: { login: 'octocat' } },
			},
		);
		expect(ran.error).toBeUndefined();
		expect(ran.lines).toHaveLength(2);
		expect(ran.json).toEqual([{ viewer: { login: 'octocat' } }]);
	});

	test('does not retry a mutation after a server error with status 200', async () => {
		const ran = await graphQl(mutation, { errors: [fault] });
		expect(ran.lines).toHaveLength(1);
		expect(textOf(ran)).toContain('server error');
		expect(textOf(ran)).toContain('Please include `DC62:0D71`');
		expect(textOf(ran)).toContain('may or may not have been processed');
	});

	test.each([
		['with data', { data: { a: {} }, errors: [null] }, 0],
		['without data', { data: null, errors: [null] }, 1],
	])('accepts an error that is null %s', async (_, response, errors) => {
		const ran = await graphQl(mutation, response);
		expect(ran.lines).toHaveLength(1);
		expect(textOf(ran)).not.toContain('Cannot read');
		expect(ran.error === undefined ? 0 : 1).toBe(errors);
	});
});

// https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api#follow-redirects
// google/go-github#184 and matrix-org/go-neb#141: creating an issue in a renamed repository
describe('a write to a renamed repository', () => {
	const moved = '/repositories/1296269/issues';

	const create = async (status: number, location: string, more: Record<string, unknown> = {}) =>
		await run(
			{ [`POST ${repo}/issues`]: respondWith(status, { location }), ...more },
			'issue',
			'create',
			{ title: 'Renamed', options: { attempts: 3 } },
		);

	test.each([307, 308])('follows status %d with the body and the token', async (status) => {
		const ran = await create(status, moved, {
			[`POST ${moved}`]: respondWith(201, {}, { number: 7, title: 'Renamed' }),
		});
		expect(ran.error).toBeUndefined();
		expect(ran.json[0]).toMatchObject({ number: 7 });
		const [first, second] = ran.server.received;
		expect(second!.body.equals(first!.body)).toBe(true);
		expect(jsonOf(second!)).toMatchObject({ title: 'Renamed' });
		const tokenOf = ({ rawHeaders }: typeof second & object) =>
			rawHeaders[rawHeaders.findIndex((name) => /^authorization$/i.test(name)) + 1];
		expect(tokenOf(second!)).toBe(tokenOf(first!));
	});

	test('uploads a file again', async () => {
		const file = await binary(Buffer.from('content'), 'a.txt', 'text/plain');
		const ran = await run(
			{
				[`PUT ${repo}/contents/a.txt`]: respondWith(307, {
					location: '/repositories/1296269/contents/a.txt',
				}),
				'PUT /repositories/1296269/contents/a.txt': {
					content: { path: 'a.txt' },
					commit: { sha: 'c1' },
				},
			},
			'file',
			'create',
			{ newFilePath: 'a.txt', contentFrom: 'file', commitMessage: 'Add' },
			{ items: [{ json: {}, binary: { data: file } }] },
		);
		expect(ran.error).toBeUndefined();
		expect(jsonOf(ran.server.received[1]!).content).toBe(Buffer.from('content').toString('base64'));
	});

	test('is not sent to another origin', async () => {
		const other = await startServer();
		const ran = await create(307, `${other.url}${moved}`);
		expect(ran.error?.message).toContain(other.url);
		expect(ran.lines).toHaveLength(1);
		expect(other.received).toEqual([]);
	});

	// After these statuses, the service expects a GET request or may have processed the first one.
	test.each([301, 302, 303])('says where it is after status %d', async (status) => {
		const ran = await create(status, moved);
		expect(ran.error?.message).toContain(moved);
		expect(ran.error?.description).toContain('renamed');
		expect(ran.lines).toHaveLength(1);
	});

	test('ends after five redirects', async () => {
		const ran = await create(307, `${repo}/issues`);
		expect(ran.error?.message).toBe('Too many redirects');
		expect(ran.lines).toHaveLength(6);
	});
});

describe('a list that is not complete', () => {
	const entries = Array.from({ length: 60 }, (_, index) => ({ name: `${index}.md`, type: 'file' }));

	/** A page of issues, with a Link header if there are more. */
	const issues = (count: number, hasMore: boolean, headers: Record<string, string> = {}) => ({
		[`GET ${repo}/issues`]: respondWith(
			200,
			hasMore ? { ...headers, link: '<https://x/issues?page=2>; rel="next"' } : headers,
			Array.from({ length: count }, (_, number) => ({ number, title: 'Issue' })),
		),
	});

	// https://docs.github.com/en/rest/repos/contents#get-repository-content: all entries at once
	test('File: Get Many says that Limit cut a directory', async () => {
		const routes = { [`GET ${repo}/contents`]: { type: 'dir', entries } };
		const cut = await run(routes, 'file', 'getAll', { returnAll: false, limit: 50 });
		expect(cut.items).toHaveLength(50);
		expect(hintsOf(cut)).toEqual([expect.stringContaining('Limit is 50')]);
		const exact = await run(routes, 'file', 'getAll', { returnAll: false, limit: 60 });
		expect(exact.items).toHaveLength(60);
		expect(hintsOf(exact)).toEqual([]);
	});

	test.each([
		['further page', 5, true, 1],
		['longer page', 8, false, 1],
		['last full page', 5, false, 0],
		['short page', 4, false, 0],
	])('Issue: Get Many hints at Limit after a %s', async (_, count, hasMore, hints) => {
		const ran = await run(issues(count, hasMore), 'issue', 'getAll', {
			returnAll: false,
			limit: 5,
		});
		expect(ran.items).toHaveLength(Math.min(count, 5));
		expect(hintsOf(ran)).toHaveLength(hints);
	});

	// https://docs.github.com/en/enterprise-cloud@latest/rest/authentication/authenticating-to-the-rest-api
	test('says that organizations with single sign-on are missing', async () => {
		const sso = { 'x-github-sso': 'partial-results; organizations=21955855,20582480' };
		const ran = await run(issues(2, false, sso), 'issue', 'getAll', { returnAll: true });
		expect(ran.items).toHaveLength(2);
		expect(hintsOf(ran)).toEqual([expect.stringContaining('21955855, 20582480')]);
	});

	// brekkylab/backlot#144: the Link header leads to a page that ends after 1,000 results.
	test.each([5000, 995])(
		'a code search ends before the page that GitHub refuses: %i',
		async (total) => {
			const page: Responder = (response, { target }, request) => {
				const number = Number(new URL(target, 'http://x').searchParams.get('page') ?? 1);
				const items = Array.from({ length: 30 }, (_, index) => ({ path: `${number}-${index}` }));
				const link = `</search/code?per_page=30&page=${number + 1}>; rel="next"`;
				const body = { total_count: total, items, message: 'Cannot access beyond 1000 results' };
				void respondWith(number > 33 ? 422 : 200, { link }, body)(response, {} as never, request);
			};
			const options = { searchQuery: 'x', returnAll: true, options: { pageSize: 30 } };
			const ran = await run({ 'GET /search/code': page }, 'search', 'searchCode', options);
			expect([ran.error, ran.items.length]).toEqual([undefined, 990]);
			expect(hintsOf(ran)).toEqual([expect.stringContaining('only the first 990')]);
		},
	);

	// "Git Repository is empty.": github/docs#31951, github/rest-api-description#637
	test.each([
		['commit', `GET ${repo}/commits`, {}],
		['gitReference', `GET ${repo}/git/matching-refs/heads`, { referencePrefix: 'heads' }],
	])(
		'%s: Get Many of an empty repository has no rows and a hint',
		async (resource, line, values) => {
			const routes = { [line]: respondWith(409, {}, { message: 'Git Repository is empty.' }) };
			const ran = await run(routes, resource, 'getAll', { returnAll: true, ...values });
			expect(ran.error).toBeUndefined();
			expect(ran.items).toEqual([]);
			expect(hintsOf(ran)).toEqual([expect.stringContaining('The repository is empty')]);
		},
	);
});

describe('an error response', () => {
	const failing = async (
		status: number,
		body: unknown,
		headers: Record<string, string> = {},
	): Promise<Ran> =>
		await run({ [`GET ${repo}/issues/1`]: respondWith(status, headers, body) }, 'issue', 'get', {
			issueNumber: byId('1'),
			options: { attempts: 1 },
		});

	// https://docs.github.com/en/rest/using-the-rest-api/troubleshooting-the-rest-api
	test('422 names the rejected value, its resource, and the fields in data', async () => {
		const errors = [{ value: 'octokat', resource: 'Issue', field: 'assignees', code: 'invalid' }];
		const ran = await failing(422, { message: 'Validation Failed', errors });
		expect(ran.error?.message).toContain('assignees: invalid, got octokat (Issue)');
		expect(ran.error?.context?.data).toEqual({ errors });
	});

	// github/rest-api-description: validation-error-simple, and texts in place of the list
	test.each([
		['a text', 'The workflow run cannot be rerun'],
		['texts', ['The workflow run cannot be rerun']],
		['null in the list', [null, 'The workflow run cannot be rerun']],
	])('422 shows errors that are %s', async (_, errors) => {
		const ran = await failing(422, { message: 'Validation Failed', errors });
		expect(ran.error?.message).toContain('Validation Failed; The workflow run cannot be rerun');
	});

	// https://docs.github.com/en/enterprise-cloud@latest/rest/authentication/authenticating-to-the-rest-api
	test('403 of single sign-on shows the URL, and no permission', async () => {
		const url = 'https://github.com/orgs/octo-org/sso?authorization_request=ABC123';
		const ran = await failing(
			403,
			{ message: 'Resource protected by organization SAML enforcement.' },
			{ 'x-github-sso': `required; url=${url}`, 'x-accepted-github-permissions': 'issues=read' },
		);
		expect(textOf(ran)).toContain(url);
		expect(textOf(ran)).toContain('single sign-on');
		expect(textOf(ran)).not.toContain('permission');
	});

	// openshift/release#58320 (the plan), atlassian/github-for-jira#2456 (an archived repository),
	// renovatebot/renovate#6215 (locked), SalesforceFoundation/NPSP#7247 (IP address), NixOS/org#247,
	// metabase/metabase#70916 (a run that cannot be retried)
	test.each([
		'Upgrade to GitHub Pro or make this repository public to enable this feature.',
		'Repository was archived so is read-only.',
		'Dependabot alerts are disabled for this repository.',
		'Unable to create comment because issue is locked.',
		'This workflow run cannot be retried',
		'The `octo-org` organization has an IP allow list enabled, and your IP address is not permitted.',
		"The 'octo-org' organization forbids access via a fine-grained personal access tokens if the token's lifetime is greater than 90 days.",
	])('403 with another cause does not name a permission: %s', async (message) => {
		const ran = await failing(403, { message });
		expect(ran.error?.message).toContain(message);
		expect(textOf(ran)).not.toContain('permission');
	});

	test('403 of a missing permission names it', async () => {
		const ran = await failing(403, { message: 'Resource not accessible by integration' });
		expect(textOf(ran)).toContain('permission');
	});

	// https://docs.github.com/en/rest/issues/issues#create-an-issue: 410 if issues are disabled
	test.each(['Issues are disabled for this repo', 'Issues has been disabled in this repository.'])(
		'410 says that issues are turned off: %s',
		async (message) => {
			const ran = await failing(410, { message });
			expect(ran.error?.message).toBe('Issues are turned off in this repository');
			expect(textOf(ran)).not.toContain('retention');
		},
	);

	test('410 of an artifact still names the retention', async () => {
		expect(textOf(await failing(410, { message: 'Gone' }))).toContain('retention');
	});

	// https://docs.github.com/en/rest/pulls/pulls#get-a-pull-request: 406 Unacceptable
	test.each(['text', 'file'])('406 of a diff names Get Many Files: %s', async (diffOutput) => {
		const body = {
			message: 'Sorry, the diff exceeded the maximum number of lines (20000)',
			errors: [{ resource: 'PullRequest', field: 'diff', code: 'too_large' }],
		};
		const ran = await run(
			{ [`GET ${repo}/pulls/6`]: respondWith(406, {}, body) },
			'pullRequest',
			'getDiff',
			{ pullRequestNumber: byId('6'), diffOutput },
		);
		expect(ran.error?.message).toBe('The diff is too large');
		expect(ran.error?.description).toContain('Get Many Files');
	});

	test('409 of another kind does not mention an empty repository', async () => {
		expect(textOf(await failing(409, { message: 'Conflict' }))).not.toContain('empty');
	});

	// github/rest-api-description#637, elementor/wp2static#168
	test.each([
		['text', []],
		['base64', []],
	])('Commit Files says that the repository is empty: %s', async (contentFrom) => {
		const empty = respondWith(409, {}, { message: 'Git Repository is empty.' });
		const ran = await run(
			{
				[`GET ${repo}`]: { default_branch: 'main' },
				[`GET ${repo}/commits`]: empty,
				[`POST ${repo}/git/blobs`]: empty,
			},
			'file',
			'commit',
			{ commitMessage: 'First', newFilePath: 'a.txt', contentFrom, fileContent: 'aGk=' },
		);
		expect(ran.error?.message).toBe('The repository is empty');
		expect(ran.error?.description).toContain('File: Create');
	});
});

// https://docs.github.com/en/rest/metrics/statistics#best-practices-for-caching
describe('statistics that the service has to compute', () => {
	const path = `${repo}/stats/contributors`;
	const read = async (operation: string, responses: readonly Responder[]): Promise<Ran> => {
		let requests = 0;
		return await run(
			{
				[`GET ${path}`]: ((response, received, request) =>
					responses[Math.min(requests++, responses.length - 1)]!(
						response,
						received,
						request,
					)) satisfies Responder,
			},
			'apiRequest',
			operation,
			{ requestUrl: path, method: 'GET', returnAll: true, options: { attempts: 2 } },
		);
	};
	const pending = respondWith(202, {}, {});

	test.each(['send', 'getAll'])('are read again after 202: %s', async (operation) => {
		const ran = await read(operation, [pending, respondWith(200, {}, [{ total: 1 }])]);
		expect(ran.error).toBeUndefined();
		expect(ran.lines).toHaveLength(2);
		expect(JSON.stringify(ran.json)).toContain('"total":1');
	});

	test('are not ready yet', async () => {
		const ran = await read('getAll', [pending]);
		expect(ran.error?.message).toBe('The result is not ready yet');
	});
});

describe('what users type', () => {
	const list = { type: 'dir', entries: [{ name: 'a.md', path: 'docs/a.md', type: 'file' }] };

	// https://docs.github.com/en/rest/repos/contents: the path has no slash at its start
	test.each([
		['/', `GET ${repo}/contents`],
		['/docs', `GET ${repo}/contents/docs`],
		['docs/', `GET ${repo}/contents/docs`],
		['/docs/deep/', `GET ${repo}/contents/docs/deep`],
	])('the directory %s', async (directory, line) => {
		const ran = await run({ [line]: list }, 'file', 'getAll', { returnAll: true, directory });
		expect(ran.error).toBeUndefined();
		expect(ran.lines).toEqual([line]);
	});

	test('the path of a file with a slash at its start', async () => {
		const written = { content: { path: 'docs/a.md' }, commit: { sha: 'c1' } };
		const ran = await run({ [`PUT ${repo}/contents/docs/a.md`]: written }, 'file', 'create', {
			newFilePath: '/docs/a.md',
			contentFrom: 'text',
			fileContent: 'a',
			commitMessage: 'Add',
		});
		expect(ran.error).toBeUndefined();
		expect(ran.lines).toEqual([`PUT ${repo}/contents/docs/a.md`]);
	});

	test('the path of a file without its name is rejected', async () => {
		const ran = await run({}, 'file', 'create', {
			newFilePath: 'docs/',
			contentFrom: 'text',
			commitMessage: 'Add',
		});
		expect(ran.error?.message).toContain('without a slash at the end');
		expect(ran.lines).toEqual([]);
	});

	test('the path of the commits of a directory', async () => {
		const ran = await run({ [`GET ${repo}/commits`]: [] }, 'commit', 'getAll', {
			returnAll: true,
			filters: { changedPath: '/docs/' },
		});
		expect(ran.server.received[0]!.target).toContain('path=docs&');
	});

	// Events name `refs/tags/v1`: actions/github-script#93, carbon-design-system/carbon#16800.
	test.each([
		['release', 'create', { releaseTag: 'refs/tags/v1' }, '"tag_name":"v1"'],
		['branch', 'get', { branchName: byName('refs/heads/a/b') }, '/branches/a%2Fb'],
		['workflowRun', 'getAll', { filters: { branch: 'refs/heads/main' } }, 'branch=main'],
		['branch', 'merge', { mergeInto: 'main', mergeFrom: 'refs/heads/x' }, '"head":"x"'],
	])('the reference of an event instead of a name: %s %s', async (...given) => {
		const [resource, operation, parameters, sent] = given;
		const { server } = await run(respondWithJson({}), resource, operation, parameters);
		const { target, body } = server.received[0]!;
		expect(`${target} ${body.toString()}`).toContain(sent);
	});

	// Blanks were part of the second label: codeforamerica/cfapi#184. GitHub's own example has none.
	test.each([
		['issue', { issueLabels: 'help wanted, bug ' }, 'labels=help%20wanted%2Cbug&'],
		['dependabotAlert', { alertSeverity: '={{ "high, low" }}' }, 'severity=high%2Clow&'],
	])('blanks between the values of a filter: %s', async (resource, filters, sent) => {
		const { server } = await run(respondWithJson([]), resource, 'getAll', { filters });
		expect(server.received[0]!.target).toContain(sent);
	});

	// https://docs.github.com/en/rest/issues/labels: "Removes any previous labels"
	test('all labels that an expression does not find', async () => {
		const labels = { issueNumber: byId('7'), allIssueLabels: '={{ $json.missing }}' };
		const ran = await run({}, 'issue', 'setLabels', labels);
		expect([ran.error?.message, ran.lines]).toEqual([expect.stringContaining('required'), []]);
	});

	// envato/unwrappr#21: GitHub does not find a repository by a name that ends with .git.
	const cloneUrl = byName('https://git.example.com/octo-org/hello-world.git');
	test.each([cloneUrl, { ...cloneUrl, mode: 'url' }, byName('octo-org/hello-world.git')])(
		'the repository as for git clone: %j',
		async (repository) => {
			const ran = await run({ [`GET ${repo}`]: { id: 1 } }, 'repository', 'get', { repository });
			expect([ran.error, ran.lines]).toEqual([undefined, [`GET ${repo}`]]);
		},
	);

	// GitHub discards the time in its own time zone: microsoft/PowerShellForGitHub#133,
	// wordpress-mobile/release-toolkit#419
	test.each([
		['Asia/Tokyo', '2026-03-01 00:00:00'],
		['Pacific/Honolulu', '={{ "2026-03-01T08:00:00Z".slice(0, 10) }}'],
	])('the due date of a milestone in %s', async (timeZone, dueOn) => {
		const options = { milestoneTitle: 'v1', additionalFields: { dueOn } };
		const ran = await run(respondWithJson({}), 'milestone', 'create', options, { timeZone });
		expect(jsonOf(ran.server.received[0]!).due_on).toBe('2026-03-01T12:00:00Z');
	});

	// https://docs.github.com/en/search-github/searching-on-github/searching-issues-and-pull-requests
	test.each([
		['is:pr+is:merged', 'is:pr is:merged'],
		['is%3Apr+is%3Amerged+label%3A"help wanted"', undefined],
		['is%3Apr+author%3Aoctocat+login', 'is:pr author:octocat login'],
		['repo:octo-org/hello+-label:bug', 'repo:octo-org/hello -label:bug'],
		['language:c++', 'language:c++'],
		['c++', 'c++'],
		['a+b', 'a+b'],
		['is:pr a+b:c', 'is:pr a+b:c'],
		['created:>2026-01-01T00:00:00+02:00', 'created:>2026-01-01T00:00:00+02:00'],
	])('the query %s', async (searchQuery, expected) => {
		const ran = await run(
			{ 'GET /search/issues': { total_count: 0, items: [] } },
			'search',
			'searchIssues',
			{ searchQuery, returnAll: true },
		);
		const { searchParams } = new URL(ran.server.received[0]!.target, 'http://service');
		expect(searchParams.get('q')).toBe(expected ?? searchQuery);
	});

	// https://docs.github.com/en/rest/actions/workflows#create-a-workflow-dispatch-event
	test.each(['dispatch', 'dispatchAndWait'])('inputs that are not text: %s', async (operation) => {
		const line = `POST ${repo}/actions/workflows/ci.yml/dispatches`;
		const ran = await run({ [line]: respondWith(422, {}, {}) }, 'workflow', operation, {
			workflowId: byId('ci.yml'),
			ref: 'main',
			inputs: '{ "pr_number": 42, "dry_run": true, "tags": ["a"], "stage": "test", "none": null }',
		});
		expect(jsonOf(ran.server.received[0]!).inputs).toEqual({
			pr_number: '42',
			dry_run: 'true',
			tags: '["a"]',
			stage: 'test',
		});
	});
});

// 20 of 161 public templates with n8n's GitHub node read `content`:
// https://docs.github.com/en/rest/repos/contents#get-repository-content
describe('File: Get as JSON', () => {
	const entry = {
		type: 'file',
		name: 'a.bin',
		path: 'a.bin',
		sha: 'b1',
		size: 4,
		encoding: 'base64',
		content: 'AP8B/g==\n',
		html_url: 'https://github.com/octo-org/hello-world/blob/main/a.bin',
		download_url: 'https://raw.githubusercontent.com/octo-org/hello-world/main/a.bin',
	};

	const get = async (response: unknown): Promise<Ran> =>
		await run({ [`GET ${repo}/contents/a.bin`]: response }, 'file', 'get', {
			filePath: byId('a.bin'),
			returnAs: 'json',
		});

	test('returns the content in Base64', async () => {
		const ran = await get(entry);
		expect(ran.json).toEqual([{ ...entry, owner: 'octo-org', repository: 'hello-world' }]);
		expect(ran.items[0]!.binary).toBeUndefined();
		expect(hintsOf(ran)).toEqual([]);
	});

	test('says that a file of more than 1 MB has no content', async () => {
		const ran = await get({ ...entry, size: 2_000_000, encoding: 'none', content: '' });
		expect(ran.json[0]).toMatchObject({ encoding: 'none', content: '' });
		expect(hintsOf(ran)).toEqual([expect.stringContaining('more than 1 MB')]);
	});
});

// https://docs.github.com/en/rest/repos/contents#delete-a-file: name and email only
test('File: Delete sends no dates', async () => {
	const ran = await run(
		{
			[`GET ${repo}/contents/a.txt`]: { type: 'file', path: 'a.txt', sha: 'b1' },
			[`DELETE ${repo}/contents/a.txt`]: { commit: { sha: 'c1' } },
		},
		'file',
		'delete',
		{
			filePath: byId('a.txt'),
			commitMessage: 'Delete',
			options: {
				author: 'Mona Lisa <mona@example.com>',
				authorDate: '2026-01-02T03:04:05Z',
				committer: 'Bot <bot@example.com>',
			},
		},
	);
	expect(jsonOf(ran.server.received[1]!)).toEqual({
		message: 'Delete',
		sha: 'b1',
		author: { name: 'Mona Lisa', email: 'mona@example.com' },
		committer: { name: 'Bot', email: 'bot@example.com' },
	});
	expect(hintsOf(ran)).toEqual([expect.stringContaining('Author Date')]);
});

// https://docs.github.com/en/rest/reactions/reactions#create-reaction-for-a-release
describe('a reaction to a release', () => {
	const line = `POST ${repo}/releases/1/reactions`;
	const react = async (reactionTo: string, reactionContent: string): Promise<Ran> =>
		await run(
			{ [line]: { id: 1 }, [`POST ${repo}/issues/1/reactions`]: { id: 1 } },
			'reaction',
			'create',
			{ reactionTo, releaseId: byId('1'), issueNumber: byId('1'), reactionContent },
		);

	test.each(['-1', 'confused'])('is not %s', async (content) => {
		const ran = await react('release', content);
		expect(ran.error?.message).toContain('for a release');
		expect(ran.lines).toEqual([]);
		expect((await react('issue', content)).error).toBeUndefined();
	});

	test('is one of the others', async () => {
		expect((await react('release', 'heart')).lines).toEqual([line]);
	});
});

// The public description allows null for the files of a gist (schema gist-simple).
test('a gist with a file that is null has the other files', async () => {
	const files = { 'a.md': { filename: 'a.md', content: 'A' }, 'b.md': null };
	const ran = await run({ 'GET /gists/g1': { id: 'g1', files } }, 'gist', 'get', {
		gistId: byId('g1'),
		simplify: true,
	});
	expect(ran.error).toBeUndefined();
	expect(ran.json[0]!.files).toEqual([{ filename: 'a.md', content: 'A' }]);
});

describe('Simplify', () => {
	test('keeps whether a repository is a fork', async () => {
		const ran = await run({ [`GET ${repo}`]: { id: 1, fork: true } }, 'repository', 'get', {
			simplify: true,
		});
		expect(ran.json[0]).toMatchObject({ fork: true });
	});

	test('keeps the address of a webhook in the API beside the URL that it calls', async () => {
		const hook = {
			id: 1,
			url: 'https://api.github.com/hooks/1',
			config: { url: 'https://x.test' },
		};
		const ran = await run({ [`GET ${repo}/hooks/1`]: hook }, 'webhook', 'get', {
			hookId: byId('1'),
			simplify: true,
		});
		expect(ran.json[0]).toMatchObject({ url: 'https://x.test', hook_url: hook.url });
	});

	// GitHub's description: a label of an issue is a text or an object. tianocore/edk2#6468: deleted
	// accounts are null in lists of reviewers.
	test('names labels that are texts, and leaves out deleted accounts', async () => {
		const found = { labels: ['bug', { name: 'ui' }], assignees: [null, { login: 'mona' }] };
		const options = { issueNumber: byId('1'), simplify: true };
		const ran = await run({ [`GET ${repo}/issues/1`]: found }, 'issue', 'get', options);
		expect(ran.error).toBeUndefined();
		expect(ran.json[0]).toMatchObject({ label_names: ['bug', 'ui'], assignee_logins: ['mona'] });
	});

	test('keeps the author and the committer of a commit', async () => {
		const person = { name: 'Mona', email: 'mona@example.com', date: '2026-01-02T03:04:05Z' };
		const commits = [{ sha: 'c1', commit: { author: person, committer: person }, committer: null }];
		const ran = await run({ [`GET ${repo}/commits`]: commits }, 'commit', 'getAll', {
			returnAll: true,
			simplify: true,
		});
		expect(ran.json[0]).toMatchObject({ author_name: 'Mona', committer_name: 'Mona' });
	});
});

// Jamie-BitFlight/claude_skills#2907: a write that a ruleset rejects was tried again and again.
// satisfactory-factories/application#67: the message of "Update a reference"
describe('a write that a rule of the repository rejects', () => {
	const message =
		'Repository rule violations found\n\nChanges must be made through a pull request.\n\n';

	test.each([409, 422])('is not reported as a change at the same time: %d', async (status) => {
		const line = `PUT ${repo}/contents/a.txt`;
		const ran = await run({ [line]: respondWith(status, {}, { message }) }, 'file', 'create', {
			newFilePath: 'a.txt',
			contentFrom: 'text',
			fileContent: 'a',
			commitMessage: 'Add',
		});
		expect(ran.error?.message).toBe('A rule of the repository rejects the change');
		expect(ran.error?.description).toContain('Changes must be made through a pull request');
		expect(ran.lines).toEqual([line]);
	});

	test.each([409, 422])('ends Commit Files: %d', async (status) => {
		const ran = await run(
			{
				[`GET ${repo}`]: { default_branch: 'main' },
				[`GET ${repo}/branches/main`]: { commit: { sha: 'c1', commit: { tree: { sha: 't1' } } } },
				[`GET ${repo}/git/trees/t1`]: { tree: [] },
				[`POST ${repo}/git/trees`]: { sha: 't2' },
				[`POST ${repo}/git/commits`]: { sha: 'c2' },
				[`PATCH ${repo}/git/refs/heads/main`]: respondWith(status, {}, { message }),
			},
			'file',
			'commit',
			{ newFilePath: 'a.txt', contentFrom: 'text', fileContent: 'a', commitMessage: 'Add' },
		);
		expect(ran.error?.message).toBe('A rule of the repository rejects the change');
		expect(ran.lines.filter((line) => line.startsWith('PATCH'))).toHaveLength(1);
	});
});

// hub4j/github-api#624, octokit/octokit.net#2587, PyGithub/PyGithub#614 and octokit/octokit.rb#1128
test.each(['Test Test.txt', 'AAA/#aaa1/x.md', 'what?.md', 'http%3A%2F%2Fexample.com', 'ü/é.md'])(
	'the path %s is encoded',
	async (path) => {
		const ran = await run({}, 'file', 'get', { filePath: byId(path), returnAs: 'text' });
		const encoded = path.split('/').map(encodeURIComponent).join('/');
		expect(ran.server.received[0]!.target.replaceAll('%2F', '/')).toBe(
			`${repo}/contents/${encoded}`,
		);
	},
);

// n8n-io/n8n#23334: with files on disk, Edit wrote six bytes.
test('File: Update writes the bytes of a file that n8n stores on disk', async () => {
	const content = Buffer.from(Array.from({ length: 5000 }, (_, index) => index % 256));
	const file = await binary(content, 'a.bin', 'application/octet-stream');
	const ran = await run(
		{
			[`GET ${repo}/contents/a.bin`]: {
				type: 'file',
				path: 'a.bin',
				sha: blobSha(''),
				encoding: 'base64',
				content: '',
			},
			[`PUT ${repo}/contents/a.bin`]: { content: { path: 'a.bin' }, commit: { sha: 'c1' } },
		},
		'file',
		'update',
		{ filePath: byId('a.bin'), contentFrom: 'file', commitMessage: 'Update' },
		{ items: [{ json: {}, binary: { data: file } }] },
	);
	expect(ran.error).toBeUndefined();
	const { content: sent } = jsonOf(ran.server.received[1]!);
	expect(Buffer.from(String(sent), 'base64').equals(content)).toBe(true);
});

// PyGithub/PyGithub#1566, argoproj-labs/gitops-promoter#1417: GitHub ignores a head without its
// owner, and returns all pull requests.
test.each([
	['topic', 'octo-org:topic'],
	['octocat:topic', 'octocat:topic'],
	['', null],
])('the pull requests of the branch %p are requested as %p', async (branch, head) => {
	const { server, error } = await run({ [`GET ${repo}/pulls`]: [] }, 'pullRequest', 'getAll', {
		filters: { pullRequestHead: branch },
	});
	expect(error).toBeUndefined();
	const [request] = server.received;
	expect(new URL(request!.target, 'http://localhost').searchParams.get('head')).toBe(head);
});
