import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { InstanceCloudApi } from '../../credentials/InstanceCloudApi.credentials';
import { InstanceCloud } from '../../nodes/InstanceCloud/InstanceCloud.node';
import type { Instance } from '../services/instanceCloud/cloud';
import { UNKNOWN_UUID as nobody } from '../services/instanceCloud/operations';
import { startInstanceCloud, type InstanceCloudService } from '../services/instanceCloud/service';
import { runNode, type RunOptions, type RunResult } from './kit/executor';

let service: InstanceCloudService;
beforeEach(async () => {
	service = await startInstanceCloud({ settings: { startMs: 20, stopMs: 20 } });
});
afterEach(async () => await service.close());

const located = (value: string) => ({ __rl: true, mode: 'id', value });
const run = async (
	resource: string,
	operation: string,
	parameters: IDataObject = {},
	more: Partial<RunOptions> & { credential?: IDataObject } = {},
): Promise<RunResult> =>
	await runNode(
		{
			nodeType: new InstanceCloud(),
			credentials: {
				instanceCloudApi: {
					type: new InstanceCloudApi(),
					data: { ...service.credential.data, ...more.credential },
				},
			},
		},
		{ parameters: { resource, operation, options: {}, ...parameters }, ...more },
	);
const ofItem = { instanceId: located('={{ $json.target }}') };
const items = (targets: readonly string[]): INodeExecutionData[] =>
	targets.map((target) => ({ json: { target } }));
const carryOn = { settings: { onError: 'continueRegularOutput' as const } };
const made = (...names: string[]): Instance[] =>
	names.map((name) =>
		service.cloud.createInstance({ name, image: 'nginx:latest', autostart: false }),
	);
const sent = () =>
	service.requests.list().map(({ method, path, body }) => [`${method} ${path}`, body]);
const asked = () =>
	service.requests.list().map(({ method, path, query }) => [`${method} ${path}`, query]);

