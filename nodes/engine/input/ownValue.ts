/**
 * The value of a key that comes from outside, such as the error code in a response. An index
 * expression would also return inherited values: `record['__proto__']` is the prototype of all
 * objects, and changing it changes every object of the process.
 */
export const ownValue = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
	Object.hasOwn(record, key) ? record[key] : undefined;
