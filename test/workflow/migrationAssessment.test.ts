import { byId } from './kit/locator';
import { items, parent, startMigration } from './kit/migrationAssessment';

type Started = Awaited<ReturnType<typeof startMigration>>;
let service: Started['service'];
let run: Started['run'];
beforeEach(async () => {
	({ service, run } = await startMigration());
});
afterEach(async () => await service.close());

describe('project and location', () => {
	test('are taken from the item if they are set there, and otherwise from the credential', async () => {
		await run('group', 'getAll');
		await run('group', 'getAll', { project: 'other', location: byId('europe-west1') });
		expect(service.requests.list().map(({ path }) => path)).toEqual([
			`/v1alpha1/${parent}/groups`,
			'/v1alpha1/projects/other/locations/europe-west1/groups',
		]);
	});

	test('a missing location is reported before a request is sent', async () => {
		const { error } = await run('group', 'getAll', {}, { credential: { location: '' } });
		expect(error?.message).toBe('Location is required');
		expect(service.requests.total).toBe(0);
	});

	test('a resource name overrides the credential, but must match the location of the item', async () => {
		await run('group', 'get', { groupId: byId('projects/far/locations/europe-west1/groups/g') });
		expect(service.requests.list().at(-1)?.path).toBe(
			'/v1alpha1/projects/far/locations/europe-west1/groups/g',
		);
		const { error } = await run('group', 'delete', {
			location: byId('us-central1'),
			groupId: byId('projects/far/locations/europe-west1/groups/g'),
		});
		expect(error?.message).toBe('Location is "us-central1", but Group belongs to "europe-west1"');
		expect(service.requests.count('DELETE *')).toBe(0);
	});

	test('the quota project of the credential is sent as a header', async () => {
		await run('location', 'getAll', {}, { credential: { quotaProject: 'payer' } });
		expect(service.requests.list()[0]?.headers['x-goog-user-project']).toBe('payer');
	});
});

describe('authentication', () => {
	test('a service account fetches one token for all items', async () => {
		service.seed('groups/g');
		const { items: out, error } = await run(
			'group',
			'get',
			{ groupId: byId('g') },
			{ credentialType: 'serviceAccount', items: items(12) },
		);
		expect(error).toBeUndefined();
		expect(out).toHaveLength(12);
		expect(service.tokensIssued).toBe(1);
	});

	test('a token that expires during a run is renewed, and no duplicate is created', async () => {
		service.settings.tokenRequests = 4;
		const { items: out, error } = await run(
			'group',
			'create',
			{ newId: '=g{{ $json.index }}' },
			{ credentialType: 'serviceAccount', items: items(6) },
		);
		expect(error).toBeUndefined();
		expect(out.map(({ json }) => json.name)).toEqual(
			items(6).map((_, index) => `${parent}/groups/g${index}`),
		);
		expect(service.records.filter(({ name }) => name.includes('/groups/'))).toHaveLength(6);
		expect(service.tokensIssued).toBeGreaterThan(1);
	});

	test('a rejected access token produces an error with a hint', async () => {
		const { error } = await run('group', 'getAll', {}, { credential: { accessToken: 'ended' } });
		expect(error?.message).toBe('Migration Assessment rejected the credential');
		expect(error?.description).toContain('OAuth2 or a service account');
		expect(JSON.stringify(error)).not.toContain('ended"');
	});
});

describe('reading', () => {
	test('all pages are read, or as many rows as Limit allows', async () => {
		for (let index = 0; index < 7; index++) service.seed(`groups/g${index}`);
		service.settings.pageSize = 3;
		expect((await run('group', 'getAll', { returnAll: true })).items).toHaveLength(7);
		expect(service.requests.count('GET */groups')).toBe(3);
		expect((await run('group', 'getAll', { limit: 2 })).items).toHaveLength(2);
		expect(service.requests.list().at(-1)?.query.pageSize).toBe('2');
	});

	test('filter and order are sent', async () => {
		service.seed('sources/a', { displayName: 'A', type: 'X' });
		service.seed('sources/b', { displayName: 'B', type: 'Y' });
		service.seed('sources/c', { displayName: 'C', type: 'Y' });
		const { items: out } = await run('source', 'getAll', {
			options: { filter: 'type = "Y"', orderBy: 'displayName desc' },
		});
		expect(out.map(({ json }) => json.displayName)).toEqual(['C', 'B']);
	});

	test('a repeated page stops pagination', async () => {
		for (let index = 0; index < 7; index++) service.seed(`groups/g${index}`);
		Object.assign(service.settings, { pageSize: 3, repeatPages: true });
		expect((await run('group', 'getAll', { returnAll: true })).error?.message).toBe(
			'Pagination is stuck: the service returned the same page twice',
		);
	});

	test('a list fails if a location is unreachable, unless Return Partial Success is on', async () => {
		service.settings.unreachable = ['locations/asia-east1'];
		expect((await run('group', 'getAll')).error?.message).toBe(
			'The list would be incomplete: the service could not reach locations/asia-east1',
		);
		expect(
			(await run('longRunningOperation', 'getAll', { options: { returnPartialSuccess: true } }))
				.error,
		).toBeUndefined();
	});

	test('error frames are returned as items', async () => {
		service.seed('sources/s');
		await run('asset', 'reportAssetFrames', {
			sourceId: byId('s'),
			framesData: '[{"machineDetails":{"machineName":"web-1"}},{"attributes":{"a":"b"}}]',
		});
		expect(service.requests.list('POST *')[0]).toMatchObject({
			query: { source: `${parent}/sources/s` },
		});
		const { items: frames } = await run('errorFrame', 'getAll', {
			sourceId: byId('s'),
			options: { errorFrameView: 'ERROR_FRAME_VIEW_FULL' },
		});
		expect(frames.map(({ json }) => json.violations)).toEqual([
			[{ field: 'machineDetails.machineName', violation: 'is required' }],
		]);
		const { items: one } = await run('errorFrame', 'get', {
			sourceId: byId('s'),
			errorFrameId: byId(String(frames[0]!.json.name)),
		});
		expect(one[0]?.json.name).toBe(frames[0]!.json.name);
	});

	test('each aggregation is returned as one item', async () => {
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
