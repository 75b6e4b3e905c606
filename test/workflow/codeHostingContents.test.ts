// Files, commits, releases and searches of Code Hosting, against its local test service.
import { createHash } from 'node:crypto';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { contentsOf } from '../services/codeHosting/contents';
import type { Release } from '../services/codeHosting/files';
import { startCodeService, type CodeService } from '../services/codeHosting/service';
import { runCodeHosting } from './kit/codeHosting';
import { binary, bytesOf, hintsOf, type More, type RunResult } from './kit/executor';
import { byId } from './kit/locator';
import {
	rawServersPerTest,
	respondWithJson,
	type RawServer,
	type Responder,
} from './kit/rawServer';

const startRawServer = rawServersPerTest();

let code: CodeService;
beforeEach(async () => {
	code = await startCodeService();
});
afterEach(async () => await code.close());

const repo = () => code.world.repositories[0]!;
const contents = () => contentsOf(repo());
const release = () => code.records.of<Release>('/repos/octo-org/hello-world/releases')[0]!;
const textOf = (path: string, branch?: string): string | undefined => {
	const entry = contents().treeOf(branch).get(path);
	return entry && contents().blobs.get(entry.sha)!.toString();
};

const run = async (
	resource: string,
	operation: string,
	parameters: IDataObject,
	more?: More,
): Promise<RunResult> => await runCodeHosting(code, resource, operation, parameters, more);

async function rows(...parameters: Parameters<typeof run>): Promise<IDataObject[]> {
	const { items, error } = await run(...parameters);
	expect(error).toBeUndefined();
	return items.map(({ json }) => json);
}

async function errorOf(...parameters: Parameters<typeof run>) {
	const { error } = await run(...parameters);
	return { message: error?.message, hint: error?.description };
}

const fileItem = async (
	content: Buffer,
	name: string,
	type = 'application/octet-stream',
): Promise<INodeExecutionData> => ({
	json: {},
	binary: { data: await binary(content, name, type) },
});

const dateLike = (day: string) =>
	expect.stringMatching(new RegExp(`^${day}T04:05:06`)) as unknown as string;

describe('a commit', () => {
	/** Responds with the record, whose list has the given number of rows on each page. */
	const respondWithPages =
		(server: RawServer, record: IDataObject, list: string, sizes: number[]): Responder =>
		(response, received, request) => {
			const number = Number(new URL(received.target, server.url).searchParams.get('page') ?? 1);
			if (number < sizes.length)
				response.setHeader(
					'link',
					`<${server.url}/x?page=${number + 1}>; rel="next", <${server.url}/x?page=${sizes.length}>; rel="last"`,
				);
			const first = sizes.slice(0, number - 1).reduce((sum, size) => sum + size, 0);
			const rows = Array.from({ length: sizes[number - 1]! }, (_, index) => ({
				id: first + index,
			}));
			// Only the first page of a comparison contains the files.
			const files = number === 1 && list === 'commits' ? { files: [{ filename: 'a' }] } : {};
			respondWithJson({ ...record, ...files, [list]: rows })(response, received, request);
		};

	test.each([
		['getStatus', 'statuses', [100, 31], { commitRef: byId('main') }],
		['get', 'files', [300, 300, 12], { commitRef: byId('main') }],
		['compare', 'commits', [100, 100, 60], { base: 'main', head: 'topic' }],
	])('is returned by %s with all %s', async (operation, list, sizes, parameters) => {
		const server = await startRawServer();
		server.respond = respondWithPages(server, { sha: 'abc', state: 'failure' }, list, sizes);
		const [output, ...others] = await rows(
			'commit',
			operation,
			{ ...parameters, simplify: false },
			{ credential: { baseUrl: server.url } },
		);
		expect(others).toEqual([]);
		expect(output).toMatchObject({ sha: 'abc', state: 'failure' });
		const total = sizes.reduce((sum, size) => sum + size, 0);
		expect((output![list] as IDataObject[]).map(({ id }) => id)).toEqual([...Array(total).keys()]);
		if (list === 'commits') expect(output!.files).toEqual([{ filename: 'a' }]);
		expect(server.received).toHaveLength(sizes.length);
	});
});

