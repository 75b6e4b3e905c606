import {
	type Field,
	formatValue,
	isObject,
	type Kind,
	PackError,
	rejectField,
	resultOf,
	splitList,
	toText,
	toTitleCase,
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
		text: (field, value) => (isKept(field, value) ? value : validateText(field, value)),
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

const isKept = ({ keepsFractions = false }: Field, value: unknown): boolean =>
	keepsFractions && Number.isFinite(value) && !Number.isInteger(value);

function validateAny(field: Field, value: unknown): unknown {
	if (
		typeof value === 'function' ||
		typeof value === 'symbol' ||
		(typeof value === 'number' && !Number.isFinite(value))
	)
		return rejectField(field, 'must be text, a number, or JSON', value);
	if (isRounded(value))
		return rejectField(
			field,
			'is an integer whose last digits were rounded. Enter it as text',
			value,
		);
	if (value === invalidDateTime) return rejectField(field, 'is an invalid date');
	return typeof value === 'bigint'
		? String(value)
		: typeof value === 'object'
			? toPlainJson(field, value)
			: value;
}

/** Whether an integer of an expression has more digits than a number keeps. From 1e21, JSON has none. */
const isRounded = (value: unknown): boolean =>
	Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value as number) < 1e21;

function validateText(field: Field, value: unknown): string {
	if (Number.isInteger(value) && !Number.isSafeInteger(value))
		return rejectField(
			field,
			'is too large for a number. Enter it as text to keep all digits',
			value,
		);
	if (typeof value === 'boolean' || typeof value === 'bigint' || Number.isFinite(value))
		value = String(value);
	value = dateToIso(value);
	if (value === invalidDateTime) return rejectField(field, 'is an invalid date');
	const isSecret = field.kind === 'secret';
	if (typeof value !== 'string')
		return rejectField(field, 'must be text', isSecret ? undefined : value);
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
			isSecret ? undefined : value,
		);
	return value;
}

/** In characters. No ID, resource name or URL of a record is longer. Some patterns need quadratic time. */
export const maxIdLength = 2048;

function validateId(field: Field, value: unknown): string {
	if (typeof value === 'string' && value.length > maxIdLength)
		return rejectField(
			field,
			`must be at most ${maxIdLength} characters long, got ${value.length}`,
		);
	return (
		validateText(field, typeof value === 'string' ? value.trim() : value) ||
		rejectField(field, 'is required')
	);
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
		return rejectField(field, 'must be an integer', value);
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
	switch (field.itemKind) {
		case 'integer':
			return validateNumber({ kind: 'integer', label: field.label }, item);
		case 'value':
			return validateAny(field, item);
		default:
			return validateText(field, item);
	}
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

/** A JSON object or array, or text that contains one. */
function validateJson(field: Field, value: unknown, acceptsList = true): unknown {
	let parsed = value;
	if (typeof value === 'string')
		try {
			parsed = parseEnteredJson(value);
		} catch (error) {
			return rejectField(field, `is not valid JSON: ${(error as Error).message}`);
		}
	const isText = typeof value === 'string';
	const object = typeof parsed === 'object' ? toPlainJson(field, parsed, isText) : undefined;
	return isObject(object) || (acceptsList && Array.isArray(object))
		? object
		: rejectField(field, `must be a JSON object${acceptsList ? ' or array' : ''}`, value);
}

/**
 * A copy of a value as plain JSON, so that exactly the validated value is sent.
 * @param isExact whether the value was text, whose long integers have all their digits
 */
function toPlainJson(field: Field, value: unknown, isExact = false): unknown {
	const result = resultOf(() => {
		const json = JSON.stringify(value, rejectLossyValue(field, isExact));
		return isExact ? value : (JSON.parse(json) as unknown);
	});
	if ('value' in result) return result.value;
	if (result.error instanceof PackError) throw result.error;
	return rejectField(
		field,
		'cannot be converted to JSON: it contains itself, is nested too deeply, or contains a BigInt',
	);
}

/** Rejects what JSON would replace by null or {}, and undefined values with `rejectUndefined`. */
const rejectLossyValue = (field: Field, isExact: boolean) =>
	function (this: unknown, key: string, value: unknown): unknown {
		if (isExact && typeof value === 'bigint') return String(value);
		const problem =
			value === undefined && field.rejectUndefined
				? 'an undefined value'
				: lossyValue((this as Record<string, unknown>)[key], value, isExact);
		if (!problem) return value;
		const place = key === '' ? '' : ` in ${formatValue(key)}`;
		return rejectField(field, `contains ${problem}${place}, which cannot be converted to JSON`);
	};

const emptyInJson = /^\[object (Map|Set|WeakMap|WeakSet|Promise|RegExp|Error)\]$/;

function lossyValue(original: unknown, value: unknown, isExact: boolean): string | undefined {
	if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
	if (!isExact && isRounded(value))
		return 'an integer whose last digits were rounded (enter it as text)';
	if (typeof value === 'function' || typeof value === 'symbol') return withArticle(typeof value);
	const isInvalidDate = value === null && original !== null && dateToIso(original) === undefined;
	if (isInvalidDate || value === invalidDateTime) return 'an invalid date';
	const kind = emptyInJson.exec(Object.prototype.toString.call(value))?.[1];
	return kind && withArticle(kind);
}

/** n8n converts Luxon dates inside of objects to text. This is the text of an invalid date. */
const invalidDateTime = 'Invalid DateTime';

/** The value of a resource mapper, or an object from an expression. */
function validateColumns(field: Field, value: unknown): unknown {
	const mapped = isObject(value) && isObject(value.value) ? Object.entries(value.value) : [];
	for (const [name, one] of mapped)
		// The result of an expression that calculates with text.
		if (typeof one === 'number' && !Number.isFinite(one))
			rejectField({ label: toTitleCase(name) }, 'must be a number', one);
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
			// A row from an expression may omit the field that controls which other fields are shown. All
			// values in such a row are used.
			if (isHidden(column, { ...values, ...result }, true)) return;
			const inner = { ...column, label: `${field.label} ${index + 1}: ${column.label}` };
			const entered = inner.kind === 'id' ? locatorValue(values[name]) : values[name];
			const cell = entered ?? (inner.kind === 'choice' ? inner.default : undefined);
			if (cell !== undefined && cell !== null && cell !== '')
				result[name] = validate(inner, cell, zone);
			else if (inner.required) rejectField(inner, `is required${describeRow(field, result)}`);
		});
		results.push(result);
	});
	return results;
}

/** The first text of a row, such as ` (Field: "due_date")`, which helps users to find the row. */
function describeRow({ row = {} }: Field, values: Readonly<Record<string, unknown>>): string {
	const first = Object.entries(values).find(
		([name, value]) => typeof value === 'string' && ['text', 'id'].includes(row[name]!.kind),
	);
	return first ? ` (${row[first[0]]!.label}: ${formatValue(first[1])})` : '';
}

/** Whether siblings hide a field. @param lenient whether one without a value does not hide it */
export const isHidden = (
	field: Field,
	values: Readonly<Record<string, unknown>>,
	lenient = false,
): boolean =>
	Object.entries(field.show ?? {}).some(
		([sibling, shown]) =>
			!(lenient && values[sibling] === undefined) && !shown.includes(values[sibling] as string),
	);

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
