/** Converts responses to the items that the next node receives. */
import type { IDataObject } from 'n8n-workflow';
import type { DerivedText, HttpResponse, Operation, Row } from '../describe';
import { responseRows } from '../http/responseRows';

/**
 * New name of a response property called `error`. If the first item contains `json.error`, n8n
 * treats the run as failed, and Retry On Fail runs the node again.
 */
export const renamedError = 'serviceError';

/** Converts a response to rows, according to the `output` of the operation. */
export function responseToRows(
	operation: Operation,
	response: HttpResponse,
	input: IDataObject = {},
): Row[] {
	if (operation.done && isEmpty(response.body)) return [{ json: operation.done(input) }];
	if (operation.output === 'rows') return responseRows(response, operation.rows).map(toRow);
	if (operation.output === 'done')
		return [
			{ json: operation.request?.startsWith('DELETE') ? { deleted: true } : { success: true } },
		];
	if (operation.output === 'text')
		return [{ json: { text: (response.body as string | undefined) ?? '' } }];
	return response.body === undefined ? [{ json: { success: true } }] : [toRow(response.body)];
}

const isEmpty = (body: unknown): boolean =>
	body === undefined ||
	(typeof body === 'object' && body !== null && Object.keys(body).length === 0);

/** Converts a value to a row. A value that is not an object becomes `{ value }`. */
export function toRow(value: unknown): Row {
	if (typeof value !== 'object' || value === null || Array.isArray(value))
		return { json: { value: value as IDataObject[string] } };
	const json = value as IDataObject;
	if (json.error === undefined) return { json };
	return {
		json: Object.fromEntries(
			Object.entries(json).map(([key, inner]) => [key === 'error' ? renamedError : key, inner]),
		),
	};
}

/** Adds the values of the fields that identify the parents of a record. */
export function addParents(row: Row, parents: readonly string[], input: IDataObject): Row {
	const missing = parents.filter(
		(name) => input[name] !== undefined && row.json[name] === undefined,
	);
	return {
		...row,
		json: { ...row.json, ...Object.fromEntries(missing.map((name) => [name, input[name]])) },
	};
}

/** Keeps only the properties that `simplify` lists. A property without a value is not added. */
export function simplifyRow(row: Row, keep: NonNullable<Operation['simplify']>): Row {
	const paths = Array.isArray(keep)
		? (keep as readonly string[]).map((key) => [key, key] as const)
		: Object.entries(keep as Record<string, string | DerivedText>);
	const json: IDataObject = {};
	for (const [name, source] of paths) {
		const value =
			typeof source === 'function'
				? source(row.json)
				: source
						.split('.')
						.reduce<unknown>((at, key) => (at as IDataObject | undefined)?.[key], row.json);
		if (value !== undefined) json[name] = value;
	}
	return { ...row, json };
}
