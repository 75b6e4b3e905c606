/**
 * Returns the result of a function, or undefined if it throws. Used to read data from a service,
 * because such data can have any format.
 */
export function readSafely<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch {
		return undefined;
	}
}
