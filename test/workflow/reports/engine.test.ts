/** Faults of services and inputs of users that public reports and documentation describe, in the engine. */
import type { IDataObject } from 'n8n-workflow';
import { nodeSetup, testedServices } from '../kit/anyOperation';
import { runNode } from '../kit/executor';
import { byId, byName } from '../kit/locator';
import { rawCodeHosting } from '../kit/rawCodeHosting';
import { rawServersPerTest, respondWithJson, type Responder } from '../kit/rawServer';
import { rawRunner } from '../kit/rawService';
import { respondWith } from '../kit/routes';

const startServer = rawServersPerTest();
const run = rawCodeHosting(startServer);

// Secrets can have 48 KB: https://docs.github.com/en/actions/reference/secrets-reference
test('the error of a rejected secret of 24,000 characters has the message of the service and not the secret', async () => {
	const secretValue = Array.from({ length: 4800 }, (_, index) => `a/${index % 10}+Z`).join('');
	const publicKey = { key_id: '568250167242549743', key: Buffer.alloc(32, 9).toString('base64') };
	const secrets = '/repos/octo-org/hello-world/actions/secrets';
	const key = `GET ${secrets}/public-key`;
	const secret = `PUT ${secrets}/DEPLOY_KEY`;
	const rejection = respondWithJson({ message: `Invalid request: ${secretValue}` }, 422);
	const ran = await run(
		{ [key]: publicKey, [secret]: rejection },
		'repositorySecret',
		'upsert',
		{ newName: 'DEPLOY_KEY', secretValue },
		{ settings: { onError: 'continueRegularOutput' } },
	);
	expect(ran.lines).toEqual([key, secret]);
	expect(ran.items).toHaveLength(1);
	const shown = JSON.stringify([ran.items, ran.run.data.resultData]);
	expect(shown).toContain('Invalid request: [secret]');
	expect(shown.split('a/0+Z').length).toBe(1);
});

// n8n-io/n8n#12742 reports that token endpoints limit requests. Errors of token endpoints: RFC 6749, section 5.2, for those with a code. The API has rejected the request with 401, so nothing was processed.
describe('a write whose OAuth2 token n8n cannot renew', () => {
	const fail: Readonly<Record<string, Responder>> = {
		'500': respondWithJson({ error_description: 'internal' }, 500),
		'503': (response) => void response.writeHead(503).end('<html>unavailable</html>'),
		'429': (response) => void response.writeHead(429).end('Too many requests'),
		'a reset': (_, __, request) => void request.socket.destroy(),
		'429 with an error code': respondWithJson({ error: 'slow_down' }, 429),
	};

	const createTask = async (failure: string, requestOptions: IDataObject, settings: object) => {
		const server = await startServer();
		let renewals = 0;
		server.respond = (response, received, request) => {
			const isToken = received.target === '/token';
			const isCurrent = received.rawHeaders.includes('Bearer new-token');
			const responder = isToken
				? renewals++ === 0
					? fail[failure]!
					: respondWithJson({ access_token: 'new-token', token_type: 'Bearer' })
				: respondWithJson({ id: 't1', title: 'Pay rent' }, isCurrent ? 200 : 401);
			void responder(response, received, request);
		};
		const { service } = testedServices.find(({ service: { name } }) => name === 'taskList')!;
		const setup = nodeSetup(service, {
			type: 'taskListOAuth2Api',
			data: {
				provider: 'other',
				baseUrl: server.url,
				grantType: 'authorizationCode',
				authentication: 'body',
				tokenUrl: `${server.url}/token`,
				clientId: 'client',
				clientSecret: 'client-secret',
				oauthTokenData: { access_token: 'old-token', refresh_token: 'r1', token_type: 'Bearer' },
			} as never,
		});
		const result = await runNode(setup, {
			parameters: {
				authentication: 'oAuth2',
				resource: 'task',
				operation: 'create',
				taskListId: byId('l1'),
				title: 'Pay rent',
				options: { requestOptions },
			},
			settings,
		});
		const created = server.received.filter(
			({ rawHeaders, target }) => target !== '/token' && rawHeaders.includes('Bearer new-token'),
		);
		return { ...result, created: created.length };
	};

	test.each(['500', '503', '429', 'a reset'])('is sent again: %s', async (failure) => {
		const { items, error, created } = await createTask(failure, {}, {});
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.title)).toEqual(['Pay rent']);
		expect(created).toBe(1);
	});

	test.each(Object.keys(fail))('is sent by Retry On Fail: %s', async (failure) => {
		const { items, error, created } = await createTask(
			failure,
			{ attempts: 1 },
			{ retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
		);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.title)).toEqual(['Pay rent']);
		expect(created).toBe(1);
	});

	test.each([
		['500', '500'],
		['503', '503'],
		['429', 'Too many requests'],
		['a reset', 'socket hang up'],
		['429 with an error code', 'slow_down'],
	])('has an error that says so: %s', async (failure, detail) => {
		const { error, created } = await createTask(failure, { attempts: 1 }, {});
		expect(error?.message).toBe('The access token of the credential could not be renewed');
		expect(error?.description).toContain(detail);
		expect(error?.description).not.toContain('may or may not');
		expect(created).toBe(0);
	});
});

