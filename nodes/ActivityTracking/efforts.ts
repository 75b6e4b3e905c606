/** All efforts on a segment, between two moments of the segment's own clock. */
import type { IDataObject } from 'n8n-workflow';
import { type Call, PackError, type RequestLine, type Row } from '../engine/describe';
import { fillPath } from '../engine/request/path';
import { toRow } from '../engine/run/output';
import { fetchPages } from '../engine/run/pagination';
import { isCurrent } from './current';
import { largestPage } from './fields';

interface EffortsInput {
	readonly segmentId: string;
	readonly from?: string;
	readonly to?: string;
	readonly ofAthlete?: string;
}

const farPast = '1970-01-01T00:00:00Z';
const farFuture = '2999-12-31T23:59:59Z';

/**
 * The two bounds as they are sent: both or neither. An open side becomes a date far away (specification part A, rule 4);
 * a day without a time counts from its first second to its last, as both bounds are inclusive.
 * @param from, to readings of the segment's clock, without offset
 */
export function dateBounds(
	from?: string,
	to?: string,
): { start_date_local?: string; end_date_local?: string } {
	if (from === undefined && to === undefined) return {};
	return {
		start_date_local: atClock(from, '00:00:00') ?? farPast,
		end_date_local: atClock(to, '23:59:59') ?? farFuture,
	};
}

// The service writes local times with a Z as well, which stands for the segment's clock and not for UTC.
const atClock = (reading: string | undefined, time: string): string | undefined =>
	reading === undefined
		? undefined
		: `${reading.length === 10 ? `${reading}T${time}` : reading.length === 16 ? `${reading}:00` : reading}Z`;

/** Whether the bounds are the wrong way round. */
export function crossed(from?: string, to?: string): boolean {
	const { start_date_local: start, end_date_local: end } = dateBounds(from, to);
	return start !== undefined && end !== undefined && Date.parse(start) > Date.parse(end);
}

/** Reads efforts page by page. */
export async function readEfforts(call: Call<EffortsInput>): Promise<Row[]> {
	const { segmentId, from, to, ofAthlete } = call.input;
	const bounds = dateBounds(from, to);
	const current = isCurrent(call);
	if (current && ofAthlete !== undefined) {
		throw new PackError(
			'The current interface gives the efforts of the credential’s own athlete only',
			{ field: 'Athlete ID', hint: 'Remove Athlete ID from Options.' },
		);
	}
	const line: RequestLine = current
		? 'GET /segment_efforts'
		: 'GET /segments/{segmentId}/all_efforts';
	const query: IDataObject = {
		...(current ? { segment_id: segmentId } : {}),
		...bounds,
		...(ofAthlete === undefined ? {} : { athlete_id: ofAthlete }),
	};
	const url = fillPath(line.slice('GET '.length), () => segmentId);
	const rows: IDataObject[] = [];
	const policy = { replay: call.operation.replay, scope: call.operation.scope };
	for await (const page of fetchPages(
		call.connection,
		{ method: 'GET', url, query, headers: {} },
		call.operation.paging!,
		policy,
		call.maxRows,
	)) {
		if (current && repeats(page, rows)) break;
		rows.push(...page);
	}
	return rows.map(toRow);
}

/**
 * The current interface shows no page parameter. Where the service ignores it, the same page comes again: all there is when it
 * was not full, and otherwise a sign that more cannot be read.
 */
function repeats(page: readonly IDataObject[], read: readonly IDataObject[]): boolean {
	const ids = new Set(read.map(({ id }) => id));
	const known = page.filter(({ id }) => ids.has(id)).length;
	if (known === 0) return false;
	if (read.length < largestPage) return true;
	throw new PackError(`The service gives no more than ${read.length} efforts at once`, {
		hint: 'Narrow From and To, so that fewer efforts lie between them, and read them in several steps.',
	});
}
