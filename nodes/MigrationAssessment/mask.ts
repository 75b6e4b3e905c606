/** Which fields a patch changes: exactly those that were given. Pure. */
import type { IDataObject } from 'n8n-workflow';

/** Fields whose keys are a person's own: such a map is replaced as a whole. */
const maps = new Set(['labels', 'attributes', 'structuredAttributes']);

/**
 * Paths of the fields given, in their order, separated by commas. Objects are gone into, so that what lies beside a given
 * field stays what it is; lists, maps, empty objects and objects with keys that no path can hold count as a whole.
 */
export const maskOf = (body: IDataObject): string =>
	Object.entries(body)
		.flatMap(([key, value]) => pathsOf(key, value))
		.join(',');

function pathsOf(key: string, value: unknown): string[] {
	const isGoneInto =
		typeof value === 'object' &&
		value !== null &&
		!Array.isArray(value) &&
		!maps.has(key) &&
		Object.keys(value).length > 0 &&
		Object.keys(value).every((inner) => /^\w+$/.test(inner));
	return isGoneInto
		? Object.entries(value as IDataObject).flatMap(([inner, one]) =>
				pathsOf(inner, one).map((path) => `${key}.${path}`),
			)
		: [key];
}
