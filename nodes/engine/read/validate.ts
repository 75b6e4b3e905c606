import type { Field, Kind } from '../describe';
import {
	formatValue,
	isObject,
	PackError,
	rejectField,
	resultOf,
	splitList,
	toText,
	validateEach,
	withArticle,
	withDecimalPoint,
} from '../describe';
import { dateToIso, parseDate } from './dates';
import { digitsOf, parseEnteredJson } from './parseJson';

/**
 * Converts a value to the type of the field and validates it. Accepts everything that expressions
 * and AI agents pass: 'true', '5', comma-separated lists, Luxon dates, objects and JSON text.
 * @param zone time zone of dates without an offset
 * @throws PackError that names the field, the expected value and the actual value
 */
export function validate(field: Field, value: unknown, zone = 'UTC'): unknown {
	const result = converters[field.kind](field, value, zone);
	const problem = field.rule?.(result);
	if (problem) rejectField(field, problem);
	return result;
}

const converters: Readonly<Record<Kind, (field: Field, value: unknown, zone: string) => unknown>> =
	{
		text: (field, value) =>
			field.keepsFractions && Number.isFinite(value) && !Number.isInteger(value)
				? value
				: validateText(field, value),
		secret: validateText,
		file: validateText,
		id: (field, value) => validateId(field, idInUrl(field, locatorValue(value))),
		integer: validateNumber,
		number: validateNumber,
		flag: validateFlag,
		date: parseDate,
		choice: validateChoice,
		choices: (field, value) => validateList(field, value).map((one) => validateChoice(field, one)),
		list: (field, value) => validateList(field, value).map((one) => validateListItem(field, one)),
		json: (field, value) => validateJson(field, value, field.acceptsList ?? false),
		value: validateAny,
		columns: validateColumns,
		rows: validateRows,
	};

function validateAny(field: Field, value: unknown): unknown {
	if (typeof value === 'object') return toPlainJson(field, value);
	rejectLoss(field, value);
	return typeof value === 'bigint' ? String(value) : value;
}

function validateText(field: Field, value: unknown): string {
	rejectLoss(field, value);
	const shown = field.kind === 'secret' ? undefined : value;
	const isScalar = ['boolean', 'bigint', 'number'].includes(typeof value);
	const text = isScalar ? String(value) : dateToIso(value);
	// String(1e21) has an exponent instead of the digits.
	if (typeof text !== 'string' || (typeof value === 'number' && Math.abs(value) >= 1e21))
		return rejectField(field, 'must be text', shown);
	const { maxLength = Infinity, pattern, expected = 'in a valid format' } = field;
	const { length } = [...text];
	if (length > maxLength) rejectLength(field, maxLength, length);
	return pattern?.test(text) === false ? rejectField(field, `must be ${expected}`, shown) : text;
}

const rejectLength = (field: Field, maximum: number, length: number): never =>
	rejectField(field, `must be at most ${maximum} characters long, got ${length}`);

/** In characters. No ID or URL of a record is longer. Some patterns need quadratic time. */
export const maxIdLength = 2048;

function validateId(field: Field, value: unknown): string {
	if (typeof value !== 'string') return validateText(field, value);
	if (value.length > maxIdLength) rejectLength(field, maxIdLength, value.length);
	return validateText(field, value.trim()) || rejectField(field, 'is required');
}

function validateNumber(field: Field, value: unknown): number {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	if (typeof number !== 'number' || !Number.isFinite(number))
		return rejectField(
			field,
			typeof value === 'string' && value.includes(',')
				? `must be a number with a decimal point, such as ${withDecimalPoint(value) ?? '12.5'}`
				: 'must be a number',
			value,
		);
	if (field.kind === 'integer' && !Number.isSafeInteger(number))
		return rejectField(field, 'must be a whole number', value);
	if (typeof value === 'string' && losesDigits(value, number))
		return rejectField(field, 'has more digits than a number can keep', value);
	if (field.minimum !== undefined && number < field.minimum)
		return rejectField(field, `must be at least ${field.minimum}`, number);
	if (field.maximum !== undefined && number > field.maximum)
		return rejectField(field, `must be at most ${field.maximum}`, number);
	return number;
}