describe('Commit Files', () => {
	const each = {
		commitMessage: 'Update many files',
		fileChange: '={{ $json.change ?? "write" }}',
		newFilePath: '={{ $json.path }}',
		contentFrom: '={{ $json.from ?? "text" }}',
		fileContent: '={{ $json.text }}',
		binaryPropertyName: 'data',
	};
	const items = (...values: IDataObject[]): INodeExecutionData[] =>
		values.map((json) => ({ json }));
	const two = () => items({ path: 'a.txt', text: 'A' }, { path: 'b/c.txt', text: 'C' });

	test('writes and deletes the files of all items in one commit', async () => {
		const before = contents().history().length;
		const image = Buffer.from([0, 255, 1, 254]);
		const output = await rows('file', 'commit', each, {
			items: [
				...two(),
				{ json: { path: 'docs/guide.md', change: 'delete' } },
				{ ...(await fileItem(image, 'x.png')), json: { path: 'x.png', from: 'file' } },
			],
		});
		const [head] = contents().history();
		expect(contents().history()).toHaveLength(before + 1);
		expect(head!.message).toBe('Update many files');
		expect([textOf('a.txt'), textOf('b/c.txt'), textOf('docs/guide.md')]).toEqual([
			'A',
			'C',
			undefined,
		]);
		expect(contents().blobs.get(contents().treeOf().get('x.png')!.sha)).toEqual(image);
		expect(textOf('README.md')).toContain('Grüße');
		expect(output).toEqual(
			['a.txt', 'b/c.txt', 'docs/guide.md', 'x.png'].map((path) => ({
				path,
				change: path === 'docs/guide.md' ? 'deleted' : 'written',
				committed: true,
				branch: 'main',
				commit_sha: head!.sha,
				commit_url: `https://git.example.com/octo-org/hello-world/commit/${head!.sha}`,
				owner: 'octo-org',
				repository: 'hello-world',
			})),
		);
	});

	test('sends text with the tree, and only binary files as blobs', async () => {
		await rows('file', 'commit', each, { items: two() });
		const paths = code.requests.list().map(({ method, path }) => `${method} ${path.split('?')[0]}`);
		expect(paths.filter((path) => path.endsWith('/git/blobs'))).toEqual([]);
		expect(paths.filter((path) => path.endsWith('/git/trees'))).toHaveLength(1);
	});

	test('sets branch, author, committer, their dates and the executable bit', async () => {
		await rows(
			'file',
			'commit',
			{
				...each,
				options: {
					branch: 'feature/one',
					author: 'Ada Lovelace <ada@example.com>',
					authorDate: '2020-02-03T04:05:06Z',
					committer: 'Bot <bot@example.com>',
					committerDate: '2020-02-04T04:05:06Z',
					executable: true,
				},
			},
			{ items: two() },
		);
		const [head] = contents().history('feature/one');
		expect(head).toMatchObject({
			author: { name: 'Ada Lovelace', email: 'ada@example.com', date: dateLike('2020-02-03') },
			committer: { name: 'Bot', email: 'bot@example.com', date: dateLike('2020-02-04') },
		});
		expect(contents().treeOf('feature/one').get('a.txt')!.mode).toBe('100755');
		expect(textOf('a.txt')).toBeUndefined();
	});

	test('commits again on top of a branch that moved in the meantime', async () => {
		contents().interruptions = 2;
		await rows('file', 'commit', each, { items: two() });
		expect([textOf('a.txt'), textOf('other-0.txt'), textOf('other-1.txt')]).toEqual([
			'A',
			'other-0.txt',
			'other-1.txt',
		]);
	});

	test('gives up after three attempts, and commits nothing', async () => {
		contents().interruptions = 9;
		const { message, hint } = await errorOf('file', 'commit', each, { items: two() });
		expect(message).toBe('Other commits changed the branch main at the same time');
		expect(hint).toContain('tried 3 times. Nothing was committed.');
		expect(textOf('a.txt')).toBeUndefined();
		expect(contents().interruptions).toBe(6);
	});

	test('does not commit on top of another commit than the expected one', async () => {
		const [head, parent] = contents().history();
		const expecting = (sha: string) => ({ ...each, options: { expectedCommit: sha } });
		const { message } = await errorOf('file', 'commit', expecting(parent!.sha), { items: two() });
		expect(message).toBe(`The branch main points to ${head!.sha}`);
		contents().interruptions = 1;
		const moved = await errorOf('file', 'commit', expecting(head!.sha), { items: two() });
		expect(moved.message).toBe(`The branch main points to ${contents().resolve().sha}`);
		expect(textOf('a.txt')).toBeUndefined();
		await rows('file', 'commit', expecting(contents().resolve().sha), { items: two() });
		expect(textOf('a.txt')).toBe('A');
	});

	test('creates no commit if nothing changes', async () => {
		await rows('file', 'commit', each, { items: two() });
		const { sha } = contents().resolve();
		const output = await rows('file', 'commit', each, { items: two() });
		expect(output.map(({ committed, commit_sha: commit }) => [committed, commit])).toEqual([
			[false, sha],
			[false, sha],
		]);
		expect(contents().resolve().sha).toBe(sha);
	});

	test('rejects two items with the same path', async () => {
		const { message } = await errorOf('file', 'commit', each, {
			items: items({ path: 'a.txt', text: 'A' }, { path: 'a.txt', text: 'B' }),
		});
		expect(message).toBe('Several items change a.txt');
		expect(textOf('a.txt')).toBeUndefined();
	});

	test('a hint says how to use a commit of several files once', async () => {
		const hints = async (items: INodeExecutionData[]) =>
			hintsOf(await run('file', 'commit', each, { items }));
		expect(await hints(two())).toEqual([expect.stringContaining('turn on Execute Once')]);
		expect(await hints(two().slice(0, 1))).toEqual([]);
	});

	test('creates one commit per message', async () => {
		const before = contents().history().length;
		await rows(
			'file',
			'commit',
			{ ...each, commitMessage: '=Add {{ $json.path }}' },
			{ items: two() },
		);
		expect(contents().history()).toHaveLength(before + 2);
	});

	test('commits nothing if one file cannot be read or deleted', async () => {
		const { sha } = contents().resolve();
		const missing = await errorOf('file', 'commit', each, {
			items: items({ path: 'a.txt', text: 'A' }, { path: 'b.bin', from: 'file' }),
		});
		expect(missing.message).toContain('has no binary property');
		const unknown = await errorOf('file', 'commit', each, {
			items: items({ path: 'a.txt', text: 'A' }, { path: 'nope.txt', change: 'delete' }),
		});
		expect(unknown.message).toContain('GitRPC::BadObjectState');
		expect(contents().resolve().sha).toBe(sha);
	});
});

