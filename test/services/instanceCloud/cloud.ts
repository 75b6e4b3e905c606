// The instances, services and volumes of the cloud, and the operations on them.

import { setTimeout as pause } from 'node:timers/promises';
import { createHash } from 'node:crypto';
import type { Clock } from '../kit/clock';
import { Records, type Fields } from '../kit/records';

/** Settings that a test can change while the service runs. */
export interface Settings {
	/** Duration of starting and stopping an instance, in milliseconds of the service's clock. */
	startMs: number;
	stopMs: number;
	/** Returns the entries of a batch in a different order than requested. */
	shuffled: boolean;
}

/** Error numbers of the vendor's older client. The specification does not define them. */
const ERROR_NUMBERS = {
	notFound: 8,
	wrongState: 11,
	alreadyExists: 23,
} as const;

/** An error of one entry, which does not affect the other entries. */
export class EntryError extends Error {
	readonly number: number;

	constructor(kind: keyof typeof ERROR_NUMBERS, message: string) {
		super(message);
		this.number = ERROR_NUMBERS[kind];
	}
}

export interface CloudObject extends Fields {
	uuid: string;
	name: string;
}

export interface Instance extends CloudObject {
	state: string;
	start_count: number;
	output: Buffer;
}

type Kind = 'instances' | 'services' | 'volumes';
type Change = { state: string; previous_state: string };

