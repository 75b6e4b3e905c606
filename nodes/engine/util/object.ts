import type { IDataObject } from 'n8n-workflow';

/** Remembers the result of a function for each object that it is called with. */
export function memoize<Key extends object, Result>(
	compute: (key: Key) => Result,
): (key: Key) => Result {
	const known = new WeakMap<Key, Result>();
	return (key) => {
		const result = known.get(key) ?? compute(key);
		known.set(key, result);
		return result;
	};
}

/** Whether a value is a JSON object: neither null nor a list. */
export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The value of a key that a service or a user provides, such as an error code. Ignores inherited
 * values: `record['__proto__']` is the prototype of all objects in the process.
 */
export const ownValue = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
	Object.hasOwn(record, key) ? record[key] : undefined;

/** The value of a nested property, such as `user.login` or `labels.0`. */
export const valueAt = (record: IDataObject, path: string): unknown =>
	path
		.split('.')
		.reduce<unknown>(
			(at, key) =>
				typeof at === 'object' && at !== null ? ownValue(at as IDataObject, key) : undefined,
			record,
		);

/** Prefix of a JSON text that represents an integer. */
export const integerMark = '\u0000integer:';

const markedInteger = /"\\u0000integer:(-?\d+)"/g;

/** JSON in which a BigInt has all its digits. `JSON.rawJSON` needs Node.js 21. */
export const toExactJson = (root: unknown): string =>
	JSON.stringify(root, function (this: IDataObject, key, value: unknown) {
		// Not `value`: a library may have defined `toJSON` for all BigInt values.
		const original: unknown = this[key];
		return typeof original === 'bigint' ? `${integerMark}${original}` : value;
	}).replace(markedInteger, '$1');
