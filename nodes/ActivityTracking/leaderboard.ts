/**
 * Implements Leaderboard: Get Many. Every page also contains context entries: the entries around
 * the athlete's own entry (README.md, Leaderboards).
 */
import type { IDataObject } from 'n8n-workflow';
import { buildRequest, limitHint, PaginationGuard, responseRows } from '../engine';
import { allFieldsOf, type Call, PackError, type Row, toResult } from '../engine/describe';
import { maxPageSize } from './fields';
import { usesPublicInterface } from './publicInterface';

interface LeaderboardInput {
	readonly ageGroup?: string;
	readonly weightClass?: string;
	readonly fromRank?: number;
	readonly includeContext?: boolean;
}

/**
 * Returns the entries with the requested ranks (`entry_type` is page), then the remaining context
 * entries (`entry_type` is context).
 */
export async function readLeaderboard(call: Call<LeaderboardInput>): Promise<Row[]> {
	const { fromRank = 1, includeContext = true } = call.input;
	const size = Math.min(call.maxRows ?? maxPageSize, maxPageSize);
	const firstPage = Math.ceil(fromRank / size);
	const { first, total, requested } = await readRanks(call, { size, firstPage, fromRank });
	const listed = byRank(requested).slice(0, call.maxRows);
	if (call.maxRows !== undefined && total > fromRank - 1 + call.maxRows)
		call.connection.item?.showHint?.(limitHint(call.maxRows));
	const listedKeys = new Set(listed.map((entry) => JSON.stringify(entry)));
	const context = includeContext ? await readContext(call, { first, total, fromRank }) : [];
	const isOutside = (entry: IDataObject): boolean => !listedKeys.has(JSON.stringify(entry));
	return [
		...listed.map((entry) => toEntryRow(entry, 'page')),
		...byRank(context.filter(isOutside)).map((entry) => toEntryRow(entry, 'context')),
	];
}

/** Page to request if the number of entries is unknown: past the end of every leaderboard. */
const maxContextPage = 1_000_000;

/**
 * Entries that include the context: usually all entries of the first page. If the first page
 * contains entries before From Rank, it is unclear which of them belong to the context. In this
 * case, reads a page after the end of the leaderboard, which contains only the context.
 */
async function readContext(
	call: Call<LeaderboardInput>,
	{ first, total, fromRank }: { first: IDataObject[]; total: number; fromRank: number },
): Promise<IDataObject[]> {
	if (!first.some(({ rank }) => Number(rank) < fromRank)) return first;
	const page = Math.min(total + 1, maxContextPage);
	return (await readPage(call, { page, per_page: 1 })).entries;
}

/**
 * Reads pages until all entries with the requested ranks are known. A page can be shorter than
 * requested, because the service limits the page size or hides entries. A short page is therefore
 * not necessarily the last page.
 * @returns all entries of the first page, the number of entries in the leaderboard, and the entries
 * with the requested ranks, collected from all pages
 */
async function readRanks(
	call: Call<LeaderboardInput>,
	{ size, firstPage, fromRank }: { size: number; firstPage: number; fromRank: number },
): Promise<{ first: IDataObject[]; total: number; requested: IDataObject[] }> {
	const lastRank = fromRank - 1 + (call.maxRows ?? Infinity);
	const guard = new PaginationGuard(false);
	const seen = new Set<string>();
	const requested: IDataObject[] = [];
	let first: IDataObject[] = [];
	let previous = '[]';
	for (let page = firstPage; ; page++) {
		// A page past the end still contains the context entries. With `context_entries: 0`, only the
		// athlete's own entry is left.
		const { entries, total } = await readPage(call, {
			page,
			per_page: size,
			...(page === firstPage ? {} : { context_entries: 0 }),
		});
		guard.checkRows(entries);
		if (page === firstPage) first = entries;
		const added = entries.filter((entry) => !seen.has(JSON.stringify(entry)));
		for (const entry of added) {
			seen.add(JSON.stringify(entry));
			const isOutside = Number(entry.rank) < fromRank || Number(entry.rank) > lastRank;
			if (!isOutside) requested.push(entry);
		}
		const hasAll =
			requested.length >= Math.min(lastRank, total) - fromRank + 1 &&
			isComplete(byRank(requested).slice(0, call.maxRows), fromRank);
		const isPastLastRank = page > firstPage && added.some(({ rank }) => Number(rank) > lastRank);
		const isPastEnd = entries.length === 0 || JSON.stringify(entries) === previous;
		if (hasAll || isPastLastRank || isPastEnd) return { first, total, requested };
		previous = JSON.stringify(entries);
	}
}

const byRank = (entries: readonly IDataObject[]): IDataObject[] =>
	[...entries].sort((a, b) => Number(a.rank) - Number(b.rank));

/**
 * Whether no entry is missing. Tied entries share the rank of the first of them, so a rank can be
 * lower than the position in the list. A rank higher than the position means that an entry is
 * missing.
 */
const isComplete = (entries: readonly IDataObject[], fromRank: number): boolean =>
	!entries.some(({ rank }, index) => Number(rank) > fromRank + index);

const toEntryRow = (entry: IDataObject, type: 'page' | 'context'): Row => ({
	json: { ...entry, entry_type: type },
});

async function readPage(
	call: Call<LeaderboardInput>,
	paging: IDataObject,
): Promise<{ entries: IDataObject[]; total: number }> {
	if (usesPublicInterface(call)) {
		throw new PackError('Leaderboards are not available in the current public interface', {
			hint:
				'If your service offers leaderboards, choose the interface As Specified in the credential. ' +
				'Otherwise, use Segment Effort: Get Many for your own efforts.',
		});
	}
	const { operation, input } = call;
	const values = input as IDataObject;
	const { query } = buildRequest(operation.request!, allFieldsOf(operation), values);
	const result = await toResult(
		call.request(operation.request!, { values, query: { ...query, ...paging } }),
	);
	if ('error' in result) throw explainPremiumFilters(result.error, input);
	// Earlier versions of the API return the number of entries as `effort_count`.
	const { entry_count, effort_count } = (result.value.body ?? {}) as IDataObject;
	return {
		entries: responseRows(result.value, 'entries'),
		total: Number(entry_count ?? effort_count ?? Infinity),
	};
}

/** Adds the names of the premium filters to an error with status 402 or 403. */
function explainPremiumFilters(
	error: unknown,
	{ ageGroup, weightClass }: LeaderboardInput,
): unknown {
	const filters = [
		ageGroup === undefined ? '' : 'Age Group',
		weightClass === undefined ? '' : 'Weight Class',
	]
		.filter(Boolean)
		.join(' and ');
	if (
		!(error instanceof PackError) ||
		filters === '' ||
		(error.details.status !== 402 && error.details.status !== 403)
	)
		return error;
	return new PackError(`Filtering a leaderboard by ${filters} requires a premium membership`, {
		...error.details,
		hint: `Remove ${filters}, or use the credential of a premium member. ${error.details.hint ?? ''}`.trim(),
	});
}
