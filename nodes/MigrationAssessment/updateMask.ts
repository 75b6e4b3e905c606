/** Builds the update mask of a PATCH request from the fields that are set. Pure. */
import type { IDataObject } from 'n8n-workflow';

/** Fields whose keys are defined by the user. A patch replaces such a field as a whole. */
const maps = new Set(['labels', 'attributes', 'structuredAttributes']);

/**
 * Comma-separated paths of the given fields. Objects are expanded to their fields, so that a patch
 * does not change other fields of the object. Lists, maps, empty objects, and objects with keys
 * that are not valid in a path are replaced as a whole.
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
