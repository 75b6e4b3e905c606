// Files, commits, releases and searches of Code Hosting, against its local test service.
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Release } from '../services/codeHosting/files';
import { codeHostingPerTest } from './kit/codeHosting';
import { binary, bytesOf } from './kit/executor';
import { byId } from './kit/locator';
import { rawServersPerTest, respondWithJson } from './kit/rawServer';

const startRawServer = rawServersPerTest();

const { code, run, repo } = codeHostingPerTest();

const contents = () => repo().contents;
const release = () => code.records.of<Release>('/repos/octo-org/hello-world/releases')[0]!;
const textOf = (path: string, branch?: string): string | undefined => {
	const entry = contents().treeOf(branch).get(path);
	return entry && contents().blobs.get(entry.sha)!.toString();
};

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
});

describe('Tag', () => {
	const create = async (input: IDataObject) => {
		await rows('tag', 'create', { newTagName: 'v2', createFrom: 'feature/one', ...input });
		return code.requests.list().map(({ method, path, body }) => ({ method, path, body }));
	};
	const refs = '/repos/octo-org/hello-world/git';

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

describe('Release', () => {
	const upload = () => ({ releaseId: byId(release().id), binaryPropertyName: 'data' });

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

	test('says what to do if the release already contains a file with the name', async () => {
		const items = [await fileItem(Buffer.from('a'), 'jonas.csv', 'text/csv')];
		await rows('releaseAsset', 'upload', upload(), { items });
		expect(await errorOf('releaseAsset', 'upload', upload(), { items })).toMatchObject({
			message: expect.stringContaining('already_exists') as string,
			hint: expect.stringContaining('Choose another name, or update or delete') as string,
		});
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

describe('Branch', () => {
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
