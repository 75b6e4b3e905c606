/** One value against its field: the right type, within its limits, or a refusal that names the field. */
import type { Choice, Field } from './field';
import { parseJson } from './body';
import { Refusal } from './refusal';

/**
 * Brings a value into the field's own type and checks its limits. Takes what expressions and AI agents hand over:
 * 'true', '5', comma-separated lists, dates of luxon, objects and JSON text.
 * @throws Refusal naming the field, what was expected, and what was found
 */
export function checked(field: Field, value: unknown): unknown {
	const result = convert(field, value);
	const complaint = field.rule?.(result as never);
	if (complaint) refuse(field, complaint);
	return result;
}

function convert(field: Field, value: unknown): unknown {
	switch (field.kind) {
		case 'integer':
		case 'number':
			return withinRange(field, numberOf(field, value));
		case 'flag':
			return flagOf(field, value);
		case 'choice':
			return choiceOf(field, value, field.choices ?? []);
		case 'choices':
			return listOf(field, value).map((one) => choiceOf(field, one, field.choices ?? []));
		case 'list':
			return listOf(field, value).map((one) => (field.of === 'integer' ? numberOf({ ...field, kind: 'integer' }, one) : textOf(field, one)));
		case 'json':
			return jsonOf(field, value);
		case 'value':
			return valueOf(field, value);
		case 'date':
			return dateOf(field, value);
		case 'columns':
			return columnsOf(field, value);
		case 'rows':
			return rowsOf(field, value);
		case 'id':
			return idOf(field, locatedOf(value));
		default:
			return textOf(field, value);
	}
}

/** Refuses a value: `Limit must be at most 100, but is 500`. */
export function refuse(field: Pick<Field, 'label'>, says: string, value?: unknown): never {
	throw new Refusal(`${field.label} ${says}${value === undefined ? '' : `, but is ${shown(value)}`}`, { field: field.label });
}

/** A value for a message: short, on one line. */
export function shown(value: unknown): string {
	const text = (typeof value === 'string' ? `"${value}"` : written(value)).replace(unprintable, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
	return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

const unprintable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff]/gu;

/** JSON where there is any: expressions also hold what has none, such as functions, and objects that hold themselves. */
function written(value: unknown): string {
	if (typeof value !== 'object' || value === null) return String(value);
	try {
		return JSON.stringify(value) ?? 'an object that is no JSON';
	} catch {
		return 'an object that is no JSON';
	}
}

/** Anything that can be written down. */
function valueOf(field: Field, value: unknown): unknown {
	if (typeof value === 'function' || typeof value === 'symbol' || (typeof value === 'number' && !Number.isFinite(value))) return refuse(field, 'must be text, a number, or JSON', value);
	return typeof value === 'bigint' ? String(value) : typeof value === 'object' ? sendable(field, value) : value;
}

function textOf(field: Field, value: unknown): string {
	if (Number.isInteger(value) && !Number.isSafeInteger(value)) return refuse(field, 'has more digits than a number can hold: give it as text, or digits are lost', value);
	if (typeof value === 'boolean' || typeof value === 'bigint' || Number.isFinite(value)) value = String(value);
	if (isDateTime(value)) value = value.toISO();
	if (typeof value !== 'string') return refuse(field, 'must be text', field.kind === 'secret' ? undefined : value);
	if (field.maxLength !== undefined && [...value].length > field.maxLength) {
		return refuse(field, `must be at most ${field.maxLength} characters long, but has ${[...value].length}`);
	}
	if (field.pattern && !field.pattern.test(value)) return refuse(field, `must be ${field.says ?? 'of another form'}`, field.kind === 'secret' ? undefined : value);
	return value;
}

/** A value as text where it is one already, or a list of one; objects and functions have none. */
const plain = (value: unknown): string => (Array.isArray(value) && value.length === 1 ? plain(value[0]) : ['string', 'number', 'boolean', 'bigint'].includes(typeof value) ? String(value) : '');

function idOf(field: Field, value: unknown): string {
	return textOf(field, typeof value === 'string' ? value.trim() : value) || refuse(field, 'is missing');
}

function numberOf(field: Field, value: unknown): number {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof number !== 'number' || !Number.isFinite(number)) return refuse(field, 'must be a number', value);
	if (field.kind === 'integer' && !Number.isSafeInteger(number)) return refuse(field, 'must be a whole number', value);
	return number;
}

function withinRange(field: Field, number: number): number {
	if (field.minimum !== undefined && number < field.minimum) return refuse(field, `must be at least ${field.minimum}`, number);
	if (field.maximum !== undefined && number > field.maximum) return refuse(field, `must be at most ${field.maximum}`, number);
	return number;
}

function flagOf(field: Field, value: unknown): boolean {
	if (value === true || value === 1 || /^(true|1|yes)$/i.test(plain(value))) return true;
	if (value === false || value === 0 || /^(false|0|no)$/i.test(plain(value))) return false;
	return refuse(field, 'must be true or false', value);
}

/** Values of a choice are matched without case; the service's own spelling is sent. */
function choiceOf(field: Field, value: unknown, choices: readonly Choice[]): string {
	const wanted = plain(value);
	const found = choices.find((one) => one.value === wanted) ?? choices.find((one) => one.value.toLowerCase() === wanted.toLowerCase());
	return found ? found.value : refuse(field, `must be one of ${choices.map((one) => one.value).join(', ')}`, value);
}

