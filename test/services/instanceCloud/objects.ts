// Objects of the cloud, which are identified by UUID or by name.

import { createHash } from 'node:crypto';
import { EntryError, type Entry } from './envelope';

export interface CloudObject extends Entry {
	uuid: string;
	name: string;
	created_at: string;
}

const LABEL = /^[a-z]([a-z0-9-]*[a-z0-9])?$/;

/**
 * The name in lower case. Names are relative domain names (RFC 1035).
 * @throws EntryError invalid
 */
export function validName(text: string): string {
	const name = text.toLowerCase();
	const isValid =
		name.length <= 121 &&
		!name.includes('--') &&
		name.split('.').every((label) => label.length <= 63 && LABEL.test(label));
	if (!isValid) throw new EntryError('invalid', `${text} is not a valid name`);
	return name;
}

/** A UUID that is the same in every run. */
export function uuidFrom(seed: string): string {
	const hex = createHash('sha256').update(seed).digest('hex');
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Objects of one kind, in creation order. */
export class ObjectCollection<T extends CloudObject> {
	private readonly byUuid = new Map<string, T>();
	private readonly byName = new Map<string, T>();
	private created = 0;

	constructor(readonly kind: string) {}

	get all(): T[] {
		return [...this.byUuid.values()];
	}

	/** @throws EntryError alreadyExists or invalid */
	add(object: Omit<T, 'uuid' | 'name'> & { uuid?: string; name?: unknown }): T {
		this.created += 1;
		const uuid = object.uuid ?? uuidFrom(`${this.kind} ${this.created}`);
		const name =
			typeof object.name === 'string'
				? validName(object.name)
				: `${this.kind}-${uuid.slice(0, 8).replace(/^\d/, 'x')}`;
		if (this.byName.has(name))
			throw new EntryError('alreadyExists', `The ${this.kind} ${name} already exists`);
		const added = { ...object, uuid, name } as unknown as T;
		this.byUuid.set(uuid, added);
		this.byName.set(name, added);
		return added;
	}

	/** @throws EntryError notFound or missingId */
	find({ uuid, name }: { uuid?: unknown; name?: unknown }): T {
		if (typeof uuid !== 'string' && typeof name !== 'string')
			throw new EntryError('missingId', 'Neither uuid nor name is given');
		const found =
			typeof uuid === 'string'
				? this.byUuid.get(uuid)
				: this.byName.get(String(name).toLowerCase());
		if (!found)
			throw new EntryError('notFound', `There is no ${this.kind} ${String(uuid ?? name)}`);
		return found;
	}

	remove(object: T): void {
		this.byUuid.delete(object.uuid);
		this.byName.delete(object.name);
	}
}