describe('a batch', () => {
	test('is one request in global scope, by UUID and by name, and every entry lands on its own item', async () => {
		const [one, two, three] = made('one', 'two', 'three') as [Instance, Instance, Instance];
		service.settings.shuffled = true;
		const { items: out, error } = await run('instance', 'start', ofItem, {
			items: items([three.uuid, 'One', two.uuid]),
		});
		expect(error).toBeUndefined();
		expect(sent()).toEqual([
			['PUT /v1/instances/start', [{ uuid: three.uuid }, { name: 'one' }, { uuid: two.uuid }]],
		]);
		expect(
			out.map(({ json, pairedItem }) => [
				json.uuid,
				json.previous_state,
				(pairedItem as { item: number }).item,
			]),
		).toEqual([
			[three.uuid, 'stopped', 0],
			[one.uuid, 'stopped', 1],
			[two.uuid, 'stopped', 2],
		]);
	});

	test('of 10,000 instances is one request, and every entry lands on its own item', async () => {
		const names = Array.from({ length: 10_000 }, (_, index) => `app-${index}`);
		const all = made(...names);
		service.settings.shuffled = true;
		const targets = all.map(({ uuid, name }, index) => (index % 5 === 0 ? name : uuid));
		const { items: out, error } = await run('instance', 'start', ofItem, { items: items(targets) });
		expect(error).toBeUndefined();
		expect(service.requests.count()).toBe(1);
		expect(out).toHaveLength(10_000);
		expect(
			out.every(
				({ json, pairedItem }, index) =>
					json.uuid === all[index]!.uuid && (pairedItem as { item: number }).item === index,
			),
		).toBe(true);
	}, 120_000);

	test('that partly fails gives good items and failed ones, with message and number', async () => {
		const [one] = made('one') as [Instance];
		const { items: out, error } = await run('instance', 'start', ofItem, {
			items: items([nobody, one.uuid, 'nowhere']),
			...carryOn,
		});
		expect(error).toBeUndefined();
		expect(out.map(({ json }) => json.error ?? json.state)).toEqual([
			`There is no instance ${nobody} (error 8)`,
			'starting',
			'There is no instance nowhere (error 8)',
		]);
		expect(out.map(({ pairedItem }) => (pairedItem as { item: number }).item)).toEqual([0, 1, 2]);
	});

	test('sends failed entries down the error output, one by one', async () => {
		const [one] = made('one') as [Instance];
		const { items: out, failed } = await run('instance', 'start', ofItem, {
			items: items(['nowhere', one.uuid]),
			settings: { onError: 'continueErrorOutput' },
		});
		expect(out.map(({ json }) => json.uuid)).toEqual([one.uuid]);
		expect(failed).toHaveLength(1);
		expect(failed.map(({ json }) => json.error)).toEqual([
			'There is no instance nowhere (error 8)',
		]);
	});

	test('fails with the first bad entry where the person does not carry on', async () => {
		const { error } = await run('instance', 'start', ofItem, {
			items: items([made('one')[0]!.uuid, 'nowhere']),
		});
		expect(error?.message).toBe('There is no instance nowhere (error 8)');
		expect(error?.context).toMatchObject({ itemIndex: 1, code: '8' });
		expect(error?.description).toContain('NotFound');
	});

	test('takes the same target on two items', async () => {
		const [one] = made('one') as [Instance];
		const { items: out } = await run('instance', 'start', ofItem, {
			items: items([one.uuid, 'one', one.uuid]),
			...carryOn,
		});
		expect(out.map(({ json }) => json.uuid ?? json.error)).toEqual([
			one.uuid,
			'The instance is starting (error 11)',
			'The instance is starting (error 11)',
		]);
	});

	test('whose entries name nothing is told by place', async () => {
		const all = made('one', 'two');
		service.settings.anonymous = 'all';
		const { items: out } = await run('instance', 'start', ofItem, {
			items: items([all[0]!.uuid, 'nowhere', 'two']),
			...carryOn,
		});
		expect(out.map(({ json }) => json.state ?? json.error)).toEqual([
			'starting',
			'There is no instance nowhere (error 8)',
			'starting',
		]);
	});

	test('refuses a name that is none before anything is sent', async () => {
		const { error } = await run('instance', 'stop', ofItem, { items: items(['fine', 'not_fine']) });
		expect(error?.message).toBe(
			'Instance is no UUID, and as a name it may have letters, digits, hyphens and dots only, but has "_"',
		);
		expect(error?.context?.itemIndex).toBe(1);
		expect(service.requests.total).toBe(0);
	});

	test('sends the options of each item with its entry, and no option that was left alone', async () => {
		const all = made('one', 'two');
		for (const instance of all) service.cloud.start(instance);
		await run(
			'instance',
			'stop',
			{ ...ofItem, options: { force: '={{ $json.target === "one" }}', drainTimeout: 500 } },
			{ items: items(['one', 'two']) },
		);
		expect(sent()).toEqual([
			[
				'PUT /v1/instances/stop',
				[
					{ name: 'one', force: true, drain_timeout_ms: 500 },
					{ name: 'two', force: false, drain_timeout_ms: 500 },
				],
			],
		]);
	});

	test('that the service refuses as a whole shows every entry of its errors, on all items', async () => {
		const { items: out } = await run('instance', 'start', ofItem, {
			items: items(['one', 'two']),
			credential: { apiToken: 'wrong' },
			...carryOn,
		});
		expect(out.map(({ json }) => json.error)).toEqual([
			'Instance Cloud does not accept the credential',
			'Instance Cloud does not accept the credential',
		]);
		const { error } = await run('instance', 'start', ofItem, {
			items: items(['one']),
			credential: { apiToken: 'wrong' },
		});
		expect(error?.description).toMatch(/The token is missing or not valid; status 401/);
	});
});

