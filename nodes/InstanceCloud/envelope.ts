/**
 * The envelope of every response. It has a `status`, and `data` with one list. Each entry of the
 * list has its own `status`, `message` and `error` (README.md, Responses). Pure.
 */
import type { IDataObject } from 'n8n-workflow';
import { toRow } from '../engine';
import {
	type Classification,
	type HttpResponse,
	isObject,
	PackError,
	type ReceivedResponse,
	type Row,
	toText,
} from '../engine/describe';
import { entryError } from './errors';

/** The entries of the list in `data`, regardless of its name. Empty if there is no list. */
export function entriesOf(body: unknown): IDataObject[] {
	const data = isObject(body) ? body.data : undefined;
	const list = isObject(data) ? Object.values(data).find(Array.isArray) : undefined;
	return ((list ?? []) as unknown[]).filter(isObject);
}

const hasFailed = ({ status }: IDataObject): boolean => status === 'error';

/**
 * An entry as a row, or the error of an entry that failed.
 * @param requested the object that the item refers to, such as `Instance my-app`
 */
export const entryResult = (entry: IDataObject, requested?: string): readonly Row[] | PackError =>
	hasFailed(entry) ? entryError(entry, requested) : [toRow(entry)];

/**
 * The error of the first entry if all entries failed, which means that nothing was processed.
 * Otherwise undefined.
 */
export function rejectionOf({ body }: Pick<HttpResponse, 'body'>): PackError | undefined {
	const entries = entriesOf(body);
	return entries.length > 0 && entries.every(hasFailed) ? entryError(entries[0]!) : undefined;
}

/**
 * Rows of entries that belong to the same item.
 * @param requested the object that the item refers to, such as `Instance my-app`
 * @throws PackError if one of the entries failed
 */
export function rowsOfEntries(entries: readonly IDataObject[], requested?: string): Row[] {
	const failed = entries.find(hasFailed);
	if (failed) throw entryError(failed, requested);
	return entries.map(toRow);
}

/** @throws PackError if the response contains no entry. Every target must have an entry. */
export function requireRows(rows: readonly Row[]): Row[] {
	if (rows.length === 0) throw missingEntry();
	return [...rows];
}

export const missingEntry = (): PackError =>
	new PackError('The response contains no entry for this item', {
		hint: 'The service may or may not have processed it. Check the object before you run the node again.',
		mayHaveBeenProcessed: true,
	});

/** The error of an entry that failed in a list. */
export function listEntryError(entry: IDataObject): PackError | undefined {
	if (!hasFailed(entry)) return undefined;
	const { message, details } = entryError(entry);
	return new PackError(message, {
		...details,
		hint: [
			details.hint,
			'To get the other entries of the list, set On Error to Continue (using error output).',
		]
			.filter(Boolean)
			.join(' '),
	});
}

/**
 * Whether a response reports one error for the complete request. If the response has entries, each
 * entry reports its own error instead.
 */
const isErrorEnvelope = (body: unknown): boolean =>
	isObject(body) && body.status === 'error' && entriesOf(body).length === 0;

/**
 * The text has all messages of an error envelope: its own, those in `errors`, and those of failed
 * entries in `data`.
 */
export function classify({
	status,
	body,
}: Pick<ReceivedResponse, 'status' | 'body'>): Classification {
	if (!isObject(body) || (status < 300 && !isErrorEnvelope(body))) return {};
	const errors = Array.isArray(body.errors) ? (body.errors as unknown[]).filter(isObject) : [];
	const messages = [
		typeof body.message === 'string' ? body.message : '',
		...errors.map(({ status, message }) =>
			[toText(message), status === undefined ? '' : `status ${toText(status)}`]
				.filter(Boolean)
				.join(', '),
		),
		...entriesOf(body)
			.filter(hasFailed)
			.map((entry) => entryError(entry).message),
	]
		.map((message) => message.replace(/\.$/, ''))
		.filter(Boolean);
	return {
		...(status < 300 ? { action: 'fail' } : {}),
		...(messages.length === 0 ? {} : { text: [...new Set(messages)].join('; ') }),
	};
}
