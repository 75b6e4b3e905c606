import { byId } from './kit/locator';
import { parent, startMigration } from './kit/migrationAssessment';

type Started = Awaited<ReturnType<typeof startMigration>>;
let service: Started['service'];
let run: Started['run'];
beforeEach(async () => {
	({ service, run } = await startMigration());
});
afterEach(async () => await service.close());

describe('writing', () => {
	test('no duplicate is created if a response is lost, because the retry has the same request ID', async () => {
		service.faults.add({ on: 'POST */groups', drop: 'after', count: 1 });
		const { items: out, error } = await run('group', 'create', {
			newId: 'g',
			options: { displayName: 'First wave' },
		});
		expect(error).toBeUndefined();
		expect(out[0]?.json).toMatchObject({ name: `${parent}/groups/g`, displayName: 'First wave' });
		const requestIds = service.requests.list('POST */groups').map(({ query }) => query.requestId);
		expect(requestIds).toHaveLength(2);
		expect(requestIds[0]).toBe(requestIds[1]);
	});

	test.each(['Tom Import 1', 'Wave', '1st', 'wave-', 'a'.repeat(64)])(
		'the service rejects the invalid ID %j',
		async (newId) => {
			const { error } = await run('group', 'create', { newId });
			expect(error?.description).toContain('query.groupId');
			expect(service.records).toHaveLength(0);
		},
	);

	test('the service accepts IDs of up to 63 characters', async () => {
		for (const newId of ['a', 'wave-1', 'a'.repeat(63)])
			expect((await run('group', 'create', { newId })).items[0]?.json).toMatchObject({
				name: `${parent}/groups/${newId}`,
			});
	});

	test.each([
		['fails', { status: 404, count: 1 }],
		['gets no response', { drop: 'after' as const, count: 4 }],
		['gets an empty response', { status: 204, count: 1 }],
	])(
		'if polling the operation of a write %s, the error reports that the write may have been processed',
		async (_, fault) => {
			service.faults.add({ on: 'GET */operations/*', ...fault });
			const { error } = await run('group', 'create', {
				newId: 'g',
				options: { maximumRetryWait: 1 },
			});
			expect(error?.description).toContain('may have been processed');
			expect(error?.description).toMatch(/Operation name: projects\/.*\/operations\//);
			expect(service.requests.count('POST */groups')).toBe(1);
		},
	);

	test('an update changes only the fields that are set', async () => {
		service.seed('groups/g', { displayName: 'Old', description: 'Stays', labels: { a: 'b' } });
		const { items: out } = await run('group', 'update', {
			groupId: byId('g'),
			options: { displayName: 'New' },
		});
		expect(service.requests.list('PATCH *')[0]?.query.updateMask).toBe('displayName');
		expect(out[0]?.json).toMatchObject({
			displayName: 'New',
			description: 'Stays',
			labels: { a: 'b' },
		});
	});

	test('a field is cleared by an empty option, or by an update mask that contains a field without a value', async () => {
		service.seed('groups/g', { displayName: 'Old', description: 'Old', labels: { a: 'b' } });
		await run('group', 'update', { groupId: byId('g'), options: { description: '' } });
		const { items: out } = await run('group', 'update', {
			groupId: byId('g'),
			options: { updateMask: 'labels' },
		});
		expect(out[0]?.json).toMatchObject({ displayName: 'Old', description: '' });
		expect(out[0]?.json).not.toHaveProperty('labels');
	});

	test('assets are added to and removed from a group, by ID or resource name', async () => {
		for (const id of ['a', 'b']) service.seed(`assets/${id}`, { assignedGroups: [] });
		service.seed('groups/g');
		await run('group', 'addAssets', { groupId: byId('g'), assetIds: `a, ${parent}/assets/b` });
		expect(service.requests.list('POST *')[0]?.body).toMatchObject({
			assets: { assetIds: [`${parent}/assets/a`, `${parent}/assets/b`] },
		});
		await run('group', 'removeAssets', { groupId: byId('g'), assetIds: ['a'] });
		const { items: out } = await run('asset', 'getAll', { simplify: true });
		expect(out.map(({ json }) => json.assignedGroups)).toEqual([[], [`${parent}/groups/g`]]);
	});

	test('an asset that does not exist is named instead of the group that it is added to', async () => {
		service.seed('groups/g');
		const add = async (group: string) =>
			(await run('group', 'addAssets', { groupId: byId(group), assetIds: 'server-1' })).error
				?.message;
		expect(await add('g')).toBe('assets/server-1 not found');
		expect(await add('none')).toBe('Group none not found');
	});

	test('several assets are updated and deleted in one request', async () => {
		for (const id of ['a', 'b']) service.seed(`assets/${id}`, { title: id });
		const { items: out } = await run('asset', 'batchUpdate', {
			requests:
				'[{"asset":{"name":"a","labels":{"wave":"1"}}},{"asset":{"name":"b","hidden":true}}]',
		});
		expect(out.map(({ json }) => [json.title, json.labels, json.hidden])).toEqual([
			['a', { wave: '1' }, undefined],
			['b', undefined, true],
		]);
		await run('asset', 'batchDelete', { names: 'a,b', options: { cascadeLogicalDatabases: true } });
		expect(service.requests.list('POST *').at(-1)?.body).toEqual({
			names: [`${parent}/assets/a`, `${parent}/assets/b`],
			cascadingRules: [{ cascadeLogicalDbs: {} }],
		});
		expect(service.records).toHaveLength(0);
	});
});

describe('long-running operations', () => {
	test('Wait For Completion selects whether the started or completed operation or its result is returned', async () => {
		const no = await run('group', 'create', { newId: 'a', wait: 'no' });
		expect(no.items[0]?.json).toMatchObject({ done: false, metadata: { verb: 'create' } });
		const operation = await run('group', 'create', { newId: 'b', wait: 'operation' });
		expect(operation.items[0]?.json).toMatchObject({
			done: true,
			metadata: { verb: 'create', target: `${parent}/groups/b` },
			response: { name: `${parent}/groups/b` },
		});
		const result = await run('group', 'create', { newId: 'c' });
		expect(result.items[0]?.json).toMatchObject({ name: `${parent}/groups/c` });
		expect(result.items[0]?.json).not.toHaveProperty('@type');
	});

	test('an operation that is done immediately is not polled', async () => {
		service.settings.operationMs = 0;
		expect((await run('group', 'create', { newId: 'a' })).items[0]?.json).toMatchObject({
			name: `${parent}/groups/a`,
		});
		expect(service.requests.count('GET *')).toBe(0);
	});

	test('Wait accepts the name of an existing operation and returns its result', async () => {
		const started = await run('group', 'create', { newId: 'a', wait: 'no' });
		const { items: out } = await run('longRunningOperation', 'wait', {
			operationId: byId(String(started.items[0]!.json.name)),
		});
		expect(out[0]?.json).toMatchObject({ name: `${parent}/groups/a` });
	});

	test('an operation that takes too long is returned with timedOut', async () => {
		service.settings.operationMs = 60_000;
		const { items: out } = await run('group', 'create', {
			newId: 'a',
			options: { maximumWait: 0.001 },
		});
		expect(out[0]?.json).toMatchObject({ done: false, timedOut: true });
	});

	test('the error of a failed operation contains its reason and target', async () => {
		service.settings.failures = { create: { code: 9, message: 'The region is closed' } };
		const { error } = await run('group', 'create', { newId: 'a' });
		expect(error?.message).toBe(
			`The operation create ${parent}/groups/a failed: The region is closed`,
		);
		expect(error?.description).toMatch(/Operation name: projects\/\S+\/operations\/operation-/);
	});

	test.each(['__proto__', 'constructor'])(
		'the error code %s of a failed operation is reported as UNKNOWN',
		async (code) => {
			service.settings.failures = { create: { code: code as never, message: 'No' } };
			const { error } = await run('group', 'create', { newId: 'a' });
			expect(error?.context.code).toBe('UNKNOWN');
		},
	);

	test('an operation that was canceled in the service is reported as canceled', async () => {
		service.settings.operationMs = 60_000;
		const started = await run('group', 'create', { newId: 'a', wait: 'no' });
		const operationId = byId(String(started.items[0]!.json.name));
		expect((await run('longRunningOperation', 'cancel', { operationId })).items[0]?.json).toEqual({
			success: true,
		});
		const { error } = await run('longRunningOperation', 'wait', { operationId });
		expect(error?.message).toMatch(/^The operation create \S+ was canceled in the service$/);
		const { items: failed } = await run('longRunningOperation', 'get', { operationId });
		expect(failed[0]?.json).toMatchObject({ done: true, serviceError: { code: 1 } });
		expect((await run('longRunningOperation', 'delete', { operationId })).items[0]?.json).toEqual({
			deleted: true,
		});
	});
});
