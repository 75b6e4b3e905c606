/** Events in the format that both triggers emit (README.md, Events). Pure. */
import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { eventKeyOf } from '../engine';
import { isObject, ownValue, trimDecimals } from '../engine/describe';
import { redactJob } from './jobs';

/** Labels of the changes that users can select in the webhook trigger. */
export const changeLabels = {
	created: 'Record Created',
	updated: 'Record Updated',
	deleted: 'Record Deleted',
	initialUpdate: 'First Import Completed',
	jobCompleted: 'Job Completed',
	connectionChanged: 'Connection Changed',
	other: 'Other',
} as const;
export type Change = keyof typeof changeLabels;

/** An event in the format that the triggers emit. */
export interface FinanceEvent extends IDataObject {
	/**
	 * Deduplication key. The same change has the same key in both triggers and in repeated
	 * deliveries.
	 */
	eventKey: string;
	/** For example `INVOICE`, `CONNECTION` or `JOB`. */
	type: string;
	code: string;
	change: Change;
	connection_id?: string;
	/** The record or the job. For other events, the remaining fields of the payload. */
	data: IDataObject;
	/** Access token of the connection. Emitted only if Include Access Token is on. */
	access_token?: string;
}

/** Converts the payload of a webhook to an event. Returns undefined if it is not an event. */
export function webhookEvent(payload: unknown): FinanceEvent | undefined {
	if (!isObject(payload)) return undefined;
	const { type, code, connection_id: connection, access_token: token, ...rest } = payload;
	if (typeof type !== 'string' || typeof code !== 'string' || type === '') return undefined;
	const change = changeOf(type, code);
	const record = ownValue(rest, type === 'JOB' ? 'job' : type.toLowerCase());
	const data = isObject(record) ? record : rest;
	return {
		eventKey: financeEventKey(type, code, change, data, connection),
		type,
		code,
		change,
		...(typeof connection === 'string' ? { connection_id: connection } : {}),
		data: type === 'JOB' ? redactJob(data) : data,
		...(typeof token === 'string' ? { access_token: token } : {}),
	};
}

/**
 * Converts a record from a list to an event. A list does not distinguish new records from updated
 * ones.
 * @param source identifies the connection in the event key if the connection ID is unknown
 */
export function recordEvent(
	name: string,
	record: IDataObject,
	connection?: string,
	source?: string,
): FinanceEvent {
	const type = name.toUpperCase();
	const change: Change = isDeleted(record) ? 'deleted' : 'updated';
	const code = `${type}_${change.toUpperCase()}`;
	return {
		eventKey: financeEventKey(type, code, change, record, connection ?? source),
		type,
		code,
		change,
		...(connection === undefined ? {} : { connection_id: connection }),
		data: record,
	};
}

export const isRecordEvent = ({ change }: FinanceEvent): boolean =>
	change === 'created' || change === 'updated' || change === 'deleted';

/**
 * The key of an event, if a second event with this key is certainly a duplicate. Connection events
 * are excluded, because two separate events can be identical. Records without an update time are
 * excluded, because such a record may have been changed back to an earlier state.
 */
export function keyOf(item: IDataObject): string | undefined {
	const event = item as FinanceEvent;
	const isDeduplicable =
		event.change === 'jobCompleted' ||
		(isRecordEvent(event) && (event.data.updated_at ?? undefined) !== undefined);
	return isDeduplicable ? event.eventKey : undefined;
}

function changeOf(type: string, code: string): Change {
	if (type === 'CONNECTION')
		return code === 'INITIAL_UPDATE' ? 'initialUpdate' : 'connectionChanged';
	if (type === 'JOB') return code === 'JOB_COMPLETED' ? 'jobCompleted' : 'other';
	const [, change] = /_(CREATED|UPDATED|DELETED)$/.exec(code) ?? [];
	return change === undefined ? 'other' : (change.toLowerCase() as Change);
}

/**
 * The event key of a record consists of entity, connection, ID and a fingerprint of its content,
 * including the raw fields of the platform. The update time alone is not enough, because two
 * changes can occur within a second. Creation and update have the same key, because a list does not
 * show whether a record was created or updated. A deletion has its own key.
 */
function financeEventKey(
	type: string,
	code: string,
	change: Change,
	data: IDataObject,
	connection?: unknown,
): string {
	const id = typeof data.id === 'string' || typeof data.id === 'number' ? data.id : undefined;
	const source = typeof connection === 'string' ? [type, connection] : [type];
	if (type === 'CONNECTION') return eventKeyOf(...source, code);
	if (type === 'JOB') return eventKeyOf(...source, id, data.status);
	const distinction = change === 'deleted' ? ['deleted'] : change === 'other' ? [code] : [];
	return eventKeyOf(...source, id, ...distinction, fingerprint(data));
}

const fingerprint = (record: IDataObject): string =>
	createHash('sha256').update(canonicalJson(record)).digest('hex').slice(0, 24);

/**
 * Returns the same text for equivalent content. It ignores the order of keys, treats null like a
 * missing key, and treats amounts in strings like numbers. It does not recurse, because a record
 * may be nested deeply.
 */
function canonicalJson(root: unknown): string {
	let json = '';
	/** Stack of values to convert, each with the text that precedes it. The next value is last. */
	const pending: Array<{ prefix: string; value?: unknown }> = [{ prefix: '', value: root }];
	for (let next = pending.pop(); next; next = pending.pop()) {
		const { prefix, value } = next;
		json += prefix;
		if (!('value' in next)) continue;
		if (typeof value !== 'object' || value === null) {
			json += canonicalScalar(value);
			continue;
		}
		const [open, close] = Array.isArray(value) ? '[]' : '{}';
		json += open;
		pending.push({ prefix: close! });
		const members = membersOf(value);
		for (let index = members.length - 1; index >= 0; index--) {
			const [key, inner] = members[index]!;
			pending.push({ prefix: `${index > 0 ? ',' : ''}${key}`, value: inner });
		}
	}
	return json;
}

/** The members of a list or an object, each with the text before its value. */
const membersOf = (value: object): Array<readonly [string, unknown]> =>
	Array.isArray(value)
		? value.map((inner) => ['', inner] as const)
		: Object.entries(value)
				.filter(([, inner]) => inner !== undefined && inner !== null)
				.sort(([one], [other]) => (one < other ? -1 : 1))
				.map(([key, inner]) => [`${JSON.stringify(key)}:`, inner] as const);

function canonicalScalar(value: unknown): string {
	if (typeof value === 'number') return trimDecimals(String(value));
	if (typeof value === 'string')
		return /^-?(0|[1-9]\d*)\.\d+$/.test(value) ? trimDecimals(value) : JSON.stringify(value);
	return String(value);
}

/**
 * The service does not document how a list marks deleted records, so all properties that commonly
 * mark a deletion are checked.
 */
const isDeleted = ({
	deleted,
	is_deleted: isDeletedFlag,
	deleted_at: deletedAt,
	status,
}: IDataObject): boolean =>
	deleted === true ||
	isDeletedFlag === true ||
	(typeof deletedAt === 'string' && deletedAt !== '') ||
	status === 'deleted';
