/**
 * Parses dates from users, expressions and services, and converts them to the format of a field.
 */
import { type Field, toText } from '../describe';
import { rejectField } from './messages';
import { localToUtc, offsetAt } from './timeZone';

interface DateTimeLike {
	toISO(): string | null;
}

interface DateLike {
	toISOString(): string;
}

/** Whether the value is a Luxon date, as returned by expressions such as `{{ $now }}`. */
const isDateTime = (value: unknown): value is DateTimeLike =>
	typeof (value as DateTimeLike | null)?.toISO === 'function';

/** Whether the value is a JavaScript date. */
const isDate = (value: unknown): value is DateLike =>
	typeof (value as DateLike | null)?.toISOString === 'function';

/**
 * A Luxon or JavaScript date as ISO 8601, or undefined if it is invalid. Any other value is
 * returned unchanged.
 */
export function dateToIso(value: unknown): unknown {
	if (isDateTime(value)) return value.toISO() ?? undefined;
	if (isDate(value)) return Number.isNaN(Number(value)) ? undefined : value.toISOString();
	return value;
}

/** A date or a time. */
interface ParsedDate {
	/** Local date and time as milliseconds since 1970, without regard to the offset. */
	readonly local: number;
	/** The moment as Unix time in milliseconds. */
	readonly at: number;
	readonly hasTime: boolean;
	readonly hasOffset: boolean;
	/**
	 * The date with its original offset, in a format that all services accept (RFC 3339). Not set if
	 * the text has no offset or a different format.
	 */
	readonly text?: string;
}

/**
 * Parses a date and converts it to the format of the field. Accepts ISO 8601, Unix time in seconds
 * or milliseconds, and the date objects of expressions.
 * @param zone time zone of dates without an offset. Also determines the local date of a Unix time
 * or a JavaScript date.
 * @throws PackError if the value is not a valid date
 */
export function parseDate(field: Field, value: unknown, zone = 'UTC'): string | number {
	const date = readDate(value, zone);
	if (!date)
		return rejectField(field, 'must be a date such as 2026-01-31 or 2026-01-31T08:00:00Z', value);
	const local = new Date(date.local).toISOString();
	const day = local.slice(0, 10);
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
			return date.hasTime ? local.replace(/(?:\.000)?Z$/, '') : day;
		case 'epoch-ms':
			return date.at;
		case 'epoch-s':
			return Math.floor(date.at / 1000);
		default:
			return date.text ?? new Date(date.at).toISOString();
	}
}

/** Unix time of a date in milliseconds; NaN if it is not a valid date. */
export const toEpochMs = (value: unknown, zone = 'UTC'): number => readDate(value, zone)?.at ?? NaN;

function readDate(value: unknown, zone: string): ParsedDate | undefined {
	if (!isDateTime(value) && isDate(value)) return fromEpochMs(Number(value), zone);
	const text = toText(dateToIso(value)).trim();
	return parseIso(text, zone) ?? parseUnixTime(text, zone);
}

/** Dates in ISO 8601 without a day: a month or a week. */
const reducedPattern = /^\d{4}-(?:0[1-9]|1[0-2])$|^(\d{4})(-?)W(\d{2})$/;

/** Whether a text is an ISO 8601 date that exists in the calendar. The time is optional. */
export function isIsoDate(text: string): boolean {
	const [reduced, year, dash, week] = reducedPattern.exec(text) ?? [];
	if (reduced !== undefined)
		return week === undefined || parseIso(`${year}${dash}W${week}${dash}1`, 'UTC') !== undefined;
	return !/\s/.test(text) && parseIso(text, 'UTC') !== undefined;
}

/** Converts a date and time without an offset to UTC. Any other text is only trimmed. */
export function withOffset(text: string, zone: string): string {
	const trimmed = text.trim();
	const date = parseIso(trimmed, zone);
	return date?.hasTime && !date.hasOffset ? new Date(date.at).toISOString() : trimmed;
}

/** The end of the year 9999. ISO 8601 requires more than four digits for later years. */
const maxEpochMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const minEpochMs = new Date('0000-01-01').getTime();

const fromEpochMs = (at: number, zone: string): ParsedDate | undefined =>
	at >= minEpochMs && at <= maxEpochMs
		? {
				local: at + offsetAt(at, zone),
				at,
				hasTime: true,
				hasOffset: true,
				text: new Date(at).toISOString(),
			}
		: undefined;

/** Smaller numbers are more likely to be a year, or a date such as 20260131, than a Unix time. */
const minUnixTime = 1e8;
/**
 * Smaller numbers are seconds (up to the year 5138), larger numbers are milliseconds (from March
 * 1973).
 */
