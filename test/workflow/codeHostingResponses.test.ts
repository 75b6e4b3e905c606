/**
 * Responses of the code hosting service that its local test service does not return: redirects of
 * renamed repositories, and `null`.
 */
import type { IDataObject } from 'n8n-workflow';
import { operationsOf } from '../../tools/generate/operationList';
import { codeHosting } from '../../nodes/CodeHosting/service';
import { nodeSetup, runOperation } from './kit/anyOperation';
import { rawServersPerTest, respondWithJson, type Responder } from './kit/rawServer';
import { sampleInput } from '../contract/kit/sampleInput';

const startServer = rawServersPerTest();

const operations = operationsOf(codeHosting).map(({ resource, key, operation }) => ({
	id: `${resource}.${key}`,
	resource,
	key,
	operation,
}));

/** Responds with a status, and with headers if there are any. */
const respondWith =
	(status: number, headers: Record<string, string> = {}): Responder =>
	(response) =>
		void response.writeHead(status, headers).end();

async function run(id: string, respond: Responder, parameters: IDataObject = {}) {
	const found = operations.find((operation) => operation.id === id)!;
	const server = await startServer();
	server.respond = respond;
	const setup = nodeSetup(codeHosting, {
		type: 'codeHostingApi',
		data: { baseUrl: server.url, token: 'a-token', scheme: 'token', provider: 'other' },
	});
	const { items } = await runOperation(
		codeHosting,
		setup,
		found,
		[{ ...sampleInput(codeHosting, found), ...parameters }],
		{ attempts: 1 },
	);
	const { json } = items[0]!;
	return { json, server };
}

/** Redirects every request to `/repositories/…`, where `respond` sends the response. */
const moved =
	(status: number, respond: Responder): Responder =>
	async (response, received, request) => {
		if (received.target.startsWith('/repositories/')) await respond(response, received, request);
		else
			await respondWith(status, { location: `/repositories/1296269${received.target}` })(
				response,
				received,
				request,
			);
	};

describe('Star: Check', () => {
	test.each([
		['is starred', 204, true],
		['is not starred', 404, false],
	])('follows the redirect of a renamed repository that %s', async (_, status, starred) => {
		const { json, server } = await run('star.check', moved(301, respondWith(status)));
		expect(json.starred).toBe(starred);
		expect(server.received).toHaveLength(2);
		expect(server.received[1]!.rawHeaders).toContain('token a-token');
	});
});

describe('a download from a renamed repository', () => {
	const link = 'https://files.example.com/log.zip?sig=1';

	test.each([301, 308])(
		'follows the %d redirect of the repository, and returns the signed link',
		async (status) => {
			const { json, server } = await run(
				'artifact.download',
				moved(status, respondWith(302, { location: link })),
				{ downloadAs: 'link' },
			);
			expect(json.url).toBe(link);
			expect(server.received.map(({ target }) => target.startsWith('/repositories/'))).toEqual([
				false,
				true,
			]);
		},
	);

	test('fails if the redirect leads outside the base URL, and sends no request there', async () => {
		const other = await startServer();
		const { json } = await run(
			'artifact.download',
			respondWith(301, { location: `${other.url}/repositories/1` }),
			{ downloadAs: 'link' },
		);
		expect(json.error).toContain('outside the base URL');
		expect(other.received).toEqual([]);
	});
});

describe('a response whose body is the JSON value null', () => {
	test.each(operations.filter(({ operation }) => operation.done))(
		'is treated as an empty response by $id',
		async ({ id }) => {
			const empty = await run(id, respondWith(200));
			const { json } = await run(id, respondWithJson(null));
			expect(json).toEqual(empty.json);
			expect(Object.keys(json).length).toBeGreaterThan(0);
		},
	);
});