describe('reading', () => {
	test('asks for one target by its path, for a name and for several in the address', async () => {
		const [one, two] = made('one', 'two') as [Instance, Instance];
		const get = async (...targets: string[]) =>
			(
				await run('instance', 'get', { ...ofItem, simplify: true }, { items: items(targets) })
			).items.map(({ json }) => json.name);
		expect([await get(one.uuid), await get('two'), await get(two.uuid, 'one', two.uuid)]).toEqual([
			['one'],
			['two'],
			['two', 'one', 'two'],
		]);
		expect(asked()).toEqual([
			[`GET /v1/instances/${one.uuid}`, {}],
			['GET /v1/instances', { name: 'two' }],
			['GET /v1/instances', { uuid: [two.uuid, two.uuid], name: 'one' }],
		]);
		for (const { bodySize } of service.requests.list()) expect(bodySize).toBeUndefined();
	});

	test('of many targets takes several addresses, or one POST where the service takes it', async () => {
		const all = made(...Array.from({ length: 400 }, (_, index) => `app-${index}`));
		service.settings.shuffled = true;
		const targets = all.map(({ uuid }) => uuid);
		const { items: out } = await run(
			'instance',
			'get',
			{ ...ofItem, simplify: true },
			{ items: items(targets) },
		);
		expect(out.map(({ json }) => json.uuid)).toEqual(targets);
		expect(service.requests.count()).toBe(3);
		service.requests.clear();
		const { items: posted } = await run(
			'instance',
			'get',
			{ ...ofItem, simplify: true, options: { targetsIn: 'body' } },
			{ items: items(targets) },
		);
		expect(posted.map(({ json }) => json.uuid)).toEqual(targets);
		expect(service.requests.list().map(({ method, path }) => `${method} ${path}`)).toEqual([
			'POST /v1/instances',
		]);
		expect(service.cloud.instances.all).toHaveLength(400);
	});

	test.each([
		['getMetrics', 'metrics', { rss_bytes: 1_048_576 }],
		['getHistory', 'history', { history: [] }],
	])('%s goes to its endpoint', async (operation, endpoint, part) => {
		const [one] = made('one') as [Instance];
		const { items: out } = await run('instance', operation, ofItem, { items: items([one.uuid]) });
		expect(out[0]?.json).toMatchObject({ uuid: one.uuid, ...part });
		expect(asked()).toEqual([[`GET /v1/instances/${one.uuid}/${endpoint}`, {}]]);
	});

	test('the status endpoint of the specification is asked in global scope', async () => {
		const [one] = made('one') as [Instance];
		const { items: out } = await run(
			'instance',
			'getStatus',
			{ ...ofItem, simplify: true },
			{ items: items([one.uuid, 'one']) },
		);
		expect(out.map(({ json }) => json.state)).toEqual(['stopped', 'stopped']);
		expect(asked()).toEqual([['GET /v1/instances/status', { uuid: one.uuid, name: 'one' }]]);
		await run(
			'instance',
			'getStatus',
			{ ...ofItem, options: { targetsIn: 'body' } },
			{ items: items([one.uuid]) },
		);
		expect(sent().at(-1)).toEqual(['POST /v1/instances/status', [{ uuid: one.uuid }]]);
	});

	test('a list is continued after its last UUID, whole or up to a limit, by tag and order', async () => {
		made(...Array.from({ length: 230 }, (_, index) => `app-${index}`)).forEach(
			(one, index) => (one.tags = index % 2 ? ['odd'] : []),
		);
		const { items: all } = await run('instance', 'getAll', { returnAll: true, simplify: true });
		expect(new Set(all.map(({ json }) => json.uuid)).size).toBe(230);
		expect(service.requests.count()).toBe(3);
		const { items: some } = await run('instance', 'getAll', {
			returnAll: false,
			limit: 3,
			simplify: true,
			options: { tags: 'odd', order: 'desc' },
		});
		expect(some.map(({ json }) => json.name)).toEqual(['app-229', 'app-227', 'app-225']);
	});

	test('an error envelope with status 200 is an error', async () => {
		service.faults.add({ status: 200 });
		const { error } = await run('instance', 'getAll', { returnAll: true });
		expect(error?.message).toMatch(
			/^The service refused the request: A fault that was switched on; status 200$/,
		);
	});
});

