/** The instance cloud in a real n8n: the metro in the address, lists, a batch of ten thousand, bodies with DELETE, the error output. */
import type { IDataObject } from 'n8n-workflow';
import { startInstanceCloud, type InstanceCloudService } from '../../services/instanceCloud/service';
import { itemsOf, manyItems, openStage, type NodeSpec, type Stage } from '../kit/testN8n';
import type { StoredCredential } from '../../../tools/n8n/restTypes';

let stage: Stage;
let service: InstanceCloudService;
let credential: StoredCredential;

beforeAll(async () => {
	service = await startInstanceCloud({ settings: { startMs: 100, stopMs: 100 } });
	stage = await openStage();
	credential = await stage.credential('instanceCloudApi', {
		...service.credential.data,
		baseUrl: service.url.replace('127.0.0.1', '127.0.0.{metro}'),
		metro: '1',
	});
}, 600_000);
afterAll(async () => {
	await stage?.close();
	await service?.close();
}, 60_000);
beforeEach(() => service.requests.clear());

const located = (value: string) => ({ __rl: true, mode: 'id', value });
const node = (
	name: string,
	operation: string,
	parameters: IDataObject = {},
	more: Partial<NodeSpec> = {},
): NodeSpec => ({
	name,
	type: 'n8n-nodes-tenfold.instanceCloud',
	parameters: { resource: 'instance', operation, ...parameters } as NodeSpec['parameters'],
	credentials: { instanceCloudApi: { id: credential.id, name: credential.name } },
	...more,
});

test("the credential's test tells a right token and metro from wrong ones", async () => {
	expect(await stage.rest.testCredential(credential)).toMatchObject({ status: 'OK' });
	const data = {
		...service.credential.data,
		baseUrl: service.url.replace('127.0.0.1', '127.0.0.{metro}'),
		metro: '1',
	};
	expect(await stage.rest.testCredential(credential, { ...data, apiToken: 'wrong' })).toMatchObject(
		{ status: 'Error' },
	);
	expect(
		await stage.rest.testCredential(credential, { ...data, baseUrl: `${data.baseUrl}/v1/` }),
	).toMatchObject({ status: 'OK' });
});

test('the list of the form shows instances with their state', async () => {
	service.cloud.createInstance({ name: 'shown', image: 'nginx:latest', autostart: false });
	const lookup = {
		nodeType: 'n8n-nodes-tenfold.instanceCloud',
		credentials: { instanceCloudApi: { id: credential.id, name: credential.name } },
	};
	const { results } = await stage.rest.resourceLocatorResults(
		{ ...lookup, method: 'searchInstance', path: 'parameters.instanceId' },
		{ filter: 'shown' },
	);
	expect(results.map(({ name }) => name)).toEqual(['shown · stopped']);
});

test('ten thousand instances start in one request, with every entry on its item', async () => {
	for (let index = 0; index < 10_000; index++)
		service.cloud.createInstance({ name: `app-${index}`, image: 'nginx:latest', autostart: false });
	service.settings.shuffled = true;
	const execution = await stage.run(
		'ten thousand',
		[
			...manyItems(10_000),
			node('Start All', 'start', { instanceId: located('=app-{{ $json.index }}') }),
		],
		{ timeout: 180_000 },
	);
	service.settings.shuffled = false;
	expect(execution.error).toBeUndefined();
	expect(service.requests.count()).toBe(1);
	const items = itemsOf(execution, 'Start All');
	expect(items).toHaveLength(10_000);
	expect(
		items.every(
			({ json, pairedItem }, index) =>
				json.name === `app-${index}` && (pairedItem as { item: number }).item === index,
		),
	).toBe(true);
}, 240_000);

test('deleting sends its list with DELETE, and what fails goes down the error output', async () => {
	for (const name of ['gone-0', 'gone-2'])
		service.cloud.createInstance({ name, image: 'nginx:latest', autostart: false });
	const execution = await stage.run('deleting', [
		...manyItems(3),
		node(
			'Delete',
			'delete',
			{ instanceId: located('=gone-{{ $json.index }}') },
			{ onError: 'continueErrorOutput' },
		),
	]);
	expect(execution.error).toBeUndefined();
	expect(service.requests.list('DELETE /v1/instances').map(({ body }) => body)).toEqual([
		[{ name: 'gone-0' }, { name: 'gone-1' }, { name: 'gone-2' }],
	]);
	const [run] = execution.nodes.Delete!;
	expect(run!.outputs.map((items) => items.map(({ json }) => json.name ?? json.error))).toEqual([
		['gone-0', 'gone-2'],
		['There is no instance gone-1 (error 8)'],
	]);
});
