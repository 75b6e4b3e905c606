// What can be done with objects, one entry at a time: by category and endpoint, as in the vendor's interface.

import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../kit/clock';
import type { Cloud, Instance } from './cloud';
import { EntryError, type Entry } from './envelope';
import { uuidFrom, type CloudObject, type Shelf } from './objects';

export interface Operation {
	/** Name of the list in `data`. */
	readonly list: string;
	/** Parameters that an entry may have beside uuid and name; any other ends the request. */
	readonly takes: readonly string[];
	/** Only one object at a time, which is not looked up. */
	readonly creates?: boolean;
	work(entry: Entry): Entry | Promise<Entry>;
}

const identity = ({ uuid, name }: CloudObject): Entry => ({ uuid, name });
const shownInstance = ({ output: _output, ...instance }: Instance): Entry => {
	void _output;
	return instance;
};

/** Changes one property. */
function patch(object: Entry, { prop, op, value, id }: Entry): Entry {
	const key = String(prop);
	const held = object[key];
	if (op === 'set') object[key] = value;
	else if (op === 'add')
		object[key] = Array.isArray(held)
			? [...held, ...[value].flat()]
			: { ...(held as object), ...(value as object) };
	else if (op === 'del')
		object[key] = Array.isArray(held)
			? held.filter((one) => ![value].flat().includes(one))
			: undefined;
	else throw new EntryError('invalid', `There is no op ${String(op)}`);
	return { ...identity(object as CloudObject), ...(id === undefined ? {} : { id }) };
}

/** Waits until the instance has the state, or the time is over; then answers how it is. */
async function waited(
	instance: Instance,
	{ state, timeout_ms: timeout = 0 }: Entry,
	clock: Clock,
): Promise<Entry> {
	const until = clock.now() + Number(timeout);
	while (instance.state !== state && clock.now() < until) await pause(5, undefined, { ref: false });
	return { ...identity(instance), state: instance.state };
}

const MOST_LOG_BYTES = 16_383;

function logOf(
	{ output, state, ...instance }: Instance,
	{ offset = 0, limit = 4096 }: Entry,
): Entry {
	const end = output.length;
	const from =
		Number(offset) < 0 ? Math.max(0, end + Number(offset)) : Math.min(Number(offset), end);
	const to = Math.min(end, from + Math.min(Number(limit), MOST_LOG_BYTES));
	return {
		uuid: instance.uuid,
		name: instance.name,
		state,
		output: output.subarray(from, to).toString('base64'),
		available: { start: 0, end },
		range: { start: from, end: to },
	};
}

