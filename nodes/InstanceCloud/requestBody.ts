/** Builds request bodies from the input of an item. */
import type { IDataObject } from 'n8n-workflow';
import { buildRequest } from '../engine';
import { type Call, type Operation, toText } from '../engine/describe';
import { targetOf } from './targets';

/** Input values by field key. */
export const inputOf = ({ input }: Call<unknown>): IDataObject => input as IDataObject;

/** The fields of an operation as a body or query, keyed by their API names. */
export function bodyOf(
	{ fields, options }: Pick<Operation, 'fields' | 'options'>,
	input: IDataObject,
): IDataObject {
	return (buildRequest('PUT /', { ...fields, ...options }, input).body ?? {}) as IDataObject;
}

/** Converts the names of new objects to lowercase, as the service does. */
export const withLowercaseNames = (body: IDataObject): IDataObject =>
	Object.fromEntries(
		Object.entries(body).map(([key, value]) => [
			key,
			typeof value === 'string' && (key === 'name' || key === 'vol_name')
				? value.toLowerCase()
				: value,
		]),
	);

/**
 * Expands references: `service_group.uuid` from the form becomes `service_group: {uuid}` or
 * `{name}`.
 */
export function withTargets(body: IDataObject, ...keys: readonly string[]): IDataObject {
	const result = { ...body };
	for (const key of keys) {
		const part = result[key] as IDataObject | undefined;
		if (typeof part?.uuid !== 'string') continue;
		const { uuid, ...rest } = part;
		result[key] = { ...targetOf(uuid), ...rest };
	}
	return result;
}

/** Properties whose value is always a string, even if it looks like a number. */
const textProperties = new Set(['image', 'hostname', 'sched_priority', 'quota_policy']);

/** An update with its value parsed as JSON, unless the property contains text. */
export function withParsedValue(body: IDataObject): IDataObject {
	const { value, prop } = body;
	if (typeof value !== 'string' || textProperties.has(toText(prop))) return body;
	return { ...body, value: jsonOrText(value) as IDataObject[string] };
}

function jsonOrText(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/** Removes values that mean "not set" from the rows of the form: 0, false and empty lists. */
export const omitUnset = (rows: unknown): IDataObject[] =>
	((rows ?? []) as IDataObject[]).map((row) =>
		Object.fromEntries(
			Object.entries(row).filter(
				([, value]) =>
					value !== 0 && value !== false && !(Array.isArray(value) && value.length === 0),
			),
		),
	);
