// Whether two requests say the same, for services that tell a repeat from another request under the same key.

/** The same text for bodies that say the same, whatever the order of their keys. */
export function canonical(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
	if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
	const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
	return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join()}}`;
}
