import { indexedItems, Reply, thingByIndex, useExampleService } from './kit/exampleService';

const service = useExampleService();
let issued = 0;
beforeEach(() => {
	issued = 0;
	service.handlers.set('POST /token', () => ({ token: `token-${++issued}` }));
});

const isCurrent = (authorization: unknown) => authorization === `Bearer token-${issued}`;
const getThing = {
	items: indexedItems(1),
	parameters: { ...thingByIndex, authentication: 'token' },
};

test('an expired token is renewed, and even a write is retried, because 401 proves that nothing was processed', async () => {
	let created = 0;
	service.handlers.set('POST things', ({ headers }) =>
		headers.authorization === 'Bearer old' ? new Reply(401) : { created: ++created },
	);
	const { items, error } = await service.run('create', {
		items: indexedItems(3),
		parameters: { name: 'a', size: 1, authentication: 'token' },
		data: { token: 'old' },
	});
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.created)).toEqual([1, 2, 3]);
	expect(issued).toBe(1);
});

test('if the renewed token is also rejected, the request fails without a second renewal', async () => {
	service.handlers.set('GET things', () => new Reply(401));
	const { error } = await service.run('get', { ...getThing, data: { token: 'old' } });
	expect(error?.message).toBe('Example rejected the credential');
	expect(issued).toBe(1);
});

test('a token that was fetched during the run is redacted from errors', async () => {
	service.handlers.set('GET things', ({ headers }) =>
		isCurrent(headers.authorization)
			? new Reply(400, { message: `not for ${String(headers.authorization)}` })
			: new Reply(401),
	);
	const { error } = await service.run('get', { ...getThing, data: { token: 'old-token' } });
	expect(error?.description).toContain('not for Bearer [secret]');
	expect(JSON.stringify(error)).not.toContain('token-1');
});

test.each(['key', 'token'])(
	'the credential is read once per run, whatever the number of items (%s)',
	async (authentication) => {
		const { items } = await service.run('get', {
			items: indexedItems(30),
			parameters: { ...thingByIndex, authentication },
			data: { token: 'current' },
		});
		expect(items).toHaveLength(30);
		expect(service.credentialReads()).toBe(1);
	},
);

test('all items use a token that was renewed during the run', async () => {
	service.handlers.set('GET things', ({ headers }) =>
		isCurrent(headers.authorization) ? { id: 1 } : new Reply(401),
	);
	const { items } = await service.run('get', {
		items: indexedItems(20),
		parameters: {
			...thingByIndex,
			authentication: 'token',
			options: { requestOptions: { itemsAtOnce: 1 } },
		},
		data: { token: 'old' },
	});
	expect(items).toHaveLength(20);
	expect(issued).toBe(1);
	expect(service.requests.total).toBe(22);
});

test('a run that starts after the credential was changed uses the new credential', async () => {
	await service.run('get', { ...getThing, data: { token: 'first' } });
	await service.run('get', { ...getThing, data: { token: 'second' } });
	const sent = service.requests.list().map(({ headers }) => headers.authorization);
	expect(sent).toEqual(['Bearer first', 'Bearer second']);
});
