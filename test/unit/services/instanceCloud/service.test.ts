import axios from 'axios';
import { uuidFrom } from '../../../services/instanceCloud/objects';
import {
	LOCAL_TOKEN,
	startInstanceCloud,
	type InstanceCloudService,
} from '../../../services/instanceCloud/service';
import { frozenClock } from '../../../services/kit/clock';

let service: InstanceCloudService;
beforeEach(async () => {
	service = await startInstanceCloud({ clock: frozenClock() });
});
afterEach(async () => await service.close());

const http = axios.create({
	proxy: false,
	validateStatus: () => true,
	headers: { authorization: `Bearer ${LOCAL_TOKEN}` },
	paramsSerializer: { indexes: null },
});
const request = async (method: string, path: string, data?: unknown, params?: object) =>
	await http.request({ method, url: `${service.url}/v1/${path}`, data, params });
const create = async (name: string) =>
	(await request('POST', 'instances', { name, image: 'nginx:latest' })).data.data.instances[0];

it('returns 401 with an error envelope', async () => {
	const { status, data } = await axios.get(`${service.url}/v1/instances`, {
		proxy: false,
		validateStatus: () => true,
	});
	expect([status, data.status, data.errors]).toEqual([401, 'error', [{ status: 401 }]]);
});

it('starts, stops and suspends by UUID and by name, in global and local scope', async () => {
	const { uuid } = await create('app.one');
	await service.clock.advance(1000);
	const { data } = await request('PUT', 'instances/stop', [{ name: 'APP.one', force: true }]);
	expect(data).toMatchObject({
		status: 'success',
		data: { instances: [{ uuid, state: 'stopped', previous_state: 'running' }] },
	});
	expect(
		(await request('PUT', `instances/${uuid}/start`, {})).data.data.instances[0],
	).toMatchObject({
		state: 'starting',
	});
	await service.clock.advance(1000);
	expect((await request('PUT', 'instances/suspend', [{ uuid }])).data.data.instances[0].state).toBe(
		'standby',
	);
	expect((await request('GET', `instances/${uuid}`)).data.data.instances[0]).toMatchObject({
		name: 'app.one',
		state: 'standby',
	});
});

it('returns partial success with a message and an error number for each failed entry', async () => {
	const { uuid } = await create('app');
	const { status, data } = await request('GET', 'instances', undefined, {
		uuid: [uuid, uuidFrom('none')],
		name: ['nowhere'],
	});
	expect([status, data.status]).toEqual([200, 'partial_success']);
	expect(
		data.data.instances.map((entry: { status: string; error?: number }) => [
			entry.status,
			entry.error,
		]),
	).toEqual([
		['success', undefined],
		['error', 8],
		['error', 8],
	]);
});

it('rejects invalid names and duplicate names', async () => {
	const entry = async (name: string) =>
		(await request('POST', 'instances', { image: 'a', name })).data.data.instances[0];
	expect(await entry('1app')).toMatchObject({ status: 'error', error: 7 });
	await create('app');
	expect(await entry('App')).toMatchObject({ status: 'error', error: 23 });
});

it('pages through lists by UUID, and returns ranges of logs', async () => {
	for (const name of ['a', 'b', 'c']) await create(name);
	const first = (await request('GET', 'instances', undefined, { count: 2 })).data.data.instances;
	const second = (await request('GET', 'instances', undefined, { count: 2, from: first[1].uuid }))
		.data.data.instances;
	expect([...first, ...second].map(({ name }: { name: string }) => name)).toEqual(['a', 'b', 'c']);
	const { output, range, available } = (
		await request('GET', 'instances/log', undefined, { name: 'a', offset: -9, limit: 5 })
	).data.data.instances[0];
	expect([
		Buffer.from(output, 'base64').toString(),
		range.end - range.start,
		available.end,
	]).toEqual(['start', 5, range.start + 9]);
});
