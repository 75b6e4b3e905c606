/** The form fields in which users enter a record to create or update. */
import type { IDataObject } from 'n8n-workflow';
import { rejectField, setPath } from '../engine';
import {
	choice,
	type Column,
	columns,
	type Field,
	type Fields,
	type InputContext,
	isObject,
	json,
	rows,
	text,
} from '../engine/describe';
import { entities, entityWithKey } from './entities';
import { exampleRecord } from './exampleRecord';
import { fieldLabel, referenceLabel } from './fieldLabel';
import { recordIdField, versionWithLists } from './fields';
import { formField, isEmpty, validateRecord } from './validateRecord';
import { type WritableField, writableFields, type Write } from './writableFields';

/**
 * The fields for a record: a resource mapper and lists of rows, or JSON.
 * @param recordName key of the record in the request body
 */
export const recordFields = (write: Write, recordName: string, label: string) => ({
	specifyFields: choice(
		'Specify Fields',
		{ form: 'Using Fields Below', json: 'Using JSON' },
		{
			description:
				'How to specify the fields of the record. Use JSON for fields that the list does not contain, and to clear a field with null.',
			default: 'form',
			in: 'none',
		},
	),
	...referencesOf(write, true),
	record: columns('Fields', {
		apiName: 'record',
		columnsMethod: 'columnsRecord',
		columns: (_, { resource, operation, version }) =>
			columnsOf(
				writableFields[`${resource}.${operation}` as Write] ?? [],
				version >= versionWithLists,
			),
		hint: 'A currency has three letters, such as USD. Separate the entries of a list with commas.',
		show: { specifyFields: ['form'] },
		in: 'none',
	}),
	...tablesOf(write),
	data: json(`${label} (JSON)`, {
		required: true,
		apiName: recordName,
		description: 'Fields of the record, as in the API of the service. Sent as entered.',
		hint: jsonHint(writableFields[write]),
		show: { specifyFields: ['json'] },
	}) as Field<IDataObject>,
});

/** An example, or the required fields if the example is too long for a hint (120 characters). */
function jsonHint(fields: readonly WritableField[]): string {
	const example = `Example: ${JSON.stringify(exampleRecord(fields))}`;
	const required = fields.filter((field) => field.required).map(({ name }) => name);
	return example.length <= 120 ? example : `Required: ${required.join(', ')}`;
}

/** Returns a `prepare` function that stores the entered record in `data`. */
export const readRecord =
	(write: Write, recordName: string) =>
	(input: IDataObject, { zone }: InputContext): IDataObject => ({
		...input,
		data:
			input.specifyFields === 'json'
				? unwrapJson(recordName, input.data as IDataObject)
				: validateRecord(writableFields[write], enteredRecord(write, input), zone),
	});

/** A JSON record may have a wrapper: `{"invoice": {…}}` or `{…}`. */
function unwrapJson(recordName: string, data: IDataObject): IDataObject {
	const record = data[recordName];
	return Object.keys(data).length === 1 && isObject(record) ? record : data;
}

/** The fields with a single value or rows. Those of an object have names such as `item.id`. */
const flatten = (fields: readonly WritableField[]): WritableField[] =>
	fields.flatMap((field) =>
		field.kind === 'object'
			? flatten(field.fields ?? []).map((inner) => ({
					...inner,
					name: `${field.name}.${inner.name}`,
					required: field.required && inner.required,
				}))
			: [field],
	);

const hasRows = ({ kind }: WritableField): boolean => kind === 'rows';

/** n8n cuts off long labels. */
const labelOf = (name: string): string =>
	fieldLabel(
		name
			.replace('additional_fields.', '')
			.replace('quantity_on_hand_adj', 'adj')
			.replaceAll('.', ' '),
	);

/** The parameter for a list of rows: `line_items` is entered in `lineItems`. */
const parameterOf = (name: string): string =>
	name.replace(/^.*\./, '').replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** The parameter for a value in a row. n8n reads a dot as part of a path. */
const cellOf = (name: string): string => name.replaceAll('.', '_');

function tablesOf(write: Write): Fields {
	const fields = flatten(writableFields[write]);
	const labels = new Set(fields.map(({ name }) => referenceLabel(labelOf(name))));
	return Object.fromEntries(
		fields.filter(hasRows).map(({ name, fields: inner = [] }) => [
			parameterOf(name),
			rows(labelOf(name), {
				row: Object.fromEntries(
					flatten(inner)
						.sort((a, b) => rankOf(a) - rankOf(b))
						.map((field) => [cellOf(field.name), rowField(field, labels)] as const),
				),
				show: { specifyFields: ['form'] },
				in: 'none',
			}),
		]),
	);
}

/** Required fields come first in an entry, then what it costs: amounts, and the item with its price. */
const rankOf = ({ name, required }: WritableField): number =>
	required ? 0 : /amount|quantity|price|\bitem\.id$/.test(name) ? 1 : 2;