describe('File', () => {
	const write = {
		newFilePath: 'new/file.txt',
		filePath: byId('docs/guide.md'),
		commitMessage: 'Change a file',
		contentFrom: 'text',
		fileContent: 'Grüße',
	};

	test('creates a file from text, Base64 and a binary file', async () => {
		const [created] = await rows('file', 'create', write);
		expect(textOf('new/file.txt')).toBe('Grüße');
		expect(created).toMatchObject({ path: 'new/file.txt', message: 'Change a file' });
		await rows('file', 'create', {
			...write,
			newFilePath: 'b.txt',
			contentFrom: 'base64',
			fileContent: Buffer.from('decoded').toString('base64'),
		});
		expect(textOf('b.txt')).toBe('decoded');
		await rows(
			'file',
			'create',
			{ ...write, newFilePath: 'c.txt', contentFrom: 'file', binaryPropertyName: 'data' },
			{ items: [await fileItem(Buffer.from('from a file'), 'c.txt')] },
		);
		expect(textOf('c.txt')).toBe('from a file');
	});

	test.each([
		[{ newFilePath: 'docs/' }, 'New File Path must be a path below the root'],
		[{ newFilePath: 'docs/../../a.md' }, 'New File Path cannot be used in a URL path'],
		[{ contentFrom: 'base64', fileContent: 'not base64!' }, 'File Content must be valid Base64'],
		[{ options: { author: 'Ada' } }, 'Author must be a name and an email address'],
		[{ options: { authorDate: '2020-02-03' } }, 'Author Date requires Author'],
		[{ newFilePath: 'docs/guide.md' }, 'docs/guide.md already exists'],
	])('does not create a file with %j', async (values, expected) => {
		const { message } = await errorOf('file', 'create', { ...write, ...values });
		expect(message).toContain(expected);
		expect(textOf('docs/guide.md')).toBe('A better guide\n');
	});

	test('updates and deletes a file with its current SHA, in spite of other commits', async () => {
		contents().interruptions = 2;
		await rows('file', 'update', write);
		expect([textOf('docs/guide.md'), textOf('other-0.txt')]).toEqual(['Grüße', 'other-0.txt']);
		const [deleted] = await rows('file', 'delete', write);
		expect(deleted).toMatchObject({ deleted: true, path: 'docs/guide.md' });
		expect(textOf('docs/guide.md')).toBeUndefined();
	});

	test('gives up after three conflicts', async () => {
		contents().interruptions = 3;
		const { message, hint } = await errorOf('file', 'update', write);
		expect(message).toBe('The file or the branch was changed at the same time');
		expect(hint).toContain('tried 3 times. Nothing was written.');
	});

	test.each(['update', 'delete'])(
		'%s fails if the file does not have the given SHA',
		async (key) => {
			const { message, hint } = await errorOf('file', key, {
				...write,
				options: { fileSha: 'a'.repeat(40) },
			});
			expect(message).toBe('The file or the branch was changed at the same time');
			expect(hint).toContain('does not have the SHA in File SHA');
			expect(textOf('docs/guide.md')).toBe('A better guide\n');
		},
	);

	test('is not overwritten if the expression in File SHA has no value', async () => {
		const options = { fileSha: '={{ $json.sha }}' };
		expect((await errorOf('file', 'update', { ...write, options })).message).toBe(
			'The expression in File SHA has no value',
		);
		expect(textOf('docs/guide.md')).toBe('A better guide\n');
	});

	test('returns a small file as text and as a binary file with one request', async () => {
		const get = { filePath: byId('README.md') };
		const [text] = await rows('file', 'get', { ...get, returnAs: 'text' });
		expect(text).toMatchObject({ path: 'README.md', size: 17, text: '# Hello\n\nGrüße\n' });
		expect(text).toHaveProperty('repository');
		const { items } = await run('file', 'get', { ...get, returnAs: 'file' });
		expect(items[0]!.json).toHaveProperty('repository');
		expect((await bytesOf(items[0]!.binary!.data!)).toString()).toBe('# Hello\n\nGrüße\n');
		expect(items[0]!.binary!.data!.fileName).toBe('README.md');
		expect(code.requests.list()).toHaveLength(2);
	});

	test('returns a large file in raw form, of another branch', async () => {
		const large = Buffer.alloc(1_500_000, 'grüß');
		contents().write('feature/one', 'Add', new Map([['dir/large.txt', large]]));
		const get = { filePath: byId('dir/large.txt'), options: { reference: 'feature/one' } };
		const { items } = await run('file', 'get', { ...get, returnAs: 'file' });
		expect((await bytesOf(items[0]!.binary!.data!)).equals(large)).toBe(true);
		const [text] = await rows('file', 'get', { ...get, returnAs: 'text' });
		expect(text!.text).toBe(large.toString());
	});

	test('explains that a directory is not a file, and the reverse', async () => {
		const file = await errorOf('file', 'get', { filePath: byId('docs'), returnAs: 'text' });
		expect(file.message).toBe('docs is a directory');
		const list = await errorOf('file', 'getAll', { directory: 'README.md', returnAll: true });
		expect(list.message).toBe('README.md is not a directory');
	});

	test.each([
		['file', 'get', { filePath: byId('README.md'), returnAs: 'text' }, 'reference'],
		['file', 'getAll', { directory: 'docs', returnAll: true }, 'reference'],
		['file', 'delete', { filePath: byId('README.md'), commitMessage: 'x' }, 'branch'],
		['repository', 'getReadme', {}, 'reference'],
	])('%s %s: an error about an unknown branch names it', async (resource, key, input, option) => {
		const { message, hint } = await errorOf(resource, key, {
			...input,
			options: { [option]: 'nope' },
		});
		expect(message).toMatch(/ not found$/);
		expect(hint).toMatch(/\b(Branch|Reference) nope\b/);
	});
});

