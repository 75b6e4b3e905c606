import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { InstanceCloudApi } from '../../credentials/InstanceCloudApi.credentials';
import { InstanceCloud } from '../../nodes/InstanceCloud/InstanceCloud.node';
import type { Instance } from '../services/instanceCloud/cloud';
import { UNKNOWN_UUID } from '../services/instanceCloud/operations';
import { startInstanceCloud, type InstanceCloudService } from '../services/instanceCloud/service';
import { runNode, type RunOptions, type RunResult } from './kit/executor';
import { byId } from './kit/locator';

const nodeType = new InstanceCloud();

let service: InstanceCloudService;
beforeEach(async () => {
	service = await startInstanceCloud({ settings: { startMs: 20, stopMs: 20 } });
});
afterEach(async () => await service.close());

const run = async (
	resource: string,
	operation: string,
	parameters: IDataObject = {},
	more: Partial<RunOptions> & { credential?: IDataObject } = {},
): Promise<RunResult> =>
	await runNode(
		{
			nodeType,
			credentials: {
				instanceCloudApi: {
					type: new InstanceCloudApi(),
					data: { ...service.credential.data, ...more.credential },
				},
			},
		},
		{ parameters: { resource, operation, options: {}, ...parameters }, ...more },
	);
const instanceOfItem = { instanceId: byId('={{ $json.target }}') };
const items = (targets: readonly string[]): INodeExecutionData[] =>
	targets.map((target) => ({ json: { target } }));
const retryOnFail = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const continueOnFail = { settings: { onError: 'continueRegularOutput' as const } };
const createInstances = (...names: string[]): Instance[] =>
	names.map((name) =>
		service.cloud.createInstance({ name, image: 'nginx:latest', autostart: false }),
	);
const sentBodies = () =>
	service.requests.list().map(({ method, path, body }) => [`${method} ${path}`, body]);
const sentQueries = () =>
	service.requests.list().map(({ method, path, query }) => [`${method} ${path}`, query]);
const envelopeOf = (data: object, status = 'success') => ({ status, data });

