// The standard methods of collections: list, get, create, patch and delete.
import type { Clock } from '../kit/clock';
import { apiError } from './errors';
import type { Operations } from './operations';
import type { Handlers } from './router';
import { applyFieldMask, type Json, type Resource, type Store } from './store';

export interface Context {
	clock: Clock;
	store: Store;
	operations: Operations;
}

export interface Collection {
	/** Path under the location, such as `importJobs/{}/importDataFiles`. */
	path: string;
	/** Query parameter with the ID of a new resource. Undefined for a read-only collection. */
	idName?: string;
	canPatch?: boolean;
	/** Required fields of the body. */
	required?: string[];
	/** Whether resources can have children. Deleting one with children requires `force`. */
	hasChildren?: boolean;
	/** Fields that the service adds to a new resource. */
	initialFields?(resource: Resource): Json;
}

const listName = (path: string): string => path.split('/').at(-1)!;

export function collectionHandlers(
	{ clock, store, operations }: Context,
	{ path, idName, canPatch, required = [], hasChildren, initialFields }: Collection,
): Handlers {
	const resourcePath = `${path}/{}`;
	const handlers: Handlers = {
		[`GET ${path}`]: ({ name, query }) => store.page(listName(path), store.below(name), query),
		[`GET ${resourcePath}`]: ({ name }) => store.get(name),
	};
	if (idName === undefined) return handlers;
	handlers[`POST ${path}`] = ({ location, name, query, body }) => {
		const id = String(query[idName] ?? '');
		if (id === '') throw apiError('INVALID_ARGUMENT', `${idName} is required.`);
		if (!/^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/.test(id))
			throw apiError(
				'INVALID_ARGUMENT',
				`${idName} must have 1 to 63 lowercase letters, digits or hyphens, start with a letter and end with a letter or digit.`,
			);
		for (const field of required)
			if (body[field] === undefined) throw apiError('INVALID_ARGUMENT', `${field} is required.`);
		const parent = name.split('/').slice(0, -1).join('/');
		if (parent !== location) store.get(parent);
		const target = `${name}/${id}`;
		return operations.once(query.requestId, location, () => {
			if (store.find(target))
				throw apiError('ALREADY_EXISTS', `Resource '${target}' already exists.`);
			const run = () => {
				const resource: Resource = {
					...body,
					name: target,
					createTime: clock.iso(),
					updateTime: clock.iso(),
				};
				return store.put({ ...resource, ...initialFields?.(resource) });
			};
			return operations.start({ location, verb: 'create', target, run });
		});
	};
	handlers[`DELETE ${resourcePath}`] = ({ location, name, query }) =>
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
	handlers[`PATCH ${resourcePath}`] = ({ location, name, query, body }) => {
		store.get(name);
		return operations.once(query.requestId, location, () =>
			operations.start({
				location,
				verb: 'update',
				target: name,
				run: () =>
					store.put({
						...applyFieldMask(store.get(name), parseUpdateMask(query), body),
						updateTime: clock.iso(),
					}),
			}),
		);
	};
	return handlers;
}

/** The update mask of a query. @throws HttpError INVALID_ARGUMENT if it is missing */
export function parseUpdateMask({ updateMask }: Json): string {
	if (typeof updateMask !== 'string' || updateMask === '')
		throw apiError('INVALID_ARGUMENT', 'updateMask is required.');
	return updateMask;
}
