/** Implements Segment Effort: Get Many. */
import type { IDataObject } from 'n8n-workflow';
import { fetchPages, fillPath, recordOutsidePath, toRow } from '../engine';
import { type Call, PackError, type RequestLine, type Row } from '../engine/describe';
import { maxPageSize, toLocalTime } from './fields';
import { usesPublicInterface } from './publicInterface';

interface EffortsInput {
	readonly segmentId: string;
	readonly from?: string;
	readonly to?: string;
	readonly ofAthlete?: string;
}

const earliestDate = '1970-01-01T00:00:00Z';
const latestDate = '2999-12-31T23:59:59Z';

/**
 * The date bounds of a request. The service requires both or neither, so a missing bound becomes a
 * date far in the past or future (README.md, Efforts). Both bounds are inclusive, so a
 * date without a time covers the entire day.
 * @param from start, as a local time at the segment, without offset
 * @param to end, in the same format
 */
export function dateBounds(
	from?: string,
	to?: string,
): { start_date_local?: string; end_date_local?: string } {
	if (from === undefined && to === undefined) return {};
	return {
		start_date_local: from === undefined ? earliestDate : toLocalTime(from, '00:00:00'),
		end_date_local: to === undefined ? latestDate : toLocalTime(to, '23:59:59'),
	};
}

/** Whether the start of a date range is later than its end. */
export function isReversed(from?: string, to?: string): boolean {
	const { start_date_local: start, end_date_local: end } = dateBounds(from, to);
	return start !== undefined && end !== undefined && Date.parse(start) > Date.parse(end);
}

/** @throws PackError if the public interface cannot return all the efforts */
export async function readEfforts(call: Call<EffortsInput>): Promise<Row[]> {
	const { segmentId, from, to, ofAthlete } = call.input;
	const isPublic = usesPublicInterface(call);
	if (isPublic && ofAthlete !== undefined) {
		throw new PackError('Athlete ID is not supported by the current public interface', {
			field: 'Athlete ID',
			hint: 'The public interface returns only efforts of the authenticated athlete. Remove Athlete ID from Filters.',
		});
	}
	const line: RequestLine = isPublic
		? 'GET /segment_efforts'
		: 'GET /segments/{segmentId}/all_efforts';
	const query: IDataObject = {
		...(isPublic ? { segment_id: segmentId } : {}),
		...dateBounds(from, to),
		...(ofAthlete === undefined ? {} : { athlete_id: ofAthlete }),
	};
	const url = fillPath(line.slice('GET '.length), { segmentId });
	const efforts: IDataObject[] = [];
	const knownIds = new Set<unknown>();
	const { idempotency, permission, fields } = call.operation;
	const policy = { idempotency, permission, records: recordOutsidePath(fields, { segmentId }) };
	for await (const page of fetchPages(
		call.connection,
		{ method: 'GET', url, query, headers: {} },
		call.operation.paging!,
		policy,
		call.maxRows,
	)) {
		if (isPublic && isRepeatedPage(page, knownIds)) break;
		for (const effort of page) {
			efforts.push(effort);
			knownIds.add(effort.id);
		}
	}
	return efforts.map(toRow);
}

/**
 * Whether the service returned the same page again. The public interface documents no page
 * parameter, so a service may ignore the parameter and always return the first page. If that page
 * is not full, it contains all efforts.
 * @throws PackError if the repeated page is full, because there may be more efforts that cannot be
 * read
 */
function isRepeatedPage(page: readonly IDataObject[], knownIds: ReadonlySet<unknown>): boolean {
	if (!page.some(({ id }) => knownIds.has(id))) return false;
	if (knownIds.size < maxPageSize) return true;
	throw new PackError(`The service returns at most ${knownIds.size} efforts, and more may match`, {
		hint: 'Choose a shorter period with From and To, and get the efforts in several steps.',
	});
}
