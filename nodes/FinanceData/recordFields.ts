/** The form fields in which users enter a record to create or update. */
import type { IDataObject } from 'n8n-workflow';
import {
	choice,
	type Column,
	columns,
	type Field,
	type InputContext,
	isObject,
	json,
	toTitleCase,
} from '../engine/describe';
import { exampleRecord } from './exampleRecord';
import { validateRecord } from './validateRecord';
import { type WritableField, writableFields, type Write } from './writableFields';

/**
 * The fields for a record: a resource mapper, or JSON.
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
	record: columns('Fields', {
		apiName: 'record',
		columnsMethod: 'columnsRecord',
		columns: (_, { resource, operation }) =>
			columnsOf(writableFields[`${resource}.${operation}` as Write] ?? [], operation),
		show: { specifyFields: ['form'] },
		in: 'none',
	}),
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
				: validateRecord(writableFields[write], (input.record ?? {}) as IDataObject, zone),
	});

/** A JSON record may have a wrapper: `{"invoice": {…}}` or `{…}`. */
function unwrapJson(recordName: string, data: IDataObject): IDataObject {
	const record = data[recordName];
	return Object.keys(data).length === 1 && isObject(record) ? record : data;
}

/** The columns of the resource mapper. An update shows all fields with a single value. */
const columnsOf = (fields: readonly WritableField[], operation: string): Column[] =>
	fields.map((field) => ({
		name: field.name,
		label: toTitleCase(field.name),
		description: describe(field),
		kind: columnKinds[field.kind],
		required: field.required,
		shownByDefault: operation === 'update' && field.fields === undefined,
		...(field.choices ? { choices: field.choices, choiceLabel: toTitleCase } : {}),
	}));

const columnKinds: Readonly<Record<WritableField['kind'], Column['kind']>> = {
	text: 'text',
	number: 'number',
	amount: 'text',
	flag: 'flag',
	day: 'date',
	time: 'date',
	currency: 'text',
	choice: 'text',
	list: 'list',
	rows: 'rows',
	object: 'object',
};

/** What to enter in a field, if its name is not enough. */
function describe({ kind, fields = [] }: WritableField): string | undefined {
	if (kind === 'currency') return 'three letters such as USD';
	if (kind === 'list') return 'separated by commas';
	if (kind !== 'rows' && kind !== 'object') return undefined;
	const names = fields.map(({ name, required }) => (required ? `${name}*` : name)).join(', ');
	return `${kind === 'rows' ? 'JSON list of objects' : 'JSON object'}${names && ` with ${names}`}`;
}
