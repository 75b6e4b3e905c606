/** Reads and validates the parameters of one item. Nothing is sent until all fields are valid. */
import { type IDataObject, NodeOperationError } from 'n8n-workflow';
import type { Field, Fields, Form, Input, InputContext, Operation, Service } from '../describe';
import {
	aboutField,
	allFieldsOf,
	collectionLabels,
	collectionsPerItem,
	fieldsIn,
	PackError,
	readSafely,
	rejectField,
	resultOf,
	toText,
	validateEach,
} from '../describe';
import { applyImpliedValue, readResourceNames } from './resourceNames';
import { idInUrl, isHidden, validate } from './validate';

/** Reads one parameter. n8n resolves expressions and `$fromAI`. */
export type ReadParameter = (name: string, fallback?: unknown) => unknown;

type InputForm = Form & Partial<Pick<Operation, 'method' | 'path'>>;

/**
 * Reads and validates a form, except its request options. An empty field gets its value from a
 * resource name in another field or from `defaults`, by field name. Otherwise, it is omitted.
 * @throws PackError that names the missing or invalid field
 */
export function readInput(
	form: InputForm,
	read: ReadParameter,
	{ zone = 'UTC', credential = {}, acceptsUrlOf }: Partial<InputContext> = {},
	defaults: IDataObject = {},
): IDataObject {
	const input: IDataObject = {};
	const impliedValues = readResourceNames(
		form.fields,
		(name, field) =>
			isHidden(field, valuesThatShow(field, read)) ? undefined : readValue(read, name, field),
		acceptsUrlOf,
	);
	const readField = ([name, field]: readonly [string, Field]): void => {
		if (isHidden(field, input)) return;
		const entered = idInUrl(field, readValue(read, name, field));
		if (field.since !== undefined && (entered === undefined || entered === null)) return;
		const given = applyImpliedValue(field, entered, impliedValues[name]);
		// The path value of an expression such as `=  {{ $json.name }}` has blanks around it.
		const isTrimmed = typeof given === 'string' && form.path?.includes(`{${name}}`);
		const value = isTrimmed ? given.trim() : given;
		setValue(input, name, field, isUnset(field, value) ? defaults[name] : value, zone);
	};
	validateEach(
		[
			() => validateEach(Object.entries(form.fields), readField),
			...collectionsPerItem.map((collection) => () => {
				readCollection(input, collection, fieldsIn(form, collection), read, zone, defaults);
			}),
		],
		(readPart) => readPart(),
	);
	const invalid = form.check?.(input);
	if (invalid) {
		const label = allFieldsOf(form)[invalid.field]?.label ?? invalid.field;
		throw new PackError(aboutField(label, invalid.problem), { field: label });
	}
	requireChange(form, input);
	return form.prepare?.(input, { zone, credential }) ?? input;
}

/** For triggers, with the type of the input. */
export const readForm = <F extends Fields, O extends Fields>(
	form: Form<F, O>,
	read: ReadParameter,
	context?: Partial<InputContext>,
): Input<F, O> => readInput(form, read, context) as Input<F, O>;

/** Rejects a PATCH without any change, which usually comes from expressions without a value. */
function requireChange(form: InputForm, input: IDataObject): void {
	if (form.collection !== 'updateFields' || form.method !== 'PATCH') return;
	const isChange = (name: string): boolean => {
		const { required, in: place } = allFieldsOf(form)[name]!;
		return !required && place !== 'none';
	};
	if (!Object.keys(input).some(isChange))
		rejectField({ label: collectionLabels.updateFields }, 'must contain at least one field');
}

/** The values that decide whether a field is shown; none for an expression that fails. */
const valuesThatShow = ({ show = {} }: Field, read: ReadParameter): IDataObject =>
	Object.fromEntries(
		Object.keys(show).map((name) => [name, readSafely(() => read(name) as IDataObject[string])]),
	);

/** n8n throws if an expression fails, and for an object that contains itself. @throws PackError */
export function readValue(
	read: ReadParameter,
	name: string,
	{ label }: Pick<Field, 'label'>,
	fallback?: unknown,
): unknown {
	const result = resultOf(() => read(name, fallback));
	if ('value' in result) return result.value;
	const error = result.error as Error & { description?: string };
	// This error of n8n already contains the name of the parameter.
	if (error instanceof NodeOperationError) throw error;
	throw new PackError(
		error instanceof RangeError
			? `${label} contains itself or is nested too deeply`
			: `${label} could not be evaluated: ${error.message}`,
		{
			field: label,
			hint: error.description ?? 'Check the expression and its result.',
		},
	);
}

