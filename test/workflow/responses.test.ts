import { apiKey, indexedItems, Reply, thingByIndex, useExampleService } from './kit/exampleService';

const service = useExampleService();

const getThing = { items: indexedItems(1), parameters: thingByIndex };
const createThing = { items: indexedItems(1), parameters: { name: 'a', size: 1 } };

describe('output', () => {
	test('a top-level error field is renamed, so that Retry On Fail does not run the node again', async () => {
		service.handlers.set('GET things', () => ({ id: 1, error: 'out of paper' }));
		const { items } = await service.run('get', {
			...getThing,
			settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 },
		});
		expect(items[0]?.json).toEqual({ id: 1, serviceError: 'out of paper' });
		expect(service.requests.total).toBe(1);
	});

	test('an empty response yields one item that confirms the operation', async () => {
		service.handlers.set('DELETE things', () => new Reply(204));
		service.handlers.set('PUT things', () => new Reply(204));
		expect((await service.run('remove', getThing)).items[0]?.json).toEqual({ deleted: true });
		expect((await service.run('update', getThing)).items[0]?.json).toEqual({ success: true });
	});
});

describe('errors', () => {
	test('a web page with status 404 proves that a write was not processed', async () => {
		service.faults.add({ page: '<h1>Not found</h1>', status: 404 });
		const { error } = await service.run('create', { parameters: { name: 'new' } });
		expect(error).toMatchObject({
			message: 'Example returned a web page instead of JSON',
			httpCode: '404',
			description: 'Check Base URL in the credential.',
		});
	});

	test.each(['http://127.0.0.1:99999', 'http://exa mple.test'])(
		'the invalid base URL %s is reported, and not retried',
		async (baseUrl) => {
			const { error } = await service.run('get', { ...getThing, data: { baseUrl } });
			expect(error?.message).toMatch(/URL/);
			expect(error?.description ?? '').not.toMatch(/processed|attempted/);
		},
	);
});

describe('redirects', () => {
	test('a read request follows a redirect within the service and sends the credential', async () => {
		service.handlers.set('GET /things/0', () => new Reply(301, '', { location: '/moved/7' }));
		expect((await service.run('get', getThing)).items[0]?.json.id).toBe('7');
		expect(service.requests.list('/moved/7')[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);
	});

	test('a read request follows a redirect to another host, but does not send the credential there', async () => {
		service.handlers.set(
			'GET /things/0',
			() => new Reply(302, '', { location: `${service.otherServer.url}/there/9` }),
		);
		expect((await service.run('get', getThing)).items[0]?.json.id).toBe('9');
		expect(service.otherServer.requests.list()[0]?.headers.authorization).toBeUndefined();
	});

	test.each([301, 302, 307, 308])(
		'a write request does not follow a redirect with status %d',
		async (status) => {
			service.handlers.set(
				'POST things',
				() => new Reply(status, '', { location: `${service.otherServer.url}/there/9` }),
			);
			expect((await service.run('create', createThing)).error?.message).toContain(
				'redirected to an address that the node does not follow',
			);
			expect(service.otherServer.requests.total).toBe(0);
		},
	);
});

describe('if the service echoes the credential, the node', () => {
	test('outputs a successful response unchanged', async () => {
		const response = { echo: apiKey, encoded: encodeURIComponent(apiKey), [apiKey]: [apiKey] };
		service.handlers.set('GET things', () => response);
		const { items } = await service.run('get', getThing);
		expect(items[0]?.json).toEqual(response);
	});

	test('follows a cursor that contains the credential', async () => {
		const next = `page-2?key=${apiKey}`;
		service.handlers.set('GET /things', ({ query }) =>
			query.cursor === next ? { things: [{ id: 2 }] } : { things: [{ id: 1 }], next },
		);
		const { items } = await service.run('getAll', { parameters: { returnAll: true } });
		expect(items.map(({ json }) => json.id)).toEqual([1, 2]);
	});

	test('does not leak the credential into an error or the execution data that n8n stores', async () => {
		service.handlers.set(
			'GET things',
			({ headers }) => new Reply(400, { message: `bad ${String(headers.authorization)}` }),
		);
		const { run, error } = await service.run('get', getThing);
		expect(error).toBeDefined();
		expect(JSON.stringify(run)).not.toContain(apiKey);
		expect(JSON.stringify({ ...error, stack: error?.stack })).not.toContain(apiKey);
	});
});