describe('Tag', () => {
	const create = async (input: IDataObject) => {
		await rows('tag', 'create', { newTagName: 'v2', createFrom: 'feature/one', ...input });
		return code.requests.list().map(({ method, path, body }) => ({ method, path, body }));
	};
	const refs = '/repos/octo-org/hello-world/git';

	test('without a message, is created at the commit', async () => {
		const requests = await create({});
		const { sha } = contents().resolve('feature/one');
		expect(requests.slice(1)).toEqual([
			{ method: 'POST', path: `${refs}/refs`, body: { ref: 'refs/tags/v2', sha } },
		]);
	});

	test('with a message, is created at an object with the message and the tagger', async () => {
		const requests = await create({
			additionalFields: { tagMessage: 'Version 2' },
			options: { tagger: 'Ada <ada@example.com>', taggerDate: '2020-02-03T04:05:06Z' },
		});
		expect(requests[1]).toEqual({
			method: 'POST',
			path: `${refs}/tags`,
			body: {
				tag: 'v2',
				message: 'Version 2',
				object: contents().resolve('feature/one').sha,
				type: 'commit',
				tagger: { name: 'Ada', email: 'ada@example.com', date: dateLike('2020-02-03') },
			},
		});
		expect(requests[2]?.body).toEqual({ ref: 'refs/tags/v2', sha: expect.any(String) as string });
		expect((requests[2]?.body as IDataObject).sha).not.toBe(contents().resolve('feature/one').sha);
	});

	test('is not created with a tagger but without a message', async () => {
		const { message } = await errorOf('tag', 'create', {
			newTagName: 'v2',
			options: { tagger: 'Ada <ada@example.com>' },
		});
		expect(message).toContain('Message is required for a tag with a tagger');
		expect(code.requests.list()).toEqual([]);
	});
});

