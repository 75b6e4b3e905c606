// What most collections have alike: list, get, create, patch, delete.
import type { Clock } from '../kit/clock';
import type { Handlers } from './router';
import type { Operations } from './operations';
import { refusal } from './errors';
import { patched, type Json, type Store, type Stored } from './store';

export interface Rooms {
	clock: Clock;
	store: Store;
	operations: Operations;
}

export interface Collection {
	/** Pattern below the location: `importJobs/{}/importDataFiles`. */
	path: string;
	/** Query parameter with the id of a new record; a collection without it takes none. */
	idName?: string;
	canPatch?: boolean;
	/** Fields of the body that have to be there. */
	needs?: string[];
	/** Needs `force` to go while something lies below it. */
	hasChildren?: boolean;
	/** What the service adds to a new record. */
	born?(record: Stored): Json;
}

const rowsOf = (path: string): string => path.split('/').at(-1)!;

/** Handlers of one collection. */
export function collectionHandlers(
	{ clock, store, operations }: Rooms,
	{ path, idName, canPatch, needs = [], hasChildren, born }: Collection,
): Handlers {
	const one = `${path}/{}`;
	const handlers: Handlers = {
		[`GET ${path}`]: ({ name, query }) => store.page(rowsOf(path), store.below(name), query),
		[`GET ${one}`]: ({ name }) => store.get(name),
	};
	if (idName === undefined) return handlers;
	handlers[`POST ${path}`] = ({ place, name, query, body }) => {
		const id = String(query[idName] ?? '');
		if (id === '') throw refusal('INVALID_ARGUMENT', `${idName} is required.`);
		for (const field of needs)
			if (body[field] === undefined) throw refusal('INVALID_ARGUMENT', `${field} is required.`);
		const parent = name.split('/').slice(0, -1).join('/');
		if (parent !== place) store.get(parent);
		const target = `${name}/${id}`;
		return operations.once(query.requestId, place, () => {
			if (store.find(target))
				throw refusal('ALREADY_EXISTS', `Resource '${target}' already exists.`);
			const work = () => {
				const record: Stored = {
					...body,
					name: target,
					createTime: clock.iso(),
					updateTime: clock.iso(),
				};
				return store.put({ ...record, ...born?.(record) });
			};
			return operations.begin({ place, verb: 'create', target, work });
		});
	};
	handlers[`DELETE ${one}`] = ({ place, name, query }) =>
		operations.once(query.requestId, place, () => {
			store.get(name);
			if (
				hasChildren &&
				query.force !== 'true' &&
				store.all.some((other) => other.name.startsWith(`${name}/`))
			)
				throw refusal('FAILED_PRECONDITION', `Resource '${name}' has children.`);
			return operations.begin({
				place,
				verb: 'delete',
				target: name,
				work: () => (store.delete(name), {}),
			});
		});
	if (!canPatch) return handlers;
	handlers[`PATCH ${one}`] = ({ place, name, query, body }) => {
		store.get(name);
		return operations.once(query.requestId, place, () =>
			operations.begin({
				place,
				verb: 'update',
				target: name,
				work: () =>
					store.put({ ...patched(store.get(name), maskOf(query), body), updateTime: clock.iso() }),
			}),
		);
	};
	return handlers;
}

/** @throws Refusal where there is none */
export function maskOf({ updateMask }: Json): string {
	if (typeof updateMask !== 'string' || updateMask === '')
		throw refusal('INVALID_ARGUMENT', 'updateMask is required.');
	return updateMask;
}
