import { byId } from './kit/locator';
import { startMigration } from './kit/migrationAssessment';

type Started = Awaited<ReturnType<typeof startMigration>>;
let service: Started['service'];
let run: Started['run'];
beforeEach(async () => {
	({ service, run } = await startMigration());
});
afterEach(async () => await service.close());

describe('project and location', () => {
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
});

describe('reading', () => {
	test('a list fails if a location is unreachable, unless Return Partial Success is on', async () => {
		const json = { unreachable: ['locations/asia-east1'] };
		service.faults.add({ on: 'GET *', status: 200, json });
		expect((await run('group', 'getAll')).error?.message).toBe(
			'The list would be incomplete: the service could not reach locations/asia-east1',
		);
		expect(
			(await run('longRunningOperation', 'getAll', { options: { returnPartialSuccess: true } }))
				.error,
		).toBeUndefined();
	});
});
