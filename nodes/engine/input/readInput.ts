/** Reads the parameters of one item and validates them. Nothing is sent before every field is valid. */
import type { IDataObject } from 'n8n-workflow';
import { allFieldsOf, type Field, type Operation, PackError } from '../describe';
import { toUtc } from './dates';
import { applyImpliedValue, readResourceNames } from './resourceNames';
import { isHidden, validate } from './validate';

/** Reads one parameter; n8n resolves expressions, `$fromAI` and locators here. */
export type ReadParameter = (name: string, fallback?: unknown) => unknown;

export interface InputContext {
	/** Time zone of the workflow, for dates that are written without an offset. */
	readonly zone?: string;
	/** Values for fields that were left unset. */
	readonly defaults?: IDataObject;
}

/**
 * Reads the fields and options of an operation.
 * A field that was left unset takes what the long name of another says, else the default of the credential;
 * otherwise it is absent from the result, so that it is not sent.
 * @throws Refusal naming the field that is missing or wrong
 */
export function readInput(
	operation: Operation,
	read: ReadParameter,
	{ zone = 'UTC', defaults = {} }: InputContext = {},
): IDataObject {
	const input: IDataObject = {};
	const names = readResourceNames(operation.fields, read);
	for (const [name, field] of Object.entries(operation.fields)) {
		if (isHidden(field, input)) continue;
		const value = moment(field, applyImpliedValue(field, read(name), names[name]), zone);
		put(input, name, field, isUnset(field, value, false) ? defaults[name] : value);
	}
	const options = (read('options', {}) ?? {}) as IDataObject;
	for (const [name, field] of Object.entries(operation.options)) {
		if (name in options)
			put(
				input,
				name,
				field,
				moment(field, field.kind === 'id' ? read(`options.${name}`) : options[name], zone),
				true,
			);
		else if (defaults[name] !== undefined) put(input, name, field, defaults[name]);
	}
	const wrong = operation.check?.(input);
	if (wrong) {
		const field: Field | undefined =
			operation.fields[wrong.field] ?? operation.options[wrong.field];
		throw new PackError(`${field?.label ?? wrong.field} ${wrong.problem}`, {
			field: field?.label ?? wrong.field,
		});
	}
	return operation.prepare?.(input) ?? input;
}

const moment = (field: Field, value: unknown, zone: string): unknown =>
	field.kind === 'date' && !days.has(field.format) ? toUtc(value, zone) : value;

/** What keeps the day alone, or the clock's reading, is not moved by a time zone. */
const days = new Set<Field['format']>(['date', 'compact', 'day-start', 'day-end', 'local']);

function put(
	input: IDataObject,
	name: string,
	field: Field,
	value: unknown,
	optional = false,
): void {
	if (isUnset(field, value, optional)) {
		if (!field.required) return;
		throw new PackError(`${field.label} is required`, {
			field: field.label,
			hint: 'Fill in the field. If it contains an expression, check that the expression returns a value for this item.',
		});
	}
	// An empty value of a field that may be cleared has no type of its own: a text stays empty, anything else is null.
	const isCleared = optional && field.clearable && value === '' && !clearedByText.has(field.kind);
	input[name] = (isCleared ? null : validate(field, value)) as IDataObject[string];
}

const clearedByText = new Set<Field['kind']>(['text', 'secret', 'list', 'choices']);

/** Whether a person left the field alone. Something empty counts as a value only where it clears something in Options, or where the field says so. */
function isUnset(field: Field, value: unknown, optional: boolean): boolean {
	if (value === undefined || value === null) return true;
	if (value === '' || (Array.isArray(value) && value.length === 0))
		return !(field.sendEmpty || (optional && field.clearable));
	return false;
}

/** What a person gave in secret fields: like the secrets of the credential, it is not to be seen again. */
export const secretInputs = (operation: Operation, input: IDataObject): string[] =>
	Object.entries(allFieldsOf(operation)).flatMap(([name, { kind }]) =>
		kind === 'secret' && typeof input[name] === 'string' ? [input[name]] : [],
	);
