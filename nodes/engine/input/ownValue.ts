/**
 * Returns the value of a key that a service or a user provides, such as the error code in a
 * response. Ignores inherited values, which an index expression would return: `record['__proto__']`
 * is the prototype of all objects, and a change to the prototype would affect every object in the
 * process.
 */
export const ownValue = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
	Object.hasOwn(record, key) ? record[key] : undefined;
