/** Turns responses into the items that the next node receives. */
import type { IDataObject } from 'n8n-workflow';
import type { HttpResponse, Operation, Row } from '../describe';
import { responseRows } from '../transport/responseRows';

/** n8n takes a top-level `error` of a first item for a failed node and runs it again; a service's own is renamed. */
export const renamedError = 'serviceError';

/** Rows of one answer, by what the operation makes of it. */
export function responseToRows(
	operation: Operation,
	answer: HttpResponse,
	input: IDataObject = {},
): Row[] {
	if (operation.done && isEmpty(answer.body)) return [{ json: operation.done(input) }];
	if (operation.output === 'rows') return responseRows(answer, operation.rows).map(toRow);
	if (operation.output === 'done')
		return [
			{ json: operation.request?.startsWith('DELETE') ? { deleted: true } : { success: true } },
		];
	if (operation.output === 'text')
		return [{ json: { text: (answer.body as string | undefined) ?? '' } }];
	return answer.body === undefined ? [{ json: { success: true } }] : [toRow(answer.body)];
}

const isEmpty = (body: unknown): boolean =>
	body === undefined ||
	(typeof body === 'object' && body !== null && Object.keys(body).length === 0);

/** A value of the service as an item: an object, or a plain value under `value`. */
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

/** The keys that Simplify keeps; absent ones stay absent. */
export function simplifyRow(row: Row, keep: NonNullable<Operation['simplify']>): Row {
	const paths = Array.isArray(keep)
		? (keep as readonly string[]).map((key) => [key, key] as const)
		: Object.entries(keep as Record<string, string>);
	const json: IDataObject = {};
	for (const [name, path] of paths) {
		const value = path
			.split('.')
			.reduce<unknown>((at, key) => (at as IDataObject | undefined)?.[key], row.json);
		if (value !== undefined) json[name] = value as IDataObject[string];
	}
	return { ...row, json };
}
