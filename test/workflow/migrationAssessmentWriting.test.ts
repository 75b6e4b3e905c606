import { setTimeout as sleep } from 'node:timers/promises';
import { items, located, place, startMigration } from './kit/migrationAssessment';

type Started = Awaited<ReturnType<typeof startMigration>>;
let service: Started['service'];
let run: Started['run'];
beforeEach(async () => {
	({ service, run } = await startMigration());
});
afterEach(async () => await service.close());

describe('writing', () => {
	test('an answer that gets lost makes nothing twice: the repeat carries the same id', async () => {
		service.faults.add({ on: 'POST */groups', drop: 'after', count: 1 });
		const { items: out, error } = await run('group', 'create', {
			newId: 'g',
			options: { displayName: 'First wave' },
		});
		expect(error).toBeUndefined();
		expect(out[0]?.json).toMatchObject({ name: `${place}/groups/g`, displayName: 'First wave' });
		const sent = service.requests.list('POST */groups').map(({ query }) => query.requestId);
		expect(sent).toHaveLength(2);
		expect(sent[0]).toBe(sent[1]);
	});

	test('Retry On Fail makes nothing twice: each try of the node carries the same id', async () => {
		service.faults.add({ on: 'POST */groups', drop: 'after', count: 1 });
		const { items: out, error } = await run(
			'group',
			'create',
			{ newId: 'g', options: { attempts: 1 } },
			{ settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 } },
		);
		expect(error).toBeUndefined();
		expect(out[0]?.json).toMatchObject({ name: `${place}/groups/g` });
		expect(
			new Set(service.requests.list('POST */groups').map(({ query }) => query.requestId)).size,
		).toBe(1);
		expect(service.requests.count('POST */groups')).toBe(2);
	});

	test('items get ids of their own', async () => {
		await run('group', 'create', { newId: '=g{{ $json.index }}' }, { items: items(3) });
		expect(
			new Set(service.requests.list('POST */groups').map(({ query }) => query.requestId)).size,
		).toBe(3);
	});

	test('what carries no id is not sent again where it is open what happened', async () => {
		service.seed('sources/s');
		service.faults.add({ on: 'POST */assets:reportAssetFrames', drop: 'after', count: 1 });
		const { error } = await run('asset', 'reportAssetFrames', {
			sourceId: located('s'),
			framesData: '[]',
		});
		expect(error?.description).toContain('The request was not sent again');
		expect(service.requests.count('POST *')).toBe(1);
	});

	test('an update changes what was given and nothing else', async () => {
		service.seed('groups/g', { displayName: 'Old', description: 'Stays', labels: { a: 'b' } });
		const { items: out } = await run('group', 'update', {
			groupId: located('g'),
			options: { displayName: 'New' },
		});
		expect(service.requests.list('PATCH *')[0]?.query.updateMask).toBe('displayName');
		expect(out[0]?.json).toMatchObject({
			displayName: 'New',
			description: 'Stays',
			labels: { a: 'b' },
		});
	});

	test('a text that is emptied on purpose is cleared, and a mask of its own clears what is not given', async () => {
		service.seed('groups/g', { displayName: 'Old', description: 'Old', labels: { a: 'b' } });
		await run('group', 'update', { groupId: located('g'), options: { description: '' } });
		const { items: out } = await run('group', 'update', {
			groupId: located('g'),
			options: { updateMask: 'labels' },
		});
		expect(out[0]?.json).toMatchObject({ displayName: 'Old', description: '' });
		expect(out[0]?.json).not.toHaveProperty('labels');
	});

	test('an update without a change is refused before it is sent', async () => {
		expect((await run('group', 'update', { groupId: located('g') })).error?.message).toBe(
			'There is nothing to update',
		);
		expect(service.requests.total).toBe(0);
	});

	test('settings are changed like any record, and name the preference set in full', async () => {
		const { items: out } = await run('location', 'updateSettings', {
			options: { preferenceSet: located('standard') },
		});
		expect(out[0]?.json).toMatchObject({ preferenceSet: `${place}/preferenceSets/standard` });
		expect((await run('location', 'getSettings')).items[0]?.json).toMatchObject({
			preferenceSet: `${place}/preferenceSets/standard`,
		});
	});

	test('assets join and leave a group, under their ids or their names', async () => {
		for (const id of ['a', 'b']) service.seed(`assets/${id}`, { assignedGroups: [] });
		service.seed('groups/g');
		await run('group', 'addAssets', { groupId: located('g'), assetIds: `a, ${place}/assets/b` });
		expect(service.requests.list('POST *')[0]?.body).toMatchObject({
			assets: { assetIds: [`${place}/assets/a`, `${place}/assets/b`] },
		});
		await run('group', 'removeAssets', { groupId: located('g'), assetIds: ['a'] });
		const { items: out } = await run('asset', 'getAll', { simplify: true });
		expect(out.map(({ json }) => json.assignedGroups)).toEqual([[], [`${place}/groups/g`]]);
	});

	test('several assets are changed and deleted in one request', async () => {
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
			names: [`${place}/assets/a`, `${place}/assets/b`],
			cascadingRules: [{ cascadeLogicalDbs: {} }],
		});
		expect(service.records).toHaveLength(0);
	});

	test('a record with children goes with them where Force is set', async () => {
		service.seed('reportConfigs/c');
		service.seed('reportConfigs/c/reports/r');
		expect(
			(await run('reportConfig', 'delete', { reportConfigId: located('c') })).error?.message,
		).toBe('The record is not in a state that allows this');
		const { items: out } = await run('reportConfig', 'delete', {
			reportConfigId: located('c'),
			options: { force: true },
		});
		expect(out[0]?.json).toEqual({ deleted: true });
	});

	test.each([
		['ALREADY_EXISTS', 'There is a record with this id already', 1],
		['PERMISSION_DENIED', 'The credential does not have permission', 1],
		['quotaExceeded', 'The quota of the project is used up', 1],
		['rateLimitExceeded', 'The service rate limit', 2],
		['RESOURCE_EXHAUSTED', 'The service rate limit', 2],
	])('%s is told in words, after as many tries as make sense', async (code, message, tries) => {
		service.faults.add({ code });
		expect(
			(await run('group', 'create', { newId: 'g', options: { attempts: 2 } })).error?.message,
		).toBe(message);
		expect(service.requests.count('POST */groups')).toBe(tries);
	});

	test('a failure stays on its own item where the person wants to go on', async () => {
		service.seed('groups/g1');
		const { items: out } = await run(
			'group',
			'create',
			{ newId: '=g{{ $json.index }}' },
			{ items: items(3), settings: { onError: 'continueRegularOutput' } },
		);
		expect(out.map(({ json }) => Boolean(json.name))).toEqual([true, false, true]);
		expect(out[1]?.json.error).toBe('There is a record with this id already');
	});
});

