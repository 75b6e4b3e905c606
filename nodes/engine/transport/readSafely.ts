/** The result of a function; undefined if it throws. For functions that read whatever a service sent. */
export function readSafely<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch {
		return undefined;
	}
}