/** The ID of a record of another entity. Workflows also contain it as plain text. */
const referenceField = (entity: keyof typeof entities, label: string): Field => {
	const { kind, listMethod, lookup } = recordIdField(entityWithKey(entity));
	return { kind, label, listMethod, lookup };
};

/** The parameter for the ID of another record. `customerId` is the one of a commerce customer. */
const referenceName = (name: string): string =>
	parameterOf(name.replace('additional_fields.', '').replaceAll('.', '_')).replace(
		/^customerId$/,
		'accountingCustomerId',
	);

/** The fields for IDs of other records. In nodes of version 1, they are columns of Fields. */
const referencesOf = (write: Write, required: boolean): Fields =>
	Object.fromEntries(
		flatten(writableFields[write]).flatMap(({ name, entity, ...field }) =>
			entity && field.required === required
				? [
						[
							referenceName(name),
							{
								...referenceField(entity, referenceLabel(labelOf(name))),
								required,
								...(required ? {} : { collection: 'additionalFields' }),
								show: { [`${required ? '' : '/'}specifyFields`]: ['form'] },
								since: versionWithLists,
								in: 'none',
							},
						] as const,
					]
				: [],
		),
	);

/** The optional fields for IDs of other records. */
export const referenceOptions = (write: Write): Fields => referencesOf(write, false);

/**
 * A value in a row. A number is text, because an empty number input would send 0. A choice is text,
 * because operations with the same list have other choices.
 * @param recordLabels labels outside of the row. AI agents identify values by their labels.
 */
function rowField(field: WritableField, recordLabels: ReadonlySet<string>): Field {
	const { name, kind, required, choices, entity } = field;
	if (entity) {
		const label = name === 'id' ? entities[entity].label : referenceLabel(labelOf(name));
		const unique = recordLabels.has(label) ? `Line ${label}` : label;
		return { ...referenceField(entity, unique), required };
	}
	const label = `${labelOf(name)}${hasRows(field) ? ' (JSON)' : ''}`;
	if (choices)
		return { kind: 'text', label, required, description: `One of ${choices.join(', ')}` };
	if (kind === 'number') return { kind: 'text', label, required, keepsFractions: true };
	if (kind === 'amount') return { kind: 'text', label, required };
	const description = kind === 'flag' && { description: `Whether the entry is ${name}` };
	return { ...formField(field, label), required, ...description };
}

/** The record that was entered in the form. Objects and lists can also be entered as JSON. */
function enteredRecord(write: Write, input: IDataObject): IDataObject {
	const fields = flatten(writableFields[write]);
	const entered = { ...(input.record as IDataObject | undefined) };
	for (const { name } of fields.filter(({ entity }) => entity)) {
		const id = input[referenceName(name)];
		if (isEmpty(id)) continue;
		if (!isEmpty(entered[name]))
			rejectField(
				{ label: referenceLabel(labelOf(name)) },
				'is entered twice. Remove it from Fields',
			);
		entered[name] = id;
	}
	for (const { name, fields: inner = [] } of fields.filter(hasRows)) {
		const entries = (input[parameterOf(name)] ?? []) as IDataObject[];
		if (entries.length === 0) continue;
		if (!isEmpty(entered[name])) enteredTwice(name);
		entered[name] = entries.map((row) =>
			nest(flatten(inner).map((field) => [field.name, row[cellOf(field.name)]])),
		);
	}
	return nest(Object.entries(entered));
}

function nest(values: ReadonlyArray<readonly [string, unknown]>): IDataObject {
	const entered = values.filter(([, value]) => !isEmpty(value));
	const names = new Set(entered.map(([name]) => name));
	const record: IDataObject = {};
	for (const [name, value] of entered) {
		const path = name.split('.');
		if (path.length > 1 && names.has(path[0]!)) enteredTwice(path[0]!);
		setPath(record, path, value);
	}
	return record;
}

const enteredTwice = (name: string): never =>
	rejectField(
		{ label: labelOf(name) },
		'is entered both as JSON and in fields. Remove one of them',
	);

/**
 * The columns of the resource mapper.
 * @param withoutIds whether IDs of other records are not columns, but fields of their own
 */
const columnsOf = (
	fields: readonly WritableField[],
	withoutIds: boolean,
): Readonly<Record<string, Column>> =>
	Object.fromEntries<Column>([
		...flatten(fields)
			.filter((field) => !hasRows(field) && !(withoutIds && field.entity))
			.map(
				({ name, required, ...field }) =>
					[
						name,
						{
							...(field.kind === 'amount' ? text(labelOf(name)) : formField(field, labelOf(name))),
							// Saved workflows may contain the object as JSON.
							required: required && !name.includes('.'),
							shownByDefault: required,
						},
					] as const,
			),
		...fields
			.filter((field) => field.fields !== undefined)
			.map(({ name }) => [name, json(`${labelOf(name)} (JSON)`)] as const),
	]);
