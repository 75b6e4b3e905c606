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

	test('an asset that does not exist is named instead of the group that it is added to', async () => {
		service.seed('groups/g');
		const add = async (group: string) =>
			(await run('group', 'addAssets', { groupId: byId(group), assetIds: 'server-1' })).error
				?.message;
		expect(await add('g')).toBe('assets/server-1 not found');
		expect(await add('none')).toBe('Group none not found');
	});
});

describe('long-running operations', () => {
	const failWith = (error: object) => {
		const metadata = { verb: 'create', target: `${parent}/groups/a` };
		const json = { name: `${parent}/operations/operation-1`, done: true, metadata, error };
		service.faults.add({ on: 'GET */operations/*', status: 200, json });
	};

	test('Wait For Completion selects whether the started or completed operation or its result is returned', async () => {
		const no = await run('group', 'create', { newId: 'a', wait: 'no' });
		expect(no.items[0]?.json).toMatchObject({ done: false, metadata: { verb: 'create' } });
		const operation = await run('group', 'create', { newId: 'b', wait: 'operation' });
		expect(operation.items[0]?.json).toMatchObject({
			done: true,
			metadata: { verb: 'create', target: `${parent}/groups/b` },
			response: { name: `${parent}/groups/b` },
		});
		const { error } = await run('group', 'create', { newId: 'a' });
		expect(error?.message).toContain('A record with this ID already exists');
		const result = await run('group', 'create', { newId: 'c' });
		expect(result.items[0]?.json).toMatchObject({ name: `${parent}/groups/c` });
		expect(result.items[0]?.json).not.toHaveProperty('@type');
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
		failWith({ code: 9, message: 'The region is closed' });
		const { error } = await run('group', 'create', { newId: 'a' });
		expect(error?.message).toBe(
			`The operation create ${parent}/groups/a failed: The region is closed`,
		);
		expect(error?.description).toMatch(/Operation name: projects\/\S+\/operations\/operation-/);
	});

	test.each(['__proto__', 'constructor'])(
		'the error code %s of a failed operation is reported as UNKNOWN',
		async (code) => {
			failWith({ code, message: 'No' });
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
