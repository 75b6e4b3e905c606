/**
 * Implements Leaderboard: Get Many. Every page also contains context entries: the entries around
 * the athlete's own entry (specification part A, rule 3).
 */
import type { IDataObject } from 'n8n-workflow';
import { allFieldsOf, type Call, PackError, type Row } from '../engine/describe';
import { buildRequest } from '../engine/request/buildRequest';
import { responseRows } from '../engine/transport/responseRows';
import { toResult } from '../engine/transport/result';
import { maxPageSize } from './fields';
import { usesPublicInterface } from './publicInterface';

interface LeaderboardInput {
	readonly ageGroup?: string;
	readonly weightClass?: string;
	readonly includeContext?: boolean;
}

/**
 * Reads the entries by rank, with `entry_type` set to page. They are followed by the context
 * entries that are not among them, with `entry_type` set to context.
 */
export async function readLeaderboard(call: Call<LeaderboardInput>): Promise<Row[]> {
	const pageSize = Math.min(call.maxRows ?? maxPageSize, maxPageSize);
	const entries: IDataObject[] = [];
	const context: IDataObject[] = [];
	for (let pageNumber = 1; ; pageNumber++) {
		const response = await readPage(call, pageNumber, pageSize);
		const split = splitPage(
			response.entries,
			entries.length + 1,
			Math.min(pageSize, response.total - entries.length),
		);
		for (const entry of split.page) entries.push(entry);
		for (const entry of split.context) context.push(entry);
		const isComplete = entries.length >= Math.min(call.maxRows ?? Infinity, response.total);
		if (split.page.length < pageSize || isComplete) break;
	}
	const listed = entries.slice(0, call.maxRows);
	const additional = call.input.includeContext === false ? [] : notListed(context, listed);
	return [
		...listed.map((entry) => toEntryRow(entry, 'page')),
		...additional.map((entry) => toEntryRow(entry, 'context')),
	];
}

const toEntryRow = (entry: IDataObject, type: 'page' | 'context'): Row => ({
	json: { ...entry, entry_type: type },
});

async function readPage(
	call: Call<LeaderboardInput>,
	page: number,
	size: number,
): Promise<{ entries: IDataObject[]; total: number }> {
	if (usesPublicInterface(call)) {
		throw new PackError('Leaderboards are not available in the current public interface', {
			hint: 'The vendor withdrew leaderboards for third-party applications. If your service still offers them, set Interface to As Specified in the credential.',
		});
	}
	const { operation, input } = call;
	const values = input as IDataObject;
	const { query } = buildRequest(operation.request!, allFieldsOf(operation), values);
	const result = await toResult(
		call.request(operation.request!, { values, query: { ...query, page, per_page: size } }),
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

/**
 * Separates the entries of a page from the context entries, which the service may return before,
 * after or between them. The page consists of the `count` consecutive entries whose ranks match the
 * expected ranks best.
 * @param firstRank expected rank of the first entry of the page, from 1
 * @param count number of entries on the page
 */
export function splitPage(
	entries: readonly IDataObject[],
	firstRank: number,
	count: number,
): { page: IDataObject[]; context: IDataObject[] } {
	const length = Math.max(0, Math.min(count, entries.length));
	const rankDifference = (start: number): number =>
		entries
			.slice(start, start + length)
			.reduce((sum, { rank }, index) => sum + Math.abs(Number(rank) - (firstRank + index)), 0);
	let best = 0;
	for (let start = 1; start + length <= entries.length; start++)
		if (rankDifference(start) < rankDifference(best)) best = start;
	return {
		page: entries.slice(best, best + length),
		context: [...entries.slice(0, best), ...entries.slice(best + length)],
	};
}

/**
 * The entries that are not in `listed`, without duplicates, by rank. Compares entries by their
 * content, because they have no ID.
 */
export function notListed(
	entries: readonly IDataObject[],
	listed: readonly IDataObject[],
): IDataObject[] {
	const seen = new Set(listed.map(keyOf));
	return entries
		.filter((entry) => !seen.has(keyOf(entry)) && seen.add(keyOf(entry)))
		.sort((a, b) => Number(a.rank) - Number(b.rank));
}

const keyOf = ({ athlete_name, rank, elapsed_time, start_date }: IDataObject): string =>
	JSON.stringify([athlete_name, rank, elapsed_time, start_date]);
