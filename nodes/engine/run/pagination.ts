import type { IDataObject } from 'n8n-workflow';
import { createHash } from 'node:crypto';
import type {
	Call,
	Connection,
	HttpResponse,
	Paging,
	RequestPlan,
	Result,
	SendPolicy,
} from '../describe';
import { PackError, readSafely, toResult, valueOf } from '../describe';
import { send } from '../http/pipeline';
import { responseRows } from '../http/responseRows';

export async function fetchAllRows(
	connection: Connection,
	plan: RequestPlan,
	paging: Paging,
	policy: SendPolicy,
	maxRows?: number,
): Promise<IDataObject[]> {
	const rows: IDataObject[] = [];
	for await (const page of fetchPages(connection, plan, paging, policy, maxRows)) {
		// Not push(...page): a page may have more rows than a call can have arguments.
		for (const row of page) rows.push(row);
	}
	return rows;
}

/** Maximum number of requests in flight for pages of one list. */
const pagesAtOnce = 4;

/**
 * Reads rows page by page, until there are no more rows or `maxRows` is reached. If the
 * caller wants all rows and a response says which pages follow, up to four are requested at once.
 * @throws PackError when the list makes no progress
 */
export async function* fetchPages(
	connection: Connection,
	plan: RequestPlan,
	paging: Paging,
	policy: SendPolicy,
	maxRows?: number,
): AsyncGenerator<IDataObject[]> {
	let left = maxRows ?? Infinity;
	const { size, in: place = 'query' } = paging;
	const valuesOf = (page: RequestPlan): IDataObject => (page[place] ?? {}) as IDataObject;
	const queryOf = (page: RequestPlan): IDataObject => {
		const query = valuesOf(page);
		if (!size || page.url !== plan.url) return query;
		// Pages that are requested by number must all have the same size.
		const needed = size.counted ? (maxRows ?? Infinity) : left;
		return {
			...query,
			[size.name]: Math.min(needed, Number(query[size.name] ?? size.maximum), size.maximum),
		};
	};
	const pageAfter = (next: IDataObject | string): RequestPlan =>
		typeof next === 'string'
			? { ...plan, url: next, query: {} }
			: { ...plan, [place]: { ...valuesOf(plan), ...next } };
	const request = async (page: RequestPlan): Promise<Result<HttpResponse>> =>
		await toResult(send(connection, { ...page, [place]: queryOf(page) }, policy));
	const requested = new Map<string, Promise<Result<HttpResponse>>>();
	let upcoming: Iterator<IDataObject> = [].values();
	let page = pageAfter(paging.first ?? {});
	let key = '';
	const guard = new PaginationGuard(paging.distinct === true);
	try {
		for (let index = 0; left > 0; index++) {
			const query = queryOf(page);
			const response = valueOf(await (requested.get(key) ?? request(page)));
			const rows = responseRows(response, paging.rows, index === 0);
			guard.checkRows(rows);
			const showHint = connection.item?.showHint;
			const position = { index, query, rows: rows.length, showHint };
			const next = paging.next(response, position);
			// After a page that was not expected, such as a short one, the following pages differ.
			if (!requested.delete(key) && maxRows === undefined && next !== undefined)
				upcoming = paging.upcoming?.(response, position)[Symbol.iterator]() ?? upcoming;
			while (next !== undefined && requested.size < pagesAtOnce) {
				const following = upcoming.next();
				if (following.done) break;
				requested.set(keyOf(following.value), request(pageAfter(following.value)));
			}
			yield rows.slice(0, left);
			left -= rows.length;
			// A page number after a full page is only a guess that there are more rows.
			const hasNext = next !== undefined && (!size?.counted || 'link' in response.headers);
			if (left < 0 || (left === 0 && hasNext)) showHint?.(limitHint(maxRows!));
			if (next === undefined || left <= 0) return;
			guard.checkNext(next);
			page = pageAfter(next);
			key = keyOf(next);
		}
	} finally {
		await Promise.all(requested.values());
	}
}

/** The hint for a list with more rows than the parameter Limit allows. */
export const limitHint = (limit: number): string =>
	`Limit is ${limit}, and the list has more entries. To get all of them, turn on Return All.`;

/** The first rows, up to Limit. If there are more, shows a hint. */
export function rowsUpToLimit<T>(
	{ connection, maxRows = Infinity }: Pick<Call<unknown>, 'connection' | 'maxRows'>,
	rows: readonly T[],
): readonly T[] {
	if (rows.length <= maxRows) return rows;
	connection.item?.showHint?.(limitHint(maxRows));
	return rows.slice(0, maxRows);
}

/** Number of repetitions of a page after which pagination counts as stuck, if rows may be equal. */
const maxRepetitions = 3;

const maxEmptyPages = 100;

/** Checks every page of a list for progress. */
export class PaginationGuard {
	private readonly seenPages = new Set<string>();
	private emptyPages = 0;
	private repetitions = 0;
	private previous?: string;

	/** @param distinct whether all rows are distinct, so that one repetition of a page means stuck */
	constructor(private readonly distinct: boolean) {}

	/** @throws PackError if the list makes no progress */
	checkRows(rows: readonly IDataObject[]): void {
		this.emptyPages = rows.length === 0 ? this.emptyPages + 1 : 0;
		if (this.emptyPages >= maxEmptyPages)
			throw stuck(`the service returned ${maxEmptyPages} empty pages in a row`);
		// Rows that are nested too deeply for JSON.stringify count as different.
		const page = rows.length === 0 ? undefined : readSafely(() => JSON.stringify(rows));
		this.repetitions = page !== undefined && page === this.previous ? this.repetitions + 1 : 0;
		if (this.repetitions >= (this.distinct ? 1 : maxRepetitions)) throw repeatedPage();
		this.previous = page;
	}

	/** @throws PackError if the next page was requested before */
	checkNext(next: IDataObject | string): void {
		const key = keyOf(next);
		if (this.seenPages.has(key)) throw repeatedPage();
		this.seenPages.add(key);
	}
}

/** Identifies a page. Hashed, so that a long list with long cursors needs little memory. */
const keyOf = (next: IDataObject | string): string =>
	createHash('sha256').update(JSON.stringify(next)).digest('base64');

const repeatedPage = (): PackError => stuck('the service returned the same page twice');

const stuck = (reason: string): PackError =>
	new PackError(`Pagination is stuck: ${reason}`, {
		hint: 'Set a limit, and report this to the provider of the service.',
	});
