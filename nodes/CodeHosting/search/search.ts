/**
 * Searches. The service returns at most 1,000 results of a search, and reports with
 * `incomplete_results` that a search took too long.
 */
import type { IDataObject } from 'n8n-workflow';
import { buildRequest, fetchAllRows, showHint, toRow } from '../../engine';
import { allFieldsOf, type Call, choice, type Row, text } from '../../engine/describe';
import { withPlainQuery } from '../enteredText';
import { byLink } from '../paging';

const maxResults = 1000;

export const searchQuery = text('Query', {
	description: 'Search words and qualifiers, as in the search box of the website',
	apiName: 'q',
	required: true,
});

export const searchOrder = choice(
	'Order',
	{ asc: 'Ascending', desc: 'Descending' },
	{ description: 'Order of the results. Only used with Sort By, in Options.', apiName: 'order' },
);

/** What all searches have in common. */
export const everySearch = {
	paging: byLink({ rows: 'items', window: maxResults }),
	/** Searches have a lower limit per minute, which other requests do not count towards. */
	rateLimit: 'search',
	prepare: withPlainQuery('searchQuery'),
	run: runSearch,
} as const;

interface Found {
	total: number;
	isIncomplete: boolean;
	/** Whether the next page would end after the maximum. */
	isCut: boolean;
}

/** Returns the results. Each contains the number of all results and whether some may be missing. */
async function runSearch(call: Call<object>): Promise<Row[]> {
	const { connection, context, maxRows, operation } = call;
	const found: Found = { total: 0, isIncomplete: false, isCut: false };
	// The service refuses a page of code that ends after the maximum, although the Link header leads
	// there (brekkylab/backlot#144). In other searches, only the start of the page counts.
	const isCode = operation.request === 'GET /search/code';
	const rows = await fetchAllRows(
		connection,
		buildRequest(operation.request!, allFieldsOf(operation), call.input as IDataObject),
		{
			...everySearch.paging,
			// Pages are requested one after the other, because searches are limited per minute.
			upcoming: undefined,
			next(response, page) {
				const body = (response.body ?? {}) as IDataObject;
				found.total = Number(body.total_count ?? 0);
				found.isIncomplete ||= body.incomplete_results === true;
				const next = everySearch.paging.next(response, page) as IDataObject | undefined;
				found.isCut = isCode && Number(next?.page) * Number(page.query.per_page) > maxResults;
				return found.isCut ? undefined : next;
			},
		},
		{ idempotency: operation.idempotency, permission: operation.permission },
		maxRows,
	);
	const { searchOrder: order, ...others } = call.input as IDataObject;
	if (order !== undefined && !Object.keys(others).some((name) => name.endsWith('SearchSort')))
		showHint(context, 'Order is only used with Sort By, which is in Options.');
	for (const hint of hintsFor(found, rows.length, maxRows)) showHint(context, hint);
	return rows.map((row) =>
		toRow({ ...row, total_count: found.total, incomplete_results: found.isIncomplete }),
	);
}

/** What the user must know about a result list that is not complete. */
function hintsFor(
	{ total, isIncomplete, isCut }: Found,
	count: number,
	maxRows = Infinity,
): string[] {
	return [
		...((isCut || (total > maxResults && count >= maxResults)) && maxRows > count
			? [
					`The search has ${total} results, but the service returns only the first ${count}. Use a more specific query.`,
				]
			: []),
		...(isIncomplete
			? ['The search took too long, so results may be missing. Use a more specific query.']
			: []),
	];
}
