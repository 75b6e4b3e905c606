import { numbered, ofItem, Reply, secretKey, useScratch } from './kit/scratch';

const scratch = useScratch();

const one = { items: numbered(1), parameters: ofItem };
const create = { items: numbered(1), parameters: { name: 'a', size: 1 } };

describe('sending again', () => {
	test.each([500, 502, 503, 504])('a reading request is sent again after %d', async (status) => {
		scratch.faults.add({ status, count: 2 });
		expect((await scratch.run('get', one)).items).toHaveLength(1);
		expect(scratch.requests.total).toBe(3);
	});

	test('a reading request is sent again after a broken connection, at most four times in all', async () => {
		scratch.faults.add({ drop: 'before', count: 3 });
		expect((await scratch.run('get', one)).items).toHaveLength(1);
		scratch.faults.add({ drop: 'after' });
		const { error } = await scratch.run('get', one);
		expect(error?.message).toBe('The connection to Scratch was interrupted');
		expect(error?.description).toContain('The request was attempted 4 times');
		expect(scratch.requests.total).toBe(8);
	});

	test.each([
		{ status: 500 },
		{ status: 503 },
		{ drop: 'before' as const },
		{ drop: 'after' as const },
		{ body: 'html' as const },
		{ body: 'truncated' as const },
	])(
		'a creating request is never sent again after %p, and the error says to look first',
		async (fault) => {
			scratch.faults.add(fault);
			const { error } = await scratch.run('create', create);
			expect(error).toBeDefined();
			expect(scratch.requests.total).toBe(1);
			if (!('status' in fault))
				expect(error?.description).toContain('may or may not have been processed');
		},
	);

	describe('with Retry On Fail, which runs the whole node again', () => {
		const retrying = {
			items: numbered(3),
			parameters: { name: '={{ $json.index }}', size: 1 },
			settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 },
		};
		const names = () =>
			scratch.requests.list('POST */things').map(({ body }) => (body as { name: string }).name);

		test('what was created is not created again, and what was surely refused goes out again', async () => {
			scratch.answers.set('POST things', () =>
				scratch.requests.total === 2 ? new Reply(418, {}) : {},
			);
			const { items, error } = await scratch.run('create', retrying);
			expect(error).toBeUndefined();
			expect(items).toHaveLength(3);
			expect(names()).toEqual(['0', '1', '1', '2']);
		});

		test('what may have been created does not go out again', async () => {
			scratch.faults.add({ drop: 'after', skip: 1, count: 1 });
			const { error } = await scratch.run('create', retrying);
			expect(error?.description).toContain('may or may not have been processed');
			expect(names()).toEqual(['0', '1']);
		});
	});

	test.each([
		{ status: 429, retryAfter: 0 },
		{ status: 503, retryAfter: 0 },
	])(
		'a creating request is sent again where the answer proves that nothing was done: %p',
		async (fault) => {
			scratch.faults.add({ ...fault, count: 2 });
			expect((await scratch.run('create', create)).items).toHaveLength(1);
			expect(scratch.requests.total).toBe(3);
		},
	);

	test("the service's own error code decides before the status", async () => {
		scratch.answers.set('POST things', () =>
			scratch.requests.total < 3 ? new Reply(500, { code: 'busy' }) : {},
		);
		expect((await scratch.run('create', create)).items).toHaveLength(1);
		expect(scratch.requests.total).toBe(3);
		scratch.answers.set(
			'GET things',
			() => new Reply(503, { code: 'spent' }, { 'retry-after': '0' }),
		);
		const { error } = await scratch.run('get', one);
		expect(error?.message).toBe('Scratch has no money');
		expect(scratch.requests.total).toBe(4);
	});

	test('a wait beyond the allowed one ends the item and says until when', async () => {
		scratch.faults.add({ status: 429, retryAfter: 3600 });
		const { error } = await scratch.run('get', one);
		expect(error?.message).toBe('The rate limit of Scratch was reached');
		expect(error?.description).toMatch(
			/asks to wait until 20\d\d-.*longer than Maximum Retry Wait/,
		);
		expect(scratch.requests.total).toBe(1);
	});

	test('a cancel ends the wait before a request is sent again', async () => {
		scratch.faults.add({ status: 429, retryAfter: 60 });
		const { run } = await scratch.run('get', {
			...one,
			during: (cancel) =>
				void scratch.requests.until(({ total }) => total === 1).then(() => setTimeout(cancel, 20)),
		});
		expect(run.status).toBe('canceled');
		expect(scratch.requests.total).toBe(1);
	});
});