describe('instances', () => {
	test('are created with image, memory, arguments, variables, services and volumes', async () => {
		service.cloud.volumes.add({
			name: 'my-data',
			size_mb: 16,
			attached_to: [],
			created_at: '',
		} as never);
		const { items: out, error } = await run('instance', 'create', {
			image: 'nginx:latest',
			instanceName: 'My-App.Web',
			memory: 256,
			args: '["--config", "a,b"]',
			environment: { rows: [{ key: 'LOG_LEVEL', value: 'info' }] },
			publishedPorts: { rows: [{ port: 443, destination_port: 8080, handlers: ['http', 'tls'] }] },
			attachedVolumes: {
				rows: [
					{ at: '/data', volume: 'my-data' },
					{ at: '/tmp/x', size_mb: 8 },
				],
			},
			autostart: true,
			simplify: true,
			options: {
				restartPolicy: 'on-failure',
				scaleToZero: '{"policy": "idle"}',
				tags: 'web, test',
			},
		});
		expect(error).toBeUndefined();
		expect(sent()).toEqual([
			[
				'POST /v1/instances',
				{
					image: 'nginx:latest',
					name: 'my-app.web',
					memory_mb: 256,
					args: ['--config', 'a,b'],
					env: { LOG_LEVEL: 'info' },
					service_group: {
						services: [{ port: 443, destination_port: 8080, handlers: ['http', 'tls'] }],
					},
					volumes: [
						{ at: '/data', name: 'my-data' },
						{ at: '/tmp/x', size_mb: 8 },
					],
					autostart: true,
					restart_policy: 'on-failure',
					scale_to_zero: { policy: 'idle' },
					tags: ['web', 'test'],
				},
			],
		]);
		expect(out[0]?.json).toMatchObject({ name: 'my-app.web', state: 'starting', memory_mb: 256 });
	});

	test('a name is checked before anything is sent, and one that is taken is told', async () => {
		expect(
			(await run('instance', 'create', { image: 'a', instanceName: 'app.' })).error?.message,
		).toBe('Instance Name must not end with a dot');
		expect(service.requests.total).toBe(0);
		made('app');
		const { error } = await run('instance', 'create', { image: 'a', instanceName: 'App' });
		expect(error?.message).toBe('There is a instance named app already (error 23)');
	});

	test('creating is not repeated when its answer is lost', async () => {
		service.faults.add({ on: 'POST /v1/instances', drop: 'after', count: 1 });
		const { error } = await run('instance', 'create', { image: 'a', instanceName: 'app' });
		expect(error?.message).toBe('The connection to Instance Cloud broke');
		expect(service.requests.count()).toBe(1);
	});

	test('are waited for until they are in a state, or marked as timed out', async () => {
		const [one, two] = made('one', 'two') as [Instance, Instance];
		service.settings.startMs = 150;
		service.cloud.start(one);
		const wait = async (target: string, maximumWait: number) =>
			(
				await run('instance', 'wait', {
					instanceId: located(target),
					wantedState: 'running',
					options: { maximumWait },
				})
			).items[0]?.json;
		expect(await wait(one.uuid, 1)).toMatchObject({ state: 'running' });
		expect(service.requests.count()).toBe(1);
		expect(await wait(two.name, 0.01)).toMatchObject({ state: 'stopped', timedOut: true });
	});

	test('a cancel ends a wait, though the service still blocks', async () => {
		const [one] = made('one') as [Instance];
		const began = Date.now();
		const { run: ended } = await run(
			'instance',
			'wait',
			{ instanceId: located(one.uuid), wantedState: 'running' },
			{ during: (cancel) => void setTimeout(cancel, 300) },
		);
		expect(Date.now() - began).toBeLessThan(5000);
		expect(ended.status).toBe('canceled');
	});

	test('logs come as text, over pages, from wherever asked', async () => {
		const [one] = made('one') as [Instance];
		const text = Array.from({ length: 4000 }, (_, index) => `Zeile ${index} ä\n`).join('');
		one.output = Buffer.from(text);
		const logs = async (options: IDataObject) =>
			(await run('instance', 'getLogs', { instanceId: located('one'), options })).items[0]!.json;
		expect((await logs({})).text).toBe(text);
		expect(service.requests.count()).toBe(Math.ceil(one.output.length / 16_383));
		expect(await logs({ lastBytes: 28, asLines: true })).toMatchObject({
			lines: ['Zeile 3998 ä', 'Zeile 3999 ä'],
			truncated: false,
		});
		const part = await logs({ maximumBytes: 20_000 });
		expect(part).toMatchObject({ range: { start: 0, end: 20_000 }, truncated: true });
		const rest = await logs({ fromOffset: (part.range as { end: number }).end });
		expect(`${String(part.text)}${String(rest.text)}`.replace(/\uFFFD+/g, 'ä')).toBe(text);
	});

	test('logs are followed until the instance has stopped, or the time is over', async () => {
		const [one, two] = made('one', 'two') as [Instance, Instance];
		service.settings.stopMs = 300;
		one.state = 'running';
		two.state = 'running';
		service.cloud.stop(one);
		const follow = async (name: string, followFor: number) =>
			(await run('instance', 'getLogs', { instanceId: located(name), options: { followFor } }))
				.items[0]!.json;
		expect((await follow('one', 30)).text).toMatch(/stopping\nstopped\n$/);
		const began = Date.now();
		expect(await follow('two', 1.2)).toMatchObject({ state: 'running' });
		expect(Date.now() - began).toBeGreaterThanOrEqual(1200);
	});

	test('are updated, each update on its own item though all are of one instance', async () => {
		const [one] = made('one') as [Instance];
		service.settings.shuffled = true;
		const updates = [
			['memory_mb', '512'],
			['tags', '["a"]'],
			['env', { KEY: 'x' }],
		].map(([property, value]) => ({ json: { property, value } as IDataObject }));
		const parameters = {
			instanceId: located('one'),
			instanceProperty: '={{ $json.property }}',
			change: 'set',
			propertyValue: '={{ $json.value }}',
		};
		const { items: out, error } = await run('instance', 'update', parameters, { items: updates });
		expect(error).toBeUndefined();
		expect(out.map(({ json }) => json.id)).toEqual(['item-0', 'item-1', 'item-2']);
		expect(one).toMatchObject({ memory_mb: 512, tags: ['a'], env: { KEY: 'x' } });
		service.requests.clear();
		await run('instance', 'update', {
			...parameters,
			instanceProperty: 'image',
			propertyValue: '1.10',
		});
		expect(sent()).toEqual([
			['PATCH /v1/instances', [{ name: 'one', prop: 'image', op: 'set', value: '1.10' }]],
		]);
	});

	test('are suspended and deleted; what is locked stays', async () => {
		const [one, two] = made('one', 'two') as [Instance, Instance];
		one.state = 'running';
		two.delete_lock = true;
		expect(
			(await run('instance', 'suspend', { instanceId: located('one') })).items[0]?.json,
		).toMatchObject({ state: 'standby', previous_state: 'running' });
		const { items: out } = await run(
			'instance',
			'delete',
			{ ...ofItem, options: { dontRetain: true } },
			{ items: items(['one', 'two']), ...carryOn },
		);
		expect(out.map(({ json }) => json.deleted ?? json.error)).toEqual([
			true,
			'two is locked (error 15)',
		]);
		expect(sent().at(-1)).toEqual([
			'DELETE /v1/instances',
			[
				{ name: 'one', dont_retain: true },
				{ name: 'two', dont_retain: true },
			],
		]);
		expect(service.cloud.instances.all.map(({ name }) => name)).toEqual(['two']);
	});

	test('become templates and checkpoints, which are read, updated and deleted', async () => {
		made('one', 'two', 'three');
		expect(
			(await run('instance', 'createTemplate', ofItem, { items: items(['one', 'two']) })).items.map(
				({ json }) => [json.name, json.state],
			),
		).toEqual([
			['one', 'template'],
			['two', 'template'],
		]);
		expect((await run('instance', 'getAllTemplates', { returnAll: true })).items).toHaveLength(2);
		expect(
			(
				await run('instance', 'updateTemplate', {
					templateId: located('one'),
					templateProperty: 'tags',
					change: 'set',
					propertyValue: '["x"]',
				})
			).error,
		).toBeUndefined();
		expect(
			(await run('instance', 'getTemplate', { templateId: located('one'), simplify: true }))
				.items[0]?.json,
		).toMatchObject({ tags: ['x'] });
		expect(
			(await run('instance', 'deleteTemplate', { templateId: located('one') })).items[0]?.json
				.deleted,
		).toBe(true);
		const {
			items: [point],
		} = await run('instance', 'createCheckpoint', {
			checkpointOf: located('three'),
			options: { checkpointName: 'Before-Update' },
		});
		expect(point?.json).toMatchObject({ name: 'before-update', state: 'checkpoint' });
		const checkpointId = located(String(point!.json.uuid));
		expect(
			(await run('instance', 'getCheckpoint', { checkpointId, simplify: true })).items[0]?.json
				.name,
		).toBe('before-update');
		expect(
			(await run('instance', 'getCheckpointHistory', { checkpointId })).items[0]?.json.history,
		).toEqual([]);
		expect(
			(await run('instance', 'getHistory', { instanceId: located('three') })).items[0]?.json
				.history,
		).toHaveLength(1);
		await run('instance', 'updateCheckpoint', {
			checkpointId,
			templateProperty: 'tags',
			change: 'set',
			propertyValue: '["y"]',
		});
		expect(
			(await run('instance', 'getAllCheckpoints', { returnAll: true, options: { tags: 'y' } }))
				.items,
		).toHaveLength(1);
		expect(
			(await run('instance', 'deleteCheckpoint', { checkpointId })).items[0]?.json.deleted,
		).toBe(true);
	});
});

