/** Parses dates of users, expressions and services, and converts them to the format of a field. */
import { type Field, rejectField, toText } from '../describe';
import { DateTime } from './luxon';

const isDate = (value: unknown): value is Date =>
	typeof (value as Date | null)?.toISOString === 'function';

/** A Luxon or JavaScript date as ISO 8601; undefined if it is invalid. Other values unchanged. */
export function dateToIso(value: unknown): unknown {
	if (DateTime.isDateTime(value)) return value.toISO() ?? undefined;
	if (isDate(value)) return Number.isNaN(Number(value)) ? undefined : value.toISOString();
	return value;
}

interface ParsedDate {
	readonly local: DateTime<true>;
	/** As entered, if the text has no offset: the zone of `local` may skip this time. */
	readonly wall?: DateTime<true>;
	readonly hasTime: boolean;
	readonly hasOffset: boolean;
	/** Whether the local date is that of a place. */
	readonly hasZone: boolean;
	/** As entered, if it has the format that all services accept (RFC 3339). */
	readonly text?: string;
}

/**
 * Converts ISO 8601, Unix time or a date object to the format of the field.
 * @param zone time zone of dates without an offset, and of the local date of a Unix time
 * @throws PackError if the value is not a valid date
 */
export function parseDate(field: Field, value: unknown, zone = 'UTC'): string | number {
	const date = readDate(value, zone);
	if (!date) return rejectField(field, dateProblem(value), value);
	const at = date.local.toMillis();
	// The day of a moment that names no place (Unix time, a Date, text with Z) is that of the zone.
	// Otherwise, the same moment would have different days, because n8n converts dates to text with Z
	// between nodes. Midnight in UTC is a day already: databases and Google Tasks store days this way.
	const place = at % dayMs === 0 ? 'UTC' : zone;
	const isMoment = !date.hasZone && dayFormats.has(field.format);
	const local = isMoment
		? (date.local.setZone(place) as DateTime<true>)
		: (date.wall ?? date.local);
	const day = local.toISODate();
	switch (field.format) {
		case 'date':
			return day;
		case 'compact':
			return Number(day.replaceAll('-', ''));
		case 'day-start':
			return `${day}T00:00:00.000Z`;
		case 'day-end':
			return `${day}T23:59:59.999Z`;
		case 'local':
			return date.hasTime ? local.toISO({ includeOffset: false, suppressMilliseconds: true }) : day;
		case 'epoch-ms':
			return at;
		case 'epoch-s':
			return Math.floor(at / 1000);
		default:
			return date.text ?? new Date(at).toISOString();
	}
}

const dayFormats = new Set<Field['format']>(['date', 'compact', 'day-start', 'day-end']);

const dayMs = 24 * 60 * 60_000;

export function dateProblem(value: unknown): string {
	const [day] = calendarDay.exec(toText(value).trim()) ?? [];
	if (day !== undefined && !DateTime.fromISO(day).isValid)
		return 'must be a date that exists in the calendar';
	const expression = expressions.get(toText(value).trim().toLowerCase());
	return `must be a date such as 2026-01-31 or ${expression ? `the expression ${expression}` : '2026-01-31T08:00:00Z'}`;
}

/** Days in words, which n8n has as expressions. */
const expressions: ReadonlyMap<string, string> = new Map([
	['now', '{{ $now }}'],
	['today', '{{ $today }}'],
	['tomorrow', '{{ $today.plus({ days: 1 }) }}'],
	['yesterday', '{{ $today.minus({ days: 1 }) }}'],
]);

const calendarDay = /^\d{4}(-?)(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])(?!\d)/;

/** Unix time in milliseconds; NaN if it is not a valid date. */
export const toEpochMs = (value: unknown, zone = 'UTC'): number =>
	readDate(value, zone)?.local.toMillis() ?? NaN;

function readDate(value: unknown, zone: string): ParsedDate | undefined {
	if (!DateTime.isDateTime(value) && isDate(value)) return fromEpochMs(Number(value), zone);
	const text = toText(dateToIso(value)).trim();
	return parseIso(text, zone) ?? parseUnixTime(text, zone);
}

/** Whether a text is an ISO 8601 date that exists in the calendar. The time is optional. */
export function isIsoDate(text: string): boolean {
	// A month or a week is also a date.
	if (/^\d{4}(?:-\d{2}|-?W\d{2})$/.test(text)) return DateTime.fromISO(text).isValid;
	return !/\s/.test(text) && parseIso(text, 'UTC') !== undefined;
}

/** Converts a date and time without an offset to UTC. Any other text is only trimmed. */
export function withOffset(text: string, zone: string): string {
	const trimmed = text.trim();
	const date = parseIso(trimmed, zone);
	return date?.hasTime && !date.hasOffset ? date.local.toJSDate().toISOString() : trimmed;
}

/** Smaller numbers are more likely to be a year, or a date such as 20260131, than a Unix time. */
const minUnixTime = 1e8;
/** Smaller numbers are seconds (until 5138), larger ones are milliseconds (from March 1973). */
const maxSeconds = 1e11;

function parseUnixTime(text: string, zone: string): ParsedDate | undefined {
	if (!/^-?\d+(?:\.\d+)?$/.test(text)) return undefined;
	const time = Number(text);
	const size = Math.abs(time);
	if (size > 0 && size < minUnixTime) return undefined;
	return fromEpochMs(Math.trunc(size < maxSeconds ? time * 1000 : time), zone);
}

function fromEpochMs(at: number, zone: string): ParsedDate | undefined {
	const local = DateTime.fromMillis(at, { zone });
	return isInRange(local) ? { local, hasTime: true, hasOffset: true, hasZone: false } : undefined;
}

/** ISO 8601 requires more than four digits for years before 0 and after 9999. */
const isInRange = (date: DateTime): date is DateTime<true> =>
	date.isValid && date.toUTC().year >= 0 && date.toUTC().year <= 9999;

/**
 * Luxon also accepts reduced dates, times without a date, mixed separators and any offset, so this
 * limits the syntax. Luxon checks whether the date exists.
 */
const day = String.raw`\d{4}(?<dash>-?)(?:\d{2}\k<dash>\d{2}|W\d{2}\k<dash>[1-7]|\d{3})`;
const timeOfDay = String.raw`(?<hour>\d{2})(?:(?<colon>:?)\d{2}(?:\k<colon>\d{2}(?:[.,]\d+)?)?)?`;
const utcOffset = String.raw`(?<offset>Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)`;
const isoPattern = new RegExp(`^${day}(?:[T ]${timeOfDay}(?: ?${utcOffset})?)?$`);

const rfc3339Pattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/;

function parseIso(text: string, zone: string): ParsedDate | undefined {
	const parts = isoPattern.exec(text)?.groups;
	if (!parts) return undefined;
	const compact = text.replace(/(\d) (\d)/, '$1T$2').replace(' ', '');
	// If a time occurs twice, the first occurrence counts. Luxon moves a skipped time forward.
	const local = DateTime.fromISO(compact, { zone, setZone: true }).getPossibleOffsets()[0]!;
	if (!isInRange(local)) return undefined;
	const hasRfc3339 = rfc3339Pattern.test(compact) && parts.hour !== '24';
	return {
		local,
		wall: DateTime.fromISO(compact, { zone: 'UTC', setZone: true }) as DateTime<true>,
		hasTime: parts.hour !== undefined,
		hasOffset: parts.offset !== undefined,
		hasZone: parts.offset !== 'Z',
		...(hasRfc3339 ? { text: compact } : {}),
	};
}
