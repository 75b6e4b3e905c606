// What most collections have alike: list, get, create, patch, delete.
import type { Clock } from '../kit/clock';
import type { Handlers } from './router';
import type { Operations } from './operations';
import { apiError } from './errors';
import { applyFieldMask, type Json, type Store, type Resource } from './store';

export interface Context {
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
	required?: string[];
	/** Needs `force` to go while something lies below it. */
	hasChildren?: boolean;
	/** What the service adds to a new record. */
	initialFields?(record: Resource): Json;
}

const listName = (path: string): string => path.split('/').at(-1)!;

/** Handlers of one collection. */
export function collectionHandlers(
	{ clock, store, operations }: Context,
	{ path, idName, canPatch, required = [], hasChildren, initialFields }: Collection,
): Handlers {
	const one = `${path}/{}`;
	const handlers: Handlers = {
		[`GET ${path}`]: ({ name, query }) => store.page(listName(path), store.below(name), query),
		[`GET ${one}`]: ({ name }) => store.get(name),
	};
	if (idName === undefined) return handlers;
	handlers[`POST ${path}`] = ({ location, name, query, body }) => {
		const id = String(query[idName] ?? '');
		if (id === '') throw apiError('INVALID_ARGUMENT', `${idName} is required.`);
		for (const field of required)
			if (body[field] === undefined) throw apiError('INVALID_ARGUMENT', `${field} is required.`);
		const parent = name.split('/').slice(0, -1).join('/');
		if (parent !== location) store.get(parent);
		const target = `${name}/${id}`;
		return operations.once(query.requestId, location, () => {
			if (store.find(target))
				throw apiError('ALREADY_EXISTS', `Resource '${target}' already exists.`);
			const work = () => {
				const record: Resource = {
					...body,
					name: target,
					createTime: clock.iso(),
					updateTime: clock.iso(),
				};
				return store.put({ ...record, ...initialFields?.(record) });
			};
			return operations.start({ location, verb: 'create', target, run });
		});
	};
	handlers[`DELETE ${one}`] = ({ location, name, query }) =>
		operations.once(query.requestId, location, () => {
			store.get(name);
			if (
				hasChildren &&
				query.force !== 'true' &&
				store.all.some((other) => other.name.startsWith(`${name}/`))
			)
				throw apiError('FAILED_PRECONDITION', `Resource '${name}' has children.`);
			return operations.start({
				location,
				verb: 'delete',
				target: name,
				run: () => (store.delete(name), {}),
			});
		});
	if (!canPatch) return handlers;
	handlers[`PATCH ${one}`] = ({ location, name, query, body }) => {
		store.get(name);
		return operations.once(query.requestId, location, () =>
			operations.start({
				location,
				verb: 'update',
				target: name,
				run: () =>
					store.put({
						...applyFieldMask(store.get(name), maskOf(query), body),
						updateTime: clock.iso(),
					}),
			}),
		);
	};
	return handlers;
}

/** @throws Refusal where there is none */
export function maskOf({ updateMask }: Json): string {
	if (typeof updateMask !== 'string' || updateMask === '')
		throw apiError('INVALID_ARGUMENT', 'updateMask is required.');
	return updateMask;
}
