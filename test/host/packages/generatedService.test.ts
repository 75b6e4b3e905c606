// A service that is generated from an API description, in a real n8n.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { StoredCredential } from '../../../tools/n8n/restTypes';
import { startServer, type LocalServer } from '../../services/kit/server';
import { copyRepository, runIn } from '../../unit/tools/repositoryCopy';
import { itemsOf, nodesOf, resourceLocator, startTestN8n, type TestN8n } from '../kit/testN8n';

const titles = ['Momo', 'Jim Button', 'The Neverending Story', 'The Night of Wishes', 'Mirror'];
const pageSize = 2;

let copy: string;
let library: LocalServer;
let n8n: TestN8n;
let credential: StoredCredential;

const startLibrary = async (): Promise<LocalServer> =>
	await startServer(
		{ name: 'library', failureBody: (code, message) => ({ error: { code, message } }) },
		(app) => {
			const books = titles.map((title, index) => ({ id: `book_${index + 1}`, title }));
			app.addHook('onRequest', async ({ headers }, reply) => {
				if (headers.authorization !== 'Bearer library-token')
					await reply.code(401).send({ error: { code: 'unauthorized', message: 'Unknown token' } });
			});
			app.get<{ Querystring: { cursor?: string } }>('/books', ({ query }, reply) => {
				const start = Number(query.cursor ?? 0);
				const end = start + pageSize;
				const next = end < books.length ? String(end) : null;
				return reply.send({ books: books.slice(start, end), meta: { next_cursor: next } });
			});
			app.get<{ Params: { id: string } }>('/books/:id', ({ params }, reply) =>
				reply.send(books.find(({ id }) => id === params.id)),
			);
		},
	);

/** Runs a command in the copy. @throws Error with its output, if it fails */
function run(...command: [string, ...string[]]): void {
	const { status, output } = runIn(copy, ...command);
	if (status !== 0) throw new Error(output);
}

beforeAll(async () => {
	copy = copyRepository();
	const document = 'tools/openApi/test/library.yaml';
	run('npm', 'run', 'new-service', '--', 'public-library', '--openapi', document);
	run('npm', 'run', 'build');
	run('npm', 'pack', '--ignore-scripts');
	const tarball = readdirSync(copy).find((name) => name.endsWith('.tgz'))!;
	library = await startLibrary();
	n8n = await startTestN8n({}, { tarball: join(copy, tarball) });
	credential = await n8n.createCredential('publicLibraryApi', {
		provider: 'other',
		baseUrl: library.url,
		accessToken: 'library-token',
	});
});
afterAll(async () => {
	await n8n?.close();
	await library?.close();
	if (copy) rmSync(copy, { recursive: true, force: true });
});

const book = nodesOf('publicLibrary', () => credential);

test('its credential is tested with a request of the document', async () => {
	expect(await n8n.rest.testCredential(credential)).toMatchObject({ status: 'OK' });
});

test('a workflow lists records over pages, and gets each of them', async () => {
	const execution = await n8n.run('Books', [
		book('List', 'book', 'getAll', { returnAll: true }),
		book('Get', 'book', 'get', { bookId: resourceLocator('={{ $json.id }}') }),
	]);
	expect(execution.status).toBe('success');
	expect(itemsOf(execution, 'List').map(({ json }) => json.title)).toEqual(titles);
	expect(itemsOf(execution, 'Get').map(({ json }) => json.title)).toEqual(titles);
});

test('Limit ends the pagination', async () => {
	library.requests.clear();
	const execution = await n8n.run('First books', [
		book('List', 'book', 'getAll', { returnAll: false, limit: 3 }),
	]);
	expect(itemsOf(execution, 'List').map(({ json }) => json.title)).toEqual(titles.slice(0, 3));
	expect(library.requests.count()).toBe(2);
});
