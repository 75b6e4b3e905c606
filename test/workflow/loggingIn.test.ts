import { numbered, ofItem, Reply, useScratch } from './kit/scratch';

const scratch = useScratch();
let issued = 0;
beforeEach(() => {
	issued = 0;
	scratch.answers.set('POST /token', () => ({ token: `token-${++issued}` }));
});

const valid = (token: unknown) => token === `Bearer token-${issued}`;

test('a token is fetched before the first request', async () => {
	scratch.answers.set('GET things', ({ headers }) =>
		valid(headers.authorization) ? { id: 1 } : new Reply(401),
	);
	const { items } = await scratch.run('get', {
		items: numbered(1),
		parameters: { ...ofItem, authentication: 'token' },
	});
	expect(items[0]?.json).toEqual({ id: 1 });
	expect(scratch.requests.total).toBe(2);
});

test('a token that ends in mid-run is renewed, and a creating request is sent again, as 401 says that nothing was done', async () => {
	let created = 0;
	scratch.answers.set('POST things', ({ headers }) =>
		headers.authorization === 'Bearer old' ? new Reply(401) : { created: ++created },
	);
	const { items, error } = await scratch.run('create', {
		items: numbered(3),
		parameters: { name: 'a', size: 1, authentication: 'token' },
		data: { token: 'old' },
	});
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.created)).toEqual([1, 2, 3]);
	expect(issued).toBe(1);
});

test('a credential that stays refused is an error after one renewal', async () => {
	scratch.answers.set('GET things', () => new Reply(401));
	const { error } = await scratch.run('get', {
		items: numbered(1),
		parameters: { ...ofItem, authentication: 'token' },
		data: { token: 'old' },
	});
	expect(error?.message).toBe('Scratch rejected the credential');
	expect(issued).toBe(1);
});

test('a token that was fetched in mid-run is kept out of errors like any other secret', async () => {
	scratch.answers.set('GET things', ({ headers }) =>
		valid(headers.authorization)
			? new Reply(400, { message: `not for ${String(headers.authorization)}` })
			: new Reply(401),
	);
	const { error } = await scratch.run('get', {
		items: numbered(1),
		parameters: { ...ofItem, authentication: 'token' },
		data: { token: 'old-token' },
	});
	expect(error?.description).toContain('not for Bearer [secret]');
	expect(JSON.stringify(error)).not.toContain('token-1');
});

test('where no credential is chosen, none is sent', async () => {
	await scratch.run('get', {
		items: numbered(1),
		parameters: { ...ofItem, authentication: 'none' },
		data: { token: 'old' },
	});
	expect(scratch.requests.list().map(({ headers }) => headers.authorization)).toEqual([undefined]);
});
