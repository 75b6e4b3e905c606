/**
 * Returns the result of a function, or undefined if it throws. For functions that read data from a
 * service, which can have any format.
 */
export function readSafely<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch {
		return undefined;
	}
}