/** Whether an amount would change, because a number keeps 15 significant digits (IEEE 754). */
function losesDigits(text: string, number: number): boolean {
	const digits = digitsOf(text);
	return digits.length > 15 && digits !== digitsOf(String(number));
}

function validateFlag(field: Field, value: unknown): boolean {
	if (value === true || value === 1 || /^(true|1|yes)$/i.test(toText(value))) return true;
	if (value === false || value === 0 || /^(false|0|no)$/i.test(toText(value))) return false;
	return rejectField(field, 'must be true or false', value);
}

/** Matches a value case-insensitively and returns it in the service's spelling. */
function validateChoice(field: Field, value: unknown): string {
	const { choices = [], acceptsOther } = field;
	const wanted = toText(value);
	const found =
		choices.find((one) => one.value === wanted) ??
		choices.find((one) => one.value.toLowerCase() === wanted.toLowerCase());
	if (found) return found.value;
	return acceptsOther && wanted !== ''
		? wanted
		: rejectField(field, `must be one of ${choices.map((one) => one.value).join(', ')}`, value);
}

function validateListItem(field: Field, item: unknown): unknown {
	const { itemKind, label } = field;
	if (itemKind === 'integer') return validateNumber({ kind: itemKind, label }, item);
	return itemKind === 'value' ? validateAny(field, item) : validateText(field, item);
}

function validateList(field: Field, value: unknown): unknown[] {
	if (typeof value === 'string') {
		value = value.trim().startsWith('[') ? validateJson(field, value) : splitList(value);
	}
	// The copy contains undefined in place of missing entries, so that those are validated, too.
	const items: unknown[] = Array.isArray(value) ? [...(value as unknown[])] : [value];
	// Text such as "," also results in an empty list.
	if (field.required && !field.clearable && items.length === 0)
		return rejectField(field, 'is required');
	if (field.minimum !== undefined && items.length < field.minimum)
		return rejectField(field, `must have at least ${field.minimum} entries, got ${items.length}`);
	if (field.maximum !== undefined && items.length > field.maximum)
		return rejectField(field, `must have at most ${field.maximum} entries, got ${items.length}`);
	return items;
}

function validateJson(field: Field, value: unknown, acceptsList = true): unknown {
	const isText = typeof value === 'string';
	const read = isText ? resultOf(() => parseEnteredJson(value)) : { value };
	if ('error' in read)
		return rejectField(field, `is not valid JSON: ${(read.error as Error).message}`);
	const object =
		typeof read.value === 'object' ? toPlainJson(field, read.value, isText) : undefined;
	return isObject(object) || (acceptsList && Array.isArray(object))
		? object
		: rejectField(field, `must be a JSON object${acceptsList ? ' or array' : ''}`, value);
}

/**
 * A copy of a value as plain JSON, so that exactly the validated value is sent.
 * @param isText whether the value was text, whose long integers are BigInts
 */
function toPlainJson(field: Field, value: unknown, isText = false): unknown {
	const check = function (this: Record<string, unknown>, key: string, one: unknown): unknown {
		const original = this[key];
		if (isText && typeof original === 'bigint') return String(original);
		const isMissing = original === undefined && field.rejectUndefined;
		const loss = isMissing ? 'an undefined value' : lossOf(original, isText);
		const place = key === '' ? '' : ` in ${formatValue(key)}`;
		return loss
			? rejectField(field, `contains ${loss}${place}, which cannot be converted to JSON`)
			: one;
	};
	const result = resultOf(() => {
		const json = JSON.stringify(value, check);
		return isText ? value : (JSON.parse(json) as unknown);
	});
	if ('value' in result) return result.value;
	if (result.error instanceof PackError) throw result.error;
	return rejectField(
		field,
		'cannot be converted to JSON: it contains itself, is nested too deeply, or contains a BigInt',
	);
}

const emptyInJson = /^\[object (Map|Set|WeakMap|WeakSet|Promise|RegExp|Error)\]$/;

/** n8n converts Luxon dates inside of objects to text. This is the text of an invalid date. */
const invalidDateTime = 'Invalid DateTime';

