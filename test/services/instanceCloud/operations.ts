// The operations on objects, by method and path. Each operation processes one entry.

import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../kit/clock';
import type { Cloud, Instance } from './cloud';
import { EntryError, type Entry } from './envelope';
import { uuidFrom, type CloudObject, type ObjectCollection } from './objects';

export interface Operation {
	/** Name of the array in `data`. */
	readonly list: string;
	/**
	 * Parameters of an entry in addition to uuid and name. The request fails if it contains any other
	 * parameter.
	 */
	readonly parameters: readonly string[];
	/** Whether the operation creates an object. */
	readonly creates?: boolean;
	run(entry: Entry): Entry | Promise<Entry>;
}

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
		list: string,
		objects: ObjectCollection<CloudObject>,
		toResponse: (object: never) => Entry = (object) => object,
	): Record<string, Operation> => ({
		[`GET ${category}`]: {
			list,
			parameters: ['details'],
			run: (entry) => toResponse(objects.find(entry) as never),
		},
		[`DELETE ${category}`]: {
			list,
			parameters: category === 'instances' ? ['timeout_s', 'dont_retain'] : [],
			run: (entry) => {
				const object = objects.find(entry);
				if (object.delete_lock === true)
					throw new EntryError('attached', `${object.name} is locked`);
				objects.remove(object);
				return {
					...reference(object),
					...('state' in object ? { previous_state: object.state } : {}),
				};
			},
		},
		[`PATCH ${category}`]: {
			list,
			parameters: ['id', 'prop', 'op', 'value'],
			run: (entry) => patchProperty(objects.find(entry), entry),
		},
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
		...commonOperations('instances', 'instances', instances as never, withoutOutput as never),
		...commonOperations(
			'instances/templates',
			'instances',
			templates as never,
			withoutOutput as never,
		),
		...commonOperations(
			'instances/checkpoints',
			'instances',
			checkpoints as never,
			withoutOutput as never,
		),
		...commonOperations('services', 'service_groups', services),
		...commonOperations('volumes', 'volumes', volumes as never),
		...commonOperations('volumes/templates', 'volumes', volumeTemplates as never),
		...commonOperations(
			'certificates',
			'certificates',
			certificates,
			({ pkey: _pkey, chain: _chain, ...rest }: Entry) => {
				void _pkey;
				void _chain;
				return rest;
			},
		),
		'GET instances/metrics': {
			list: 'instances',
			parameters: [],
			run: (entry) => ({
				...reference(instances.find(entry)),
				rss_bytes: 1_048_576,
				cpu_time_ms: 12,
				nreqs: 0,
			}),
		},
		'GET instances/history': {
			list: 'instances',
			parameters: [],
			run: (entry) => ({
				...reference(instances.find(entry)),
				history: checkpoints.all
					.filter((checkpoint) => checkpoint.from === instances.find(entry).uuid)
					.map(({ uuid, name, created_at }) => ({ uuid, name, created_at })),
			}),
		},
		'GET instances/checkpoints/history': {
			list: 'instances',
			parameters: [],
			run: (entry) => ({ ...reference(checkpoints.find(entry)), history: [] }),
		},
		'GET instances/log': {
			list: 'instances',
			parameters: ['offset', 'limit'],
			run: (entry) => readLog(instances.find(entry), entry),
		},
		'GET instances/wait': {
			list: 'instances',
			parameters: ['state', 'timeout_ms', 'timeout_s'],
			run: async (entry) => await waitForState(instances.find(entry), entry, clock),
		},
		'POST instances': {
			list: 'instances',
			parameters: INSTANCE_PARAMETERS,
			creates: true,
			run: (entry) => withoutOutput(cloud.createInstance(entry)),
		},
		'PUT instances/start': {
			list: 'instances',
			parameters: ['wait_timeout_ms', 'timeout_s'],
			run: (entry) => startInstance(cloud, entry),
		},
		'PUT instances/stop': {
			list: 'instances',
			parameters: ['force', 'drain_timeout_ms', 'quick', 'ifstate', 'dump'],
			run: (entry) => changeState(instances.find(entry), (target) => cloud.stop(target, entry)),
		},
		'PUT instances/suspend': {
			list: 'instances',
			parameters: ['drain_timeout_ms'],
			run: (entry) => changeState(instances.find(entry), (target) => cloud.suspend(target)),
		},
		'POST instances/templates': {
			list: 'instances',
			parameters: ['timeout_s', 'autokill'],
			run: template(instances as never, templates as never, 'template'),
		},
		'POST instances/checkpoints': {
			list: 'instances',
			parameters: ['from', 'timeout_s', 'tags', 'autokill'],
			creates: true,
			run: ({ from, name, tags }) => {
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
		},
		'POST services': {
			list: 'service_groups',
			parameters: ['services', 'domains', 'soft_limit', 'hard_limit', 'autokill'],
			creates: true,
			run: (entry) =>
				services.add({
					created_at: cloud.now(),
					persistent: true,
					autoscale: false,
					...entry,
				} as never),
		},
		'POST volumes': {
			list: 'volumes',
			parameters: [
				'size_mb',
				'host_path',
				'template',
				'quota_policy',
				'filesystem',
				'tags',
				'uid',
				'gid',
				'access_mode',
				'args',
			],
			creates: true,
			run: (entry) => {
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
		},
		'PUT volumes/attach': {
			list: 'volumes',
			parameters: ['attach_to', 'at', 'readonly'],
			run: (entry) => {
				const volume = volumes.find(entry);
				if (volume.attached_to.length > 0)
					throw new EntryError('attached', `${volume.name} is already attached`);
				volume.attached_to = [reference(instances.find((entry.attach_to ?? {}) as Entry))];
				return reference(volume);
			},
		},
		'PUT volumes/detach': {
			list: 'volumes',
			parameters: ['from'],
			run: (entry) => {
				const volume = volumes.find(entry);
				if (volume.attached_to.length === 0)
					throw new EntryError('notAttached', `${volume.name} is not attached`);
				volume.attached_to = [];
				return reference(volume);
			},
		},
		'POST volumes/clone': {
			list: 'volumes',
			parameters: ['vol_name', 'quota_policy', 'tags', 'access_mode'],
			run: (entry) => {
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
		},
		'POST volumes/templates': {
			list: 'volumes',
			parameters: [],
			run: template(volumes as never, volumeTemplates as never, 'template'),
		},
		'POST certificates': {
			list: 'certificates',
			parameters: ['cn', 'common_name', 'chain', 'pkey'],
			creates: true,
			run: (entry) => ({
				...certificates.add({ created_at: cloud.now(), state: 'valid', ...entry } as never),
				pkey: undefined,
				chain: undefined,
			}),
		},
		'PUT certificates': {
			list: 'certificates',
			parameters: ['chain', 'pkey'],
			run: (entry) =>
				reference(
					Object.assign(certificates.find(entry), { chain: entry.chain, pkey: entry.pkey }),
				),
		},
		'POST images': {
			list: 'images',
			parameters: [
				'url',
				'credentials',
				'headers',
				'pull_policy',
				'timeout_s',
				'merge_requests',
				'autokill',
			],
			creates: true,
			run: ({ url }) => {
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
		},
		'DELETE images': {
			list: 'images',
			parameters: [],
			run: (entry) => (images.remove(images.find(entry)), { uuid: entry.uuid }),
		},
		'GET autoscale': { list: 'service_groups', parameters: [], run: autoscaleOf },
		'POST autoscale': {
			list: 'service_groups',
			parameters: [
				'min_size',
				'max_size',
				'warmup_time_ms',
				'cooldown_time_ms',
				'create_args',
				'policies',
			],
			run: ({ uuid, name, ...settings }) => {
				const service = services.find({ uuid, name });
				autoscale.set(service.uuid, { policies: [], ...settings } as Entry & { policies: Entry[] });
				return reference(service);
			},
		},
		'DELETE autoscale': {
			list: 'service_groups',
			parameters: [],
			run: (entry) => {
				const service = services.find(entry);
				if (!autoscale.delete(service.uuid))
					throw new EntryError('invalid', `${service.name} has no autoscale settings`);
				return reference(service);
			},
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

const INSTANCE_PARAMETERS = [
	'image',
	'args',
	'env',
	'memory_mb',
	'service_group',
	'volumes',
	'autostart',
	'replicas',
	'restart_policy',
	'scale_to_zero',
	'vcpus',
	'wait_timeout_ms',
	'features',
	'timeout_s',
	'roms',
	'plugins',
	'tags',
	'annotations',
	'template',
	'sched_priority',
	'schedules',
	'autokill',
	'hostname',
	'dependencies',
	'branch_from',
	'checkpoint',
	'gateway',
	'nameserver',
	'network_interfaces',
	'type',
	'gpus',
];

/** A UUID that does not belong to any object. */
export const UNKNOWN_UUID = uuidFrom('unknown');
