/** A promise's end as a value, so that what to throw is decided outside of a catch. */
export type Result<T> = { readonly value: T } | { readonly error: unknown };

export const toResult = async <T>(promise: Promise<T>): Promise<Result<T>> =>
	await promise.then(
		(value) => ({ value }),
		(error: unknown) => ({ error }),
	);
