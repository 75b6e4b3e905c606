import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { InstanceCloudApi } from '../../credentials/InstanceCloudApi.credentials';
import { InstanceCloud } from '../../nodes/InstanceCloud/InstanceCloud.node';
import type { Instance } from '../services/instanceCloud/cloud';
import { startInstanceCloud, type InstanceCloudService } from '../services/instanceCloud/service';
import { hintsOf, operationRunner, type RunOptions } from './kit/executor';
import { byId } from './kit/locator';

const UNKNOWN_UUID = '7a1f6c7e-3c0b-4f0e-9d3a-5b1f0c2d4e6f';

const nodeType = new InstanceCloud();

let service: InstanceCloudService;
beforeEach(async () => {
	service = await startInstanceCloud({ settings: { startMs: 20, stopMs: 20 } });
});
afterEach(async () => await service.close());

const run = operationRunner(nodeType, () => ({
	instanceCloudApi: { type: new InstanceCloudApi(), data: service.credential.data },
}));
const instanceOfItem = { instanceId: byId('={{ $json.target }}') };
const items = (targets: readonly string[]): INodeExecutionData[] =>
	targets.map((target) => ({ json: { target } }));
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
	test('an instance that is already in the wanted state fails in words, or is ignored with an option', async () => {
		const [stopped, running] = createInstances('stopped', 'running') as [Instance, Instance];
		service.cloud.start(running);
		running.state = 'running';
		const stop = async (options: object) =>
			await run(
				'instance',
				'stop',
				{ ...instanceOfItem, options },
				{ items: items([stopped.uuid, 'running']), ...continueOnFail },
			);

		const { items: failed } = await stop({});
		expect(failed.map(({ json }) => json.error ?? json.state)).toEqual([
			expect.stringMatching(/^The instance is stopped \(error 11\)/),
			'stopping',
		]);
		const { error } = await run('instance', 'stop', { instanceId: byId('stopped') });
		expect(error?.description).toContain('turn on Ignore If Already Stopped');
		expect(error?.description).not.toContain('FailedWrongVMState');

		const { items: ignored } = await stop({ ignoreIfStopped: true });
		expect(ignored.map(({ json }) => [json.uuid, json.previous_state])).toEqual([
			[stopped.uuid, 'stopped'],
			[running.uuid, expect.stringMatching(/^stop/)],
		]);

		const start = { ...instanceOfItem, options: { ignoreIfStarted: true } };
		service.cloud.start(stopped);
		const { items: started } = await run('instance', 'start', start, {
			items: items(['stopped', UNKNOWN_UUID]),
			...continueOnFail,
		});
		expect(started.map(({ json }) => json.state ?? json.error)).toEqual([
			expect.stringMatching(/^(?:starting|running)$/),
			expect.stringContaining('not found'),
		]);
	});

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
});

describe('reading', () => {
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

		test('fails without Continue On Fail, and the hint explains how to get the other entries', async () => {
			const { error } = await getMany({});
			expect(error?.message).toBe('Not reachable (error 6)');
			expect(error?.description).toContain('set On Error to Continue');
		});
	});
});

describe('instances', () => {
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

	test('Wait for State returns when the state is reached, or with timedOut and a hint, or fails', async () => {
		const [one, two] = createInstances('one', 'two') as [Instance, Instance];
		service.settings.startMs = 150;
		service.cloud.start(one);
		const wait = async (target: string, options: IDataObject) =>
			await run('instance', 'wait', {
				instanceId: byId(target),
				wantedState: 'running',
				options,
			});
		const started = await wait(one.uuid, { maximumWait: 1, failOnTimeout: true });
		expect(started.items[0]?.json).toMatchObject({ state: 'running' });
		expect(hintsOf(started)).toEqual([]);
		expect(service.requests.count()).toBe(1);
		const stopped = await wait(two.name, { maximumWait: 0.01 });
		expect(stopped.items[0]?.json).toMatchObject({ state: 'stopped', timedOut: true });
		expect(hintsOf(stopped)).toEqual([expect.stringContaining('contains timedOut')]);
		const failed = await wait(two.name, { maximumWait: 0.01, failOnTimeout: true });
		expect(failed.error?.message).toBe('The wait took longer than Maximum Wait');
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
		expect(Date.now() - began).toBeGreaterThan(1000);
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
});

test('quotas are read from the path of the account or of another user', async () => {
	await run('user', 'getQuotas');
	await run('user', 'getQuotas', { options: { userUuid: UNKNOWN_UUID } });
	expect(sentQueries().map(([line]) => line)).toEqual([
		'GET /v1/users/quotas',
		`GET /v1/users/${UNKNOWN_UUID}/quotas`,
	]);
	const invalid = await run('user', 'getQuotas', { options: { userUuid: 'me' } });
	expect(invalid.error?.message).toBe('User UUID must be a UUID');
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

	test.each([
		'/v1/instances',
		'instances/',
		'/instances',
		'{address}/v1/instances',
		'{address}/instances',
		'/v1/instances/{uuid}',
		'{address}/v1/instances/{uuid}/',
	])('accepts %s', async (pasted) => {
		const [{ uuid }] = createInstances('one') as [Instance];
		const category = pasted
			.replace('{address}', new URL(service.url).origin)
			.replace('{uuid}', uuid);
		const { items: out, error } = await call({ category });
		expect([error?.message, out.map(({ json }) => json.name)]).toEqual([undefined, ['one']]);
		expect(sentQueries().map(([line]) => line)).toEqual([
			`GET /v1/instances${pasted.includes('{uuid}') ? `/${uuid}` : ''}`,
		]);
	});

	test('fails if every entry fails, and rejects path traversal and a GET request with a body', async () => {
		expect((await call({ options: { queryJson: '{"name": "nowhere"}' } })).error?.message).toBe(
			'There is no instance nowhere (error 8)',
		);
		expect((await call({ options: { bodyJson: '[]' } })).error?.message).toBe(
			'Body cannot be sent with GET',
		);
		expect((await call({ category: 'instances/../users' })).error?.message).toMatch(
			/^Category must be a word such as instances/,
		);
		expect((await call({ endpointPath: '../users' })).error?.message).toMatch(
			/^Endpoint must be a path/,
		);
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
	expect(invalid?.message).toBe('Metro in the credential must be one word such as fra');
	expect(
		JSON.stringify(await run('instance', 'get', { instanceId: byId('nowhere') })),
	).not.toContain(service.credential.data.apiToken);
});
