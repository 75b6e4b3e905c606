/** Converts between local times and UTC. All times are in milliseconds since 1970. */

const dayMs = 86_400_000;

/**
 * Converts a local time to UTC. If the local time is skipped because clocks are set forward, the
 * result is moved forward. If the local time occurs twice, its first occurrence is used. Luxon and
 * Temporal do the same.
 * @param local the local time as if it were UTC
 * @param zone IANA name, such as Europe/Berlin
 */
export function localToUtc(local: number, zone: string): number {
	const before = offsetAt(local - dayMs, zone);
	const after = offsetAt(local + dayMs, zone);
	const isAfterChange =
		offsetAt(local - before, zone) !== before && offsetAt(local - after, zone) === after;
	return local - (isAfterChange ? after : before);
}

/** Formats by time zone. They are cached, because creating a format is slow. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Offset of a time zone from UTC at the given time. */
export function offsetAt(at: number, zone: string): number {
	if (zone === 'UTC') return 0;
	const format =
		formats.get(zone) ??
		new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
	formats.set(zone, format);
	const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
	const [, sign, hours = '0', minutes = '0', seconds = '0'] =
		/GMT([+-])(\d{2}):?(\d{2})?:?(\d{2})?/.exec(name) ?? [];
	const offset = (Number(hours) * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1000;
	return sign === '-' ? -offset : offset;
}