// Repeated parameters are common in filters, and the Link header repeats them:
// https://docs.github.com/en/rest/using-the-rest-api/using-pagination-in-the-rest-api
test('API Request: Get Many sends a repeated query parameter on every page', async () => {
	const next = '/repos/o/r/issues?label=bug&label=ui&per_page=100&page=2';
	const link = `<${next}>; rel="next", <${next}>; rel="last"`;
	const respond: Responder = (response, received, request) =>
		(received.target.includes('page=2')
			? respondWithJson([{ id: 2 }])
			: respondWith(200, { link }, [{ id: 1 }]))(response, received, request);
	const { json, error, server } = await run(respond, 'apiRequest', 'getAll', {
		requestUrl: '/repos/o/r/issues?label=bug&label=ui',
		returnAll: true,
	});
	expect(error).toBeUndefined();
	expect(json.map(({ id }) => id)).toEqual([1, 2]);
	expect(
		server.received.map(({ target }) => new URL(target, 'http://x').searchParams.getAll('label')),
	).toEqual([
		['bug', 'ui'],
		['bug', 'ui'],
	]);
});

test.each(['__proto__', 'constructor'])('API Request refuses the header %s', async (name) => {
	const { error, lines } = await run({}, 'apiRequest', 'send', {
		requestUrl: '/user',
		options: { requestHeaders: { rows: [{ name, value: 'x' }] } },
	});
	expect(error?.message).toBe(
		`Headers 1: Header Name cannot be ${name}, because the node sets this header`,
	);
	expect(lines).toEqual([]);
});

describe('a list', () => {
	const listConnections = async (body: unknown) =>
		await rawRunner(startServer)(
			'financeData',
			{ resource: 'connection', operation: 'getAll', returnAll: true },
			respondWithJson(body),
		);

	// Rutter has published both for GET /configs/webhooks, depending on the version of its API.
	test.each([[[{ id: 'c1' }]], [{ connections: [{ id: 'c1' }] }]])(
		'is read from an array and from an object: %j',
		async (body) => {
			const { items, error } = await listConnections(body);
			expect(error).toBeUndefined();
			expect(items.map(({ json }) => json.id)).toEqual(['c1']);
		},
	);

	test('that the response does not contain is an error', async () => {
		const { error } = await listConnections({ status: 'ok', items: [{ id: 'c1' }] });
		expect(error?.message).toBe('The response does not contain a list named connections');
		expect(error?.description).toContain('It contains status, items.');
	});

	test.each([{}, { connections: null }, { next_cursor: '' }])(
		'that is empty and omitted has no rows: %j',
		async (body) => {
			const { items, error } = await listConnections(body);
			expect([items, error]).toEqual([[], undefined]);
		},
	);
});

