/** Validates one value against its field and converts it to the type of the field. */
import type { Choice, Field } from '../describe';
import { dateOf, isDateTime } from './dates';
import { formatValue, rejectField, toText } from './messages';
import { parseJson } from './parseJson';

/**
 * Brings a value into the field's own type and checks its limits. Takes what expressions and AI agents hand over:
 * 'true', '5', comma-separated lists, dates of luxon, objects and JSON text.
 * @throws Refusal naming the field, what was expected, and what was found
 */
export function validate(field: Field, value: unknown): unknown {
	const result = convert(field, value);
	const complaint = field.rule?.(result as never);
	if (complaint) rejectField(field, complaint);
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
			return listOf(field, value).map((one) =>
				field.itemKind === 'integer'
					? numberOf({ ...field, kind: 'integer' }, one)
					: textOf(field, one),
			);
		case 'json':
			return jsonOf(field, value);
		case 'value':
			return valueOf(field, value);
		case 'date':
			return dateOf(field, value);
		case 'columns':
			return columnsOf(field, value);
		case 'rows':
			return validateRows(field, value);
		case 'id':
			return idOf(field, locatorValue(value));
		default:
			return textOf(field, value);
	}
}

/** Anything that can be written down. */
function valueOf(field: Field, value: unknown): unknown {
	if (
		typeof value === 'function' ||
		typeof value === 'symbol' ||
		(typeof value === 'number' && !Number.isFinite(value))
	)
		return rejectField(field, 'must be text, a number, or JSON', value);
	return typeof value === 'bigint'
		? String(value)
		: typeof value === 'object'
			? sendable(field, value)
			: value;
}

function textOf(field: Field, value: unknown): string {
	if (Number.isInteger(value) && !Number.isSafeInteger(value))
		return rejectField(
			field,
			'is too large for a number. Enter it as text to keep all digits',
			value,
		);
	if (typeof value === 'boolean' || typeof value === 'bigint' || Number.isFinite(value))
		value = String(value);
	if (isDateTime(value)) value = value.toISO();
	if (typeof value !== 'string')
		return rejectField(field, 'must be text', field.kind === 'secret' ? undefined : value);
	if (field.maxLength !== undefined && [...value].length > field.maxLength) {
		return rejectField(
			field,
			`must be at most ${field.maxLength} characters long, got ${[...value].length}`,
		);
	}
	if (field.pattern && !field.pattern.test(value))
		return rejectField(
			field,
			`must be ${field.expected ?? 'in a valid format'}`,
			field.kind === 'secret' ? undefined : value,
		);
	return value;
}

function idOf(field: Field, value: unknown): string {
	return (
		textOf(field, typeof value === 'string' ? value.trim() : value) ||
		rejectField(field, 'is required')
	);
}

function numberOf(field: Field, value: unknown): number {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof number !== 'number' || !Number.isFinite(number))
		return rejectField(field, 'must be a number', value);
	if (field.kind === 'integer' && !Number.isSafeInteger(number))
		return rejectField(field, 'must be a whole number', value);
	return number;
}

function withinRange(field: Field, number: number): number {
	if (field.minimum !== undefined && number < field.minimum)
		return rejectField(field, `must be at least ${field.minimum}`, number);
	if (field.maximum !== undefined && number > field.maximum)
		return rejectField(field, `must be at most ${field.maximum}`, number);
	return number;
}

function flagOf(field: Field, value: unknown): boolean {
	if (value === true || value === 1 || /^(true|1|yes)$/i.test(toText(value))) return true;
	if (value === false || value === 0 || /^(false|0|no)$/i.test(toText(value))) return false;
	return rejectField(field, 'must be true or false', value);
}

/** Values of a choice are matched without case; the service's own spelling is sent. */
function choiceOf(field: Field, value: unknown, choices: readonly Choice[]): string {
	const wanted = toText(value);
	const found =
		choices.find((one) => one.value === wanted) ??
		choices.find((one) => one.value.toLowerCase() === wanted.toLowerCase());
	return found
		? found.value
		: rejectField(field, `must be one of ${choices.map((one) => one.value).join(', ')}`, value);
}

