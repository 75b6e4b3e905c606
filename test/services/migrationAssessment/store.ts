// In-memory store of resources by resource name; filters, order and pages of lists.
import { decodeOffset, encodeOffset } from '../kit/pageToken';
import { apiError } from './errors';
import type { Settings } from './settings';

export type Json = Record<string, unknown>;
export type Resource = Json & { name: string };

export class Store {
	private readonly resources = new Map<string, Resource>();

	constructor(private readonly settings: Settings) {}

	get all(): Resource[] {
		return [...this.resources.values()];
	}

	find(name: string): Resource | undefined {
		return this.resources.get(name);
	}

	/** @throws HttpError NOT_FOUND */
	get(name: string): Resource {
		const found = this.resources.get(name);
		if (!found) throw apiError('NOT_FOUND', `Resource '${name}' was not found.`);
		return found;
	}

	put(resource: Resource): Resource {
		this.resources.set(resource.name, resource);
		return resource;
	}

	/** Deletes a resource and its descendants. */
	delete(name: string): void {
		for (const key of [...this.resources.keys()])
			if (key === name || key.startsWith(`${name}/`)) this.resources.delete(key);
	}

	/** The direct children of a path such as `projects/p/locations/l/groups`. */
	below(path: string): Resource[] {
		return this.all.filter(
			({ name }) => name.startsWith(`${path}/`) && !name.slice(path.length + 1).includes('/'),
		);
	}

	/** One page of a list. @throws HttpError INVALID_ARGUMENT for an invalid filter or page token */
	page(listName: string, resources: Resource[], query: Json): Json {
		const found = sortBy(
			resources.filter(filterPredicate(String(query.filter ?? ''))),
			String(query.orderBy ?? ''),
		);
		const start = query.pageToken === undefined ? 0 : decodeOffset(String(query.pageToken));
		if (!Number.isInteger(start))
			throw apiError('INVALID_ARGUMENT', 'The page token is not valid.');
		const size = Math.min(Number(query.pageSize ?? this.settings.pageSize), this.settings.pageSize);
		const next = this.settings.repeatPages ? 0 : start + size;
		const { unreachable } = this.settings;
		return {
			[listName]: found.slice(start, start + size),
			...(next < found.length ? { nextPageToken: encodeOffset(next) } : {}),
			...(unreachable.length > 0 ? { unreachable } : {}),
		};
	}
}

/** The value at a dotted path. */
export const valueAt = (resource: Json, path: string): unknown =>
	path.split('.').reduce<unknown>((value, key) => (value as Json | undefined)?.[key], resource);

/** Supports conditions such as `field = "value"`, joined by AND. */
export function filterPredicate(filter: string): (resource: Json) => boolean {
	const terms =
		filter === ''
			? []
			: filter.split(' AND ').map((term) => /^\s*([\w.]+)\s*=\s*"?([^"]*)"?\s*$/.exec(term));
	if (terms.some((term) => term === null))
		throw apiError('INVALID_ARGUMENT', `The filter is not valid: ${filter}`);
	return (resource) =>
		terms.every((term) => String(valueAt(resource, term![1]!) ?? '') === term![2]);
}

function sortBy(resources: Resource[], order: string): Resource[] {
	if (order === '') return resources;
	const [field = '', direction] = order.split(' ');
	const sorted = [...resources].sort((a, b) =>
		String(valueAt(a, field) ?? '').localeCompare(String(valueAt(b, field) ?? '')),
	);
	return direction === 'desc' ? sorted.reverse() : sorted;
}

/**
 * Sets the fields in the mask to their values in the body, and clears those that the body omits.
 * Other fields are not changed.
 */
export function applyFieldMask(resource: Resource, mask: string, body: Json): Resource {
	const result = structuredClone(resource);
	for (const path of mask.split(',')) {
		const keys = path.split('.');
		const last = keys.pop()!;
		let target = result as Json;
		for (const key of keys) target = (target[key] ??= {}) as Json;
		const value = valueAt(body, path);
		if (value === undefined) delete target[last];
		else target[last] = value;
	}
	return result;
}
