/** The update mask of a patch: the fields that are set. Pure. */
import type { IDataObject } from 'n8n-workflow';

/** Fields with user-defined keys. They are replaced completely. */
const maps = new Set(['labels', 'attributes', 'structuredAttributes']);

/**
 * Paths of the given fields, in their order, separated by commas. The mask contains the fields inside an object, so that
 * other fields of the object keep their values. Lists, maps, empty objects, and objects with keys that are not valid in
 * a path are replaced completely.
 */
export const updateMaskOf = (body: IDataObject): string =>
	Object.entries(body)
		.flatMap(([key, value]) => pathsOf(key, value))
		.join(',');

function pathsOf(key: string, value: unknown): string[] {
	const hasPathsInside =
		typeof value === 'object' &&
		value !== null &&
		!Array.isArray(value) &&
		!maps.has(key) &&
		Object.keys(value).length > 0 &&
		Object.keys(value).every((inner) => /^\w+$/.test(inner));
	return hasPathsInside
		? Object.entries(value as IDataObject).flatMap(([inner, innerValue]) =>
				pathsOf(inner, innerValue).map((path) => `${key}.${path}`),
			)
		: [key];
}
