// The records, by their full names, and lists of them in pages.
import { apiError } from './errors';
import type { Settings } from './settings';

export type Json = Record<string, unknown>;
export type Resource = Json & { name: string };

export class Store {
	private readonly records = new Map<string, Resource>();

	constructor(private readonly settings: Settings) {}

	get all(): Resource[] {
		return [...this.records.values()];
	}

	find(name: string): Resource | undefined {
		return this.records.get(name);
	}

	/** @throws Refusal NOT_FOUND */
	get(name: string): Resource {
		const found = this.records.get(name);
		if (!found) throw apiError('NOT_FOUND', `Resource '${name}' was not found.`);
		return found;
	}

	put(record: Resource): Resource {
		this.records.set(record.name, record);
		return record;
	}

	/** Deletes a record and what lies below it. */
	delete(name: string): void {
		for (const key of [...this.records.keys()])
			if (key === name || key.startsWith(`${name}/`)) this.records.delete(key);
	}

	/** Records right below a path such as `projects/p/locations/l/groups`. */
	below(path: string): Resource[] {
		return this.all.filter(
			({ name }) => name.startsWith(`${path}/`) && !name.slice(path.length + 1).includes('/'),
		);
	}

	/** One page of a list. @throws Refusal for a filter, an order or a token that is none */
	page(rows: string, records: Resource[], query: Json): Json {
		const fitting = sortBy(
			records.filter(filterPredicate(String(query.filter ?? ''))),
			String(query.orderBy ?? ''),
		);
		const from =
			query.pageToken === undefined
				? 0
				: Number(Buffer.from(String(query.pageToken), 'base64url').toString());
		if (!Number.isInteger(from)) throw apiError('INVALID_ARGUMENT', 'The page token is not valid.');
		const size = Math.min(Number(query.pageSize ?? this.settings.pageSize), this.settings.pageSize);
		const next = this.settings.repeatPages ? 0 : from + size;
		const { unreachable } = this.settings;
		return {
			[rows]: fitting.slice(from, from + size),
			...(next < fitting.length
				? { nextPageToken: Buffer.from(String(next)).toString('base64url') }
				: {}),
			...(unreachable.length > 0 ? { unreachable } : {}),
		};
	}
}

const valueAt = (record: Json, path: string): unknown =>
	path.split('.').reduce<unknown>((value, key) => (value as Json | undefined)?.[key], record);

/** Understands `field = "value"`, joined by AND. */
function filterPredicate(filter: string): (record: Json) => boolean {
	const terms =
		filter === ''
			? []
			: filter.split(' AND ').map((term) => /^\s*([\w.]+)\s*=\s*"?([^"]*)"?\s*$/.exec(term));
	if (terms.some((term) => term === null))
		throw apiError('INVALID_ARGUMENT', `The filter is not valid: ${filter}`);
	return (record) => terms.every((term) => String(valueAt(record, term![1]!) ?? '') === term![2]);
}

function sortBy(records: Resource[], order: string): Resource[] {
	if (order === '') return records;
	const [field = '', direction] = order.split(' ');
	const sorted = [...records].sort((a, b) =>
		String(valueAt(a, field) ?? '').localeCompare(String(valueAt(b, field) ?? '')),
	);
	return direction === 'desc' ? sorted.reverse() : sorted;
}

/** Sets the fields of a mask from a body; one that the body lacks is cleared. */
export function applyFieldMask(record: Resource, mask: string, body: Json): Resource {
	const result = structuredClone(record);
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
