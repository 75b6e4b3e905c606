/**
 * A larger difference between the clocks of n8n and the service means that n8n's clock was wrong.
 */
const maxClockSkewMs = 5 * 60_000;

/**
 * Corrects the start of a trigger that was activated while n8n's clock was ahead. Otherwise, the
 * start is in the future, and all changes until then would be skipped as older than the trigger.
 * @param start time of the activation in milliseconds since 1970
 * @param date Date header of a later response. n8n's clock cannot be used: while it is
 * behind, even a correct start seems to be in the future.
 */
export function correctStart(start: number, date: unknown): number {
	const serviceTime = Date.parse(String(date));
	return start > serviceTime + maxClockSkewMs ? serviceTime : start;
}

/**
 * Advances the cursor of a trigger that polls by time. The cursor never exceeds the current time,
 * because a cursor in the future would hide all changes before that time. If the stored cursor is
 * in the future, it is set back to the current time. Times are in milliseconds since 1970.
 * @param latest latest time in the records that were read
 */
export const advanceCursor = (cursor: number, latest: number, now: number): number =>
	Math.min(Math.max(cursor, latest), now);
