/** Everything that a run leaves behind as one text: what is enumerable, and what errors hold beside it. */
export function everyWord(...all: unknown[]): string {
	const words: string[] = [];
	const met = new Set<unknown>();
	const queue = [...all];
	while (queue.length > 0) {
		const value = queue.pop();
		if (typeof value === 'string') words.push(value);
		if (typeof value !== 'object' || value === null || met.has(value)) continue;
		met.add(value);
		if (Buffer.isBuffer(value)) {
			words.push(value.toString('utf8'));
			continue;
		}
		if (value instanceof Map || value instanceof Set) queue.push(...value);
		for (const key of Reflect.ownKeys(value)) {
			words.push(String(key));
			queue.push((value as Record<string | symbol, unknown>)[key]);
		}
		if (value instanceof Error) queue.push(value.message, value.stack, value.cause);
	}
	return words.join('\n');
}

/** Words of JavaScript and Node that say nothing to a person. */
export const internal =
	/undefined|\[object|Cannot read|is not (a function|iterable|an object|defined)|Unexpected|Maximum call stack|Invalid URL|must be of type|JSON at position|ERR_|NaN/;
