/** A promise's end as a value, so that what to throw is decided outside of a catch. */
export type Settled<T> = { readonly value: T } | { readonly error: unknown };

export const settle = async <T>(promise: Promise<T>): Promise<Settled<T>> =>
	await promise.then(
		(value) => ({ value }),
		(error: unknown) => ({ error }),
	);