function listOf(field: Field, value: unknown): unknown[] {
	if (typeof value === 'string') {
		value = value.trim().startsWith('[')
			? jsonOf(field, value)
			: value
					.split(',')
					.map((part) => part.trim())
					.filter(Boolean);
	}
	const items = Array.isArray(value) ? value : [value];
	if (field.minimum !== undefined && items.length < field.minimum)
		return rejectField(field, `must have at least ${field.minimum} entries, got ${items.length}`);
	if (field.maximum !== undefined && items.length > field.maximum)
		return rejectField(field, `must have at most ${field.maximum} entries, got ${items.length}`);
	return items;
}

function jsonOf(field: Field, value: unknown): unknown {
	if (typeof value !== 'string') {
		return typeof value === 'object'
			? sendable(field, value)
			: rejectField(field, 'must be a JSON object or array', value);
	}
	let parsed: unknown;
	try {
		parsed = parseJson(value);
	} catch (error) {
		return rejectField(field, `is not valid JSON: ${(error as Error).message}`);
	}
	return typeof parsed === 'object' && parsed !== null
		? sendable(field, parsed)
		: rejectField(field, 'must be a JSON object or array', value);
}

/** What goes out as JSON has to have an end: an expression may hold an object that holds itself, or one too deep to be written. */
function sendable(field: Field, value: unknown): unknown {
	try {
		JSON.stringify(value);
		return value;
	} catch {
		return rejectField(
			field,
			'cannot be converted to JSON: it contains itself, is nested too deeply, or contains a BigInt',
		);
	}
}

/** A resource mapper's value, or a plain object from an expression. */
function columnsOf(field: Field, value: unknown): unknown {
	const mapped = jsonOf(field, value) as { mappingMode?: unknown; value?: unknown };
	return mapped.mappingMode === undefined ? mapped : (mapped.value ?? {});
}

/** Rows of the form, or a plain list from an expression; each field of each row is checked. */
function validateRows(field: Field, value: unknown): unknown {
	const given = jsonOf(field, value) as { rows?: unknown };
	const rows = Array.isArray(given) ? given : (given.rows ?? []);
	if (!Array.isArray(rows)) return rejectField(field, 'must be a list', value);
	return listOf(field, rows).map((row: unknown, index) => {
		if (typeof row !== 'object' || row === null)
			return rejectField(
				field,
				`must contain objects, but entry ${index + 1} is ${formatValue(row)}`,
			);
		const result: Record<string, unknown> = {};
		for (const [name, inner] of Object.entries(field.row ?? {})) {
			// A row from an expression says nothing of how it is to be read; then what it holds counts.
			if (isHidden(inner, { ...(row as Record<string, unknown>), ...result }, true)) continue;
			const cell =
				(row as Record<string, unknown>)[name] ??
				(inner.kind === 'choice' ? inner.default : undefined);
			if (cell !== undefined && cell !== null && cell !== '')
				result[name] = validate(
					{ ...inner, label: `${field.label} ${index + 1}: ${inner.label}` },
					cell,
				);
			else if (inner.required)
				rejectField({ label: `${field.label} ${index + 1}: ${inner.label}` }, 'is required');
		}
		return result;
	});
}

/**
 * Whether a field is not shown while its siblings have these values.
 * @param lenient a sibling without a value hides nothing
 */
export const isHidden = (
	field: Field,
	values: Readonly<Record<string, unknown>>,
	lenient = false,
): boolean =>
	Object.entries(field.show ?? {}).some(
		([sibling, shown]) =>
			!(lenient && values[sibling] === undefined) && !shown.includes(values[sibling] as string),
	);

/** What a resource locator holds; any other value as it is. */
export const locatorValue = (value: unknown): unknown =>
	typeof value === 'object' && value !== null && '__rl' in value
		? (value as unknown as { value: unknown }).value
		: value;