describe('answers that are no answers', () => {
	test('a page of a proxy instead of JSON is told apart from an answer', async () => {
		scratch.faults.add({ body: 'html' });
		expect((await scratch.run('get', one)).error?.message).toBe(
			'The response from Scratch was truncated or is not valid JSON',
		);
	});

	test('an answer that drips is given up after the timeout', async () => {
		scratch.answers.set('GET things', () => ({ text: 'x'.repeat(2000) }));
		scratch.faults.add({ body: 'drip', dripMs: 100 });
		const { error } = await scratch.run('get', {
			...one,
			parameters: { ...ofItem, options: { timeout: 250, attempts: 1 } },
		});
		expect(error?.message).toBe('Scratch did not respond in time');
	});

	test('a service that does not answer at all is given up after the timeout', async () => {
		scratch.faults.add({ latencyMs: 5000 });
		const { error } = await scratch.run('get', {
			...one,
			parameters: { ...ofItem, options: { timeout: 150, attempts: 1 } },
		});
		expect(error?.message).toBe('Scratch did not respond in time');
	});

	test('a service that is not there names the base URL as the thing to check', async () => {
		const { error } = await scratch.run('get', {
			...one,
			data: { baseUrl: 'http://127.0.0.1:9' },
			parameters: { ...ofItem, options: { attempts: 1 } },
		});
		expect(error?.message).toBe('Could not connect to Scratch');
		expect(error?.description).toContain('base URL');
	});
});

describe('redirects', () => {
	test('within the service a reading request follows with the credential', async () => {
		scratch.answers.set('GET /things/0', () => new Reply(301, '', { location: '/moved/7' }));
		expect((await scratch.run('get', one)).items[0]?.json.id).toBe('7');
		expect(scratch.requests.list('/moved/7')[0]?.headers.authorization).toBe(`Bearer ${secretKey}`);
	});

	test('elsewhere it follows without the credential', async () => {
		scratch.answers.set(
			'GET /things/0',
			() => new Reply(302, '', { location: `${scratch.elsewhere.url}/there/9` }),
		);
		expect((await scratch.run('get', one)).items[0]?.json.id).toBe('9');
		expect(scratch.elsewhere.requests.list()[0]?.headers.authorization).toBeUndefined();
	});

	test.each([301, 302, 307, 308])('a writing request is not sent on after %d', async (status) => {
		scratch.answers.set(
			'POST things',
			() => new Reply(status, '', { location: `${scratch.elsewhere.url}/there/9` }),
		);
		expect((await scratch.run('create', create)).error?.message).toContain(
			'redirected to an address that the node does not follow',
		);
		expect(scratch.elsewhere.requests.total).toBe(0);
	});

	test('an endless one ends', async () => {
		scratch.answers.set('GET things', () => new Reply(302, '', { location: '/things/0' }));
		expect((await scratch.run('get', one)).error?.message).toBe('The service Too many redirects');
		expect(scratch.requests.total).toBeLessThanOrEqual(7);
	});
});

describe('secrets', () => {
	test('a service that echoes the credential leaks it into no item', async () => {
		scratch.answers.set('GET things', ({ headers }) => ({
			echo: headers,
			twice: encodeURIComponent(secretKey),
		}));
		const { items } = await scratch.run('get', one);
		expect(JSON.stringify(items)).not.toContain(secretKey);
		expect(JSON.stringify(items)).not.toContain(encodeURIComponent(secretKey));
		expect(JSON.stringify(items)).toContain('[secret]');
	});

	test('a service that echoes the credential leaks it into no error, whatever n8n stores of it', async () => {
		scratch.answers.set(
			'GET things',
			({ headers }) => new Reply(400, { message: `bad ${String(headers.authorization)}` }),
		);
		const { run, error } = await scratch.run('get', one);
		expect(error).toBeDefined();
		expect(JSON.stringify(run)).not.toContain(secretKey);
		expect(JSON.stringify({ ...error, stack: error?.stack })).not.toContain(secretKey);
	});
});

describe('what is refused before it is sent', () => {
	test.each([
		[
			'get',
			{ thingId: { __rl: true, mode: 'id', value: '../admin' } },
			'Thing cannot be used in a URL path, got "../admin"',
		],
		[
			'get',
			{ thingId: { __rl: true, mode: 'id', value: '={{ undefined }}' } },
			'Thing is required',
		],
		[
			'create',
			{ name: 'x'.repeat(21), size: 1 },
			'Name must be at most 20 characters long, got 21',
		],
		['create', { name: 'a', size: '={{ 10 }}' }, 'Size must be at most 9, got 10'],
		['create', { name: '={{ undefined }}', size: 1 }, 'Name is required'],
	])('%s with %p', async (operation, parameters, message) => {
		const { error } = await scratch.run(operation, { items: numbered(1), parameters });
		expect(error?.message).toBe(message);
		expect(error?.context?.itemIndex).toBe(0);
		expect(scratch.requests.total).toBe(0);
	});
});
