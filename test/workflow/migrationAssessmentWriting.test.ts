import { setTimeout as sleep } from 'node:timers/promises';
import { byId } from './kit/locator';
import { items, parent, startMigration } from './kit/migrationAssessment';

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

	test('Retry On Fail creates no duplicate, because each attempt has the same request ID', async () => {
		service.faults.add({ on: 'POST */groups', drop: 'after', count: 1 });
		const { items: out, error } = await run(
			'group',
			'create',
			{ newId: 'g', options: { attempts: 1 } },
			{ settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 } },
		);
		expect(error).toBeUndefined();
		expect(out[0]?.json).toMatchObject({ name: `${parent}/groups/g` });
		expect(
			new Set(service.requests.list('POST */groups').map(({ query }) => query.requestId)).size,
		).toBe(1);
		expect(service.requests.count('POST */groups')).toBe(2);
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

	test('every item has its own request ID', async () => {
		await run('group', 'create', { newId: '=g{{ $json.index }}' }, { items: items(3) });
		expect(
			new Set(service.requests.list('POST */groups').map(({ query }) => query.requestId)).size,
		).toBe(3);
	});

	test('a request without a request ID is not retried if it may have been processed', async () => {
		service.seed('sources/s');
		service.faults.add({ on: 'POST */assets:reportAssetFrames', drop: 'after', count: 1 });
		const { error } = await run('asset', 'reportAssetFrames', {
			sourceId: byId('s'),
			framesData: '[]',
		});
		expect(error?.description).toContain('so it was not retried');
		expect(service.requests.count('POST *')).toBe(1);
	});

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

	test('an update without changes is rejected before a request is sent', async () => {
		expect((await run('group', 'update', { groupId: byId('g') })).error?.message).toBe(
			'Update Mask is required, unless you set a field to change',
		);
		expect(service.requests.total).toBe(0);
	});

	test('settings are updated, and the ID of the preference set is sent as its resource name', async () => {
		const { items: out } = await run('location', 'updateSettings', {
			options: { preferenceSet: byId('standard') },
		});
		expect(out[0]?.json).toMatchObject({ preferenceSet: `${parent}/preferenceSets/standard` });
		expect((await run('location', 'getSettings')).items[0]?.json).toMatchObject({
			preferenceSet: `${parent}/preferenceSets/standard`,
		});
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

	test('Force deletes a record together with its child records', async () => {
		service.seed('reportConfigs/c');
		service.seed('reportConfigs/c/reports/r');
		expect(
			(await run('reportConfig', 'delete', { reportConfigId: byId('c') })).error?.message,
		).toBe('The record is not in a state that allows this operation');
		const { items: out } = await run('reportConfig', 'delete', {
			reportConfigId: byId('c'),
			options: { force: true },
		});
		expect(out[0]?.json).toEqual({ deleted: true });
	});

	test.each([
		['ALREADY_EXISTS', 'A record with this ID already exists'],
		['PERMISSION_DENIED', 'Migration Assessment denied access'],
		['quotaExceeded', 'The quota of the project is exceeded'],
	])('%s produces the error "%s" without a retry', async (code, message) => {
		service.faults.add({ code });
		expect(
			(await run('group', 'create', { newId: 'g', options: { attempts: 2 } })).error?.message,
		).toBe(message);
		expect(service.requests.count('POST */groups')).toBe(1);
	});

	test.each(['rateLimitExceeded', 'RESOURCE_EXHAUSTED'])(
		'%s is retried until Maximum Retry Wait, then produces an error',
		async (code) => {
			service.faults.add({ code });
			const options = { attempts: 2, maximumRetryWait: 1500 };
			const result = await run('group', 'create', { newId: 'g', options });
			expect(result.error?.message).toBe('The rate limit of Migration Assessment was reached');
			expect(service.requests.count('POST */groups')).toBeGreaterThan(1);
		},
	);

	test('with Continue On Fail, only the failed item has an error', async () => {
		service.seed('groups/g1');
		const { items: out } = await run(
			'group',
			'create',
			{ newId: '=g{{ $json.index }}' },
			{ items: items(3), settings: { onError: 'continueRegularOutput' } },
		);
		expect(out.map(({ json }) => Boolean(json.name))).toEqual([true, false, true]);
		expect(out[1]?.json.error).toBe('A record with this ID already exists');
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

	test('canceling the execution ends the wait, even if the polling interval is an hour', async () => {
		service.settings.operationMs = 600_000;
		const whenStarted = async () => {
			await service.requests.until((log) =>
				log.list('POST */groups').some(({ status }) => status !== undefined),
			);
			// Give the node time to receive the response.
			await sleep(100);
		};
		const { run: ended } = await run(
			'group',
			'create',
			{ newId: 'a', options: { pollingInterval: 3600 } },
			{ during: (cancel) => void whenStarted().then(cancel) },
		);
		expect(ended.status).toBe('canceled');
	});

	test('a poll that fails temporarily is retried', async () => {
		service.faults.add({ on: 'GET */operations/*', status: 503, count: 2 });
		expect((await run('group', 'create', { newId: 'a' })).items[0]?.json).toMatchObject({
			name: `${parent}/groups/a`,
		});
	});
});
