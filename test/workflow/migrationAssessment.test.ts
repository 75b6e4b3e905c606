import { hintsOf } from './kit/executor';
import { byId } from './kit/locator';
import { parent, startMigration } from './kit/migrationAssessment';
import { rawServersPerTest, respondWithJson } from './kit/rawServer';

const startRawServer = rawServersPerTest();

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

describe('reading', () => {
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

	test('the assets are counted, grouped and summed, and a filter applies', async () => {
		for (const [id, coreCount] of [
			['a', 4],
			['b', 4],
			['c', 16],
		] as const)
			service.seed(`assets/${id}`, { machineDetails: { coreCount } });
		const field = 'machineDetails.coreCount';
		const rows = [
			{ field: '*', function: 'count' },
			{ field, function: 'frequency' },
			{ field, function: 'histogram', lowerBounds: '8' },
			{ field, function: 'sum' },
		];
		const { items: out } = await run('asset', 'aggregateValues', { aggregations: { rows } });
		expect(out.map(({ json }) => json)).toEqual([
			{ field: '*', count: { value: '3' } },
			{ field, frequency: { values: { 4: '2', 16: '1' } } },
			{
				field,
				histogram: {
					buckets: [
						{ lowerBound: '-Infinity', upperBound: 8, count: '2' },
						{ lowerBound: 8, upperBound: 'Infinity', count: '1' },
					],
				},
			},
			{ field, sum: { value: 24 } },
		]);
		const filtered = await run('asset', 'aggregateValues', {
			aggregations: { rows: rows.slice(0, 1) },
			filters: { filter: `name = "${parent}/assets/a"` },
		});
		expect(filtered.items[0]?.json).toEqual({ field: '*', count: { value: '1' } });
	});

	test('each aggregation is returned as one item', async () => {
		const results = [
			{ field: '*', count: { value: '3' } },
			{ field: 'machineDetails.coreCount', sum: { value: 22 } },
		];
		const server = await startRawServer();
		server.respond = respondWithJson({ results });
		const rows = [
			{ field: '*', function: 'count' },
			{ field: 'machineDetails.coreCount', function: 'sum' },
		];
		const { items: out } = await run(
			'asset',
			'aggregateValues',
			{ aggregations: { rows } },
			{ credential: { baseUrl: server.url } },
		);
		expect(out.map(({ json }) => json)).toEqual(results);
		expect(hintsOf(await run('asset', 'aggregateValues', {}))).toEqual([
			'There is no result, because Aggregations is empty. Add an aggregation.',
		]);
	});
});
