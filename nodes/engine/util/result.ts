/**
 * The outcome of a promise as a value. n8n's lint rules allow only n8n's own error classes to be
 * thrown inside a catch block.
 */
export type Result<T> = { readonly value: T } | { readonly error: unknown };

/** Waits for a promise and returns its outcome; never throws. */
export const toResult = async <T>(promise: Promise<T>): Promise<Result<T>> =>
	await promise.then(
		(value) => ({ value }),
		(error: unknown) => ({ error }),
	);

/** The outcome of a function that is not asynchronous; never throws. */
export function resultOf<T>(compute: () => T): Result<T> {
	try {
		return { value: compute() };
	} catch (error) {
		return { error };
	}
}

/** The value of an outcome. Throws its error. */
export function valueOf<T>(result: Result<T>): T {
	if ('error' in result) throw result.error;
	return result.value;
}

/** The result of a function, or undefined if it throws. Data from a service can have any format. */
export function readSafely<T>(read: () => T): T | undefined {
	const result = resultOf(read);
	return 'value' in result ? result.value : undefined;
}

/** An error and the errors that caused it, as far as they are needed. */
export function causesOf(error: unknown): object[] {
	const causes: object[] = [];
	let current = error;
	while (typeof current === 'object' && current !== null && causes.length < 4) {
		causes.push(current);
		current = (current as { readonly cause?: unknown }).cause;
	}
	return causes;
}