describe('Branch', () => {
	const create = async (newBranchName: string, createFrom?: string) =>
		await rows('branch', 'create', { newBranchName, ...(createFrom ? { createFrom } : {}) });
	const merge = { mergeInto: 'main', mergeFrom: 'feature/two' };

	test('is created, committed to, merged, renamed and deleted', async () => {
		const start = contents().resolve().sha;
		expect(await create('feature/two')).toEqual([
			{
				name: 'feature/two',
				ref: 'refs/heads/feature/two',
				commit_sha: start,
				owner: 'octo-org',
				repository: 'hello-world',
			},
		]);
		await rows('file', 'create', {
			newFilePath: 'new.txt',
			contentFrom: 'text',
			fileContent: 'New',
			commitMessage: 'Add a file',
			options: { branch: 'feature/two' },
		});
		expect(textOf('new.txt')).toBeUndefined();

		const head = contents().resolve('feature/two').sha;
		const [merged] = await rows('branch', 'merge', {
			...merge,
			options: { mergeMessage: 'Merge two' },
		});
		expect(merged).toMatchObject({ sha: contents().resolve().sha, message: 'Merge two' });
		expect(contents().resolve().parents).toEqual([start, head]);
		expect(textOf('new.txt')).toBe('New');
		expect(await rows('branch', 'merge', merge)).toMatchObject([{ merged: false }]);

		const branchName = byId('feature/two');
		const [renamed] = await rows('branch', 'rename', { branchName, newBranchName: 'done/two' });
		expect(renamed).toMatchObject({ name: 'done/two', commit_sha: head });
		expect(await rows('branch', 'delete', { branchName: byId('done/two') })).toMatchObject([
			{ deleted: true },
		]);
		expect([...contents().branches.keys()]).toEqual(['main', 'feature/one']);
	});

	test.each([
		['another branch', () => 'feature/one'],
		['a commit', () => contents().history()[1]!.sha],
	])('is created from %s', async (_, from) => {
		await create('hotfix', from());
		expect(contents().resolve('hotfix').sha).toBe(contents().resolve(from()).sha);
	});

	test('is protected by the given rules, and all others are removed', async () => {
		const sentFor = async (updateFields: IDataObject) => {
			await rows('branch', 'setProtection', { branchName: byId('main'), updateFields });
			return code.requests.list().at(-1)!.body;
		};
		expect(await sentFor({})).toEqual({
			enforce_admins: null,
			required_pull_request_reviews: null,
			required_status_checks: null,
			restrictions: null,
		});
		expect(
			await sentFor({ requiredApprovals: 2, requiredChecks: 'ci/build', pushTeams: 'leads' }),
		).toEqual({
			enforce_admins: null,
			required_pull_request_reviews: { required_approving_review_count: 2 },
			required_status_checks: { contexts: ['ci/build'], strict: false },
			restrictions: { apps: [], teams: ['leads'], users: [] },
		});
	});

	test('is not created if it exists, and not deleted if it does not exist', async () => {
		expect(await errorOf('branch', 'create', { newBranchName: 'main' })).toMatchObject({
			message: expect.stringContaining('Reference already exists') as string,
			hint: expect.stringContaining('Choose another name') as string,
		});
		expect(await errorOf('branch', 'delete', { branchName: byId('none') })).toMatchObject({
			message: expect.stringContaining('Reference does not exist') as string,
		});
	});
});