function listOf(field: Field, value: unknown): unknown[] {
	if (typeof value === 'string') {
		value = value.trim().startsWith('[') ? jsonOf(field, value) : value.split(',').map((part) => part.trim()).filter(Boolean);
	}
	const items = Array.isArray(value) ? value : [value];
	if (field.minimum !== undefined && items.length < field.minimum) return refuse(field, `must have at least ${field.minimum} entries, but has ${items.length}`);
	if (field.maximum !== undefined && items.length > field.maximum) return refuse(field, `must have at most ${field.maximum} entries, but has ${items.length}`);
	return items;
}

function jsonOf(field: Field, value: unknown): unknown {
	if (typeof value !== 'string') {
		return typeof value === 'object' ? sendable(field, value) : refuse(field, 'must be a JSON object or list', value);
	}
	let parsed: unknown;
	try {
		parsed = parseJson(value);
	} catch (error) {
		return refuse(field, `is not valid JSON: ${(error as Error).message}`);
	}
	return typeof parsed === 'object' && parsed !== null ? sendable(field, parsed) : refuse(field, 'must be a JSON object or list', value);
}

/** What goes out as JSON has to have an end: an expression may hold an object that holds itself, or one too deep to be written. */
function sendable(field: Field, value: unknown): unknown {
	try {
		JSON.stringify(value);
		return value;
	} catch {
		return refuse(field, 'cannot be written as JSON: it holds itself, is nested too deeply, or holds a number of another kind');
	}
}

/** A resource mapper's value, or a plain object from an expression. */
function columnsOf(field: Field, value: unknown): unknown {
	const mapped = jsonOf(field, value) as { mappingMode?: unknown; value?: unknown };
	return mapped.mappingMode === undefined ? mapped : (mapped.value ?? {});
}

/** Rows of the form, or a plain list from an expression; each field of each row is checked. */
function rowsOf(field: Field, value: unknown): unknown {
	const given = jsonOf(field, value) as { rows?: unknown };
	const rows = Array.isArray(given) ? given : (given.rows ?? []);
	if (!Array.isArray(rows)) return refuse(field, 'must be a list', value);
	return listOf(field, rows).map((row: unknown, index) => {
		if (typeof row !== 'object' || row === null) return refuse(field, `must hold objects, but entry ${index + 1} is ${shown(row)}`);
		const result: Record<string, unknown> = {};
		for (const [name, inner] of Object.entries(field.row ?? {})) {
			// A row from an expression says nothing of how it is to be read; then what it holds counts.
			if (isHidden(inner, { ...(row as Record<string, unknown>), ...result }, true)) continue;
			const cell = (row as Record<string, unknown>)[name] ?? (inner.kind === 'choice' ? inner.default : undefined);
			if (cell !== undefined && cell !== null && cell !== '') result[name] = checked({ ...inner, label: `${field.label} ${index + 1}: ${inner.label}` }, cell);
			else if (inner.required) refuse({ label: `${field.label} ${index + 1}: ${inner.label}` }, 'is missing');
		}
		return result;
	});
}

/**
 * Whether a field is not shown while its siblings have these values.
 * @param lenient a sibling without a value hides nothing
 */
export const isHidden = (field: Field, values: Readonly<Record<string, unknown>>, lenient = false): boolean =>
	Object.entries(field.show ?? {}).some(([sibling, shown]) => !(lenient && values[sibling] === undefined) && !shown.includes(values[sibling] as string));

/** What a resource locator holds; any other value as it is. */
export const locatedOf = (value: unknown): unknown =>
	typeof value === 'object' && value !== null && '__rl' in value ? (value as unknown as { value: unknown }).value : value;

interface DateTimeLike {
	toISO(): string | null;
	toMillis(): number;
	toISODate(): string;
}
const isDateTime = (value: unknown): value is DateTimeLike => typeof (value as DateTimeLike | null)?.toISO === 'function';

/** A date without an offset is UTC by now: `input.ts` has put it into the workflow's time zone before. */
function dateOf(field: Field, value: unknown): string | number {
	if (field.format === 'epoch-ms' && typeof value === 'string' && /^\d{11,15}$/.test(value)) return Number(value);
	const iso = dateText(value);
	const written = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/.exec(iso);
	const at = Date.parse(hasOffset(iso) || iso.length === 10 ? iso : `${iso}Z`);
	if (!written || Number.isNaN(at) || !isDay(iso.slice(0, 10))) return refuse(field, 'must be a date such as 2026-01-31 or 2026-01-31T08:00:00Z', value);
	const day = iso.slice(0, 10);
	if (field.format === 'date') return day;
	if (field.format === 'compact') return Number(day.replaceAll('-', ''));
	if (field.format === 'day-start') return `${day}T00:00:00.000Z`;
	if (field.format === 'day-end') return `${day}T23:59:59.999Z`;
	if (field.format === 'local') return iso.replace(/(Z|[+-]\d{2}:?\d{2})$/, (offset, _, at: number) => (at > 10 ? '' : offset));
	if (field.format === 'epoch-ms') return at;
	if (field.format === 'epoch-s') return Math.floor(at / 1000);
	return iso.length === 10 || hasOffset(iso) ? iso : new Date(at).toISOString();
}

function dateText(value: unknown): string {
	if (isDateTime(value)) return value.toISO() ?? '';
	const at = value instanceof Date || typeof value === 'number' ? new Date(value) : undefined;
	if (at) return Number.isNaN(at.getTime()) ? '' : at.toISOString();
	return plain(value).trim().replace(' ', 'T').replace(' ', '');
}

const hasOffset = (iso: string): boolean => /T.*(Z|[+-]\d{2}:?\d{2})$/.test(iso);
/** Whether the calendar has this day: JavaScript takes 31 February for 3 March. */
const isDay = (day: string): boolean => new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