/** A UUID that is the same in every run. */
function uuidFrom(seed: string): string {
	const hex = createHash('sha256').update(seed).digest('hex');
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export const reference = ({ uuid, name }: CloudObject) => ({ uuid, name });

export class Cloud extends Records {
	constructor(
		private readonly clock: Clock,
		private readonly settings: Settings,
	) {
		super();
	}

	/** @throws EntryError alreadyExists */
	add<T extends CloudObject>(kind: Kind, { name: wanted, ...values }: Fields): T {
		const uuid = uuidFrom(`${kind} ${this.number()}`);
		const standard = `${kind.slice(0, -1)}-x${uuid.slice(0, 7)}`;
		const name = String(wanted ?? standard).toLowerCase();
		if (super.find(kind, 'name', name))
			throw new EntryError('alreadyExists', `The ${kind.slice(0, -1)} ${name} already exists`);
		const object = { ...values, uuid, name, created_at: this.clock.iso() };
		this.of(kind).push(object);
		return object as unknown as T;
	}

	/** @throws EntryError notFound */
	object<T extends CloudObject = Instance>(kind: Kind, { uuid, name }: Fields): T {
		const found =
			typeof uuid === 'string'
				? this.find<T>(kind, 'uuid', uuid)
				: this.find<T>(kind, 'name', String(name).toLowerCase());
		if (found) return found;
		throw new EntryError('notFound', `There is no ${kind.slice(0, -1)} ${String(uuid ?? name)}`);
	}

	/** Creates an instance. Creates its service and volumes, too, if they do not exist. */
	createInstance(parameters: Fields): Instance {
		const { name, image = '', autostart, volumes = [], service_group: group, ...rest } = parameters;
		const instance = this.add<Instance>('instances', {
			memory_mb: 128,
			vcpus: 1,
			restart_policy: 'never',
			...rest,
			name,
			image,
			state: 'stopped',
			start_count: 0,
			output: Buffer.from(''),
			volumes: (volumes as Fields[]).map(({ at, readonly = false, size_mb, ...volume }) => {
				const known = size_mb === undefined || this.find('volumes', 'name', volume.name);
				const { uuid, name: label } = known
					? this.object<CloudObject>('volumes', volume)
					: this.addVolume({ ...volume, size_mb });
				return { uuid, name: label, at, readonly };
			}),
			...(group !== undefined && { service_group: this.serviceOf(group as Fields) }),
		});
		this.writeLog(instance, `Created ${instance.name}\n`);
		if (autostart !== false) this.start(instance);
		return instance;
	}

	addVolume(values: Fields): CloudObject {
		return this.add('volumes', { ...values, state: 'available', attached_to: [] });
	}

	private serviceOf(group: Fields): Fields {
		const isKnown = group.uuid !== undefined || group.name !== undefined;
		const service = isKnown
			? this.object<CloudObject>('services', group)
			: this.add<CloudObject>('services', { persistent: false, autoscale: false, ...group });
		return { ...reference(service), domains: group.domains ?? [] };
	}

	start(instance: Instance): Change {
		const change = this.move(instance, ['stopped', 'standby'], 'starting', 'running');
		instance.start_count += 1;
		return change;
	}

	stop(instance: Instance, { force = false, ifstate }: Fields = {}): Change {
		const states = ifstate === undefined ? ['running', 'starting', 'standby'] : [ifstate];
		return this.move(instance, states, 'stopping', 'stopped', force === true);
	}

	suspend(instance: Instance): Change {
		return this.move(instance, ['running'], 'standby', 'standby', true);
	}

	/** @throws EntryError wrongState */
	private move(
		instance: Instance,
		from: readonly unknown[],
		transitional: 'starting' | 'stopping' | 'standby',
		final: string,
		atOnce = false,
	): Change {
		const { state } = instance;
		if (!from.includes(state)) throw new EntryError('wrongState', `The instance is ${state}`);
		const enter = (next: string): void => {
			instance.state = next;
			this.writeLog(instance, `${next}\n`);
		};
		enter(atOnce ? final : transitional);
		const { startMs, stopMs } = this.settings;
		if (!atOnce)
			this.clock.after(transitional === 'starting' ? startMs : stopMs, () => {
				if (instance.state === transitional) enter(final);
			});
		return { state: instance.state, previous_state: state };
	}

	writeLog(instance: Instance, text: string): void {
		instance.output = Buffer.concat([instance.output, Buffer.from(text)]);
	}

	/** Resolves in the requested state, or after the timeout in milliseconds. */
	async wait(instance: Instance, isReached: () => boolean, timeout: unknown): Promise<Fields> {
		const until = this.clock.now() + Number(timeout ?? 0);
		while (!isReached() && this.clock.now() < until) await pause(5, undefined, { ref: false });
		return { ...reference(instance), state: instance.state };
	}
}

const MAX_LOG_BYTES = 16_383;

function logOf(instance: Instance, { offset = 0, limit = 4096 }: Fields): Fields {
	const { output, state } = instance;
	const end = output.length;
	const from = Number(offset) < 0 ? Math.max(0, end + Number(offset)) : Number(offset);
	const start = Math.min(from, end);
	const to = Math.min(end, start + Math.min(Number(limit), MAX_LOG_BYTES));
	return {
		...reference(instance),
		state,
		output: output.subarray(start, to).toString('base64'),
		available: { start: 0, end },
		range: { start, end: to },
	};
}

/** Changes a single property. */
function patch(object: CloudObject, { prop, op, value, id }: Fields): Fields {
	const key = String(prop);
	const current = object[key];
	if (op === 'set') object[key] = value;
	else if (op === 'add')
		object[key] = Array.isArray(current)
			? [...(current as unknown[]), ...[value].flat()]
			: { ...(current as object), ...(value as object) };
	else object[key] = [current].flat().filter((item) => ![value].flat().includes(item));
	return { ...reference(object), ...(id !== undefined && { id }) };
}

/** Processes one entry of a request. */
export type Operation = (entry: Fields) => Fields | Promise<Fields>;

/** All operations, by `METHOD path`. UUIDs are not part of the path. */
export function operationsOf(cloud: Cloud): Readonly<Record<string, Operation>> {
	const of = (kind: Kind): Record<string, Operation> => ({
		[`GET ${kind}`]: (entry) => ({ ...cloud.object(kind, entry), output: undefined }),
		[`DELETE ${kind}`](entry) {
			const object = cloud.object(kind, entry);
			cloud.remove(kind, object);
			return { ...reference(object), previous_state: object.state };
		},
		[`PATCH ${kind}`]: (entry) => patch(cloud.object(kind, entry), entry),
	});
	const instance = (entry: Fields): Instance => cloud.object('instances', entry);
	const moved =
		(move: (found: Instance, entry: Fields) => Change): Operation =>
		(entry) => ({ ...reference(instance(entry)), ...move(instance(entry), entry) });
	return {
		...of('instances'),
		...of('services'),
		...of('volumes'),
		'GET instances/log': (entry) => logOf(instance(entry), entry),
		'GET instances/wait'(entry) {
			const found = instance(entry);
			return cloud.wait(found, () => found.state === entry.state, entry.timeout_ms);
		},
		'POST instances': (entry) => ({ ...cloud.createInstance(entry), output: undefined }),
		async 'PUT instances/start'(entry) {
			const found = instance(entry);
			const change = cloud.start(found);
			const isStarted = (): boolean => found.state !== 'starting';
			return { ...change, ...(await cloud.wait(found, isStarted, entry.wait_timeout_ms)) };
		},
		'PUT instances/stop': moved((found, entry) => cloud.stop(found, entry)),
		'PUT instances/suspend': moved((found) => cloud.suspend(found)),
		'POST services': (entry) => cloud.add('services', { persistent: true, ...entry }),
		'POST volumes/clone'({ vol_name, ...entry }) {
			const source = cloud.object<CloudObject>('volumes', entry);
			return { ...reference(cloud.addVolume({ ...source, name: vol_name })), state: 'available' };
		},
		'POST volumes': (entry) => ({ ...reference(cloud.addVolume(entry)), state: 'available' }),
	};
}
