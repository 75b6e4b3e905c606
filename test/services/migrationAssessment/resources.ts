// Resources by resource name, and long-running operations on them.

import { randomUUID } from 'node:crypto';
import type { Clock } from '../kit/clock';
import { googleError } from '../kit/googleErrors';
import type { Fields } from '../kit/records';

export type Resource = Fields & { name: string };

/**
 * Settings that a test can change while the service runs. Durations are milliseconds of the
 * service's clock.
 */
export interface Settings {
	/** Duration of long-running operations. */
	operationMs: number;
	/** Origin of the signed URLs. Default: that of the local service. */
	signedOrigin?: string;
	/** How long a signed URL is valid. */
	signedMs: number;
	/** Additional headers that an upload to a signed URL must contain. */
	signedHeaders: Record<string, string>;
}

export class Resources {
	private readonly byName = new Map<string, Resource>();
	/** Responses by location and request ID. */
	private readonly responses = new Map<string, unknown>();

	constructor(
		readonly clock: Clock,
		private readonly settings: Settings,
	) {}

	get all(): Resource[] {
		return [...this.byName.values()];
	}

	find(name: string): Resource | undefined {
		return this.byName.get(name);
	}

	/** @throws HttpError 404 */
	get(name: string): Resource {
		const found = this.byName.get(name);
		if (!found) throw googleError(404, `Resource '${name}' was not found.`);
		return found;
	}

	put(resource: Resource): Resource {
		this.byName.set(resource.name, resource);
		return resource;
	}

	/** Changes some fields, and sets the time of the change. */
	change(name: string, fields: Fields): Resource {
		return this.put({ ...this.get(name), ...fields, updateTime: this.clock.iso() });
	}

	/** Deletes a resource and its descendants. */
	delete(name: string): Fields {
		for (const key of [...this.byName.keys()])
			if (key === name || key.startsWith(`${name}/`)) this.byName.delete(key);
		return {};
	}

	/** The direct children of a path such as `projects/p/locations/l/groups`. */
	below(path: string): Resource[] {
		return this.all.filter(({ name }) => name.slice(0, name.lastIndexOf('/')) === path);
	}

	/** Returns the response of the first request with this ID to all repeated requests. */
	once(location: string, requestId: unknown, respond: () => unknown): unknown {
		if (requestId === undefined) return respond();
		const key = `${location} ${String(requestId)}`;
		if (!this.responses.has(key)) this.responses.set(key, respond());
		return this.responses.get(key);
	}

	/** Starts a long-running operation, which ends with the result of `run`. */
	start(
		{ location, verb, target }: { location: string; verb: string; target: string },
		run: () => Fields,
	): Resource {
		const name = `${location}/operations/operation-${randomUUID()}`;
		const metadata = { createTime: this.clock.iso(), target, verb, requestedCancellation: false };
		this.clock.after(this.settings.operationMs, () => {
			if (this.find(name)?.done !== false) return;
			this.complete(name, { response: { '@type': 'type.example.com/Record', ...run() } });
		});
		return this.put({ name, metadata, done: false });
	}

	cancel(name: string): Fields {
		const error = { code: 1, message: 'The operation was cancelled.' };
		if (this.get(name).done === false) this.complete(name, { error });
		return {};
	}

	private complete(name: string, outcome: Fields): void {
		const operation = this.get(name);
		const metadata = { ...(operation.metadata as Fields), endTime: this.clock.iso() };
		this.put({ ...operation, done: true, metadata, ...outcome });
	}
}

/** The value at a dotted path. */
export const valueAt = (resource: Fields, path: string): unknown =>
	path.split('.').reduce<unknown>((value, key) => (value as Fields | undefined)?.[key], resource);

/** Supports conditions such as `field = "value"`, joined by AND. @throws HttpError 400 */
export function filterPredicate(filter: string): (resource: Fields) => boolean {
	const terms = filter
		.split(' AND ')
		.filter(Boolean)
		.map((term) => /^\s*([\w.]+)\s*=\s*"?([^"]*)"?\s*$/.exec(term));
	if (terms.includes(null)) throw googleError(400, `The filter is not valid: ${filter}`);
	return (resource) =>
		terms.every((term) => String(valueAt(resource, term![1]!) ?? '') === term![2]);
}

/**
 * Sets the fields in the mask to their values in the body, and clears those that the body omits.
 * Other fields are not changed.
 */
export function applyFieldMask(resource: Resource, mask: string, body: Fields): Resource {
	const result = structuredClone(resource);
	for (const path of mask.split(',')) {
		const keys = path.split('.');
		const last = keys.pop()!;
		let target = result as Fields;
		for (const key of keys) target = (target[key] ??= {}) as Fields;
		const value = valueAt(body, path);
		if (value === undefined) delete target[last];
		else target[last] = value;
	}
	return result;
}