/** What JSON or text cannot represent. An integer of 1e21 or more has no digits that are sent. */
function lossOf(value: unknown, isExact = false): string | undefined {
	if (typeof value === 'number') {
		if (!Number.isFinite(value)) return String(value);
		const isRounded = Number.isInteger(value) && !Number.isSafeInteger(value);
		return isRounded && !isExact && Math.abs(value) < 1e21
			? 'an integer whose last digits were rounded (enter it as text)'
			: undefined;
	}
	if (typeof value === 'function' || typeof value === 'symbol') return withArticle(typeof value);
	const isInvalidDate = value !== undefined && dateToIso(value) === undefined;
	if (isInvalidDate || value === invalidDateTime) return 'an invalid date';
	const kind = emptyInJson.exec(Object.prototype.toString.call(value))?.[1];
	return kind && withArticle(kind);
}

function rejectLoss(field: Field, value: unknown): void {
	const loss = lossOf(value);
	if (loss) rejectField(field, `is ${loss}`);
}

function validateColumns(field: Field, value: unknown): unknown {
	const given = validateJson(field, value) as { mappingMode?: unknown; value?: unknown };
	const columns = given.mappingMode === undefined ? given : (given.value ?? {});
	return typeof columns === 'object' && !Array.isArray(columns)
		? columns
		: rejectField(field, 'must be an object', columns);
}

/** Rows from the form, or a list from an expression. Every field of every row is validated. */
function validateRows(field: Field, value: unknown, zone: string): unknown {
	const given = typeof value === 'string' ? validateJson(field, value) : value;
	// An empty form is an empty object. Another object, such as one with file names, is no list.
	const isForm = isObject(given) && (given.rows !== undefined || Object.keys(given).length === 0);
	const rows = isForm ? (given.rows ?? []) : given;
	if (!Array.isArray(rows)) return rejectField(field, 'must be a list', value);
	const results: Array<Record<string, unknown>> = [];
	validateEach(validateList(field, rows).entries(), ([index, row]) => {
		if (typeof row !== 'object' || row === null)
			return rejectField(
				field,
				`must contain objects, but entry ${index + 1} is ${formatValue(row)}`,
			);
		const values = row as Record<string, unknown>;
		const result: Record<string, unknown> = {};
		validateEach(Object.entries(field.row ?? {}), ([name, column]) => {
			// A row from an expression may omit the field that decides which others are shown.
			if (isHidden(column, { ...values, ...result }, true)) return;
			const inner = { ...column, label: `${field.label} ${index + 1}: ${column.label}` };
			const entered = inner.kind === 'id' ? locatorValue(values[name]) : values[name];
			const cell = entered ?? (inner.kind === 'choice' ? inner.default : undefined);
			if (cell !== undefined && cell !== null && cell !== '')
				result[name] = validate(inner, cell, zone);
			else if (inner.required) rejectField(inner, 'is required');
		});
		results.push(result);
	});
	return results;
}

/** Whether siblings hide a field. @param lenient whether one without a value does not hide it */
export const isHidden = (
	field: Field,
	values: Readonly<Record<string, unknown>>,
	lenient = false,
): boolean =>
	Object.entries(field.show ?? {}).some(([sibling, shown]) => {
		const value = values[sibling.replace('/', '')];
		return !(lenient && value === undefined) && !shown.includes(value as string);
	});

/** The ID in a URL that a person entered, or dragged from an item, instead of the ID. */
export function idInUrl({ kind, urlPattern }: Field, value: unknown): unknown {
	if (kind !== 'id' || urlPattern === undefined) return value;
	const text = locatorValue(value);
	// Two dragged values, such as a URL and an ID, are neither.
	if (typeof text !== 'string' || text.length > maxIdLength) return value;
	if (!/^\s*https?:\/\/\S+\s*$/i.test(text)) return value;
	return new RegExp(urlPattern).exec(text.trim())?.[1] ?? value;
}

/** The value of a parameter. That of a resource locator is what the user selected or entered. */
export const enteredValue = (parameter: unknown): unknown =>
	isObject(parameter) && parameter.__rl === true ? parameter.value : parameter;

/** The value of a resource locator, or any other value. The default of the form has no `__rl`. */
export const locatorValue = (value: unknown): unknown =>
	typeof value === 'object' && value !== null && ('__rl' in value || 'mode' in value)
		? (value as unknown as { value: unknown }).value
		: value;
