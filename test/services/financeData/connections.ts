// Connected customers, and the service's copy of their records.

import { randomUUID } from 'node:crypto';
import type { Clock } from '../kit/clock';
import { withAmounts } from './amounts';
import { requireEntity, type Entity } from './entities';
import { apiError, badRequest, connectionError } from './errors';

/** Duration of the initial download. */
const DOWNLOAD_MS = 3_600_000;

export type Row = Record<string, unknown> & { id: string };
export type Change = 'CREATED' | 'UPDATED' | 'DELETED';

export interface ConnectionSetup {
	token: string;
	id?: string;
	platform?: string;
	/** Records by path without the leading slash. */
	records?: Readonly<Record<string, ReadonlyArray<Record<string, unknown>>>>;
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
	records: Map<string, Map<string, Row>>;
	unsupported: ReadonlySet<string>;
	/** Code of the CONNECTION_ERROR that every request returns. */
	broken?: string;
	createdAt: string;
}

/** Called for every change, and after the initial download. */
export interface ConnectionListener {
	changed(connection: Connection, entity: Entity, change: Change, row: Row): void;
	downloaded(connection: Connection): void;
}

export class Connections {
	readonly all: Connection[] = [];

	constructor(
		private readonly clock: Clock,
		private readonly listener: ConnectionListener,
	) {}

	/** Connects a customer and starts the initial download. */
	add({
		token,
		id = randomUUID(),
		platform = 'QUICKBOOKS',
		records = {},
		isDownloading = false,
		unsupported = [],
	}: ConnectionSetup): Connection {
		const connection: Connection = {
			id,
			token,
			platform,
			ready: !isDownloading,
			records: new Map(),
			unsupported: new Set(unsupported),
			createdAt: this.clock.iso(),
		};
		this.all.push(connection);
		const storeAll = (): void => {
			for (const [path, rows] of Object.entries(records))
				for (const fields of rows) this.store(connection, requireEntity(`/${path}`), fields);
		};
		if (!isDownloading) storeAll();
		else
			this.clock.after(DOWNLOAD_MS, () => {
				storeAll();
				connection.ready = true;
				this.listener.downloaded(connection);
			});
		return connection;
	}

	/** The connection of an access token. @throws HttpError 401 */
	ofToken(token: unknown): Connection {
		const found = this.all.find((connection) => connection.token === token);
		if (!found) throw apiError(401, 'The access token is missing or invalid.');
		if (found.broken) throw connectionError(found.broken);
		return found;
	}

	rowsOf(connection: Connection, { path }: Entity): Row[] {
		return [...(connection.records.get(path)?.values() ?? [])];
	}

	/** @throws HttpError 410 */
	find(connection: Connection, { path, name }: Entity, id: string): Row {
		const row = connection.records.get(path)?.get(id);
		if (!row) throw apiError(410, `The ${name} ${id} does not exist.`);
		return row;
	}

	create(connection: Connection, entity: Entity, fields: Record<string, unknown>): Row {
		const row = this.store(connection, entity, fields);
		this.listener.changed(connection, entity, 'CREATED', row);
		return row;
	}

	update(connection: Connection, entity: Entity, id: string, fields: Record<string, unknown>): Row {
		const row = {
			...this.find(connection, entity, id),
			...withAmounts(fields),
			id,
			updated_at: this.clock.iso(),
		};
		connection.records.get(entity.path)!.set(id, row);
		this.listener.changed(connection, entity, 'UPDATED', row);
		return row;
	}

	remove(connection: Connection, entity: Entity, id: string): void {
		const row = { ...this.find(connection, entity, id), updated_at: this.clock.iso() };
		connection.records.get(entity.path)!.delete(id);
		this.listener.changed(connection, entity, 'DELETED', row);
	}

	private store(connection: Connection, entity: Entity, fields: Record<string, unknown>): Row {
		const now = this.clock.iso();
		const id = typeof fields.id === 'string' ? fields.id : randomUUID();
		const row = Object.assign(
			{ id, platform_id: `p-${id.slice(0, 8)}`, created_at: now, updated_at: now },
			withAmounts(fields),
		) as Row;
		const rows = connection.records.get(entity.path) ?? new Map<string, Row>();
		connection.records.set(entity.path, rows.set(id, row));
		return row;
	}
}

/** Paths of entities, by the end of the field that contains the ID. */
const REFERENCES: ReadonlyArray<readonly [RegExp, string]> = [
	[/account_id$/, 'accounts'],
	[/\.customer_id$/, 'customers'],
	[/\.vendor_id$/, 'vendors'],
	[/\.bill_credit_memo_id$/, 'bill_credit_memos'],
	[/\.invoice_credit_memo_id$/, 'invoice_credit_memos'],
	[/\.linked_bills\[\d+\]\.id$/, 'bills'],
	[/\.linked_invoices\[\d+\]\.id$/, 'invoices'],
	[/\.linked_purchase_orders\[\d+\]\.id$/, 'purchase_orders'],
];

/**
 * Rejects a record that refers to another record that does not exist in the connection. That the
 * message names the field is a guess: the specification says only that it says how to fix the input.
 * @param field path of the value, for example `invoice_payment.linked_invoices[0]`
 * @throws HttpError 400
 */
export function checkReferences(connection: Connection, value: unknown, field: string): void {
	if (typeof value === 'object' && value !== null) {
		const isList = Array.isArray(value);
		for (const [name, nested] of Object.entries(value))
			checkReferences(connection, nested, isList ? `${field}[${name}]` : `${field}.${name}`);
		return;
	}
	const [, list] = REFERENCES.find(([pattern]) => pattern.test(field)) ?? [];
	if (list === undefined || typeof value !== 'string') return;
	const { path, name } = requireEntity(`/accounting/${list}`);
	if (!connection.records.get(path)?.has(value))
		throw badRequest(`${field}: The ${name} ${value} does not exist in this connection.`);
}
