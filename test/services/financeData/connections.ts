// Connected customers, and the service's copy of their records.

import { randomUUID } from 'node:crypto';
import type { Clock } from '../kit/clock';
import { Amount } from './amounts';
import { requireEntity, type Entity } from './entities';
import { apiError, connectionError } from './errors';
import type { Settings } from './settings';

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
		private readonly settings: Settings,
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
			this.clock.after(this.settings.downloadMs, () => {
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
			...withAmounts(entity, fields),
			id,
			updated_at: this.clock.iso(),
		};
		connection.records.get(entity.path)!.set(id, row);
		this.listener.changed(connection, entity, 'UPDATED', row);
		return row;
	}

	remove(connection: Connection, entity: Entity, id: string): void {
		const row = { ...this.find(connection, entity, id), updated_at: this.clock.iso() };
		if (this.settings.showDeleted)
			connection.records.get(entity.path)!.set(id, { ...row, is_deleted: true });
		else connection.records.get(entity.path)!.delete(id);
		this.listener.changed(connection, entity, 'DELETED', row);
	}

	private store(connection: Connection, entity: Entity, fields: Record<string, unknown>): Row {
		const now = this.clock.iso();
		const id = typeof fields.id === 'string' ? fields.id : randomUUID();
		const row = Object.assign(
			{ id, platform_id: `p-${id.slice(0, 8)}`, created_at: now, updated_at: now },
			withAmounts(entity, fields),
		) as Row;
		const rows = connection.records.get(entity.path) ?? new Map<string, Row>();
		connection.records.set(entity.path, rows.set(id, row));
		return row;
	}
}

/** Converts the fields that contain money to Amount. */
const withAmounts = (entity: Entity, fields: Record<string, unknown>): Record<string, unknown> =>
	Object.fromEntries(
		Object.entries(fields).map(([name, value]) => [
			name,
			entity.amounts.includes(name) && (typeof value === 'string' || typeof value === 'number')
				? new Amount(String(value))
				: value,
		]),
	);