/** All operations, by `METHOD category[/endpoint]`; `templates` and `checkpoints` count to the category. */
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
	const reads = (
		category: string,
		list: string,
		shelf: Shelf<CloudObject>,
		shown: (object: never) => Entry = (object) => object,
	): Record<string, Operation> => ({
		[`GET ${category}`]: {
			list,
			takes: ['details'],
			work: (entry) => shown(shelf.find(entry) as never),
		},
		[`DELETE ${category}`]: {
			list,
			takes: category === 'instances' ? ['timeout_s', 'dont_retain'] : [],
			work: (entry) => {
				const object = shelf.find(entry);
				if (object.delete_lock === true)
					throw new EntryError('attached', `${object.name} is locked`);
				shelf.remove(object);
				return {
					...identity(object),
					...('state' in object ? { previous_state: object.state } : {}),
				};
			},
		},
		[`PATCH ${category}`]: {
			list,
			takes: ['id', 'prop', 'op', 'value'],
			work: (entry) => patch(shelf.find(entry), entry),
		},
	});
	const template =
		(of: Shelf<CloudObject>, into: Shelf<CloudObject>, state: string) =>
		(entry: Entry): Entry => {
			const object = of.find(entry);
			of.remove(object);
			into.add({ ...object, state } as never);
			return { ...identity(object), state };
		};
	const settingsOf = (entry: Entry): Entry => {
		const service = services.find(entry);
		const settings = autoscale.get(service.uuid);
		return {
			...identity(service),
			...(settings ? { enabled: true, ...settings } : { status: 'unconfigured', enabled: false }),
		};
	};
	return {
		...reads('instances', 'instances', instances as never, shownInstance as never),
		...reads('instances/templates', 'instances', templates as never, shownInstance as never),
		...reads('instances/checkpoints', 'instances', checkpoints as never, shownInstance as never),
		...reads('services', 'service_groups', services),
		...reads('volumes', 'volumes', volumes as never),
		...reads('volumes/templates', 'volumes', volumeTemplates as never),
		...reads(
			'certificates',
			'certificates',
			certificates,
			({ pkey: _pkey, chain: _chain, ...rest }: Entry) => {
				void _pkey;
				void _chain;
				return rest;
			},
		),
		'GET instances/status': {
			list: 'instances',
			takes: [],
			work: (entry) => shownInstance(instances.find(entry)),
		},
		'GET instances/metrics': {
			list: 'instances',
			takes: [],
			work: (entry) => ({
				...identity(instances.find(entry)),
				rss_bytes: 1_048_576,
				cpu_time_ms: 12,
				nreqs: 0,
			}),
		},
		'GET instances/history': {
			list: 'instances',
			takes: [],
			work: (entry) => ({
				...identity(instances.find(entry)),
				history: checkpoints.all
					.filter((one) => one.from === instances.find(entry).uuid)
					.map(({ uuid, name, created_at }) => ({ uuid, name, created_at })),
			}),
		},
		'GET instances/checkpoints/history': {
			list: 'instances',
			takes: [],
			work: (entry) => ({ ...identity(checkpoints.find(entry)), history: [] }),
		},
		'GET instances/log': {
			list: 'instances',
			takes: ['offset', 'limit'],
			work: (entry) => logOf(instances.find(entry), entry),
		},
		'GET instances/wait': {
			list: 'instances',
			takes: ['state', 'timeout_ms', 'timeout_s'],
			work: async (entry) => await waited(instances.find(entry), entry, clock),
		},
		'POST instances': {
			list: 'instances',
			takes: INSTANCE_FIELDS,
			creates: true,
			work: (entry) => shownInstance(cloud.createInstance(entry)),
		},
		'PUT instances/start': {
			list: 'instances',
			takes: ['wait_timeout_ms', 'timeout_s'],
			work: (entry) => started(cloud, entry),
		},
		'PUT instances/stop': {
			list: 'instances',
			takes: ['force', 'drain_timeout_ms', 'quick', 'ifstate', 'dump'],
			work: (entry) => moved(instances.find(entry), (one) => cloud.stop(one, entry)),
		},
		'PUT instances/suspend': {
			list: 'instances',
			takes: ['drain_timeout_ms'],
			work: (entry) => moved(instances.find(entry), (one) => cloud.suspend(one)),
		},
		'POST instances/templates': {
			list: 'instances',
			takes: ['timeout_s', 'autokill'],
			work: template(instances as never, templates as never, 'template'),
		},
		'POST instances/checkpoints': {
			list: 'instances',
			takes: ['from', 'timeout_s', 'tags', 'autokill'],
			creates: true,
			work: ({ from, name, tags }) => {
				const source = instances.find((from ?? {}) as Entry);
				const { uuid, name: given } = checkpoints.add({
					...source,
					uuid: undefined,
					name,
					tags,
					state: 'checkpoint',
					from: source.uuid,
					created_at: cloud.now(),
				} as never);
				return { uuid, name: given, state: 'checkpoint' };
			},
		},
		'POST services': {
			list: 'service_groups',
			takes: ['services', 'domains', 'soft_limit', 'hard_limit', 'autokill'],
			creates: true,
			work: (entry) =>
				services.add({
					created_at: cloud.now(),
					persistent: true,
					autoscale: false,
					...entry,
				} as never),
		},
		'POST volumes': {
			list: 'volumes',
			takes: [
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
			work: (entry) => {
				if (entry.size_mb === undefined && entry.template === undefined)
					throw new EntryError('invalid', 'A size or a template is needed');
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
			takes: ['attach_to', 'at', 'readonly'],
			work: (entry) => {
				const volume = volumes.find(entry);
				if (volume.attached_to.length > 0)
					throw new EntryError('attached', `${volume.name} is attached already`);
				volume.attached_to = [identity(instances.find((entry.attach_to ?? {}) as Entry))];
				return identity(volume);
			},
		},
		'PUT volumes/detach': {
			list: 'volumes',
			takes: ['from'],
			work: (entry) => {
				const volume = volumes.find(entry);
				if (volume.attached_to.length === 0)
					throw new EntryError('notAttached', `${volume.name} is not attached`);
				volume.attached_to = [];
				return identity(volume);
			},
		},
		'POST volumes/clone': {
			list: 'volumes',
			takes: ['vol_name', 'quota_policy', 'tags', 'access_mode'],
			work: (entry) => {
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
			takes: [],
			work: template(volumes as never, volumeTemplates as never, 'template'),
		},
		'POST certificates': {
			list: 'certificates',
			takes: ['cn', 'common_name', 'chain', 'pkey'],
			creates: true,
			work: (entry) => ({
				...certificates.add({ created_at: cloud.now(), state: 'valid', ...entry } as never),
				pkey: undefined,
				chain: undefined,
			}),
		},
		'PUT certificates': {
			list: 'certificates',
			takes: ['chain', 'pkey'],
			work: (entry) =>
				identity(Object.assign(certificates.find(entry), { chain: entry.chain, pkey: entry.pkey })),
		},
		'POST images': {
			list: 'images',
			takes: [
				'url',
				'credentials',
				'headers',
				'pull_policy',
				'timeout_s',
				'merge_requests',
				'autokill',
			],
			creates: true,
			work: ({ url }) => {
				if (String(url).includes('missing'))
					throw new EntryError('notFound', `There is no image ${String(url)}`);
				const image = images.add({
					url: String(url),
					created_at: cloud.now(),
					persistent: true,
					initrd_or_rom: false,
					size_in_bytes: 4096,
				} as never);
				return { ...identity(image), url, state: 'available' };
			},
		},
		'DELETE images': {
			list: 'images',
			takes: [],
			work: (entry) => (images.remove(images.find(entry)), { uuid: entry.uuid }),
		},
		'GET autoscale': { list: 'service_groups', takes: [], work: settingsOf },
		'POST autoscale': {
			list: 'service_groups',
			takes: [
				'min_size',
				'max_size',
				'warmup_time_ms',
				'cooldown_time_ms',
				'create_args',
				'policies',
			],
			work: ({ uuid, name, ...settings }) => {
				const service = services.find({ uuid, name });
				autoscale.set(service.uuid, { policies: [], ...settings } as Entry & { policies: Entry[] });
				return identity(service);
			},
		},
		'DELETE autoscale': {
			list: 'service_groups',
			takes: [],
			work: (entry) => {
				const service = services.find(entry);
				if (!autoscale.delete(service.uuid))
					throw new EntryError('invalid', `${service.name} has no autoscale settings`);
				return identity(service);
			},
		},
	};
}

const moved = (instance: Instance, move: (instance: Instance) => Entry): Entry => ({
	...identity(instance),
	...move(instance),
});

async function started(cloud: Cloud, entry: Entry): Promise<Entry> {
	const instance = cloud.instances.find(entry);
	const result = moved(instance, (one) => cloud.start(one));
	const until = Date.now() + Number(entry.wait_timeout_ms ?? 0);
	while (instance.state === 'starting' && Date.now() < until)
		await pause(5, undefined, { ref: false });
	return { ...result, state: instance.state };
}

const INSTANCE_FIELDS = [
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

/** A UUID that no object has. */
export const nobody = uuidFrom('nobody');
