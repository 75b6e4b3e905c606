/** Reads all pages of a list. */
import type { IDataObject } from 'n8n-workflow';
import {
	type Connection,
	type HttpResponse,
	PackError,
	type Paging,
	type RequestPlan,
	type SendPolicy,
} from '../describe';
import { Prefetcher } from './prefetch';
import { responseRows } from '../transport/responseRows';
import type { Result } from '../transport/result';
import { send } from '../transport/send';

/** All rows of a paged request, at once. */
export async function fetchAllRows(
	...parameters: Parameters<typeof fetchPages>
): Promise<IDataObject[]> {
	const rows: IDataObject[] = [];
	for await (const page of fetchPages(...parameters)) rows.push(...page);
	return rows;
}

/** A service that never ends its list is stopped here. */
const mostPages = 100_000;

/**
 * Reads rows page by page until the service has no more, or `most` rows are there. Where an answer says how many pages there
 * are, and all of them are wanted, some are asked for before their turn.
 * @param most most rows wanted; all when undefined
 * @throws Refusal when the service hands out the same page twice
 */
export async function* fetchPages(
	connection: Connection,
	plan: RequestPlan,
	paging: Paging,
	policy: SendPolicy,
	most?: number,
): AsyncGenerator<IDataObject[]> {
	let left = most ?? Infinity;
	const queryOf = (page: RequestPlan): IDataObject => ({
		...page.query,
		...(page.url === plan.url ? sizeOf(paging, page.query, left, most) : {}),
	});
	const after = (next: IDataObject | string): RequestPlan =>
		typeof next === 'string'
			? { ...plan, url: next, query: {} }
			: { ...plan, query: { ...plan.query, ...next } };
	const ask = async (page: RequestPlan): Promise<HttpResponse> =>
		await send(connection, { ...page, query: queryOf(page) }, policy);
	const ahead = new Prefetcher(async (next) => await ask(after(next)));
	let page: RequestPlan = paging.first
		? { ...plan, query: { ...plan.query, ...paging.first } }
		: plan;
	let guessed: Result<HttpResponse> | undefined;
	const seen = new Set<string>();
	let before = '';
	try {
		for (let index = 0; index < mostPages && left > 0; index++) {
			const query = queryOf(page);
			const answer = guessed ? valueOf(guessed) : await ask(page);
			const rows = responseRows(answer, paging.rows);
			if (paging.distinct && rows.length > 0) {
				const text = JSON.stringify(rows);
				if (text === before) throw repeated();
				before = text;
			}
			const place = { index, query, rows: rows.length };
			const next = paging.next(answer, place);
			if (most === undefined && next !== undefined)
				ahead.expect(() => paging.upcoming?.(answer, place) ?? []);
			yield rows.slice(0, left);
			left -= rows.length;
			if (next === undefined || left <= 0) return;
			const mark = typeof next === 'string' ? next : JSON.stringify(next);
			if (seen.has(mark)) throw repeated();
			seen.add(mark);
			page = after(next);
			guessed = typeof next === 'string' ? undefined : await ahead.take(next);
		}
	} finally {
		await ahead.quiet();
	}
}

function valueOf(result: Result<HttpResponse>): HttpResponse {
	if ('error' in result) throw result.error;
	return result.value;
}

const repeated = (): PackError =>
	new PackError('Pagination is stuck: the service returned the same page twice', {
		hint: 'Set a limit, and report this to the provider of the service.',
	});

/** The size of the next page; an address that the service gave has its own. Where pages are counted, page 2 of another size holds other rows. */
const sizeOf = (
	{ size }: Paging,
	query: IDataObject,
	left: number,
	most = Infinity,
): IDataObject =>
	size
		? {
				[size.name]: Math.min(size.counted ? most : left, Number(query[size.name] ?? size.maximum)),
			}
		: {};
