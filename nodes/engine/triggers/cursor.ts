/**
 * Advances the cursor of a trigger that polls by time. The cursor never exceeds the current time,
 * because a cursor in the future would hide all changes before that time. If the stored cursor is
 * in the future, it is set back to the current time. Times are in milliseconds since 1970.
 * @param latest latest time in the records that were read
 */
export const advanceCursor = (cursor: number, latest: number, now: number): number =>
	Math.min(Math.max(cursor, latest), now);