describe('Release', () => {
	const upload = () => ({ releaseId: byId(release().id), binaryPropertyName: 'data' });

	test('uploads a file to the upload URL of the release', async () => {
		const content = Buffer.alloc(3_000_000, 'content ');
		const [asset] = await rows(
			'releaseAsset',
			'upload',
			{ ...upload(), options: { assetName: 'app v1.tar.gz', assetLabel: 'Linux' } },
			{ items: [await fileItem(content, 'x.bin', 'application/gzip')] },
		);
		expect(asset).toMatchObject({
			name: 'app v1.tar.gz',
			label: 'Linux',
			content_type: 'application/gzip',
			size: content.length,
			digest: `sha256:${createHash('sha256').update(content).digest('hex')}`,
		});
	});

	test('says what to do if the release already contains a file with the name', async () => {
		const items = [await fileItem(Buffer.from('a'), 'jonas.csv', 'text/csv')];
		await rows('releaseAsset', 'upload', upload(), { items });
		expect(await errorOf('releaseAsset', 'upload', upload(), { items })).toMatchObject({
			message: expect.stringContaining('already_exists') as string,
			hint: expect.stringContaining('Choose another name, or update or delete') as string,
		});
	});

	test('sends neither the file nor the credential to another host', async () => {
		const [service, other] = [await startRawServer(), await startRawServer()];
		service.respond = respondWithJson({ upload_url: `${other.url}/assets{?name,label}` });
		const { message } = await errorOf('releaseAsset', 'upload', upload(), {
			credential: { baseUrl: service.url },
			items: [await fileItem(Buffer.from('a'), 'a.zip')],
		});
		expect(message).toBe(
			`The upload URL of the release does not belong to the service: ${other.url}`,
		);
		expect(other.received).toEqual([]);
	});

	test('downloads a file from a link that rejects credentials', async () => {
		const [asset] = release().assets;
		const { items } = await run('releaseAsset', 'download', { assetId: byId(asset!.id) });
		expect(items[0]!.json).toEqual({
			fileName: 'app.zip',
			size: 70_000,
			mimeType: 'application/zip',
		});
		expect((await bytesOf(items[0]!.binary!.data!)).length).toBe(70_000);
	});
});

