/** The fields of a project by name: people know "Status" and "In Progress", the service has IDs. */
import type { IDataObject } from 'n8n-workflow';
import {
	dateProblem,
	dateToIso,
	fetchAllRows,
	isIsoDate,
	cachePerRun,
	planOperation,
	planRequest,
	recordsInPath,
	toRow,
} from '../../engine';
import {
	allFieldsOf,
	type Call,
	PackError,
	printable,
	rejectField,
	type RequestLine,
	type Row,
	toText,
} from '../../engine/describe';
import { byLinkCursor } from '../paging';
import { projectPath } from './fields';
import { choicesOf } from './shapes';

/** The service returns at most this number of fields per item. */
const maxFields = 50;

/** By URL. All items of a project share the fields. */
const fieldsOfRun = cachePerRun<IDataObject[]>();

/** Reads the fields of the project, once per run. */
async function projectFields(call: Call<unknown>): Promise<IDataObject[]> {
	const { connection, operation } = call;
	const values = call.input as IDataObject;
	const line = `GET ${projectPath(values)}/fields` as RequestLine;
	const plan = planRequest(line, { values }, allFieldsOf(operation));
	const policy = {
		idempotency: 'safe',
		permission: operation.permission,
		records: recordsInPath(line, allFieldsOf(operation), values),
	} as const;
	return await fieldsOfRun(
		connection,
		plan.url,
		async () => await fetchAllRows(connection, plan, byLinkCursor(), policy),
	);
}

/** The entry with this ID, else the one with this name, in upper or lower case. */
function findByName<T extends { readonly id: unknown; readonly name: unknown }>(
	entries: readonly T[],
	wanted: string,
	what: string,
): T {
	const names = entries.map(({ name }) => toText(name));
	const found =
		entries.find(({ id }) => toText(id) === wanted) ??
		entries[names.indexOf(wanted)] ??
		entries[names.map((name) => name.toLowerCase()).indexOf(wanted.toLowerCase())];
	if (found) return found;
	throw new PackError(`${what} is not in the project: ${printable(wanted, 100)}`, {
		hint: `The project has: ${names.join(', ')}`,
	});
}

const named = (fields: readonly IDataObject[]) =>
	fields.map((field) => ({ id: field.id, name: field.name, field }));

/** Returns the items with the selected fields, or with all of them. */
export async function readItems(call: Call<unknown>): Promise<Row[]> {
	const { connection, operation, maxRows } = call;
	const input = call.input as IDataObject;
	const entries = named(await projectFields(call));
	const wanted = input.projectFieldNames as string[] | undefined;
	const selected = wanted
		? wanted.map((name) => findByName(entries, name, 'The field'))
		: entries.slice(0, maxFields);
	const { plan, policy } = planOperation(operation, input);
	const query = { ...plan.query, fields: selected.map(({ id }) => toText(id)).join() };
	if (!operation.paging) {
		const { body } = await call.request(operation.requestFor?.(input) ?? operation.request!, {
			values: input,
			query,
		});
		return [toRow(body)];
	}
	const page = { ...plan, query };
	return (await fetchAllRows(connection, page, operation.paging, policy, maxRows)).map(toRow);
}

interface FieldValue extends IDataObject {
	readonly fieldName: string;
}

/** Sets the values of fields, which are found by their names. */
export async function setFields(call: Call<unknown>): Promise<Row[]> {
	const { operation } = call;
	const input = call.input as IDataObject;
	const entries = named(await projectFields(call));
	const updates = (input.projectFieldValues as FieldValue[]).map(({ fieldName, fieldValue }) => {
		const { field } = findByName(entries, fieldName, 'The field');
		return { id: field.id, value: valueToSend(field, fieldValue) };
	});
	const { body } = await call.request(operation.requestFor?.(input) ?? operation.request!, {
		values: input,
		body: { fields: updates },
	});
	return [toRow(body)];
}

/** The value in the type of the field. Without a value, the service clears the field. */
function valueToSend(field: IDataObject, value: unknown): string | number | null {
	const label = toText(field.name);
	if (value === undefined || value === null || value === '') return null;
	switch (field.data_type) {
		case 'single_select':
		case 'iteration':
			return findByName(choicesOf(field), toText(value), `The value of ${label}`).id;
		case 'number':
			return Number.isFinite(Number(value))
				? Number(value)
				: rejectField({ label }, 'must be a number', value);
		case 'date':
			return dayOf(value) ?? rejectField({ label }, dateProblem(value), value);
		default:
			return toText(value);
	}
}

/** The day of a date, in the offset of the date. */
function dayOf(value: unknown): string | undefined {
	const text = toText(dateToIso(value)).trim();
	return /^\d{4}-\d\d-\d\d/.test(text) && isIsoDate(text) ? text.slice(0, 10) : undefined;
}