/**
 * An expression without a value means false.
 * @param fallback used if the parameter is not part of the node
 */
export function readFlag(
	read: ReadParameter,
	name: string,
	field: Field,
	fallback: boolean,
): boolean {
	const value = readValue(read, name, field, fallback);
	return !isUnset(field, value) && validate(field, value) === true;
}

/**
 * Reads what the connection of a run needs: Authentication, the request options, and the fields that
 * replace a credential.
 * @param shared request options of all services
 * @throws PackError that names the invalid field
 */
export function readRunSettings(
	{ credentials, options, connectionFields = {} }: Service,
	read: ReadParameter,
	shared: Fields = {},
): IDataObject & { authentication?: string } {
	// Without a choice, the form has no such parameter.
	const authentication = credentials.length > 1 ? toText(read('authentication')) : undefined;
	const settings: IDataObject & { authentication?: string } = { authentication };
	readCollection(settings, 'options.requestOptions', { ...shared, ...options }, read);
	for (const [name, field] of Object.entries(connectionFields))
		if (!isHidden(field, settings))
			setValue(settings, name, field, readValue(read, name, field), 'UTC');
	return settings;
}

function readCollection(
	input: IDataObject,
	path: string,
	fields: Fields,
	read: ReadParameter,
	zone = 'UTC',
	defaults: IDataObject = {},
): void {
	if (Object.keys(fields).length === 0) return;
	const values = readValues(path, fields, read);
	validateEach(Object.entries(fields), ([name, field]) => {
		// n8n also stores values that the form no longer shows.
		if (isHidden(field, input, true)) return;
		const promoted = field.promotedIn === undefined ? '' : readValue(read, name, field, '');
		if (promoted !== '') setValue(input, name, field, promoted, zone);
		else if (name in values) {
			const value = field.kind === 'id' ? readValue(read, `${path}.${name}`, field) : values[name];
			setValue(input, name, field, value, zone);
		} else if (defaults[name] !== undefined) setValue(input, name, field, defaults[name], zone);
	});
}

/** Reads a collection; one by one if that fails, so that the error names the field. */
function readValues(path: string, fields: Fields, read: ReadParameter): IDataObject {
	const result = resultOf(() => (read(path, {}) ?? {}) as IDataObject);
	if ('value' in result) return result.value;
	return Object.fromEntries(
		Object.entries(fields)
			.map(([name, field]) => [name, readValue(read, `${path}.${name}`, field)] as const)
			.filter(([, value]) => value !== undefined && value !== null),
	) as IDataObject;
}

function setValue(
	input: IDataObject,
	name: string,
	field: Field,
	value: unknown,
	zone: string,
): void {
	if (isUnset(field, value)) {
		if (!field.required) return;
		throw new PackError(aboutField(field.label, 'is required'), {
			field: field.label,
			hint: 'Fill in the field. If it contains an expression, check that the expression returns a value.',
		});
	}
	const toSend = field.clearable && isEmpty(field, value) ? emptyValueOf(field) : value;
	input[name] = (toSend === null ? null : validate(field, toSend, zone)) as IDataObject[string];
}

/** Whether a value clears a clearable field. A model can only pass an empty list as text. */
const isEmpty = ({ kind }: Field, value: unknown): boolean =>
	value === '' ||
	(Array.isArray(value) && value.length === 0) ||
	(value === '[]' && kind !== 'text' && kind !== 'secret');

/** Lists are cleared by an empty list, texts by an empty text, and all other values by null. */
const emptyValueOf = ({ kind }: Field): unknown =>
	kind === 'list' || kind === 'choices' ? [] : kind === 'text' || kind === 'secret' ? '' : null;

/** Whether a value is not sent. An empty value is sent if it clears the field. */
export function isUnset({ clearable }: Field, value: unknown): boolean {
	if (value === undefined || value === null) return true;
	return !clearable && (value === '' || (Array.isArray(value) && value.length === 0));
}

/** Values of secret fields. They are redacted like the secrets of the credential. */
export const secretInputs = (form: Form, input: Readonly<Record<string, unknown>>): string[] =>
	Object.entries(allFieldsOf(form)).flatMap(([name, { kind }]) =>
		kind === 'secret' && typeof input[name] === 'string' ? [input[name]] : [],
	);
