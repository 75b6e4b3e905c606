/** Pages of a leaderboard, and the entries around the athlete's own that every page brings along (specification part A, rule 3). */
import type { IDataObject } from 'n8n-workflow';
import { allFieldsOf, type Call, PackError, type Row } from '../engine/describe';
import { buildRequest } from '../engine/request/buildRequest';
import { responseRows } from '../engine/transport/responseRows';
import { toResult } from '../engine/transport/result';
import { isCurrent } from './current';
import { largestPage } from './fields';

interface LeaderboardInput {
	readonly ageGroup?: string;
	readonly weightClass?: string;
	readonly includeContext?: boolean;
}

/** Entries by place, then those around the athlete's own that no page held; each says which it is in `entry_type`. */
export async function readLeaderboard(call: Call<LeaderboardInput>): Promise<Row[]> {
	const size = Math.min(call.maxRows ?? largestPage, largestPage);
	const onPages: IDataObject[] = [];
	const around: IDataObject[] = [];
	for (let page = 1; ; page++) {
		const answer = await pageOf(call, page, size);
		const { entries, context } = splitPage(
			answer.entries,
			onPages.length + 1,
			Math.min(size, answer.count - onPages.length),
		);
		onPages.push(...entries);
		around.push(...context);
		if (entries.length < size || onPages.length >= Math.min(call.maxRows ?? Infinity, answer.count))
			break;
	}
	const rows = onPages.slice(0, call.maxRows);
	const context = call.input.includeContext === false ? [] : unseen(around, rows);
	return [
		...rows.map((entry) => row(entry, 'page')),
		...context.map((entry) => row(entry, 'context')),
	];
}

const row = (entry: IDataObject, kind: 'page' | 'context'): Row => ({
	json: { ...entry, entry_type: kind },
});

async function pageOf(
	call: Call<LeaderboardInput>,
	page: number,
	size: number,
): Promise<{ entries: IDataObject[]; count: number }> {
	if (isCurrent(call)) {
		throw new PackError('The current interface has no leaderboards any more', {
			hint: 'They were withdrawn from applications of third parties. Where your service still has them, choose Interface: As Specified in the credential.',
		});
	}
	const { operation, input } = call;
	const values = input as IDataObject;
	const { query } = buildRequest(operation.request!, allFieldsOf(operation), values);
	const answer = await toResult(
		call.request(operation.request!, { values, query: { ...query, page, per_page: size } }),
	);
	if ('error' in answer) throw withPremium(answer.error, input);
	const { entry_count: count, effort_count: formerly } = (answer.value.body ?? {}) as IDataObject;
	return {
		entries: responseRows(answer.value, 'entries'),
		count: Number(count ?? formerly ?? Infinity),
	};
}

/** The refusal of a filter that only premium members may use names it. */
function withPremium(error: unknown, { ageGroup, weightClass }: LeaderboardInput): unknown {
	const used = [
		ageGroup === undefined ? '' : 'Age Group',
		weightClass === undefined ? '' : 'Weight Class',
	]
		.filter(Boolean)
		.join(' and ');
	if (
		!(error instanceof PackError) ||
		used === '' ||
		(error.details.status !== 402 && error.details.status !== 403)
	)
		return error;
	return new PackError(`${used} of a leaderboard can be used by premium members only`, {
		...error.details,
		hint: `Remove ${used}, or use the credential of an athlete who is a premium member. ${error.details.hint ?? ''}`.trim(),
	});
}

/**
 * Tells the entries of a page from those around the athlete's own, wherever the service put the latter: the page is the run of
 * `count` entries whose ranks fit its places best.
 * @param first place of the page's first entry, from 1
 * @param count entries that belong on the page
 */
export function splitPage(
	entries: readonly IDataObject[],
	first: number,
	count: number,
): { entries: IDataObject[]; context: IDataObject[] } {
	const length = Math.max(0, Math.min(count, entries.length));
	const misfit = (from: number): number =>
		entries
			.slice(from, from + length)
			.reduce((sum, { rank }, index) => sum + Math.abs(Number(rank) - (first + index)), 0);
	let best = 0;
	for (let from = 1; from + length <= entries.length; from++)
		if (misfit(from) < misfit(best)) best = from;
	return {
		entries: entries.slice(best, best + length),
		context: [...entries.slice(0, best), ...entries.slice(best + length)],
	};
}

/** Entries that are not among the rows; each once, in the order of their rank. Entries have no id. */
export function unseen(
	entries: readonly IDataObject[],
	rows: readonly IDataObject[],
): IDataObject[] {
	const seen = new Set(rows.map(keyOf));
	const fresh = entries.filter((entry) => !seen.has(keyOf(entry)) && seen.add(keyOf(entry)));
	return fresh.sort((one, other) => Number(one.rank) - Number(other.rank));
}

const keyOf = ({
	athlete_name: name,
	rank,
	elapsed_time: elapsed,
	start_date: start,
}: IDataObject): string => JSON.stringify([name, rank, elapsed, start]);
