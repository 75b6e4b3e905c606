/** Validates the fields of a record that the user enters in the form. */
import type { IDataObject } from 'n8n-workflow';
import { rejectField, validate } from '../engine';
import {
	ambiguousAmount,
	choice,
	date,
	decimal,
	type Field,
	flag,
	isObject,
	json,
	list,
	text,
	toText,
	validateEach,
} from '../engine/describe';
import { entities } from './entities';
import { fieldLabel, referenceLabel } from './fieldLabel';
import type { WritableField } from './writableFields';

/** Whether text such as `1.125` is rejected. Quantities, rates and unit prices often look like that. */
const isTotal = (name: string): boolean => /^(?!unit_).*amount$/.test(name);

export const isEmpty = (value: unknown): boolean =>
	value === undefined || value === null || value === '';

/**
 * Validates and converts the fields of a record. Empty fields are left out.
 * @param zone time zone of dates without an offset
 * @throws PackError that names the missing or invalid field
 */
export function validateRecord(
	fields: readonly WritableField[],
	values: IDataObject,
	zone: string,
): IDataObject {
	const entered = Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));
	const unknown = Object.keys(entered).find((name) => !fields.some((field) => field.name === name));
	if (unknown !== undefined)
		rejectField(
			{ label: `Fields: ${unknown}` },
			'does not belong to this operation. Remove it, or set Specify Fields to Using JSON',
		);
	if (Object.keys(entered).length === 0) rejectField({ label: 'Fields' }, 'must have a value');
	return validateFields(fields, entered, '', zone);
}

/**
 * Validates the known fields of an object. Others are sent unchanged, because platforms have fields
 * of their own.
 * @param path start of the labels in messages
 */
function validateFields(
	fields: readonly WritableField[],
	values: IDataObject,
	path: string,
	zone: string,
): IDataObject {
	const result = { ...values };
	validateEach(fields, (field) => {
		const label = labelOf(field, path);
		const value = values[field.name];
		if (value === undefined) {
			if (field.required)
				rejectField(
					{ label },
					field.kind === 'object' ? `is required. Fill in ${fieldsOf(field)}` : 'is required',
				);
		} else if (value !== null)
			result[field.name] = convert(field, value, label, zone) as IDataObject[string];
	});
	return result;
}

/** The labels of the fields in an object, as the form shows them. */
const fieldsOf = ({ name, fields = [] }: WritableField): string =>
	fields.map((inner) => labelOf(inner, `${fieldLabel(name)} `)).join(', ');

/** The label in the form. */
function labelOf({ name, entity }: WritableField, path: string): string {
	if (entity && name === 'id' && path.endsWith(': ')) return path + entities[entity].label;
	const label = path + fieldLabel(name);
	return entity ? referenceLabel(label) : label;
}

function convert(field: WritableField, value: unknown, label: string, zone: string): unknown {
	if (field.kind === 'object') return validateObject(field, value, label, `${label} `, zone);
	if (field.kind === 'rows') {
		const rows: unknown = validate(json(label, { acceptsList: true }), value);
		if (!Array.isArray(rows)) return rejectField({ label }, 'must be a list of objects', value);
		const results: IDataObject[] = [];
		validateEach(rows.entries(), ([index, row]) => {
			const rowLabel = `${label} ${index + 1}`;
			results.push(validateObject(field, row, rowLabel, `${rowLabel}: `, zone));
		});
		return results;
	}
	const problem = isTotal(field.name) ? ambiguousAmount(value) : undefined;
	if (problem !== undefined) rejectField({ label }, problem, value);
	// An amount is sent as text, which keeps all digits.
	const isNumeric =
		field.kind === 'amount' && toText(value).trim() !== '' && isFinite(Number(value));
	const valid = validate(formField(field, label), isNumeric ? Number(value) : value, zone);
	return field.kind === 'amount' ? value : valid;
}

function validateObject(
	{ fields = [] }: WritableField,
	value: unknown,
	label: string,
	path: string,
	zone: string,
): IDataObject {
	const object: unknown = validate(json(label, { acceptsList: true }), value);
	return isObject(object)
		? validateFields(fields, object, path, zone)
		: rejectField({ label }, 'must be an object', value);
}

/** The field that validates a single value. */
export function formField(
	{ kind, choices = [] }: Pick<WritableField, 'kind' | 'choices'>,
	label: string,
): Field {
	switch (kind) {
		case 'number':
		case 'amount':
			return decimal(label);
		case 'flag':
			return flag(label);
		case 'day':
			return date(label, { format: 'date' });
		case 'time':
			return date(label);
		case 'list':
			return list(label);
		case 'rows':
			return json(label, { acceptsList: true });
		case 'choice':
			return choice(label, choices);
		case 'currency':
			return text(label, {
				pattern: /^[A-Z]{3}$/,
				expected: 'a three-letter currency code such as USD',
			});
		default:
			return text(label);
	}
}