describe('Search', () => {
	const page = (total: number, more: IDataObject = {}) =>
		respondWithJson({
			total_count: total,
			incomplete_results: false,
			items: Array.from({ length: 100 }, (_, number) => ({ number, title: 'A bug' })),
			...more,
		});
	const search = { searchQuery: 'bug', returnAll: true };

	test('a hint says that Order needs Sort By', async () => {
		const hintsWith = async (more: IDataObject) =>
			hintsOf(
				await run('search', 'searchIssues', {
					...search,
					filters: { searchOrder: 'asc' },
					...more,
				}),
			);
		expect(await hintsWith({})).toEqual(['Order is only used with Sort By, which is in Options.']);
		expect(await hintsWith({ options: { issueSearchSort: 'updated' } })).toEqual([]);
	});

	test('returns the number of all results with each result', async () => {
		const output = await rows('search', 'searchIssues', {
			searchQuery: 'Issue repo:octo-org/hello-world',
			returnAll: true,
		});
		expect(output).toHaveLength(5);
		expect(output[0]).toMatchObject({ number: 1, total_count: 5, incomplete_results: false });
		expect(await rows('search', 'searchIssues', { ...search, searchQuery: 'nothing' })).toEqual([]);
		const qualified = 'is:issue is:open repo:octo-org/hello-world label:';
		const find = async (label: string) =>
			await rows('search', 'searchIssues', { ...search, searchQuery: qualified + label });
		await rows('issue', 'addLabels', { issueNumber: byId('1'), issueLabels: 'bug' });
		const bugs = await find('bug');
		expect(bugs.map(({ number }) => number)).toEqual([1]);
		for (const { state, label_names: labels } of bugs)
			expect([state, labels]).toEqual(['open', expect.arrayContaining(['bug'])]);
		expect(await find('nonexistent')).toEqual([]);
	});

	test.each([
		['searchCode', 'jquery', 'jquery/jquery'],
		['searchCommits', 'octocat', 'octocat/Spoon-Knife'],
		['searchIssues', 'octo-org', 'hello-world'],
	])('%s returns the owner and the repository of each result', async (key, owner, repository) => {
		const [found] = await rows('search', key, { searchQuery: 'Issue', returnAll: true });
		expect(found).toMatchObject({ owner, repository });
	});

	test('reads at most 1,000 results', async () => {
		const server = await startRawServer();
		server.respond = (response, request, raw) => {
			const number = new URL(request.target, server.url).searchParams.get('page') ?? '1';
			return page(5000, {
				items: [
					{ number: Number(number), title: 'A bug' },
					...Array.from({ length: 99 }, () => ({ number })),
				],
			})(response, request, raw);
		};
		const output = await rows('search', 'searchIssues', search, {
			credential: { baseUrl: server.url },
		});
		expect(output).toHaveLength(1000);
		expect(output[0]!.total_count).toBe(5000);
		expect(server.received).toHaveLength(10);
	});

	test.each([
		['other requests', 'searchIssues', 'issues', 'repository.get'],
		['other searches', 'searchCode', 'code', 'search.searchIssues'],
	])('with a rate limit does not delay %s', async (_, operation, kind, other) => {
		const server = await startRawServer();
		let reachLimit: (() => void) | undefined;
		const limitReached = new Promise<void>((resolve) => (reachLimit = resolve));
		server.respond = (response, received, raw) => {
			if (!reachLimit || !received.target.startsWith(`/search/${kind}`))
				return page(0, { id: 1, items: [] })(response, received, raw);
			reachLimit();
			reachLimit = undefined;
			response.setHeader('x-ratelimit-remaining', '0');
			response.setHeader('x-ratelimit-reset', String(Math.ceil(Date.now() / 1000) + 1));
			return respondWithJson({ message: 'API rate limit exceeded' }, 403)(response, received, raw);
		};
		const send = async (resource: string, key: string) =>
			await run(resource, key, search, { credential: { baseUrl: server.url } });
		const limited = send('search', operation);
		await limitReached;
		const [otherResource, otherKey] = other.split('.') as [string, string];
		// The first one may start before the node has received the response with the rate limit.
		await send(otherResource, otherKey);
		expect((await send(otherResource, otherKey)).error).toBeUndefined();
		expect((await limited).error).toBeUndefined();
		const isLimitedKind = server.received.map(({ target }) => target.startsWith(`/search/${kind}`));
		expect(isLimitedKind).toEqual([true, false, false, true]);
	});

	test('reports that results may be missing', async () => {
		const server = await startRawServer();
		server.respond = page(100, { incomplete_results: true });
		const output = await rows('search', 'searchIssues', search, {
			credential: { baseUrl: server.url },
		});
		expect(new Set(output.map(({ incomplete_results: incomplete }) => incomplete))).toEqual(
			new Set([true]),
		);
	});
});

describe('Retry On Fail', () => {
	test.each([
		['branch', 'create', 'POST'],
		['file', 'commit', 'PATCH'],
		['file', 'update', 'PUT'],
		['file', 'delete', 'DELETE'],
		['releaseAsset', 'upload', 'POST'],
	])('does not repeat the write of %s.%s', async (resource, operation, method) => {
		const { error } = await run(
			resource,
			operation,
			{
				commitMessage: '={{ $json.message }}',
				fileChange: 'write',
				newBranchName: '={{ $json.message }}',
				newFilePath: 'a.txt',
				filePath: byId('docs/guide.md'),
				contentFrom: 'text',
				fileContent: 'Once',
				releaseId: byId('={{ $json.release }}'),
				binaryPropertyName: 'data',
				options: { batchSize: 1, batchPause: 0 },
			},
			{
				items: [
					{
						...(await fileItem(Buffer.from('a'), 'a.zip')),
						json: { message: 'Once', release: release().id },
					},
					{ json: {} },
				],
				settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
			},
		);
		expect(error?.context?.itemIndex).toBe(1);
		expect(code.requests.list().filter((request) => request.method === method)).toHaveLength(1);
	});
});
