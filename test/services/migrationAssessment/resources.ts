// Resources by resource name, and long-running operations on them.

import { randomUUID } from 'node:crypto';
import type { Clock } from '../kit/clock';
import { googleError } from '../kit/googleErrors';
import { HttpError } from '../kit/httpError';
import type { Fields } from '../kit/records';

export type Resource = Fields & { name: string };

/**
 * Settings that a test can change while the service runs. Durations are milliseconds of the
 * service's clock.
 */
export interface Settings {
	/** Duration of long-running operations. With 0, they are done in the first response. */
	operationMs: number;
	/** Delay until an operation is canceled. */
	cancelMs: number;
	/** Locations that list responses report as unreachable. */
	unreachable: string[];
	/** Error that operations fail with, by verb. */
	failures: Record<string, { code: number; message: string }>;
	/** Origin of the signed URLs. Default: that of the local service. */
	signedOrigin?: string;
	/** How long a signed URL is valid. */
	signedMs: number;
	/** Additional headers that an upload to a signed URL must contain. */
	signedHeaders: Record<string, string>;
}

interface OperationRequest {
	/** `projects/p/locations/l` */
	location: string;
	verb: string;
	target: string;
	/** Sent in the query or the body. A repeated ID gets the response of its first request. */
	requestId: unknown;
	/** Called when the operation finishes. An HttpError becomes the operation's error. */
	run(): Fields;
}

/** Codes of google.rpc.Code by HTTP status. */
const RPC_CODES: Readonly<Record<number, number>> = { 400: 3, 404: 5, 409: 6, 500: 13 };

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

	/** Sets the fields of the mask. */
	patch(name: string, mask: string, body: Fields): Resource {
		return this.put({
			...applyFieldMask(this.get(name), mask, body),
			updateTime: this.clock.iso(),
		});
	}

	/** Deletes a resource and its descendants. */
	delete(name: string): void {
		for (const key of [...this.byName.keys()])
			if (key === name || key.startsWith(`${name}/`)) this.byName.delete(key);
	}

	/** The direct children of a path such as `projects/p/locations/l/groups`. */
	below(path: string): Resource[] {
		return this.all.filter(
			({ name }) => name.startsWith(`${path}/`) && !name.slice(path.length + 1).includes('/'),
		);
	}

	/** Returns the response of the first request with this ID to all repeated requests. */
	once(requestId: unknown, location: string, respond: () => unknown): unknown {
		if (requestId === undefined) return respond();
		const key = `${location} ${String(requestId)}`;
		if (!this.responses.has(key)) this.responses.set(key, respond());
		return this.responses.get(key);
	}

	/** Starts a long-running operation. `check` is called only for a new request ID. */
	start({ location, verb, target, requestId, run }: OperationRequest, check?: () => void): unknown {
		return this.once(requestId, location, () => {
			check?.();
			const name = `${location}/operations/operation-${randomUUID()}`;
			const createTime = this.clock.iso();
			const metadata = { createTime, target, verb, requestedCancellation: false };
			this.put({ name, metadata, done: false });
			const finish = (): void => {
				const error = this.settings.failures[verb];
				if (this.find(name)?.done === false)
					this.complete(name, error ? { error } : outcomeOf(run));
			};
			const { operationMs } = this.settings;
			if (operationMs === 0) finish();
			else this.clock.after(operationMs, finish);
			return this.get(name);
		});
	}

	/** Asynchronous: the operation can still complete before the cancellation takes effect. */
	cancel(name: string): void {
		Object.assign(this.get(name).metadata as Fields, { requestedCancellation: true });
		this.clock.after(this.settings.cancelMs, () =>
			this.complete(name, { error: { code: 1, message: 'The operation was cancelled.' } }),
		);
	}

	private complete(name: string, outcome: Fields): void {
		const operation = this.find(name);
		if (!operation || operation.done) return;
		const metadata = { ...(operation.metadata as Fields), endTime: this.clock.iso() };
		this.put({ ...operation, done: true, metadata, ...outcome });
	}
}

function outcomeOf(run: () => Fields): Fields {
	try {
		return { response: { '@type': 'type.example.com/Record', ...run() } };
	} catch (error) {
		if (!(error instanceof HttpError)) throw error;
		const { message } = error.body.error as { message: string };
		return { error: { code: RPC_CODES[error.status] ?? 2, message } };
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

/** The resources in an order such as `name desc`. */
export function sorted(resources: Resource[], order = ''): Resource[] {
	if (order === '') return resources;
	const [field = '', direction] = order.split(' ');
	const keyOf = (resource: Resource): string => String(valueAt(resource, field) ?? '');
	const rows = [...resources].sort((a, b) => keyOf(a).localeCompare(keyOf(b)));
	return direction === 'desc' ? rows.reverse() : rows;
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
