import type { IDataObject } from 'n8n-workflow';
import { createHash } from 'node:crypto';
import {
	type Call,
	type Connection,
	type HttpResponse,
	PackError,
	type Paging,
	readSafely,
	type RequestPlan,
	type Result,
	type SendPolicy,
	toResult,
	valueOf,
} from '../describe';
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
	for await (const page of fetchPages(connection, plan, paging, policy, maxRows, true)) {
		// Not push(...page): a page may have more rows than a call can have arguments.
		for (const row of page) rows.push(row);
	}
	return rows;
}

/**
 * Reads rows page by page, until there are no more rows or `maxRows` is reached. If all rows are
 * requested and the response contains the number of pages, several are prefetched.
 * @param readsAhead whether to request the next page while one is processed. Not for a caller that
 * may stop in between.
 * @throws PackError when the list makes no progress
 */
export async function* fetchPages(
	connection: Connection,
	plan: RequestPlan,
	paging: Paging,
	policy: SendPolicy,
	maxRows?: number,
	readsAhead = false,
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
	const request = async (page: RequestPlan): Promise<HttpResponse> =>
		await send(connection, { ...page, [place]: queryOf(page) }, policy);
	const prefetcher = new Prefetcher(async (next) => await request(pageAfter(next)));
	let page = pageAfter(paging.first ?? {});
	let prefetched: Result<HttpResponse> | undefined;
	const guard = new PaginationGuard(paging.distinct === true);
	try {
		for (let index = 0; left > 0; index++) {
			const query = queryOf(page);
			const response = prefetched ? valueOf(prefetched) : await request(page);
			const rows = responseRows(response, paging.rows, index === 0);
			guard.checkRows(rows);
			const showHint = connection.item?.showHint;
			const position = { index, query, rows: rows.length, showHint };
			const next = paging.next(response, position);
			if (maxRows === undefined && next !== undefined && guard.isNew(next))
				prefetcher.expect(
					() => paging.upcoming?.(response, position) ?? (readsAhead ? [next] : []),
				);
			yield rows.slice(0, left);
			left -= rows.length;
			// A page number after a full page is only a guess that there are more rows.
			const hasNext = next !== undefined && (!size?.counted || 'link' in response.headers);
			if (left < 0 || (left === 0 && hasNext)) showHint?.(limitHint(maxRows!));
			if (next === undefined || left <= 0) return;
			guard.checkNext(next);
			page = pageAfter(next);
			prefetched = await prefetcher.take(next);
		}
	} finally {
		await prefetcher.quiet();
	}
}

/** The query parameters or the URL of a page. */
type NextPage = IDataObject | string;

/** Maximum number of prefetch requests in flight for one list. */
const prefetchConcurrency = 4;

/** Requests pages before they are needed. Used only if the response before points to them. */
export class Prefetcher {
	/** The pages that have not been requested yet. */
	private pages: Iterator<NextPage> = [].values();
	/** The pages that have been requested and not been taken, in order. */
	private requested: { readonly key: string; readonly response: Promise<Result<HttpResponse>> }[] =
		[];

	constructor(private readonly request: (next: NextPage) => Promise<HttpResponse>) {}

	/** Starts to prefetch these pages. Ignores them while pages of an earlier call are left. */
	expect(pages: () => Iterable<NextPage>): void {
		if (this.requested.length === 0) this.pages = pages()[Symbol.iterator]();
		this.fill();
	}

	/** The response of a page if it was prefetched. If not, no further page is requested. */
	async take(next: NextPage): Promise<Result<HttpResponse> | undefined> {
		const [first] = this.requested;
		if (first?.key !== JSON.stringify(next)) {
			this.pages = [].values();
			return undefined;
		}
		const response = await first.response;
		this.requested.shift();
		this.fill();
		return response;
	}

	/** Drops the pages that have not been requested yet. Resolves when no request is in flight. */
	async quiet(): Promise<void> {
		this.pages = [].values();
		await Promise.all(this.requested.map(async ({ response }) => await response));
	}

	private fill(): void {
		while (this.requested.length < prefetchConcurrency) {
			const page = this.pages.next();
			if (page.done) return;
			this.requested.push({
				key: JSON.stringify(page.value),
				response: toResult(this.request(page.value)),
			});
		}
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
		if (!this.isNew(next)) throw repeatedPage();
		this.seenPages.add(keyOf(next));
	}

	isNew(next: IDataObject | string): boolean {
		return !this.seenPages.has(keyOf(next));
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
