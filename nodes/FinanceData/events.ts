/** What happened at the service, in the one form that both triggers hand on (specification part B, Events). Pure. */
import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { isObject } from './wrapping';

export const changes = {
	created: 'Created',
	updated: 'Updated',
	deleted: 'Deleted',
	initialUpdate: 'Initial Update',
	jobCompleted: 'Job Completed',
	connectionChanged: 'Connection Changed',
	other: 'Other',
} as const;
export type Change = keyof typeof changes;

/** A change, as an item. */
export interface FinanceEvent extends IDataObject {
	/** The same for the same change, whichever trigger brings it and however often. */
	eventKey: string;
	/** `INVOICE`, `CONNECTION`, `JOB`. */
	type: string;
	code: string;
	change: Change;
	connection_id?: string;
	/** The record; the job; what else the service says of the connection. */
	data: IDataObject;
	/** Of the connection; only where it was asked for. */
	access_token?: string;
}

/** A webhook's payload as an event; nothing where it is none. */
export function eventOf(payload: unknown): FinanceEvent | undefined {
	if (!isObject(payload)) return undefined;
	const { type, code, connection_id: connection, access_token: token, ...rest } = payload;
	if (typeof type !== 'string' || typeof code !== 'string' || type === '') return undefined;
	const change = changeOf(type, code);
	const named = rest[type === 'JOB' ? 'job' : type.toLowerCase()];
	const data = isObject(named) ? named : (rest as IDataObject);
	return {
		eventKey: keyOf(type, code, change, data, connection),
		type,
		code,
		change,
		...(typeof connection === 'string' ? { connection_id: connection } : {}),
		data: type === 'JOB' ? withoutToken(data) : data,
		...(typeof token === 'string' ? { access_token: token } : {}),
	};
}

/** A record of a list as an event. A list does not tell a new record from a changed one. */
export function recordEvent(name: string, record: IDataObject, connection?: string): FinanceEvent {
	const type = name.toUpperCase();
	const change: Change = isDeleted(record) ? 'deleted' : 'updated';
	const code = `${type}_${change.toUpperCase()}`;
	return {
		eventKey: keyOf(type, code, change, record),
		type,
		code,
		change,
		...(connection === undefined ? {} : { connection_id: connection }),
		data: record,
	};
}

export const isRecord = ({ change }: FinanceEvent): boolean =>
	change === 'created' || change === 'updated' || change === 'deleted';

/**
 * Whether a repeat can be told from another event like it. The service tells of a connection in the same words each time,
 * and a record that does not say when it changed may have changed back.
 */
export const isDistinct = (event: FinanceEvent): boolean =>
	event.change === 'jobCompleted' ||
	(isRecord(event) && event.data.updated_at !== undefined && event.data.updated_at !== null);

function changeOf(type: string, code: string): Change {
	if (type === 'CONNECTION')
		return code === 'INITIAL_UPDATE' ? 'initialUpdate' : 'connectionChanged';
	if (type === 'JOB') return code === 'JOB_COMPLETED' ? 'jobCompleted' : 'other';
	const [, change] = /_(CREATED|UPDATED|DELETED)$/.exec(code) ?? [];
	return change === undefined ? 'other' : (change.toLowerCase() as Change);
}

/**
 * Entity, id, and what changed. Created and updated are not told apart, as a list cannot; a deletion is.
 * What changed is the content of the record: its update time alone may be the same for two changes within a second.
 */
function keyOf(
	type: string,
	code: string,
	change: Change,
	data: IDataObject,
	connection?: unknown,
): string {
	const id =
		typeof data.id === 'string' || typeof data.id === 'number' ? String(data.id) : undefined;
	if (type === 'CONNECTION') return [type, connection, code].join(':');
	if (type === 'JOB') return [type, id, data.status].join(':');
	const told = change === 'deleted' ? ['deleted'] : change === 'other' ? [code] : [];
	return [type, id, ...told, fingerprint(data)].join(':');
}

const fingerprint = (record: IDataObject): string =>
	createHash('sha256')
		.update(canonical({ ...record, platform_data: undefined }))
		.digest('hex')
		.slice(0, 24);

/** The same text for the same content: whatever the order of keys, whether an absent value is written as null, and an amount as number or text. */
function canonical(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
	if (typeof value === 'number') return trimmed(String(value));
	if (typeof value === 'string')
		return /^-?(0|[1-9]\d*)\.\d+$/.test(value) ? trimmed(value) : JSON.stringify(value);
	if (typeof value !== 'object' || value === null) return String(value);
	const entries = Object.entries(value)
		.filter(([, inner]) => inner !== undefined && inner !== null)
		.sort(([one], [other]) => (one < other ? -1 : 1));
	return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join()}}`;
}

const trimmed = (decimal: string): string =>
	decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;

/** Marks that a list may give a record that is gone; which one the service uses is not public. */
const isDeleted = ({ deleted, is_deleted: isGone, deleted_at: at, status }: IDataObject): boolean =>
	deleted === true ||
	isGone === true ||
	(typeof at === 'string' && at !== '') ||
	status === 'deleted';

/** The request of a job repeats the token of its connection in its address. */
const withoutToken = (job: IDataObject): IDataObject => {
	const { request } = job;
	if (!isObject(request) || typeof request.url !== 'string') return job;
	return {
		...job,
		request: { ...request, url: request.url.replace(/([?&]access_token=)[^&#]*/g, '$1[secret]') },
	};
};