// IDs of social networks and snowflakes exceed 2^53: https://discord.com/developers/docs/reference#snowflakes
describe('an integer above 2^53', () => {
	const sendJson = async (requestJson: string) => {
		const { error, server } = await run({ 'POST /things': {} }, 'apiRequest', 'send', {
			requestMethod: 'POST',
			requestUrl: '/things',
			requestBody: 'json',
			requestJson,
		});
		return { error, bodies: server.received.map(({ body }) => body.toString()) };
	};

	test('in a JSON field is sent with all its digits', async () => {
		const { error, bodies } = await sendJson(
			'{ "id": 12345678901234567890, "rows": [{ "at": -9007199254740993 }], "text": "9007199254740993" }',
		);
		expect(error).toBeUndefined();
		expect(bodies).toEqual([
			'{"id":12345678901234567890,"rows":[{"at":-9007199254740993}],"text":"9007199254740993"}',
		]);
	});

	test('that an expression has rounded is refused', async () => {
		const { error, bodies } = await sendJson('={{ ({ user: { id: 9007199254740993 } }) }}');
		expect(error?.message).toContain('contains an integer whose last digits were rounded');
		expect(error?.message).toContain('"id"');
		expect(bodies).toEqual([]);
	});
});

// n8n keeps the blanks of an expression such as `=  {{ owner }}`, which public workflows contain.
test('blanks around an expression are not part of an owner, a name or a path', async () => {
	const line = 'GET /repos/octo-org/hello-world/actions/variables/DEPLOY_KEY';
	const { error } = await run({ [line]: { name: 'DEPLOY_KEY' } }, 'variable', 'get', {
		owner: byName('=  {{ "octo-org" }} '),
		repository: byName('= {{ "hello-world" }}'),
		variableName: byName('=  {{ "DEPLOY_KEY" }} '),
	});
	expect(error).toBeUndefined();
});

// https://docs.github.com/en/rest/git/refs#get-a-reference: the reference has an `object`.
test.each([
	['type', { ref: 'refs/tags/v1' }],
	['object', null],
])('a response without the property %s is an error that says so', async (property, body) => {
	const { error } = await run(respondWithJson(body), 'tag', 'get', { tagName: byName('v1') });
	expect(error?.message).toBe('A value or a response has an unexpected format');
	expect(error?.description).toContain(`The property ${property} cannot be read`);
});

test.each(['https:// x', 'https://example.com:99999'])(
	'a base URL that is not valid is named in the error: %s',
	async (baseUrl) => {
		const parameters = { requestUrl: '/user' };
		const { error } = await run({}, 'apiRequest', 'send', parameters, { credential: { baseUrl } });
		expect(error?.message).toMatch(
			/^Base URL for .+ must be a valid URL that starts with https:\/\/ or http:\/\/$/,
		);
	},
);

describe('a long value', () => {
	const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
		const begin = process.cpuUsage();
		await work();
		return process.cpuUsage(begin).user / 1000;
	};

	test('in a query with 20,000 parameters is refused, and does not block n8n', async () => {
		const requestUrl = `/user?${'a&'.repeat(20_000)}`;
		const send = async () => {
			const { error } = await run({}, 'apiRequest', 'send', { requestUrl });
			expect(error?.message).toBe('Path or URL must be at most 16384 characters long, got 40006');
		};
		expect(await timeOf(send)).toBeLessThan(3000);
	});

	test('in the place of an ID is refused before any pattern', async () => {
		const gistId = byId(`https://gist.github.com/${'a/'.repeat(100_000)}`);
		const get = async () => {
			const { error } = await run({}, 'gist', 'get', { gistId });
			expect(error?.message).toMatch(/^Gist must be at most 2048 characters long/);
		};
		expect(await timeOf(get)).toBeLessThan(3000);
	});
});

// chaoss/grimoirelab-perceval#521: lists with many comments fail with 502 at 100 per page.
test('Page Size limits the rows of every page, with and without a limit', async () => {
	const respond: Responder = (response, received, request) => {
		const { searchParams } = new URL(received.target, 'http://x');
		const size = Number(searchParams.get('per_page'));
		const from = (Number(searchParams.get('page') ?? 1) - 1) * size;
		const rows = Array.from({ length: 50 }, (_, index) => ({ id: index, name: `l${index}` }));
		const isTooLarge = size > 20;
		const responder = respondWithJson(
			isTooLarge ? {} : rows.slice(from, from + size),
			isTooLarge ? 502 : 200,
		);
		void responder(response, received, request);
	};
	for (const more of [{ returnAll: true }, { limit: 45 }]) {
		const parameters = { ...more, options: { pageSize: 20 } };
		const { items, error, lines } = await run(respond, 'label', 'getAll', parameters);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(more.limit ?? 50);
		expect(lines).toHaveLength(3);
	}
});