describe('volumes, services, certificates, images, users', () => {
	test('a volume is made, attached, detached, cloned, changed and deleted', async () => {
		const [one] = made('one') as [Instance];
		expect(
			(await run('volume', 'create', { options: { volumeName: 'Data', size: 64 } })).items[0]?.json,
		).toMatchObject({ name: 'data', state: 'available' });
		const volumeId = located('data');
		await run('volume', 'attach', {
			volumeId,
			attachTo: located(one.uuid),
			mountPath: '/data',
			options: { readonly: true },
		});
		expect(sent().at(-1)).toEqual([
			'PUT /v1/volumes/attach',
			[{ name: 'data', attach_to: { uuid: one.uuid }, at: '/data', readonly: true }],
		]);
		expect((await run('volume', 'get', { volumeId })).items[0]?.json.attached_to).toEqual([
			{ uuid: one.uuid, name: 'one' },
		]);
		await run('volume', 'detach', { volumeId, options: { detachFrom: 'one' } });
		expect(sent().at(-1)).toEqual([
			'PUT /v1/volumes/detach',
			[{ name: 'data', from: { name: 'one' } }],
		]);
		// The second clone is named like the first one's source would sort: places tell whose they are.
		const clones = [
			{ json: { from: 'data', to: 'copy' } },
			{ json: { from: 'copy', to: 'copy-2' } },
		];
		const { items: cloned } = await run(
			'volume',
			'clone',
			{ volumeId: located('={{ $json.from }}'), options: { cloneName: '={{ $json.to }}' } },
			{ items: clones },
		);
		expect(cloned.map(({ json }) => json.name)).toEqual(['copy', 'copy-2']);
		expect(
			(
				await run('volume', 'update', {
					volumeId,
					volumeProperty: 'size_mb',
					change: 'set',
					propertyValue: '128',
				})
			).error,
		).toBeUndefined();
		expect(service.cloud.volumes.find({ name: 'data' }).size_mb).toBe(128);
		expect(
			(await run('volume', 'createTemplate', { volumeId: located('copy') })).items[0]?.json.state,
		).toBe('template');
		await run('volume', 'updateTemplate', {
			volumeTemplateId: located('copy'),
			volumeTemplateProperty: 'tags',
			change: 'set',
			propertyValue: '["t"]',
		});
		expect(
			(await run('volume', 'getTemplate', { volumeTemplateId: located('copy') })).items[0]?.json
				.tags,
		).toEqual(['t']);
		expect((await run('volume', 'getAllTemplates', { returnAll: true })).items).toHaveLength(1);
		expect(
			(await run('volume', 'deleteTemplate', { volumeTemplateId: located('copy') })).items[0]?.json
				.deleted,
		).toBe(true);
		expect((await run('volume', 'delete', { volumeId })).items[0]?.json).toMatchObject({
			name: 'data',
			deleted: true,
		});
		expect(
			(await run('volume', 'getAll', { returnAll: true })).items.map(({ json }) => json.name),
		).toEqual(['copy-2']);
	});

	test('a service is made, listed, changed and deleted', async () => {
		const ports = {
			rows: [
				{ port: 443, destination_port: 0, handlers: ['http', 'tls'] },
				{ port: 80, destination_port: 443, handlers: ['redirect', 'http'] },
			],
		};
		const {
			items: [web],
		} = await run('service', 'create', {
			ports,
			options: { serviceName: 'web', serviceDomains: '[{"name": "app.example.com"}]' },
		});
		expect(sent().at(-1)).toEqual([
			'POST /v1/services',
			{
				name: 'web',
				domains: [{ name: 'app.example.com' }],
				services: [
					{ port: 443, handlers: ['http', 'tls'] },
					{ port: 80, destination_port: 443, handlers: ['redirect', 'http'] },
				],
			},
		]);
		expect(web?.json).toMatchObject({ name: 'web', persistent: true });
		await run('service', 'update', {
			serviceId: located('web'),
			serviceProperty: 'soft_limit',
			change: 'set',
			propertyValue: '5',
		});
		expect(
			(await run('service', 'get', { serviceId: located('web') })).items[0]?.json,
		).toMatchObject({ soft_limit: 5 });
		expect((await run('service', 'getAll', { returnAll: true })).items).toHaveLength(1);
		expect(
			(await run('service', 'delete', { serviceId: located('web') })).items[0]?.json.deleted,
		).toBe(true);
	});

	test('a certificate is uploaded and renewed, and its key comes back nowhere', async () => {
		const pem = { chain: 'CHAIN', privateKey: 'PRIVATE-KEY-TEXT' };
		const {
			items: [cert],
		} = await run('certificate', 'create', {
			...pem,
			options: { certificateName: 'my-cert', commonName: 'app.example.com' },
		});
		expect(sent()).toEqual([
			[
				'POST /v1/certificates',
				{
					chain: 'CHAIN',
					pkey: 'PRIVATE-KEY-TEXT',
					name: 'my-cert',
					common_name: 'app.example.com',
				},
			],
		]);
		expect(JSON.stringify(cert)).not.toContain('PRIVATE');
		expect(
			(await run('certificate', 'update', { certificateId: located('my-cert'), ...pem })).items[0]
				?.json.name,
		).toBe('my-cert');
		expect(
			(await run('certificate', 'get', { certificateId: located('my-cert') })).items[0]?.json,
		).toMatchObject({ common_name: 'app.example.com', state: 'valid' });
		expect((await run('certificate', 'getAll', { returnAll: true })).items).toHaveLength(1);
		expect(
			(await run('certificate', 'delete', { certificateId: located('my-cert') })).items[0]?.json
				.deleted,
		).toBe(true);
	});

	test('images are listed, pinned together and unpinned', async () => {
		const { items: pins } = await run(
			'image',
			'pin',
			{ imageUrl: '={{ $json.target }}', pullTimeout: 30 },
			{ items: items(['nginx:1', 'missing:1', 'nginx:2']), ...carryOn },
		);
		expect(service.requests.count()).toBe(1);
		expect(pins.map(({ json }) => json.url ?? json.error)).toEqual([
			'nginx:1',
			'There is no image missing:1 (error 8)',
			'nginx:2',
		]);
		expect(
			(await run('image', 'getAll', { returnAll: true, options: { imageTag: 'nginx:2' } })).items,
		).toHaveLength(1);
		expect((await run('image', 'getAllStored', { returnAll: true })).items).toHaveLength(3);
		expect(
			(await run('image', 'unpin', { imageId: String(pins[0]!.json.uuid) })).items[0]?.json.deleted,
		).toBe(true);
	});

	test('quotas are those of the account, or of another user', async () => {
		expect((await run('user', 'getQuotas')).items[0]?.json).toMatchObject({
			hard: { instances: 20_000 },
		});
		expect(
			(await run('user', 'getQuotas', { options: { userUuid: nobody } })).items[0]?.json,
		).toMatchObject({ uuid: nobody });
		expect(asked().map(([line]) => line)).toEqual([
			'GET /v1/users/quotas',
			`GET /v1/users/${nobody}/quotas`,
		]);
		expect((await run('user', 'getQuotas', { options: { userUuid: 'me' } })).error?.message).toBe(
			'User UUID must be a UUID',
		);
	});
});

