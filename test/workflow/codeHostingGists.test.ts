import type { IDataObject } from 'n8n-workflow';
import { codeHostingPerTest, codeHostingSetup } from './kit/codeHosting';
import { byId } from './kit/locator';
import { lookUp } from './kit/lookups';
import { rawServersPerTest, respondWithJson } from './kit/rawServer';

const startRawServer = rawServersPerTest();

const { code, run, json: jsonOf, last } = codeHostingPerTest();

/** Executes an operation. Returns its item and what it sent. */
async function execute(operation: string, parameters: IDataObject = {}) {
	const json = await jsonOf('gist', operation, parameters);
	const { method, path, body } = last();
	return { json, request: `${method} ${path}`, body: body ?? undefined };
}

const create = async (files: IDataObject[], more: IDataObject = {}) =>
	await execute('create', { gistFiles: { rows: files }, publicGist: false, ...more });

const filesOf = ({ json }: { json: IDataObject }) =>
	(json.files as IDataObject[]).map(({ filename, content }) => [filename, content]);

test('an update writes, renames and deletes files, and keeps the text of a renamed file', async () => {
	const { json } = await create([
		{ filename: 'notes.md', content: '# Notes' },
		{ filename: 'data.csv', content: 'a,b' },
	]);
	const gistId = byId(json.id as string);
	const rows = [
		{ change: 'write', filename: 'todo.md', content: '- Test' },
		{ change: 'rename', filename: 'notes.md', newFilename: 'ideas.md', content: '' },
		{ change: 'delete', filename: 'data.csv' },
	];
	const updated = await execute('update', { gistId, updateFields: { gistFileChanges: { rows } } });
	expect(updated.body).toEqual({
		files: {
			'todo.md': { content: '- Test' },
			'notes.md': { filename: 'ideas.md' },
			'data.csv': null,
		},
	});
});

/** Gets a gist with one truncated file, whose raw URL at another server returns `raw`. */
async function getTruncated(size: number, raw: string) {
	const [server, files] = [await startRawServer(), await startRawServer()];
	files.respond = (response) => void response.end(raw);
	const file = { filename: 'a.txt', truncated: true, raw_url: `${files.url}/raw`, size };
	server.respond = respondWithJson({ files: { 'a.txt': { ...file, encoding: 'utf-8' } } });
	code.credential.data.baseUrl = server.url;
	const { items, error } = await run('gist', 'get', { gistId: byId('aa5a') });
	return { file: filesOf(items[0] ?? { json: { files: [] } })[0], error, files };
}

test('text that the service truncates is read completely, without the credential', async () => {
	const content = 'é'.repeat(2 * 1024 * 1024);
	const { file, files } = await getTruncated(Buffer.byteLength(content), content);
	expect(file?.[0]).toBe('a.txt');
	expect(file?.[1] === content).toBe(true);
	expect(files.received).toHaveLength(1);
	expect(files.received[0]!.rawHeaders.join().toLowerCase()).not.toContain('authorization');
});

test('a gist fails if the raw URL of a file does not return all of it', async () => {
	const { error } = await getTruncated(12, 'Please sign in');
	expect(error?.message).toBe('The text of a.txt could not be read completely');
});

test.each([
	[
		'the same file twice',
		[
			{ change: 'write', filename: 'a.md', content: 'x' },
			{ change: 'delete', filename: 'a.md' },
		],
		'must contain each file once, but contains a.md twice',
	],
	[
		'a new file without text',
		[{ change: 'write', filename: 'a.md' }],
		'must contain the text of a.md',
	],
	[
		'a rename without a name',
		[{ change: 'rename', filename: 'a.md' }],
		'New File Name is required',
	],
])('an update is not sent with %s', async (_, rows, problem) => {
	const { error } = await run('gist', 'update', {
		gistId: byId('aa5a315d61ae'),
		updateFields: { gistFileChanges: { rows } },
	});
	expect(`${error?.message} ${error?.description ?? ''}`).toContain(problem);
	expect(code.requests.list()).toEqual([]);
});

test('the list of gists contains their descriptions, or the names of their files', async () => {
	await create([{ filename: 'notes.md', content: 'x' }]);
	await create([{ filename: 'a.md', content: 'x' }], {
		additionalFields: { gistDescription: 'Release notes' },
	});
	const { results } = await lookUp(codeHostingSetup(code), 'searchGist', {
		authentication: 'token',
		resource: 'gist',
		operation: 'get',
	});
	expect(results.map(({ name }) => name)).toEqual(['Release notes', 'notes.md']);
});
