// Instance cloud in a real n8n instance: the metro in the URL, lists, a batch of ten thousand,
// DELETE with a body, the error output.
import {
	startInstanceCloud,
	type InstanceCloudService,
} from '../../services/instanceCloud/service';
import {
	credentialsOf,
	itemsOf,
	generateItems,
	nodesOf,
	resourceLocator,
	useSharedN8n,
	type SharedN8n,
} from '../kit/testN8n';
import type { StoredCredential } from '../../../tools/n8n/restTypes';

let n8n: SharedN8n;
let service: InstanceCloudService;
let credential: StoredCredential;
const credentialData = () => ({
	...service.credential.data,
	baseUrl: service.url.replace('127.0.0.1', '127.0.0.{metro}'),
	metro: '1',
});

beforeAll(async () => {
	service = await startInstanceCloud({ settings: { startMs: 100, stopMs: 100 } });
	n8n = await useSharedN8n();
	credential = await n8n.createCredential('instanceCloudApi', credentialData());
});
afterAll(async () => {
	await n8n?.close();
	await service?.close();
});
beforeEach(() => service.requests.clear());

const node = nodesOf('instanceCloud', () => credential);

test('the credential test checks the token and accepts base URLs with and without a path', async () => {
	expect(await n8n.rest.testCredential(credential)).toMatchObject({ status: 'OK' });
	const data = credentialData();
	expect(await n8n.rest.testCredential(credential, { ...data, apiToken: 'wrong' })).toMatchObject({
		status: 'Error',
	});
	expect(
		await n8n.rest.testCredential(credential, { ...data, baseUrl: `${data.baseUrl}/v1/` }),
	).toMatchObject({ status: 'OK' });
});

test('the resource locator lists instances with their state', async () => {
	service.cloud.createInstance({ name: 'listed', image: 'nginx:latest', autostart: false });
	const lookup = {
		nodeType: 'n8n-nodes-tenfold.instanceCloud',
		credentials: credentialsOf(credential),
	};
	const { results } = await n8n.rest.resourceLocatorResults(
		{ ...lookup, method: 'searchInstance', path: 'parameters.instanceId' },
		{ filter: 'listed' },
	);
	expect(results.map(({ name }) => name)).toEqual(['listed · stopped']);
});

test('ten thousand instances start in one request, and each result is linked to its item', async () => {
	for (let index = 0; index < 10_000; index++)
		service.cloud.createInstance({ name: `app-${index}`, image: 'nginx:latest', autostart: false });
	service.settings.shuffled = true;
	const execution = await n8n.run(
		'ten thousand',
		[
			...generateItems(10_000),
			node('Start All', 'instance', 'start', {
				instanceId: resourceLocator('=app-{{ $json.index }}'),
			}),
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
});

test('instances are deleted in one DELETE request, and failures go to the error output', async () => {
	for (const name of ['gone-0', 'gone-2'])
		service.cloud.createInstance({ name, image: 'nginx:latest', autostart: false });
	const execution = await n8n.run('deleting', [
		...generateItems(3),
		node(
			'Delete',
			'instance',
			'delete',
			{ instanceId: resourceLocator('=gone-{{ $json.index }}') },
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
		['Instance gone-1 not found'],
	]);
});