describe('autoscale', () => {
	test.each([
		['autoscale', '/v1/autoscale', '/v1/autoscale/'],
		['services', '/v1/services/autoscale', '/v1/services/'],
	])(
		'settings stand at the paths that the credential chooses: %s',
		async (autoscalePaths, global, local) => {
			service.settings.autoscaleBelowServices = autoscalePaths === 'services';
			const more = { credential: { autoscalePaths } };
			const web = service.cloud.services.add({ name: 'web', created_at: '' } as never);
			const serviceId = located('web');
			await run(
				'autoscale',
				'create',
				{
					serviceId,
					createArgs: '{"template": {"name": "base"}}',
					options: { minimumSize: 1, maximumSize: 4 },
				},
				more,
			);
			expect(sent().at(-1)).toEqual([
				`POST ${global}`,
				[{ name: 'web', create_args: { template: { name: 'base' } }, min_size: 1, max_size: 4 }],
			]);
			const steps = '[{"lower_bound": 0, "adjustment": 1}]';
			expect(
				(
					await run(
						'autoscale',
						'createPolicy',
						{
							serviceId,
							policyName: 'by-load',
							options: { enabled: true, metric: 'cpu', adjustmentType: 'change', steps },
						},
						more,
					)
				).items[0]?.json,
			).toMatchObject({ name: 'by-load' });
			expect(
				asked()
					.slice(-2)
					.map(([line]) => line),
			).toEqual([
				'GET /v1/services',
				`POST ${local}${web.uuid}${autoscalePaths === 'services' ? '/autoscale' : ''}/policies`,
			]);
			expect(sent().at(-1)?.[1]).toEqual({
				name: 'by-load',
				type: {
					name: 'by-load',
					enabled: true,
					metric: 'cpu',
					adjustment_type: 'change',
					steps: JSON.parse(steps),
				},
			});
			expect(
				(await run('autoscale', 'get', { serviceId: located(web.uuid) }, more)).items[0]?.json,
			).toMatchObject({ enabled: true, max_size: 4 });
			expect(
				(await run('autoscale', 'getPolicies', { serviceId }, more)).items.map(
					({ json }) => json.name,
				),
			).toEqual(['by-load']);
			expect(
				(
					await run(
						'autoscale',
						'getPolicy',
						{ serviceId: located(web.uuid), policyName: 'by-load' },
						more,
					)
				).items[0]?.json,
			).toMatchObject({ metric: 'cpu' });
			expect(
				(await run('autoscale', 'deletePolicy', { serviceId, policyName: 'by-load' }, more))
					.items[0]?.json,
			).toMatchObject({ deleted: true });
			expect(
				(await run('autoscale', 'getPolicy', { serviceId, policyName: 'by-load' }, more)).error
					?.message,
			).toBe('There is no policy by-load (error 8)');
			expect((await run('autoscale', 'delete', { serviceId }, more)).items[0]?.json).toMatchObject({
				name: 'web',
				deleted: true,
			});
		},
	);

	test('a name that nothing has is told before anything else is sent', async () => {
		const { error } = await run('autoscale', 'getPolicies', { serviceId: located('nowhere') });
		expect(error?.message).toBe('There is no service nowhere (error 8)');
		expect(service.requests.count()).toBe(1);
	});
});

