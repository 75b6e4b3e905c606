import { apiKey, indexedItems, Reply, thingByIndex, useExampleService } from './kit/exampleService';

const service = useExampleService();

const getThing = { items: indexedItems(1), parameters: thingByIndex };
const createThing = { items: indexedItems(1), parameters: { name: 'a', size: 1 } };

describe('output', () => {
	test('a top-level error field is renamed, so that n8n does not run the node again', async () => {
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

	test('64-bit IDs are strings, and no integer is rounded', async () => {
		service.handlers.set(
			'GET things',
			() =>
				new Reply(
					200,
					'{"wideId":7,"n":9007199254740993,"small":12,"text":"9007199254740993","f":1.5}',
					{ 'content-type': 'application/json' },
				),
		);
		expect((await service.run('get', getThing)).items[0]?.json).toEqual({
			wideId: '7',
			n: '9007199254740993',
			small: 12,
			text: '9007199254740993',
			f: 1.5,
		});
	});
});

describe('errors', () => {
	test('an HTML page instead of JSON is reported as an invalid response', async () => {
		service.faults.add({ body: 'html' });
		expect((await service.run('get', getThing)).error?.message).toBe(
			'The response from Example was truncated or is not valid JSON',
		);
	});

	test('a response that arrives too slowly is a timeout', async () => {
		service.handlers.set('GET things', () => ({ text: 'x'.repeat(2000) }));
		service.faults.add({ body: 'drip', dripMs: 100 });
		const { error } = await service.run('get', {
			...getThing,
			parameters: { ...thingByIndex, options: { timeout: 250, attempts: 1 } },
		});
		expect(error?.message).toBe('Example did not respond in time');
	});

	test('a missing response is a timeout', async () => {
		service.faults.add({ latencyMs: 5000 });
		const { error } = await service.run('get', {
			...getThing,
			parameters: { ...thingByIndex, options: { timeout: 150, attempts: 1 } },
		});
		expect(error?.message).toBe('Example did not respond in time');
	});

	test('a failed connection names the base URL as the value to check', async () => {
		const { error } = await service.run('get', {
			...getThing,
			data: { baseUrl: 'http://127.0.0.1:9' },
			parameters: { ...thingByIndex, options: { attempts: 1 } },
		});
		expect(error?.message).toBe('Could not connect to Example');
		expect(error?.description).toContain('base URL');
	});

	test('status 403 names the required permission', async () => {
		service.handlers.set('PUT things', () => new Reply(403, { message: 'no' }));
		const { error } = await service.run('update', {
			parameters: { thingId: { __rl: true, mode: 'id', value: '1' } },
		});
		expect(error?.description).toContain('things:write');
	});
});

describe('redirects', () => {
	test('a read request follows a redirect within the service with the credential', async () => {
		service.handlers.set('GET /things/0', () => new Reply(301, '', { location: '/moved/7' }));
		expect((await service.run('get', getThing)).items[0]?.json.id).toBe('7');
		expect(service.requests.list('/moved/7')[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);
	});

	test('a read request follows a redirect to another host without the credential', async () => {
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

	test('too many redirects are an error', async () => {
		service.handlers.set('GET things', () => new Reply(302, '', { location: '/things/0' }));
		expect((await service.run('get', getThing)).error?.message).toBe('Too many redirects');
		expect(service.requests.total).toBeLessThanOrEqual(7);
	});
});

describe('a service that echoes the credential', () => {
	test('does not leak it into the output', async () => {
		service.handlers.set('GET things', ({ headers }) => ({
			echo: headers,
			encoded: encodeURIComponent(apiKey),
		}));
		const { items } = await service.run('get', getThing);
		expect(JSON.stringify(items)).not.toContain(apiKey);
		expect(JSON.stringify(items)).not.toContain(encodeURIComponent(apiKey));
		expect(JSON.stringify(items)).toContain('[secret]');
	});

	test('does not leak it into an error or the execution data that n8n stores', async () => {
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