describe('long-running operations', () => {
	test('the operation itself, with its metadata, or its result is returned, as chosen', async () => {
		const no = await run('group', 'create', { newId: 'a', wait: 'no' });
		expect(no.items[0]?.json).toMatchObject({ done: false, metadata: { verb: 'create' } });
		const operation = await run('group', 'create', { newId: 'b', wait: 'operation' });
		expect(operation.items[0]?.json).toMatchObject({
			done: true,
			metadata: { verb: 'create', target: `${place}/groups/b` },
			response: { name: `${place}/groups/b` },
		});
		const result = await run('group', 'create', { newId: 'c' });
		expect(result.items[0]?.json).toMatchObject({ name: `${place}/groups/c` });
		expect(result.items[0]?.json).not.toHaveProperty('@type');
	});

	test('one that is done at once is not asked for again', async () => {
		service.settings.operationMs = 0;
		expect((await run('group', 'create', { newId: 'a' })).items[0]?.json).toMatchObject({
			name: `${place}/groups/a`,
		});
		expect(service.requests.count('GET *')).toBe(0);
	});

	test('one that was begun before is waited for later, by its name', async () => {
		const begun = await run('group', 'create', { newId: 'a', wait: 'no' });
		const { items: out } = await run('longRunningOperation', 'wait', {
			operationId: located(String(begun.items[0]!.json.name)),
		});
		expect(out[0]?.json).toMatchObject({ name: `${place}/groups/a` });
	});

	test('one that takes too long is handed on as it is, marked', async () => {
		service.settings.operationMs = 60_000;
		const { items: out } = await run('group', 'create', {
			newId: 'a',
			options: { maximumWait: 0.001 },
		});
		expect(out[0]?.json).toMatchObject({ done: false, timedOut: true });
	});

	test('one that fails says why, and what it was about', async () => {
		service.settings.failures = { create: { code: 9, message: 'The region is closed' } };
		const { error } = await run('group', 'create', { newId: 'a' });
		expect(error?.message).toBe(
			`The operation create ${place}/groups/a failed: The region is closed`,
		);
		expect(error?.description).toMatch(/Its name is projects\/\S+\/operations\/operation-/);
	});

	test('one that is canceled at the service is told as such', async () => {
		service.settings.operationMs = 60_000;
		const begun = await run('group', 'create', { newId: 'a', wait: 'no' });
		const operationId = located(String(begun.items[0]!.json.name));
		expect((await run('longRunningOperation', 'cancel', { operationId })).items[0]?.json).toEqual({
			success: true,
		});
		const { error } = await run('longRunningOperation', 'wait', { operationId });
		expect(error?.message).toMatch(/^The operation create \S+ was canceled at the service$/);
		const { items: failed } = await run('longRunningOperation', 'get', { operationId });
		expect(failed[0]?.json).toMatchObject({ done: true, serviceError: { code: 1 } });
		expect((await run('longRunningOperation', 'delete', { operationId })).items[0]?.json).toEqual({
			deleted: true,
		});
	});

	test('stopping the execution ends the wait, however long the interval is', async () => {
		service.settings.operationMs = 600_000;
		const begun = async () => {
			await service.requests.until((log) =>
				log.list('POST */groups').some(({ status }) => status !== undefined),
			);
			// The answer is on its way to the node.
			await sleep(100);
		};
		const { run: ended } = await run(
			'group',
			'create',
			{ newId: 'a', options: { pollingInterval: 3600 } },
			{ during: (cancel) => void begun().then(cancel) },
		);
		expect(ended.status).toBe('canceled');
	});

	test('a poll that fails for a moment is repeated', async () => {
		service.faults.add({ on: 'GET */operations/*', status: 503, count: 2 });
		expect((await run('group', 'create', { newId: 'a' })).items[0]?.json).toMatchObject({
			name: `${place}/groups/a`,
		});
	});
});
