// In-memory state of the cloud, and the state transitions of instances.

import type { Clock } from '../kit/clock';
import { EntryError, type Entry } from './envelope';
import { ObjectCollection, type CloudObject } from './objects';
import type { Settings } from './settings';

export interface Instance extends CloudObject {
	state: string;
	image: string;
	memory_mb: number;
	start_count: number;
	output: Buffer;
	volumes: Entry[];
	[key: string]: unknown;
}

export class Cloud {
	readonly instances = new ObjectCollection<Instance>('instance');
	readonly services = new ObjectCollection<CloudObject>('service');
	readonly volumes = new ObjectCollection<CloudObject & { size_mb: number; attached_to: Entry[] }>(
		'volume',
	);
	readonly images = new ObjectCollection<CloudObject & { url: string }>('image');
	constructor(
		private readonly clock: Clock,
		private readonly settings: Settings,
	) {}

	now = (): string => this.clock.iso();

	/** Creates an instance. Creates its service and volumes, too, if they do not exist. */
	createInstance(parameters: Entry): Instance {
		const { name, image, autostart, volumes = [], service_group: group, ...rest } = parameters;
		if (
			image === undefined &&
			rest.template === undefined &&
			rest.checkpoint === undefined &&
			rest.branch_from === undefined
		)
			throw new EntryError('invalid', 'image is required');
		const mounts = (volumes as Entry[]).map((volume) => ({
			...this.findOrCreateVolume(volume),
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
			...(group ? { service_group: this.findOrCreateService(group as Entry) } : {}),
		} as never);
		this.writeLog(instance, `Created ${instance.name}\n`);
		if (autostart !== false) this.start(instance);
		return instance;
	}

	private findOrCreateVolume({ uuid, name, size_mb: size }: Entry): Entry {
		const existing = this.volumes.all.find(
			(volume) => volume.uuid === uuid || volume.name === name,
		);
		const volume =
			existing ??
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

	private findOrCreateService(group: Entry): Entry {
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
		this.changeState(instance, 'starting', 'running', this.settings.startMs);
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
		this.changeState(instance, 'stopping', 'stopped', force === true ? 0 : this.settings.stopMs);
		return { state: instance.state, previous_state: state };
	}

	suspend(instance: Instance): { state: string; previous_state: string } {
		const { state } = instance;
		if (state !== 'running') throw new EntryError('wrongState', `The instance is ${state}`);
		instance.state = 'standby';
		return { state: instance.state, previous_state: state };
	}

	private changeState(
		instance: Instance,
		transitional: string,
		final: string,
		durationMs: number,
	): void {
		instance.state = durationMs > 0 ? transitional : final;
		this.writeLog(instance, `${instance.state}\n`);
		if (durationMs > 0) {
			this.clock.after(durationMs, () => {
				if (instance.state !== transitional) return;
				instance.state = final;
				this.writeLog(instance, `${final}\n`);
			});
		}
	}

	writeLog(instance: Instance, text: string): void {
		instance.output = Buffer.concat([instance.output, Buffer.from(text)]);
	}
}
