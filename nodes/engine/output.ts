/** Answers to the items that the next node gets. */
import type { IDataObject } from 'n8n-workflow';
import type { Operation, Row } from './vocabulary';
import type { Answer } from './vocabulary';
import { rowsOf } from './paging';

/** n8n takes a top-level `error` of a first item for a failed node and runs it again; a service's own is renamed. */
export const renamedError = 'serviceError';

/** Rows of one answer, by what the operation makes of it. */
export function rowsOfAnswer(operation: Operation, answer: Answer, input: IDataObject = {}): Row[] {
	if (operation.done && isEmpty(answer.body)) return [{ json: operation.done(input) }];
	if (operation.output === 'rows') return rowsOf(answer, operation.rows).map(rowOf);
	if (operation.output === 'done')
		return [
			{ json: operation.request?.startsWith('DELETE') ? { deleted: true } : { success: true } },
		];
	if (operation.output === 'text')
		return [{ json: { text: (answer.body as string | undefined) ?? '' } }];
	return answer.body === undefined ? [{ json: { success: true } }] : [rowOf(answer.body)];
}

const isEmpty = (body: unknown): boolean =>
	body === undefined ||
	(typeof body === 'object' && body !== null && Object.keys(body).length === 0);

/** A value of the service as an item: an object, or a plain value under `value`. */
export function rowOf(value: unknown): Row {
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
export function simplified(row: Row, keep: NonNullable<Operation['simplify']>): Row {
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
