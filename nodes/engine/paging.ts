/** One request to all its pages. */
import type { IDataObject } from 'n8n-workflow';
import type { Paging } from './catalogue';
import type { Connection } from './connection';
import { Refusal } from './refusal';
import type { RequestPlan } from './request';
import { send, type Answer, type SendPolicy } from './send';

/** A service that never ends its list is stopped here. */
const mostPages = 100_000;

/**
 * Reads rows page by page until the service has no more, or `most` rows are there.
 * @param most most rows wanted; all when undefined
 * @throws Refusal when the service hands out the same page twice
 */
export async function* pages(connection: Connection, plan: RequestPlan, paging: Paging, policy: SendPolicy, most?: number): AsyncGenerator<IDataObject[]> {
	let left = most ?? Infinity;
	let page: RequestPlan = plan;
	const seen = new Set<string>();
	for (let index = 0; index < mostPages && left > 0; index++) {
		const query = { ...page.query, ...(paging.size ? { [paging.size.name]: Math.min(left, paging.size.maximum) } : {}) };
		const answer = await send(connection, { ...page, query }, policy);
		const rows = rowsOf(answer, paging.rows);
		yield rows.slice(0, left);
		left -= rows.length;
		const next = paging.next(answer, { index, query, rows: rows.length });
		if (next === undefined) return;
		const mark = typeof next === 'string' ? next : JSON.stringify(next);
		if (seen.has(mark)) throw new Refusal('The service hands out the same page again and again', { hint: 'Use a limit, and tell the service’s operator.' });
		seen.add(mark);
		page = typeof next === 'string' ? { ...plan, url: next, query: {} } : { ...plan, query: { ...plan.query, ...next } };
	}
}

/** Rows of an answer: the array of that name (dots nest), the answer itself, or nothing when it is absent. */
export function rowsOf(answer: Answer, name?: string): IDataObject[] {
	const rows = name === undefined ? answer.body : name.split('.').reduce<unknown>((at, key) => (at as IDataObject | null | undefined)?.[key], answer.body);
	if (rows === undefined || rows === null) return [];
	if (Array.isArray(rows)) return rows as IDataObject[];
	throw new Refusal(`The service sent no list${name ? ` named ${name}` : ''}`, { hint: 'Check the base URL of the credential.' });
}

/** Pages by an opaque cursor in the answer, passed on unchanged. */
export const byCursor = (spec: { rows: string; cursor: string; next: string; size?: Paging['size'] }): Paging => ({
	rows: spec.rows,
	size: spec.size,
	next(answer) {
		const cursor = (answer.body as IDataObject | undefined)?.[spec.next];
		return typeof cursor === 'string' && cursor !== '' ? { [spec.cursor]: cursor } : undefined;
	},
});