/** Runs a node with a service that returns the given bodies. */
async function withResponses<T>(
	bodyFor: (url: URL) => object,
	work: (credential: IDataObject) => Promise<T>,
): Promise<T> {
	const server = createServer(({ url = '' }, response) => {
		response
			.writeHead(200, { 'content-type': 'application/json' })
			.end(JSON.stringify(bodyFor(new URL(url, 'http://127.0.0.1'))));
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	try {
		const { port } = server.address() as AddressInfo;
		return await work({ baseUrl: `http://127.0.0.1:${port}` });
	} finally {
		server.close();
	}
}

describe('a batch', () => {
	test('is one request in global scope, with UUIDs and names, and every entry is returned on its own item', async () => {
		const [one, two, three] = createInstances('one', 'two', 'three') as [
			Instance,
			Instance,
			Instance,
		];
		service.settings.shuffled = true;
		const { items: out, error } = await run('instance', 'start', instanceOfItem, {
			items: items([three.uuid, 'One', two.uuid]),
		});
		expect(error).toBeUndefined();
		expect(sentBodies()).toEqual([
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

	test('of 10,000 instances is one request, and every entry is returned on its own item', async () => {
		const names = Array.from({ length: 10_000 }, (_, index) => `app-${index}`);
		const all = createInstances(...names);
		service.settings.shuffled = true;
		const targets = all.map(({ uuid, name }, index) => (index % 5 === 0 ? name : uuid));
		const { items: out, error } = await run('instance', 'start', instanceOfItem, {
			items: items(targets),
		});
		expect(error).toBeUndefined();
		expect(service.requests.count()).toBe(1);
		expect(out).toHaveLength(10_000);
		expect(
			out.every(
				({ json, pairedItem }, index) =>
					json.uuid === all[index]!.uuid && (pairedItem as { item: number }).item === index,
			),
		).toBe(true);
	});

	test('that partly fails returns successful and failed items, with message and error number', async () => {
		const [one] = createInstances('one') as [Instance];
		const { items: out, error } = await run('instance', 'start', instanceOfItem, {
			items: items([UNKNOWN_UUID, one.uuid, 'nowhere']),
			...continueOnFail,
		});
		expect(error).toBeUndefined();
		expect(out.map(({ json }) => json.error ?? json.state)).toEqual([
			`Instance ${UNKNOWN_UUID} not found`,
			'starting',
			'Instance nowhere not found',
		]);
		expect(out.map(({ pairedItem }) => (pairedItem as { item: number }).item)).toEqual([0, 1, 2]);
	});

	test('sends failed entries to the error output, one item each', async () => {
		const [one] = createInstances('one') as [Instance];
		const { items: out, failed } = await run('instance', 'start', instanceOfItem, {
			items: items(['nowhere', one.uuid]),
			settings: { onError: 'continueErrorOutput' },
		});
		expect(out.map(({ json }) => json.uuid)).toEqual([one.uuid]);
		expect(failed).toHaveLength(1);
		expect(failed.map(({ json }) => json.error)).toEqual(['Instance nowhere not found']);
	});

	test('without Continue On Fail, fails with the error of the first failed entry', async () => {
		const { error } = await run('instance', 'start', instanceOfItem, {
			items: items([createInstances('one')[0]!.uuid, 'nowhere']),
		});
		expect(error?.message).toBe('Instance nowhere not found');
		expect(error?.context).toMatchObject({ itemIndex: 1, code: '8' });
		expect(error?.description).toContain('NotFound');
	});

	test('accepts the same target on several items', async () => {
		const [one] = createInstances('one') as [Instance];
		const { items: out } = await run('instance', 'start', instanceOfItem, {
			items: items([one.uuid, 'one', one.uuid]),
			...continueOnFail,
		});
		expect(out.map(({ json }) => json.uuid ?? json.error)).toEqual([
			one.uuid,
			'The instance is starting (error 11)',
			'The instance is starting (error 11)',
		]);
	});

	test('matches entries that have neither a UUID nor a name by position', async () => {
		const all = createInstances('one', 'two');
		service.settings.anonymous = 'all';
		const { items: out } = await run('instance', 'start', instanceOfItem, {
			items: items([all[0]!.uuid, 'nowhere', 'two']),
			...continueOnFail,
		});
		expect(out.map(({ json }) => json.state ?? json.error)).toEqual([
			'starting',
			'Instance nowhere not found',
			'starting',
		]);
	});

	test('rejects an invalid name before sending a request', async () => {
		const { error } = await run('instance', 'stop', instanceOfItem, {
			items: items(['fine', 'not_fine']),
		});
		expect(error?.message).toBe(
			'Instance is neither a UUID nor a valid name. A name can contain only letters, digits, hyphens and dots, got "_"',
		);
		expect(error?.context?.itemIndex).toBe(1);
		expect(service.requests.total).toBe(0);
	});

	test('sends the options of each item in the entry of that item, and omits unset options', async () => {
		const all = createInstances('one', 'two');
		for (const instance of all) service.cloud.start(instance);
		await run(
			'instance',
			'stop',
			{ ...instanceOfItem, options: { force: '={{ $json.target === "one" }}', drainTimeout: 500 } },
			{ items: items(['one', 'two']) },
		);
		expect(sentBodies()).toEqual([
			[
				'PUT /v1/instances/stop',
				[
					{ name: 'one', force: true, drain_timeout_ms: 500 },
					{ name: 'two', force: false, drain_timeout_ms: 500 },
				],
			],
		]);
	});

	test('fails all items if the service rejects the complete request, and the hint contains the details', async () => {
		const { items: out } = await run('instance', 'start', instanceOfItem, {
			items: items(['one', 'two']),
			credential: { apiToken: 'wrong' },
			...continueOnFail,
		});
		expect(out.map(({ json }) => json.error)).toEqual([
			'Instance Cloud rejected the credential',
			'Instance Cloud rejected the credential',
		]);
		const { error } = await run('instance', 'start', instanceOfItem, {
			items: items(['one']),
			credential: { apiToken: 'wrong' },
		});
		expect(error?.description).toMatch(/The token is missing or not valid; status 401/);
	});
});

describe('reading', () => {
	test('sends a single UUID in the path, and a name or several targets as query parameters', async () => {
		const [one, two] = createInstances('one', 'two') as [Instance, Instance];
		const get = async (...targets: string[]) =>
			(
				await run(
					'instance',
					'get',
					{ ...instanceOfItem, simplify: true },
					{ items: items(targets) },
				)
			).items.map(({ json }) => json.name);
		expect([await get(one.uuid), await get('two'), await get(two.uuid, 'one', two.uuid)]).toEqual([
			['one'],
			['two'],
			['two', 'one', 'two'],
		]);
		expect(sentQueries()).toEqual([
			[`GET /v1/instances/${one.uuid}`, {}],
			['GET /v1/instances', { name: 'two' }],
			['GET /v1/instances', { uuid: [two.uuid, two.uuid], name: 'one' }],
		]);
		for (const { bodySize } of service.requests.list()) expect(bodySize).toBeUndefined();
	});

	test('splits many targets into several GET requests, because a POST would create objects', async () => {
		const all = createInstances(...Array.from({ length: 400 }, (_, index) => `app-${index}`));
		service.settings.shuffled = true;
		const targets = all.map(({ uuid }) => uuid);
		const { items: out } = await run(
			'instance',
			'get',
			{ ...instanceOfItem, simplify: true, options: { targetsIn: 'body' } },
			{ items: items(targets) },
		);
		expect(out.map(({ json }) => json.uuid)).toEqual(targets);
		expect(service.requests.list().map(({ method, path }) => `${method} ${path}`)).toEqual(
			Array<string>(3).fill('GET /v1/instances'),
		);
	});

	test.each([
		['getMetrics', 'metrics', { rss_bytes: 1_048_576 }],
		['getHistory', 'history', { history: [] }],
	])('%s uses its own endpoint', async (operation, endpoint, part) => {
		const [one] = createInstances('one') as [Instance];
		const { items: out } = await run('instance', operation, instanceOfItem, {
			items: items([one.uuid]),
		});
		expect(out[0]?.json).toMatchObject({ uuid: one.uuid, ...part });
		expect(sentQueries()).toEqual([[`GET /v1/instances/${one.uuid}/${endpoint}`, {}]]);
	});

	test('Get Status sends one request per instance', async () => {
		const [one] = createInstances('one') as [Instance];
		const { items: out } = await run(
			'instance',
			'getStatus',
			{ ...instanceOfItem, simplify: true, options: { itemsAtOnce: 1 } },
			{ items: items([one.uuid, 'one', UNKNOWN_UUID]), ...continueOnFail },
		);
		expect(out.map(({ json }) => json.state ?? json.error)).toEqual([
			'stopped',
			'stopped',
			`Instance ${UNKNOWN_UUID} not found`,
		]);
		expect(sentQueries()).toEqual([
			[`GET /v1/instances/${one.uuid}`, {}],
			['GET /v1/instances', { name: 'one' }],
			[`GET /v1/instances/${UNKNOWN_UUID}`, {}],
		]);
	});

	test('a list is paginated by the last UUID of each page, and can be limited, filtered by tag and sorted', async () => {
		createInstances(...Array.from({ length: 230 }, (_, index) => `app-${index}`)).forEach(
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

	describe('a list in which an entry failed', () => {
		const running = (index: number) => ({
			status: 'success',
			uuid: `u-${index}`,
			state: 'running',
		});
		const failedEntry = { status: 'error', name: 'two', message: 'Not reachable', error: 6 };
		// The last entry of the first page has no UUID, so the next page starts after the entry
		// before it.
		const pages: Record<string, object[]> = {
			'': [...Array.from({ length: 99 }, (_, index) => running(index)), failedEntry],
			'u-98': [running(100)],
		};
		const getMany = async (more: Partial<RunOptions>) =>
			await withResponses(
				({ searchParams }) =>
					envelopeOf({ instances: pages[searchParams.get('from') ?? ''] }, 'partial_success'),
				async (credential) =>
					await run(
						'instance',
						'getAll',
						{ returnAll: true, simplify: true },
						{ credential, ...more },
					),
			);

		test('returns the other entries, and one item with the error of the failed entry', async () => {
			const { items: out, error } = await getMany(continueOnFail);
			expect(error).toBeUndefined();
			expect(out.filter(({ json }) => json.state === 'running')).toHaveLength(100);
			expect(out.slice(100).map(({ json }) => json)).toEqual([
				{ error: 'Not reachable (error 6)' },
			]);
		});

		test('sends the other entries to the success output and the failed entry to the error output', async () => {
			const { items: out, failed } = await getMany({
				settings: { onError: 'continueErrorOutput' },
			});
			expect([out.length, failed.map(({ json }) => json.error)]).toEqual([
				100,
				['Not reachable (error 6)'],
			]);
		});

		test('fails without Continue On Fail, and the hint explains how to get the other entries', async () => {
			const { error } = await getMany({});
			expect(error?.message).toBe('Not reachable (error 6)');
			expect(error?.description).toContain('set On Error to Continue');
		});
	});

	test('an error envelope with status 200 is an error', async () => {
		service.faults.add({ status: 200 });
		const { error } = await run('instance', 'getAll', { returnAll: true });
		expect(error?.message).toMatch(
			/^Instance Cloud rejected the request: Simulated fault; status 200$/,
		);
	});
});

describe('instances', () => {
	test('are created with image, memory, arguments, environment variables, services and volumes', async () => {
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
		expect(sentBodies()).toEqual([
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

	test('a name is validated before the request is sent, and an existing name is reported', async () => {
		expect(
			(await run('instance', 'create', { image: 'a', instanceName: 'app.' })).error?.message,
		).toBe('Instance Name must not end with a dot');
		expect(service.requests.total).toBe(0);
		createInstances('app');
		const { error } = await run('instance', 'create', { image: 'a', instanceName: 'App' });
		expect(error?.message).toBe('The instance app already exists (error 23)');
	});

	test.each([
		['instance', 'create', { image: 'a' }],
		['volume', 'create', { size: 8 }],
		['service', 'create', { ports: { rows: [{ port: 443 }] } }],
		['certificate', 'create', { chain: 'c', privateKey: 'k' }],
		['autoscale', 'createPolicy', { serviceId: byId(UNKNOWN_UUID), policyName: 'a' }],
		['autoscale', 'getPolicy', { serviceId: byId(UNKNOWN_UUID), policyName: 'a' }],
		['user', 'getQuotas', {}],
		['instance', 'getStatus', { instanceId: byId(UNKNOWN_UUID) }],
		['instance', 'getLogs', { instanceId: byId(UNKNOWN_UUID) }],
		[
			'instance',
			'wait',
			{
				instanceId: byId(UNKNOWN_UUID),
				wantedState: 'running',
				options: { maximumWait: 0.01 },
			},
		],
	])('%s %s fails if the response contains no entry', async (resource, operation, parameters) => {
		const { error, items: out } = await withResponses(
			() => envelopeOf({ instances: [] }),
			async (credential) => await run(resource, operation, parameters, { credential }),
		);
		expect([out, error?.message]).toEqual([[], 'The response contains no entry for this item']);
	});

	test('a create request is not retried if its response is lost', async () => {
		service.faults.add({ on: 'POST /v1/instances', drop: 'after', count: 1 });
		const { error } = await run('instance', 'create', { image: 'a', instanceName: 'app' });
		expect(error?.message).toBe('The connection to Instance Cloud was interrupted');
		expect(service.requests.count()).toBe(1);
	});

	test.each([
		['that the node rejects', 'third.', 0],
		['that the service rejects', 'taken', 3],
	])(
		'Retry On Fail sends each valid create request exactly once if the run also contains a request %s',
		async (_, invalidName, rejectedCount) => {
			createInstances('taken');
			const { error } = await run(
				'instance',
				'create',
				{ image: 'a', instanceName: '={{ $json.target }}' },
				{ items: items(['first', 'second', invalidName]), settings: retryOnFail },
			);
			expect(error?.context?.itemIndex).toBe(2);
			expect(
				service.requests
					.list('POST /v1/instances')
					.map(({ body }) => (body as { name: string }).name),
			).toEqual(['first', 'second', ...Array<string>(rejectedCount).fill(invalidName)]);
		},
	);

	test('Retry On Fail repeats only the failed entry of a Create Template batch', async () => {
		const [one] = createInstances('one');
		const { error } = await run('instance', 'createTemplate', instanceOfItem, {
			items: items([one!.uuid, UNKNOWN_UUID]),
			settings: retryOnFail,
		});
		expect(error?.context?.itemIndex).toBe(1);
		expect(service.requests.list('POST /v1/instances/templates').map(({ body }) => body)).toEqual([
			[{ uuid: one!.uuid }, { uuid: UNKNOWN_UUID }],
			[{ uuid: UNKNOWN_UUID }],
			[{ uuid: UNKNOWN_UUID }],
		]);
	});

	test('Wait for State returns when the state is reached, or with timedOut', async () => {
		const [one, two] = createInstances('one', 'two') as [Instance, Instance];
		service.settings.startMs = 150;
		service.cloud.start(one);
		const wait = async (target: string, maximumWait: number) =>
			(
				await run('instance', 'wait', {
					instanceId: byId(target),
					wantedState: 'running',
					options: { maximumWait },
				})
			).items[0]?.json;
		expect(await wait(one.uuid, 1)).toMatchObject({ state: 'running' });
		expect(service.requests.count()).toBe(1);
		expect(await wait(two.name, 0.01)).toMatchObject({ state: 'stopped', timedOut: true });
	});

	test('canceling the execution ends a wait, even if a request is still pending', async () => {
		const [one] = createInstances('one') as [Instance];
		const began = Date.now();
		const { run: ended } = await run(
			'instance',
			'wait',
			{ instanceId: byId(one.uuid), wantedState: 'running' },
			{ during: (cancel) => void setTimeout(cancel, 300) },
		);
		expect(Date.now() - began).toBeLessThan(5000);
		expect(ended.status).toBe('canceled');
	});

	test('a log longer than one chunk is returned completely, and can be read from any offset', async () => {
		const [one] = createInstances('one') as [Instance];
		const text = Array.from({ length: 4000 }, (_, index) => `Zeile ${index} ä\n`).join('');
		one.output = Buffer.from(text);
		const logs = async (options: IDataObject) =>
			(await run('instance', 'getLogs', { instanceId: byId('one'), options })).items[0]!.json;
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

	test('reading a log fails if the service returns the same part twice', async () => {
		const entry = {
			status: 'success',
			uuid: UNKNOWN_UUID,
			output: Buffer.from('x').toString('base64'),
			range: { start: 0, end: 1 },
			available: { start: 0, end: 1_000_000 },
		};
		let requests = 0;
		const { error } = await withResponses(
			() => {
				requests++;
				return envelopeOf({ instances: [entry] });
			},
			async (credential) =>
				await run('instance', 'getLogs', { instanceId: byId(UNKNOWN_UUID) }, { credential }),
		);
		expect(error?.message).toBe(
			'Reading the log is stuck: the service returned the same part twice',
		);
		expect(requests).toBe(2);
	});

	test('logs are followed until the instance stops or the time limit is reached', async () => {
		const [one, two] = createInstances('one', 'two') as [Instance, Instance];
		service.settings.stopMs = 300;
		one.state = 'running';
		two.state = 'running';
		service.cloud.stop(one);
		const follow = async (name: string, followFor: number) =>
			(await run('instance', 'getLogs', { instanceId: byId(name), options: { followFor } }))
				.items[0]!.json;
		expect((await follow('one', 30)).text).toMatch(/stopping\nstopped\n$/);
		const began = Date.now();
		expect(await follow('two', 1.2)).toMatchObject({ state: 'running' });
		expect(Date.now() - began).toBeGreaterThanOrEqual(1200);
	});

	test('are updated, and each update is returned on its own item, even if several items update the same instance', async () => {
		const [one] = createInstances('one') as [Instance];
		service.settings.shuffled = true;
		const updates = [
			['memory_mb', '512'],
			['tags', '["a"]'],
			['env', { KEY: 'x' }],
		].map(([property, value]) => ({ json: { property, value } as IDataObject }));
		const parameters = {
			instanceId: byId('one'),
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
		expect(sentBodies()).toEqual([
			['PATCH /v1/instances', [{ name: 'one', prop: 'image', op: 'set', value: '1.10' }]],
		]);
	});

	test('are suspended, and are deleted unless they are locked', async () => {
		const [one, two] = createInstances('one', 'two') as [Instance, Instance];
		one.state = 'running';
		two.delete_lock = true;
		expect(
			(await run('instance', 'suspend', { instanceId: byId('one') })).items[0]?.json,
		).toMatchObject({ state: 'standby', previous_state: 'running' });
		const { items: out } = await run(
			'instance',
			'delete',
			{ ...instanceOfItem, options: { dontRetain: true } },
			{ items: items(['one', 'two']), ...continueOnFail },
		);
		expect(out.map(({ json }) => json.deleted ?? json.error)).toEqual([
			true,
			'two is locked (error 15)',
		]);
		expect(sentBodies().at(-1)).toEqual([
			'DELETE /v1/instances',
			[
				{ name: 'one', dont_retain: true },
				{ name: 'two', dont_retain: true },
			],
		]);
		expect(service.cloud.instances.all.map(({ name }) => name)).toEqual(['two']);
	});

	test('are turned into templates and checkpoints, which are read, updated and deleted', async () => {
		createInstances('one', 'two', 'three');
		expect(
			(
				await run('instance', 'createTemplate', instanceOfItem, { items: items(['one', 'two']) })
			).items.map(({ json }) => [json.name, json.state]),
		).toEqual([
			['one', 'template'],
			['two', 'template'],
		]);
		expect((await run('instance', 'getAllTemplates', { returnAll: true })).items).toHaveLength(2);
		expect(
			(
				await run('instance', 'updateTemplate', {
					templateId: byId('one'),
					templateProperty: 'tags',
					change: 'set',
					propertyValue: '["x"]',
				})
			).error,
		).toBeUndefined();
		expect(
			(await run('instance', 'getTemplate', { templateId: byId('one'), simplify: true })).items[0]
				?.json,
		).toMatchObject({ tags: ['x'] });
		expect(
			(await run('instance', 'deleteTemplate', { templateId: byId('one') })).items[0]?.json.deleted,
		).toBe(true);
		const {
			items: [point],
		} = await run('instance', 'createCheckpoint', {
			checkpointOf: byId('three'),
			options: { checkpointName: 'Before-Update' },
		});
		expect(point?.json).toMatchObject({ name: 'before-update', state: 'checkpoint' });
		const checkpointId = byId(String(point!.json.uuid));
		expect(
			(await run('instance', 'getCheckpoint', { checkpointId, simplify: true })).items[0]?.json
				.name,
		).toBe('before-update');
		expect(
			(await run('instance', 'getCheckpointHistory', { checkpointId })).items[0]?.json.history,
		).toEqual([]);
		expect(
			(await run('instance', 'getHistory', { instanceId: byId('three') })).items[0]?.json.history,
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
	test('a volume is created, attached, detached, cloned, updated and deleted', async () => {
		const [one] = createInstances('one') as [Instance];
		expect(
			(await run('volume', 'create', { size: 64, options: { volumeName: 'Data' } })).items[0]?.json,
		).toMatchObject({ name: 'data', state: 'available' });
		const volumeId = byId('data');
		await run('volume', 'attach', {
			volumeId,
			attachTo: byId(one.uuid),
			mountPath: '/data',
			options: { readonly: true },
		});
		expect(sentBodies().at(-1)).toEqual([
			'PUT /v1/volumes/attach',
			[{ name: 'data', attach_to: { uuid: one.uuid }, at: '/data', readonly: true }],
		]);
		expect((await run('volume', 'get', { volumeId })).items[0]?.json.attached_to).toEqual([
			{ uuid: one.uuid, name: 'one' },
		]);
		await run('volume', 'detach', { volumeId, options: { detachFrom: 'one' } });
		expect(sentBodies().at(-1)).toEqual([
			'PUT /v1/volumes/detach',
			[{ name: 'data', from: { name: 'one' } }],
		]);
		// The first clone has the same name as the second source volume, so matching by name would
		// assign its entry to the wrong item.
		const clones = [
			{ json: { from: 'data', to: 'copy' } },
			{ json: { from: 'copy', to: 'copy-2' } },
		];
		const { items: cloned } = await run(
			'volume',
			'clone',
			{ volumeId: byId('={{ $json.from }}'), options: { cloneName: '={{ $json.to }}' } },
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
			(await run('volume', 'createTemplate', { volumeId: byId('copy') })).items[0]?.json.state,
		).toBe('template');
		await run('volume', 'updateTemplate', {
			volumeTemplateId: byId('copy'),
			volumeTemplateProperty: 'tags',
			change: 'set',
			propertyValue: '["t"]',
		});
		expect(
			(await run('volume', 'getTemplate', { volumeTemplateId: byId('copy') })).items[0]?.json.tags,
		).toEqual(['t']);
		expect((await run('volume', 'getAllTemplates', { returnAll: true })).items).toHaveLength(1);
		expect(
			(await run('volume', 'deleteTemplate', { volumeTemplateId: byId('copy') })).items[0]?.json
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

	test('a service is created, listed, updated and deleted', async () => {
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
		expect(sentBodies().at(-1)).toEqual([
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
			serviceId: byId('web'),
			serviceProperty: 'soft_limit',
			change: 'set',
			propertyValue: '5',
		});
		expect((await run('service', 'get', { serviceId: byId('web') })).items[0]?.json).toMatchObject({
			soft_limit: 5,
		});
		expect((await run('service', 'getAll', { returnAll: true })).items).toHaveLength(1);
		expect(
			(await run('service', 'delete', { serviceId: byId('web') })).items[0]?.json.deleted,
		).toBe(true);
	});

	test('a certificate is uploaded and replaced, and its key is never returned', async () => {
		const pem = { chain: 'CHAIN', privateKey: 'PRIVATE-KEY-TEXT' };
		const {
			items: [cert],
		} = await run('certificate', 'create', {
			...pem,
			options: { certificateName: 'my-cert', commonName: 'app.example.com' },
		});
		expect(sentBodies()).toEqual([
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
			(await run('certificate', 'update', { certificateId: byId('my-cert'), ...pem })).items[0]
				?.json.name,
		).toBe('my-cert');
		expect(
			(await run('certificate', 'get', { certificateId: byId('my-cert') })).items[0]?.json,
		).toMatchObject({ common_name: 'app.example.com', state: 'valid' });
		expect((await run('certificate', 'getAll', { returnAll: true })).items).toHaveLength(1);
		expect(
			(await run('certificate', 'delete', { certificateId: byId('my-cert') })).items[0]?.json
				.deleted,
		).toBe(true);
	});

	test('images are listed, pinned in one request and unpinned', async () => {
		const { items: pins } = await run(
			'image',
			'pin',
			{ imageUrl: '={{ $json.target }}', pullTimeout: 30 },
			{ items: items(['nginx:1', 'missing:1', 'nginx:2']), ...continueOnFail },
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

	test('quotas are returned for the account or for another user', async () => {
		expect((await run('user', 'getQuotas')).items[0]?.json).toMatchObject({
			hard: { instances: 20_000 },
		});
		expect(
			(await run('user', 'getQuotas', { options: { userUuid: UNKNOWN_UUID } })).items[0]?.json,
		).toMatchObject({ uuid: UNKNOWN_UUID });
		expect(sentQueries().map(([line]) => line)).toEqual([
			'GET /v1/users/quotas',
			`GET /v1/users/${UNKNOWN_UUID}/quotas`,
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
		'requests use the autoscale paths selected in the credential: %s',
		async (autoscalePaths, global, local) => {
			service.settings.autoscaleBelowServices = autoscalePaths === 'services';
			const more = { credential: { autoscalePaths } };
			const web = service.cloud.services.add({ name: 'web', created_at: '' } as never);
			const serviceId = byId('web');
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
			expect(sentBodies().at(-1)).toEqual([
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
				sentQueries()
					.slice(-2)
					.map(([line]) => line),
			).toEqual([
				'GET /v1/services',
				`POST ${local}${web.uuid}${autoscalePaths === 'services' ? '/autoscale' : ''}/policies`,
			]);
			expect(sentBodies().at(-1)?.[1]).toEqual({
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
				(await run('autoscale', 'get', { serviceId: byId(web.uuid) }, more)).items[0]?.json,
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
						{ serviceId: byId(web.uuid), policyName: 'by-load' },
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

	test('an unknown service name is an error, and no request is sent after the lookup', async () => {
		const { error } = await run('autoscale', 'getPolicies', { serviceId: byId('nowhere') });
		expect(error?.message).toBe('Service nowhere not found');
		expect(service.requests.count()).toBe(1);
	});
});

describe('Any Endpoint', () => {
	const call = async (parameters: IDataObject) =>
		await run('endpoint', 'call', {
			httpMethod: 'GET',
			category: 'instances',
			scope: 'global',
			endpointPath: '',
			...parameters,
		});

	test('is called in global scope, with a body or query parameters', async () => {
		const [one] = createInstances('one') as [Instance];
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
			items: [envelope],
		} = await call({ options: { answerAs: 'envelope' } });
		expect(envelope?.json).toMatchObject({
			status: 'success',
			data: { instances: [{ name: 'one' }] },
		});
	});

	test('is called in local scope, by UUID or by a name that is looked up first', async () => {
		const [one] = createInstances('one') as [Instance];
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
		expect(sentQueries().map(([line]) => line)).toEqual([
			'GET /v1/instances',
			`PUT /v1/instances/${one.uuid}/start`,
		]);
		expect((await call({ scope: 'local', object: one.uuid })).items[0]?.json.name).toBe('one');
	});

	test('fails if every entry fails, and rejects path traversal and a GET request with a body', async () => {
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

	test('Get Health returns the checks and versions of the server node that responds', async () => {
		expect((await run('endpoint', 'getHealth')).items[0]?.json).toEqual({
			checks: { api: 'healthy' },
			versions: { api: '1' },
		});
	});
});

test('the credential sets metro and base URL, and its token never appears in the output', async () => {
	const baseUrl = service.url.replace('127.0.0.1', '127.0.0.{metro}');
	const { error } = await run('user', 'getQuotas', {}, { credential: { baseUrl, metro: '1' } });
	expect(error).toBeUndefined();
	const { error: invalid } = await run(
		'user',
		'getQuotas',
		{},
		{ credential: { baseUrl, metro: '1/x' } },
	);
	expect(invalid?.message).toBe('Metro in the credential must be one word such as fra, got "1/x"');
	expect(
		JSON.stringify(await run('instance', 'get', { instanceId: byId('nowhere') })),
	).not.toContain(service.credential.data.apiToken);
});

test('with the error output, an invalid metro in the credential is an error of every item', async () => {
	const { items: succeeded, failed } = await run('instance', 'get', instanceOfItem, {
		items: items(['one', 'two']),
		credential: { baseUrl: 'http://{metro}.example', metro: '1/x' },
		settings: { onError: 'continueErrorOutput' },
	});
	expect(succeeded).toEqual([]);
	expect(failed.map(({ json, pairedItem }) => [json.error, pairedItem])).toEqual(
		[0, 1].map((item) => [
			'Metro in the credential must be one word such as fra, got "1/x"',
			{ item },
		]),
	);
});

test('an AI agent can start instances, but cannot delete instances', async () => {
	const tool = { nodeTypeName: 'n8n-nodes-tenfold.instanceCloudTool' };
	createInstances('one');
	expect((await run('instance', 'delete', { instanceId: byId('one') }, tool)).error?.message).toBe(
		'Delete is not available to AI agents',
	);
	expect(
		(await run('instance', 'start', { instanceId: byId('one') }, tool)).items[0]?.json.state,
	).toBe('starting');
});
