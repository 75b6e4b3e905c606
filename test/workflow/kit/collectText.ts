/**
 * Joins all strings and keys inside the given values, including the message, stack and cause of
 * errors.
 */
export function collectText(...values: unknown[]): string {
	const texts: string[] = [];
	const visited = new Set<unknown>();
	const queue = [...values];
	while (queue.length > 0) {
		const value = queue.pop();
		if (typeof value === 'string') texts.push(value);
		if (typeof value !== 'object' || value === null || visited.has(value)) continue;
		visited.add(value);
		if (Buffer.isBuffer(value)) {
			texts.push(value.toString('utf8'));
			continue;
		}
		if (value instanceof Map || value instanceof Set) queue.push(...value);
		for (const key of Reflect.ownKeys(value)) {
			texts.push(String(key));
			queue.push((value as Record<string | symbol, unknown>)[key]);
		}
		if (value instanceof Error) queue.push(value.message, value.stack, value.cause);
	}
	return texts.join('\n');
}

/** Terms of JavaScript and Node.js that must not appear in an error message for users. */
export const internalTerms =
	/undefined|\[object|Cannot read|is not (a function|iterable|an object|defined)|Unexpected|Maximum call stack|Invalid URL|must be of type|JSON at position|ERR_|NaN/;
