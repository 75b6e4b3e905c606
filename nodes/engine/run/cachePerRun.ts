import type { Connection } from '../describe';

/**
 * Creates a cache of values that all items of a run share, such as a public key or the ID of the
 * user. A value is read once per run and key. A failed read is not kept, so that the next item
 * reads the value again.
 */
export function cachePerRun<T>() {
	const runs = new WeakMap<object, Map<string, Promise<T>>>();
	return async (
		{ runKey }: Pick<Connection, 'runKey'>,
		key: string,
		read: () => Promise<T>,
	): Promise<T> => {
		const values = runs.get(runKey) ?? new Map<string, Promise<T>>();
		runs.set(runKey, values);
		const value = values.get(key) ?? read();
		values.set(key, value);
		value.catch(() => values.delete(key));
		return await value;
	};
}
