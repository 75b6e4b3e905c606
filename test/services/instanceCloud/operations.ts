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
	const {
		instances,
		templates,
		checkpoints,
		services,
		volumes,
		volumeTemplates,
		certificates,
		images,
		autoscale,
	} = cloud;
	const commonOperations = (
		category: string,
		objects: ObjectCollection<CloudObject>,
		toResponse: (object: never) => Entry = (object) => object,
	): Record<string, Operation> => ({
		[`GET ${category}`]: (entry) => toResponse(objects.find(entry) as never),
		[`DELETE ${category}`]: (entry) => {
			const object = objects.find(entry);
			if (object.delete_lock === true) throw new EntryError('attached', `${object.name} is locked`);
			objects.remove(object);
			return {
				...reference(object),
				...('state' in object ? { previous_state: object.state } : {}),
			};
		},
		[`PATCH ${category}`]: (entry) => patchProperty(objects.find(entry), entry),
	});
	const template =
		(of: ObjectCollection<CloudObject>, into: ObjectCollection<CloudObject>, state: string) =>
		(entry: Entry): Entry => {
			const object = of.find(entry);
			of.remove(object);
			into.add({ ...object, state } as never);
			return { ...reference(object), state };
		};
	const autoscaleOf = (entry: Entry): Entry => {
		const service = services.find(entry);
		const settings = autoscale.get(service.uuid);
		return {
			...reference(service),
			...(settings ? { enabled: true, ...settings } : { status: 'unconfigured', enabled: false }),
		};
	};
	return {
		...commonOperations('instances', instances as never, withoutOutput as never),
		...commonOperations('instances/templates', templates as never, withoutOutput as never),
		...commonOperations('instances/checkpoints', checkpoints as never, withoutOutput as never),
		...commonOperations('services', services),
		...commonOperations('volumes', volumes as never),
		...commonOperations('volumes/templates', volumeTemplates as never),
		...commonOperations(
			'certificates',
			certificates,
			({ pkey: _pkey, chain: _chain, ...rest }: Entry) => {
				void _pkey;
				void _chain;
				return rest;
			},
		),
		'GET instances/metrics': (entry) => ({
			...reference(instances.find(entry)),
			rss_bytes: 1_048_576,
			cpu_time_ms: 12,
			nreqs: 0,
		}),
		'GET instances/history': (entry) => ({
			...reference(instances.find(entry)),
			history: checkpoints.all
				.filter((checkpoint) => checkpoint.from === instances.find(entry).uuid)
				.map(({ uuid, name, created_at }) => ({ uuid, name, created_at })),
		}),
		'GET instances/checkpoints/history': (entry) => ({
			...reference(checkpoints.find(entry)),
			history: [],
		}),
		'GET instances/log': (entry) => readLog(instances.find(entry), entry),
		'GET instances/wait': async (entry) => await waitForState(instances.find(entry), entry, clock),
		'POST instances': (entry) => withoutOutput(cloud.createInstance(entry)),
		'PUT instances/start': (entry) => startInstance(cloud, entry),
		'PUT instances/stop': (entry) =>
			changeState(instances.find(entry), (target) => cloud.stop(target, entry)),
		'PUT instances/suspend': (entry) =>
			changeState(instances.find(entry), (target) => cloud.suspend(target)),
		'POST instances/templates': template(instances as never, templates as never, 'template'),
		'POST instances/checkpoints': ({ from, name, tags }) => {
			const source = instances.find((from ?? {}) as Entry);
			const { uuid, name: createdName } = checkpoints.add({
				...source,
				uuid: undefined,
				name,
				tags,
				state: 'checkpoint',
				from: source.uuid,
				created_at: cloud.now(),
			} as never);
			return { uuid, name: createdName, state: 'checkpoint' };
		},
		'POST services': (entry) =>
			services.add({
				created_at: cloud.now(),
				persistent: true,
				autoscale: false,
				...entry,
			} as never),
		'POST volumes': (entry) => {
			if (entry.size_mb === undefined && entry.template === undefined)
				throw new EntryError('invalid', 'size_mb or template is required');
			const { uuid, name } = volumes.add({
				state: 'available',
				attached_to: [],
				created_at: cloud.now(),
				...entry,
			} as never);
			return { uuid, name, state: 'available' };
		},
		'PUT volumes/attach': (entry) => {
			const volume = volumes.find(entry);
			if (volume.attached_to.length > 0)
				throw new EntryError('attached', `${volume.name} is already attached`);
			volume.attached_to = [reference(instances.find((entry.attach_to ?? {}) as Entry))];
			return reference(volume);
		},
		'PUT volumes/detach': (entry) => {
			const volume = volumes.find(entry);
			if (volume.attached_to.length === 0)
				throw new EntryError('notAttached', `${volume.name} is not attached`);
			volume.attached_to = [];
			return reference(volume);
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
		'POST volumes/templates': template(volumes as never, volumeTemplates as never, 'template'),
		'POST certificates': (entry) => ({
			...certificates.add({ created_at: cloud.now(), state: 'valid', ...entry } as never),
			pkey: undefined,
			chain: undefined,
		}),
		'PUT certificates': (entry) =>
			reference(Object.assign(certificates.find(entry), { chain: entry.chain, pkey: entry.pkey })),
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
		'DELETE images': (entry) => (images.remove(images.find(entry)), { uuid: entry.uuid }),
		'GET autoscale': autoscaleOf,
		'POST autoscale': ({ uuid, name, ...settings }) => {
			const service = services.find({ uuid, name });
			autoscale.set(service.uuid, { policies: [], ...settings } as Entry & { policies: Entry[] });
			return reference(service);
		},
		'DELETE autoscale': (entry) => {
			const service = services.find(entry);
			if (!autoscale.delete(service.uuid))
				throw new EntryError('invalid', `${service.name} has no autoscale settings`);
			return reference(service);
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
