// What the cloud holds, and how instances go from state to state.

import type { Clock } from '../kit/clock';
import { EntryError, type Entry } from './envelope';
import { ObjectCollection, type CloudObject } from './objects';

export interface Instance extends CloudObject {
	state: string;
	image: string;
	memory_mb: number;
	start_count: number;
	output: Buffer;
	volumes: Entry[];
	[key: string]: unknown;
}

export interface Settings {
	/** From starting to running, and from stopping to stopped, in milliseconds of the clock. */
	startMs: number;
	stopMs: number;
	/** Answers the entries of a batch in another order than asked for. */
	shuffled: boolean;
	/** Leaves the names out of answered entries, or the UUIDs and names of all. */
	anonymous: 'no' | 'names' | 'all';
	/** Whether the autoscale category stands below services. */
	autoscaleBelowServices: boolean;
	/** Whether POST with targets reads, as the specification allows it. */
	readsByPost: boolean;
}

export class Cloud {
	readonly instances = new ObjectCollection<Instance>('instance');
	readonly templates = new ObjectCollection<Instance>('template');
	readonly checkpoints = new ObjectCollection<Instance>('checkpoint');
	readonly services = new ObjectCollection<CloudObject>('service');
	readonly volumes = new ObjectCollection<CloudObject & { size_mb: number; attached_to: Entry[] }>(
		'volume',
	);
	readonly volumeTemplates = new ObjectCollection<
		CloudObject & { size_mb: number; attached_to: Entry[] }
	>('volume-template');
	readonly certificates = new ObjectCollection<CloudObject>('certificate');
	readonly images = new ObjectCollection<CloudObject & { url: string }>('image');
	/** By the UUID of the service. */
	readonly autoscale = new Map<string, Entry & { policies: Entry[] }>();

	constructor(
		private readonly clock: Clock,
		private readonly settings: Settings,
	) {}

	now = (): string => this.clock.iso();

	/** Creates an instance with what it asks for: services, and volumes that exist or are made. */
	createInstance(given: Entry): Instance {
		const { name, image, autostart, volumes = [], service_group: group, ...rest } = given;
		if (
			image === undefined &&
			rest.template === undefined &&
			rest.checkpoint === undefined &&
			rest.branch_from === undefined
		)
			throw new EntryError('invalid', 'An image is needed');
		const mounts = (volumes as Entry[]).map((volume) => ({
			...this.volumeOf(volume),
			at: volume.at,
			readonly: volume.readonly ?? false,
		}));
		const instance = this.instances.add({
			memory_mb: 128,
			vcpus: 1,
			restart_policy: 'never',
			...rest,
			name,
			state: 'stopped',
			image: String(image ?? ''),
			start_count: 0,
			created_at: this.now(),
			output: Buffer.from(''),
			volumes: mounts,
			...(group ? { service_group: this.groupOf(group as Entry) } : {}),
		} as never);
		this.write(instance, `Created ${instance.name}\n`);
		if (autostart !== false) this.start(instance);
		return instance;
	}

	private volumeOf({ uuid, name, size_mb: size }: Entry): Entry {
		const known = this.volumes.all.find((one) => one.uuid === uuid || one.name === name);
		const volume =
			known ??
			(size === undefined
				? this.volumes.find({ uuid, name })
				: this.volumes.add({
						name,
						size_mb: Number(size),
						state: 'available',
						created_at: this.now(),
						attached_to: [],
					} as never));
		return { uuid: volume.uuid, name: volume.name };
	}

	private groupOf(group: Entry): Entry {
		const service =
			group.uuid !== undefined || group.name !== undefined
				? this.services.find(group)
				: this.services.add({
						created_at: this.now(),
						persistent: false,
						autoscale: false,
						...group,
					} as never);
		return { uuid: service.uuid, name: service.name, domains: (group.domains ?? []) as Entry[] };
	}

	start(instance: Instance): { state: string; previous_state: string } {
		const { state } = instance;
		if (state !== 'stopped' && state !== 'standby')
			throw new EntryError('wrongState', `The instance is ${state}`);
		this.move(instance, 'starting', 'running', this.settings.startMs);
		instance.start_count += 1;
		return { state: instance.state, previous_state: state };
	}

	stop(
		instance: Instance,
		{ force = false, ifstate }: { force?: unknown; ifstate?: unknown } = {},
	): { state: string; previous_state: string } {
		const { state } = instance;
		if (state === 'stopped' || (ifstate !== undefined && ifstate !== state))
			throw new EntryError('wrongState', `The instance is ${state}`);
		this.move(instance, 'stopping', 'stopped', force === true ? 0 : this.settings.stopMs);
		return { state: instance.state, previous_state: state };
	}

	suspend(instance: Instance): { state: string; previous_state: string } {
		const { state } = instance;
		if (state !== 'running') throw new EntryError('wrongState', `The instance is ${state}`);
		instance.state = 'standby';
		return { state: instance.state, previous_state: state };
	}

	private move(instance: Instance, through: string, to: string, ms: number): void {
		instance.state = ms > 0 ? through : to;
		this.write(instance, `${instance.state}\n`);
		if (ms > 0) {
			this.clock.after(ms, () => {
				if (instance.state !== through) return;
				instance.state = to;
				this.write(instance, `${to}\n`);
			});
		}
	}

	write(instance: Instance, text: string): void {
		instance.output = Buffer.concat([instance.output, Buffer.from(text)]);
	}
}
