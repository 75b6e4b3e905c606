// Connected customers, and the service's copy of their records.

import { randomUUID } from 'node:crypto';
import type { Clock } from '../kit/clock';
import { Records, type Fields } from '../kit/records';
import { withAmounts } from './amounts';
import { apiError, connectionError } from './errors';

/** Duration of the initial download. */
const DOWNLOAD_MS = 3_600_000;

export type Row = Fields & { id: string };

export interface ConnectionSetup {
	token: string;
	id?: string;
	platform?: string;
	/** Records by path without the leading slash. */
	records?: Readonly<Record<string, readonly Fields[]>>;
	/** Whether the initial download is in progress. Default: false. */
	isDownloading?: boolean;
	/** Paths of the entities that the platform does not support. */
	unsupported?: readonly string[];
}

export interface Connection {
	id: string;
	token: string;
	platform: string;
	ready: boolean;
	records: Records;
	unsupported: readonly string[];
	/** Code of the CONNECTION_ERROR that every request returns. */
	broken?: string;
	createdAt: string;
}

/** A change that a customer makes in their own system. */
export interface RecordChange {
	/** Access token of the connection. */
	token: string;
	/** Path of the entity without the leading slash, such as accounting/invoices. */
	path: string;
	/** ID of the record. Without it, a record is created. */
	id?: string;
	fields?: Fields;
	/** Deletes the record instead of updating it. */
	remove?: boolean;
	/** Registers this URL for webhooks first, instead of the URLs in `settings`. */
	webhook?: string;
}

export class Connections {
	readonly all: Connection[] = [];

	/** @param notify sends a webhook: of a changed record, or of a connection that is ready */
	constructor(
		private readonly clock: Clock,
		private readonly notify: (
			connection: Connection,
			type: string,
			code: string,
			row?: Row,
		) => void,
	) {}

	/** Connects a customer and starts the initial download. */
	add({
		token,
		id = randomUUID(),
		platform = 'QUICKBOOKS',
		records = {},
		isDownloading = false,
		unsupported = [],
	}: ConnectionSetup): void {
		const connection: Connection = {
			id,
			token,
			platform,
			ready: !isDownloading,
			records: new Records(),
			unsupported,
			createdAt: this.clock.iso(),
		};
		this.all.push(connection);
		const storeAll = (): void => {
			for (const [path, rows] of Object.entries(records))
				connection.records.of(`/${path}`).push(...rows.map((row) => this.newRow(row)));
		};
		if (!isDownloading) storeAll();
		else
			this.clock.after(DOWNLOAD_MS, () => {
				storeAll();
				connection.ready = true;
				this.notify(connection, 'CONNECTION', 'INITIAL_UPDATE');
			});
	}

	/** The connection of an access token. @throws HttpError 401 */
	ofToken(token: unknown): Connection {
		const found = this.all.find((connection) => connection.token === token);
		if (!found) throw apiError(401, 'The access token is missing or invalid.');
		if (found.broken) throw connectionError(found.broken, 'The connection has a problem.');
		return found;
	}

	/** @throws HttpError 410 */
	find({ records }: Connection, path: string, id: string): Row {
		const row = records.find<Row>(path, 'id', id);
		if (!row) throw apiError(410, `The ${nameAt(path)} ${id} does not exist.`);
		return row;
	}

	create(connection: Connection, path: string, fields: Fields): Row {
		const row = this.newRow(fields);
		connection.records.of(path).push(row);
		return this.changed(connection, path, 'CREATED', row);
	}

	update(connection: Connection, path: string, id: string, fields: Fields): Row {
		const row = this.find(connection, path, id);
		Object.assign(row, withAmounts(fields), { id, updated_at: this.clock.iso() });
		return this.changed(connection, path, 'UPDATED', row);
	}

	remove(connection: Connection, path: string, id: string): Row {
		const row = this.find(connection, path, id);
		connection.records.remove(path, row);
		return this.changed(connection, path, 'DELETED', row);
	}

	/** Applies a change of the customer, and sends a webhook for it. */
	apply({ token, path, id, fields = {}, remove }: RecordChange): Row {
		const connection = this.ofToken(token);
		if (id === undefined) return this.create(connection, `/${path}`, fields);
		if (remove) return this.remove(connection, `/${path}`, id);
		return this.update(connection, `/${path}`, id, fields);
	}

	private changed(connection: Connection, path: string, change: string, row: Row): Row {
		const type = nameAt(path).toUpperCase();
		this.notify(connection, type, `${type}_${change}`, row);
		return row;
	}

	private newRow(fields: Fields): Row {
		const now = this.clock.iso();
		const id = typeof fields.id === 'string' ? fields.id : randomUUID();
		const platform_id = `p-${id.slice(0, 8)}`;
		return { platform_id, created_at: now, updated_at: now, ...withAmounts(fields), id };
	}
}

/** The name of one record, for example `category` for `/products/categories`. */
export const nameAt = (path: string): string =>
	path
		.split('/')
		.at(-1)!
		.replace(/ies$/, 'y')
		.replace(/(s?)s$/, '$1');

/** Paths of entities, by the end of the field that contains the ID. */
const REFERENCES: ReadonlyArray<readonly [RegExp, string]> = [
	[/account_id$/, 'accounts'],
	[/\.customer_id$/, 'customers'],
	[/\.vendor_id$/, 'vendors'],
	[/\.bill_credit_memo_id$/, 'bill_credit_memos'],
	[/\.invoice_credit_memo_id$/, 'invoice_credit_memos'],
	[/\.linked_bills\.\d+\.id$/, 'bills'],
	[/\.linked_invoices\.\d+\.id$/, 'invoices'],
	[/\.linked_purchase_orders\.\d+\.id$/, 'purchase_orders'],
];

/**
 * Rejects a record that refers to another record that does not exist in the connection. That the
 * message names the field is a guess: the specification says only that it says how to fix the input.
 * @param field path of the value, for example `invoice_payment.linked_invoices.0`
 * @throws HttpError 400
 */
export function checkReferences(connection: Connection, value: unknown, field: string): void {
	if (typeof value === 'object' && value !== null) {
		for (const [name, nested] of Object.entries(value))
			checkReferences(connection, nested, `${field}.${name}`);
		return;
	}
	const [, list] = REFERENCES.find(([pattern]) => pattern.test(field)) ?? [];
	if (list === undefined || typeof value !== 'string') return;
	const path = `/accounting/${list}`;
	if (!connection.records.find(path, 'id', value))
		throw apiError(
			400,
			`${field}: The ${nameAt(path)} ${value} does not exist in this connection.`,
		);
}