const maxSeconds = 1e11;

function parseUnixTime(text: string, zone: string): ParsedDate | undefined {
	if (!/^-?\d+(?:\.\d+)?$/.test(text)) return undefined;
	const time = Number(text);
	const size = Math.abs(time);
	if (size > 0 && size < minUnixTime) return undefined;
	return fromEpochMs(Math.trunc(size < maxSeconds ? time * 1000 : time), zone);
}

/**
 * Matches ISO 8601 dates: calendar, week and ordinal dates in the extended or basic format. The
 * time is optional and can omit seconds or minutes.
 */
const dayOfYear = String.raw`(?<month>\d{2})\k<dash>(?<day>\d{2})|W(?<week>\d{2})\k<dash>(?<weekday>[1-7])|(?<ordinal>\d{3})`;
const minutes = String.raw`(?<colon>:?)(?<minute>\d{2})(?:\k<colon>(?<second>\d{2}))?`;
const timeOfDay = String.raw`(?<hour>\d{2})(?:${minutes})?(?:[.,](?<fraction>\d+))?`;
const utcOffset = String.raw`(?<offset>Z|[+-]\d{2}(?::?\d{2})?)`;
const isoPattern = new RegExp(
	String.raw`^(?<year>\d{4})(?<dash>-?)(?:${dayOfYear})(?:[T ]${timeOfDay}(?: ?${utcOffset})?)?$`,
);

const rfc3339Pattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/;

function parseIso(text: string, zone: string): ParsedDate | undefined {
	const parts = isoPattern.exec(text)?.groups;
	if (!parts) return undefined;
	const day = dayOf(parts);
	const time = timeOf(parts);
	const offset = parts.offset === undefined ? undefined : offsetOf(parts.offset);
	if (day === undefined || time === undefined || Number.isNaN(offset)) return undefined;
	const local = day + time;
	const at = offset === undefined ? localToUtc(local, zone) : local - offset;
	if (Math.min(local, at) < minEpochMs || Math.max(local, at) > maxEpochMs) return undefined;
	const compact = text.replace(' ', 'T').replace(' ', '');
	return {
		local,
		at,
		hasTime: parts.hour !== undefined,
		hasOffset: offset !== undefined,
		...(rfc3339Pattern.test(compact) && parts.hour !== '24' ? { text: compact } : {}),
	};
}

type Parts = Readonly<Record<string, string | undefined>>;

const dayMs = 86_400_000;

/** The day as milliseconds since 1970; undefined if it does not exist in the calendar. */
function dayOf({ year, month, day, week, weekday, ordinal }: Parts): number | undefined {
	if (month !== undefined) {
		const date = `${year}-${month}-${day}`;
		const at = Date.parse(date);
		// JavaScript parses 31 February as 3 March.
		return !Number.isNaN(at) && new Date(at).toISOString().startsWith(date) ? at : undefined;
	}
	const newYear = Date.parse(`${year}-01-01`);
	const nextYear = Date.parse(`${String(Number(year) + 1).padStart(4, '0')}-01-01`);
	if (ordinal !== undefined) {
		const at = newYear + (Number(ordinal) - 1) * dayMs;
		return at >= newYear && at < nextYear ? at : undefined;
	}
	const monday = firstMonday(newYear) + (Number(week) - 1) * 7 * dayMs;
	return Number(week) >= 1 && monday < firstMonday(nextYear)
		? monday + (Number(weekday) - 1) * dayMs
		: undefined;
}

/** Monday of the first ISO week of a year, the week that contains 4 January. */
function firstMonday(newYear: number): number {
	const fourth = newYear + 3 * dayMs;
	return fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * dayMs;
}

/**
 * The time of day in milliseconds. A fraction applies to the last unit, as in ISO 8601: 08.5 is
 * 08:30.
 */
function timeOf({ hour = '0', minute, second, fraction = '0' }: Parts): number | undefined {
	const unit = second !== undefined ? 1000 : minute !== undefined ? 60_000 : 3_600_000;
	const time =
		Number(hour) * 3_600_000 +
		Number(minute ?? 0) * 60_000 +
		Number(second ?? 0) * 1000 +
		Math.floor(Number(`0.${fraction}`) * unit);
	const isValid = Number(minute ?? 0) < 60 && Number(second ?? 0) < 60 && time <= dayMs;
	return isValid ? time : undefined;
}

/** An offset from UTC in milliseconds; NaN if it is invalid. */
function offsetOf(offset: string): number {
	if (offset === 'Z') return 0;
	const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(3).replace(':', ''))];
	if (hours > 23 || minutes > 59) return NaN;
	return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
