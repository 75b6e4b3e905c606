/** Remembers the result of a function for each object that it is called with. */
export function oncePer<Key extends object, Result>(
	compute: (key: Key) => Result,
): (key: Key) => Result {
	const known = new WeakMap<Key, { readonly result: Result }>();
	return (key) => {
		const found = known.get(key) ?? { result: compute(key) };
		known.set(key, found);
		return found.result;
	};
}
