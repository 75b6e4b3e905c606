/**
 * Reads the parameters of one item and validates them. Nothing is sent until all fields are valid.
 */
import { type IDataObject, NodeOperationError } from 'n8n-workflow';
import { allFieldsOf, type Field, type InputContext, type Operation, PackError } from '../describe';
import { applyImpliedValue, readResourceNames } from './resourceNames';
import { isHidden, validate } from './validate';

/** Reads one parameter. n8n resolves expressions, `$fromAI` and resource locators. */
export type ReadParameter = (name: string, fallback?: unknown) => unknown;

/**
 * Reads and validates the fields and options of an operation. An empty field gets its value from a
 * resource name in another field or from the credential's defaults. If neither has a value, the
 * field is omitted and not sent.
 * @param defaults values for empty fields, by field name
 * @throws PackError that names the missing or invalid field
 */
export function readInput(
	operation: Operation,
	read: ReadParameter,
	{ zone = 'UTC', credential = {} }: Partial<InputContext> = {},
	defaults: IDataObject = {},
): IDataObject {
	const input: IDataObject = {};
	const impliedValues = readResourceNames(operation.fields, (name, field) =>
		isHidden(field, valuesThatShow(field, read)) ? undefined : readValue(read, name, field),
	);
	for (const [name, field] of Object.entries(operation.fields)) {
		if (isHidden(field, input)) continue;
		const value = applyImpliedValue(field, readValue(read, name, field), impliedValues[name]);
		setValue(input, name, field, isUnset(field, value, false) ? defaults[name] : value, zone);
	}
	const options = readOptions(operation, read);
	for (const [name, field] of Object.entries(operation.options)) {
		if (name in options)
			setValue(
				input,
				name,
				field,
				field.kind === 'id' ? readValue(read, `options.${name}`, field) : options[name],
				zone,
				true,
			);
		else if (defaults[name] !== undefined) setValue(input, name, field, defaults[name], zone);
	}
	const invalid = operation.check?.(input);
	if (invalid) {
		const field: Field | undefined =
			operation.fields[invalid.field] ?? operation.options[invalid.field];
		throw new PackError(`${field?.label ?? invalid.field} ${invalid.problem}`, {
			field: field?.label ?? invalid.field,
		});
	}
	return operation.prepare?.(input, { zone, credential }) ?? input;
}

/** The values of the parameters that decide whether a field is shown. */
const valuesThatShow = ({ show = {} }: Field, read: ReadParameter): IDataObject =>
	Object.fromEntries(Object.keys(show).map((name) => [name, read(name) as IDataObject[string]]));

/**
 * Reads one parameter. n8n throws if an expression fails, and also for values that it cannot copy,
 * such as an object that contains itself.
 * @throws PackError that names the field
 */
export function readValue(
	read: ReadParameter,
	name: string,
	field: Pick<Field, 'label'>,
	fallback?: unknown,
): unknown {
	try {
		return read(name, fallback);
	} catch (error) {
		return throwEvaluationError(field, error as Error & { description?: string });
	}
}

function throwEvaluationError(
	{ label }: Pick<Field, 'label'>,
	error: Error & { description?: string },
): never {
	// This error of n8n already contains the name of the parameter.
	if (error instanceof NodeOperationError) throw error;
	throw new PackError(
		error instanceof RangeError
			? `${label} contains itself or is nested too deeply`
			: `${label} could not be evaluated: ${error.message}`,
		{
			field: label,
			hint: error.description ?? 'Check the expression and its result for this item.',
		},
	);
}

/**
 * Reads a flag that controls the run, such as Simplify. An expression without a value means false.
 * @param fallback used if the parameter is not part of the node
 * @throws PackError that names the field
 */
export function readFlag(
	read: ReadParameter,
	name: string,
	field: Field,
	fallback: boolean,
): boolean {
	const value = readValue(read, name, field, fallback);
	return !isUnset(field, value, false) && validate(field, value) === true;
}

/**
 * Reads all options at once. If one of them cannot be evaluated, reads the options of the operation
 * one by one, so that the error contains the name of the option.
 */
function readOptions({ options }: Operation, read: ReadParameter): IDataObject {
	try {
		return (read('options', {}) ?? {}) as IDataObject;
	} catch {
		return Object.fromEntries(
			Object.entries(options)
				.map(([name, field]) => [name, readValue(read, `options.${name}`, field)] as const)
				.filter(([, value]) => value !== undefined && value !== null),
		) as IDataObject;
	}
}

function setValue(
	input: IDataObject,
	name: string,
	field: Field,
	value: unknown,
	zone: string,
	optional = false,
): void {
	if (isUnset(field, value, optional)) {
		if (!field.required) return;
		throw new PackError(`${field.label} is required`, {
			field: field.label,
			hint: 'Fill in the field. If it contains an expression, check that the expression returns a value for this item.',
		});
	}
	// To clear a value, text fields send an empty string, and all other fields send null.
	const isCleared = optional && field.clearable && value === '' && !clearedByText.has(field.kind);
	input[name] = (isCleared ? null : validate(field, value, zone)) as IDataObject[string];
}

const clearedByText = new Set<Field['kind']>(['text', 'secret', 'list', 'choices']);

/**
 * Whether the field is unset. An empty value counts as unset, unless the field has `sendEmpty` or
 * is a clearable option.
 */
function isUnset(field: Field, value: unknown, optional: boolean): boolean {
	if (value === undefined || value === null) return true;
	if (value === '' || (Array.isArray(value) && value.length === 0))
		return !(field.sendEmpty || (optional && field.clearable));
	return false;
}

/** Values of secret fields. They are redacted like the secrets of the credential. */
export const secretInputs = (operation: Operation, input: IDataObject): string[] =>
	Object.entries(allFieldsOf(operation)).flatMap(([name, { kind }]) =>
		kind === 'secret' && typeof input[name] === 'string' ? [input[name]] : [],
	);
