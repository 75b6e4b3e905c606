// The operations on objects, by method and path. Each operation processes one entry.

import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../kit/clock';
import type { Cloud, Instance } from './cloud';
import { EntryError, type Entry } from './envelope';
import { uuidFrom, type CloudObject, type ObjectCollection } from './objects';

/** Processes one entry of a request. */
export type Operation = (entry: Entry) => Entry | Promise<Entry>;

const reference = ({ uuid, name }: CloudObject): Entry => ({ uuid, name });
const withoutOutput = ({ output: _output, ...instance }: Instance): Entry => {
	void _output;
	return instance;
};

/** Changes a single property. */
function patchProperty(object: Entry, { prop, op, value, id }: Entry): Entry {
	const key = String(prop);
	const current = object[key];
	if (op === 'set') object[key] = value;
	else if (op === 'add')
		object[key] = Array.isArray(current)
			? [...current, ...[value].flat()]
			: { ...(current as object), ...(value as object) };
	else if (op === 'del')
		object[key] = Array.isArray(current)
			? current.filter((item) => ![value].flat().includes(item))
			: undefined;
	else throw new EntryError('invalid', `op must be set, add or del, got ${String(op)}`);
	return { ...reference(object as CloudObject), ...(id === undefined ? {} : { id }) };
}

/**
 * Waits until the instance reaches the requested state or the timeout expires. Returns its state at
 * that time.
 */
async function waitForState(
	instance: Instance,
	{ state, timeout_ms: timeout = 0 }: Entry,
	clock: Clock,
): Promise<Entry> {
	const until = clock.now() + Number(timeout);
	while (instance.state !== state && clock.now() < until) await pause(5, undefined, { ref: false });
	return { ...reference(instance), state: instance.state };
}

const MAX_LOG_BYTES = 16_383;

function readLog(
	{ output, state, ...instance }: Instance,
	{ offset = 0, limit = 4096 }: Entry,
): Entry {
	const end = output.length;
	const rangeStart =
		Number(offset) < 0 ? Math.max(0, end + Number(offset)) : Math.min(Number(offset), end);
	const rangeEnd = Math.min(end, rangeStart + Math.min(Number(limit), MAX_LOG_BYTES));
	return {
		uuid: instance.uuid,
		name: instance.name,
		state,
		output: output.subarray(rangeStart, rangeEnd).toString('base64'),
		available: { start: 0, end },
		range: { start: rangeStart, end: rangeEnd },
	};
}

/** All operations, by `METHOD path`. UUIDs are not part of the path. */
export function operationsOf(cloud: Cloud, clock: Clock): Record<string, Operation> {
	const { instances, services, volumes, images } = cloud;
	const commonOperations = (
		category: string,
		objects: ObjectCollection<CloudObject>,
		toResponse: (object: never) => Entry = (object) => object,
	): Record<string, Operation> => ({
		[`GET ${category}`]: (entry) => toResponse(objects.find(entry) as never),
		[`DELETE ${category}`]: (entry) => {
			const object = objects.find(entry);
			objects.remove(object);
			return {
				...reference(object),
				...('state' in object ? { previous_state: object.state } : {}),
			};
		},
		[`PATCH ${category}`]: (entry) => patchProperty(objects.find(entry), entry),
	});
	return {
		...commonOperations('instances', instances as never, withoutOutput as never),
		...commonOperations('services', services),
		...commonOperations('volumes', volumes as never),
		'GET instances/log': (entry) => readLog(instances.find(entry), entry),
		'GET instances/wait': async (entry) => await waitForState(instances.find(entry), entry, clock),
		'POST instances': (entry) => withoutOutput(cloud.createInstance(entry)),
		'PUT instances/start': (entry) => startInstance(cloud, entry),
		'PUT instances/stop': (entry) =>
			changeState(instances.find(entry), (target) => cloud.stop(target, entry)),
		'PUT instances/suspend': (entry) =>
			changeState(instances.find(entry), (target) => cloud.suspend(target)),
		'POST services': (entry) =>
			services.add({
				created_at: cloud.now(),
				persistent: true,
				autoscale: false,
				...entry,
			} as never),
		'POST volumes': (entry) => {
			const { uuid, name } = volumes.add({
				state: 'available',
				attached_to: [],
				created_at: cloud.now(),
				...entry,
			} as never);
			return { uuid, name, state: 'available' };
		},
		'POST volumes/clone': (entry) => {
			const source = volumes.find(entry);
			const { uuid, name } = volumes.add({
				...source,
				uuid: undefined,
				name: entry.vol_name,
				attached_to: [],
				created_at: cloud.now(),
			} as never);
			return { uuid, name, state: 'available' };
		},
		'POST images': ({ url }) => {
			if (String(url).includes('missing'))
				throw new EntryError('notFound', `There is no image ${String(url)}`);
			const image = images.add({
				url: String(url),
				created_at: cloud.now(),
				persistent: true,
				initrd_or_rom: false,
				size_in_bytes: 4096,
			} as never);
			return { ...reference(image), url, state: 'available' };
		},
	};
}

const changeState = (instance: Instance, move: (instance: Instance) => Entry): Entry => ({
	...reference(instance),
	...move(instance),
});

async function startInstance(cloud: Cloud, entry: Entry): Promise<Entry> {
	const instance = cloud.instances.find(entry);
	const result = changeState(instance, (target) => cloud.start(target));
	const until = Date.now() + Number(entry.wait_timeout_ms ?? 0);
	while (instance.state === 'starting' && Date.now() < until)
		await pause(5, undefined, { ref: false });
	return { ...result, state: instance.state };
}

/** A UUID that does not belong to any object. */
export const UNKNOWN_UUID = uuidFrom('unknown');
