/** Dates as people, expressions and services write them. */
import type { Field } from './field';
import { toText, rejectField } from './shown';

interface DateTimeLike {
	toISO(): string | null;
}

/** A date as n8n's expressions have it. */
export const isDateTime = (value: unknown): value is DateTimeLike =>
	typeof (value as DateTimeLike | null)?.toISO === 'function';

/** A date without an offset is UTC by now: `input.ts` has put it into the workflow's time zone before. */
export function dateOf(field: Field, value: unknown): string | number {
	if (field.format === 'epoch-ms' && typeof value === 'string' && /^\d{11,15}$/.test(value))
		return Number(value);
	const iso = dateText(value);
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

function dateText(value: unknown): string {
	if (isDateTime(value)) return value.toISO() ?? '';
	const at = value instanceof Date || typeof value === 'number' ? new Date(value) : undefined;
	if (at) return Number.isNaN(at.getTime()) ? '' : at.toISOString();
	return toText(value).trim().replace(' ', 'T').replace(' ', '');
}

const hasOffset = (iso: string): boolean => /T.*(Z|[+-]\d{2}:?\d{2})$/.test(iso);
/** Whether the calendar has this day: JavaScript takes 31 February for 3 March. */
const isDay = (day: string): boolean => new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
