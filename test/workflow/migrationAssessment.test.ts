import { items, located, place, startMigration } from './kit/migrationAssessment';

type Started = Awaited<ReturnType<typeof startMigration>>;
let service: Started['service'];
let run: Started['run'];
beforeEach(async () => {
	({ service, run } = await startMigration());
});
afterEach(async () => await service.close());

describe('where a request goes', () => {
	test('project and location come from the credential, or from the item', async () => {
		await run('group', 'getAll');
		await run('group', 'getAll', { project: 'other', location: located('europe-west1') });
		expect(service.requests.list().map(({ path }) => path)).toEqual([
			`/v1alpha1/${place}/groups`,
			'/v1alpha1/projects/other/locations/europe-west1/groups',
		]);
	});

	test('a location that neither gives is asked for before anything is sent', async () => {
		const { error } = await run('group', 'getAll', {}, { credential: { location: '' } });
		expect(error?.message).toBe('Location is required');
		expect(service.requests.total).toBe(0);
	});

	test("a record's full name says where it lies, whatever the credential says", async () => {
		await run('group', 'get', { groupId: located('projects/far/locations/europe-west1/groups/g') });
		expect(service.requests.list().at(-1)?.path).toBe(
			'/v1alpha1/projects/far/locations/europe-west1/groups/g',
		);
		const { error } = await run('group', 'delete', {
			location: located('us-central1'),
			groupId: located('projects/far/locations/europe-west1/groups/g'),
		});
		expect(error?.message).toBe('Location is "us-central1", but Group lies in "europe-west1"');
		expect(service.requests.count('DELETE *')).toBe(0);
	});

	test('a quota project goes along where the credential names one', async () => {
		await run('location', 'getAll', {}, { credential: { quotaProject: 'payer' } });
		expect(service.requests.list()[0]?.headers['x-goog-user-project']).toBe('payer');
	});
});

describe('logging in', () => {
	test('a service account fetches one token for all items', async () => {
		service.seed('groups/g');
		const { items: out, error } = await run(
			'group',
			'get',
			{ groupId: located('g') },
			{ login: 'serviceAccount', items: items(12) },
		);
		expect(error).toBeUndefined();
		expect(out).toHaveLength(12);
		expect(service.tokensIssued).toBe(1);
	});

	test('a token that ends in mid-run is renewed, and nothing is created twice', async () => {
		service.settings.tokenRequests = 4;
		const { items: out, error } = await run(
			'group',
			'create',
			{ newId: '=g{{ $json.index }}' },
			{ login: 'serviceAccount', items: items(6) },
		);
		expect(error).toBeUndefined();
		expect(out.map(({ json }) => json.name)).toEqual(
			items(6).map((_, index) => `${place}/groups/g${index}`),
		);
		expect(service.records.filter(({ name }) => name.includes('/groups/'))).toHaveLength(6);
		expect(service.tokensIssued).toBeGreaterThan(1);
	});

	test('a plain token that is refused says what to do', async () => {
		const { error } = await run('group', 'getAll', {}, { credential: { accessToken: 'ended' } });
		expect(error?.message).toBe('The service rejected the credential');
		expect(error?.description).toContain('OAuth2 or a service account');
		expect(JSON.stringify(error)).not.toContain('ended"');
	});
});

describe('reading', () => {
	test('all pages are read, or as many rows as wanted', async () => {
		for (let index = 0; index < 7; index++) service.seed(`groups/g${index}`);
		service.settings.pageSize = 3;
		expect((await run('group', 'getAll', { returnAll: true })).items).toHaveLength(7);
		expect(service.requests.count('GET */groups')).toBe(3);
		expect((await run('group', 'getAll', { limit: 2 })).items).toHaveLength(2);
		expect(service.requests.list().at(-1)?.query.pageSize).toBe('2');
	});

	test('filter and order are passed on', async () => {
		service.seed('sources/a', { displayName: 'A', type: 'X' });
		service.seed('sources/b', { displayName: 'B', type: 'Y' });
		service.seed('sources/c', { displayName: 'C', type: 'Y' });
		const { items: out } = await run('source', 'getAll', {
			options: { filter: 'type = "Y"', orderBy: 'displayName desc' },
		});
		expect(out.map(({ json }) => json.displayName)).toEqual(['C', 'B']);
	});

	test('a service that repeats its pages is left', async () => {
		for (let index = 0; index < 7; index++) service.seed(`groups/g${index}`);
		Object.assign(service.settings, { pageSize: 3, repeatPages: true });
		expect((await run('group', 'getAll', { returnAll: true })).error?.message).toBe(
			'Pagination is stuck: the service returned the same page twice',
		);
	});

	test('a list that lacks a location is an error and no short list', async () => {
		service.settings.unreachable = ['locations/asia-east1'];
		expect((await run('group', 'getAll')).error?.message).toBe(
			'The list would be incomplete: the service cannot reach locations/asia-east1',
		);
		expect(
			(await run('longRunningOperation', 'getAll', { options: { returnPartialSuccess: true } }))
				.error,
		).toBeUndefined();
	});

	test('error frames come as items', async () => {
		service.seed('sources/s');
		await run('asset', 'reportAssetFrames', {
			sourceId: located('s'),
			framesData: '[{"machineDetails":{"machineName":"web-1"}},{"attributes":{"a":"b"}}]',
		});
		expect(service.requests.list('POST *')[0]).toMatchObject({
			query: { source: `${place}/sources/s` },
		});
		const { items: frames } = await run('errorFrame', 'getAll', {
			sourceId: located('s'),
			options: { errorFrameView: 'ERROR_FRAME_VIEW_FULL' },
		});
		expect(frames.map(({ json }) => json.violations)).toEqual([
			[{ field: 'machineDetails.machineName', violation: 'is required' }],
		]);
		const { items: one } = await run('errorFrame', 'get', {
			sourceId: located('s'),
			errorFrameId: located(String(frames[0]!.json.name)),
		});
		expect(one[0]?.json.name).toBe(frames[0]!.json.name);
	});

	test('values are aggregated, one item each', async () => {
		for (const cores of [2, 4, 16])
			service.seed(`assets/a${cores}`, { machineDetails: { coreCount: cores } });
		const rows = [
			{ field: '*', function: 'count' },
			{ field: 'machineDetails.coreCount', function: 'sum' },
			{ field: 'machineDetails.coreCount', function: 'histogram', lowerBounds: '0, 4' },
			{ field: 'machineDetails.coreCount', function: 'frequency' },
		];
		const { items: out } = await run('asset', 'aggregateValues', { aggregations: { rows } });
		expect(out.map(({ json }) => json)).toEqual([
			{ field: '*', count: { value: '3' } },
			{ field: 'machineDetails.coreCount', sum: { value: 22 } },
			{
				field: 'machineDetails.coreCount',
				histogram: {
					buckets: [
						{ lowerBound: 0, count: '1' },
						{ lowerBound: 4, count: '2' },
					],
				},
			},
			{ field: 'machineDetails.coreCount', frequency: { values: { 2: '1', 4: '1', 16: '1' } } },
		]);
	});
});