describe('any endpoint', () => {
	const call = async (parameters: IDataObject) =>
		await run('endpoint', 'call', {
			httpMethod: 'GET',
			category: 'instances',
			scope: 'global',
			endpointPath: '',
			...parameters,
		});

	test('is called in global scope, with a body or parameters', async () => {
		const [one] = made('one') as [Instance];
		const { items: out } = await call({
			httpMethod: 'PUT',
			endpointPath: 'start',
			options: { bodyJson: `[{"uuid": "${one.uuid}"}, {"name": "nowhere"}]` },
		});
		expect(out.map(({ json }) => json.state ?? json.serviceError)).toEqual(['starting', 8]);
		const { items: read } = await call({
			options: { queryJson: { uuid: [one.uuid], name: ['one'] } },
		});
		expect(read).toHaveLength(2);
		const {
			items: [whole],
		} = await call({ options: { answerAs: 'envelope' } });
		expect(whole?.json).toMatchObject({
			status: 'success',
			data: { instances: [{ name: 'one' }] },
		});
	});

	test('is called in local scope, by UUID or by a name that is looked up', async () => {
		const [one] = made('one') as [Instance];
		expect(
			(
				await call({
					httpMethod: 'PUT',
					scope: 'local',
					object: 'one',
					endpointPath: 'start',
					options: { bodyJson: '{}' },
				})
			).items[0]?.json,
		).toMatchObject({ state: 'starting' });
		expect(asked().map(([line]) => line)).toEqual([
			'GET /v1/instances',
			`PUT /v1/instances/${one.uuid}/start`,
		]);
		expect((await call({ scope: 'local', object: one.uuid })).items[0]?.json.name).toBe('one');
	});

	test('fails where every entry did, takes no body with GET, and leaves no path', async () => {
		expect((await call({ options: { queryJson: '{"name": "nowhere"}' } })).error?.message).toBe(
			'There is no instance nowhere (error 8)',
		);
		expect((await call({ options: { bodyJson: '[]' } })).error?.message).toBe(
			'Body cannot be sent with GET',
		);
		expect((await call({ category: 'instances/../users' })).error?.message).toMatch(
			/^Category must be one word/,
		);
		expect((await call({ endpointPath: '../users' })).error?.message).toMatch(
			/^Endpoint must be a path/,
		);
	});

	test('health is that of the node', async () => {
		expect((await run('endpoint', 'getHealth')).items[0]?.json).toEqual({
			checks: { api: 'healthy' },
			versions: { api: '1' },
		});
	});
});

test('the credential tells metro and address, and its token appears nowhere', async () => {
	const baseUrl = service.url.replace('127.0.0.1', '127.0.0.{metro}');
	const { error } = await run('user', 'getQuotas', {}, { credential: { baseUrl, metro: '1' } });
	expect(error).toBeUndefined();
	const { error: refused } = await run(
		'user',
		'getQuotas',
		{},
		{ credential: { baseUrl, metro: '1/x' } },
	);
	expect(refused?.message).toBe('The metro of the credential has to be one word, such as fra');
	expect(
		JSON.stringify(await run('instance', 'get', { instanceId: located('nowhere') })),
	).not.toContain(service.credential.data.apiToken);
});

test('as a tool of an AI agent, nothing is deleted and no key is handled', async () => {
	const tool = { nodeTypeName: 'n8n-nodes-tenfold.instanceCloudTool' };
	made('one');
	expect(
		(await run('instance', 'delete', { instanceId: located('one') }, tool)).error?.message,
	).toBe('Delete is not offered to AI agents');
	expect(
		(await run('instance', 'start', { instanceId: located('one') }, tool)).items[0]?.json.state,
	).toBe('starting');
});
