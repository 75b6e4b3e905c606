/**
 * Parses dates from users, expressions and services, and converts them to the format of a field.
 */
import type { Field } from '../describe';
import { rejectField, toText } from './messages';

interface DateTimeLike {
	toISO(): string | null;
}

/** Whether the value is a Luxon date, as returned by expressions such as `{{ $now }}`. */
export const isDateTime = (value: unknown): value is DateTimeLike =>
	typeof (value as DateTimeLike | null)?.toISO === 'function';

/**
 * Parses a date and converts it to the format of the field. A date without an offset is interpreted
 * as UTC, because `readInput` has already converted it from the time zone of the workflow.
 * @throws PackError if the value is not a valid date
 */
export function parseDate(field: Field, value: unknown): string | number {
	if (field.format === 'epoch-ms' && typeof value === 'string' && /^\d{11,15}$/.test(value))
		return Number(value);
	const iso = toIso(value);
	const written =
		/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/.exec(iso);
	const at = Date.parse(hasOffset(iso) || iso.length === 10 ? iso : `${iso}Z`);
	if (!written || Number.isNaN(at) || !isDay(iso.slice(0, 10)))
		return rejectField(field, 'must be a date such as 2026-01-31 or 2026-01-31T08:00:00Z', value);
	const day = iso.slice(0, 10);
	if (field.format === 'date') return day;
	if (field.format === 'compact') return Number(day.replaceAll('-', ''));
	if (field.format === 'day-start') return `${day}T00:00:00.000Z`;
	if (field.format === 'day-end') return `${day}T23:59:59.999Z`;
	if (field.format === 'local')
		return iso.replace(/(Z|[+-]\d{2}:?\d{2})$/, (offset, _, at: number) => (at > 10 ? '' : offset));
	if (field.format === 'epoch-ms') return at;
	if (field.format === 'epoch-s') return Math.floor(at / 1000);
	return iso.length === 10 || hasOffset(iso) ? iso : new Date(at).toISOString();
}

function toIso(value: unknown): string {
	if (isDateTime(value)) return value.toISO() ?? '';
	const at = value instanceof Date || typeof value === 'number' ? new Date(value) : undefined;
	if (at) return Number.isNaN(at.getTime()) ? '' : at.toISOString();
	return toText(value).trim().replace(' ', 'T').replace(' ', '');
}

const hasOffset = (iso: string): boolean =>
	iso.includes('T') && /(?:Z|[+-]\d{2}:?\d{2})$/.test(iso);

/** Whether the day exists in the calendar. JavaScript parses 31 February as 3 March. */
const isDay = (day: string): boolean => new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);

/** A date and time without an offset. */
const localDateTime = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/;

/**
 * Converts a date and time without an offset, in the given time zone, to UTC. Returns any other
 * value unchanged.
 * @param zone IANA name, such as Europe/Berlin
 */
export function toUtc(value: unknown, zone: string): unknown {
	if (typeof value !== 'string' || !localDateTime.test(value)) return value;
	const asUtc = Date.parse(`${value.replace(' ', 'T')}Z`);
	if (Number.isNaN(asUtc)) return value;
	// The offset depends on the UTC time, which is not known yet. The second pass corrects days with
	// a daylight saving time change.
	const guess = asUtc - offsetMs(asUtc, zone);
	return new Date(asUtc - offsetMs(guess, zone)).toISOString();
}

/** Offset of a time zone from UTC in milliseconds. */
function offsetMs(at: number, zone: string): number {
	const name =
		new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
			.formatToParts(at)
			.find(({ type }) => type === 'timeZoneName')?.value ?? '';
	const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d{2}):?(\d{2})?/.exec(name) ?? [];
	return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
