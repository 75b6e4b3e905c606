// Connected customers and the copy of their data that the service holds.

import { randomUUID } from 'node:crypto';
import type { Clock } from '../kit/clock';
import { entityAt, type Entity } from './entities';
import { Amount } from './amounts';
import { connectionError, refusal } from './errors';
import type { Settings } from './settings';

export type Row = Record<string, unknown> & { id: string };
export type Change = 'CREATED' | 'UPDATED' | 'DELETED';

export interface ConnectionSetup {
	token: string;
	id?: string;
	platform?: string;
	/** Records by path (without the slash at its beginning). */
	records?: Readonly<Record<string, ReadonlyArray<Record<string, unknown>>>>;
	/** Batches that its first download takes; 0, the default, is ready at once. */
	batches?: number;
	/** Paths that its platform does not have. */
	unsupported?: readonly string[];
	/** A code of CONNECTION_ERROR that everything is answered with. */
	broken?: string;
}

export interface Connection {
	id: string;
	token: string;
	platform: string;
	ready: boolean;
	records: Map<string, Map<string, Row>>;
	unsupported: ReadonlySet<string>;
	broken?: string;
	createdAt: string;
}

/** Told of every change, and of data that was downloaded. */
export interface Listener {
	changed(connection: Connection, entity: Entity, change: Change, row: Row): void;
	downloaded(connection: Connection): void;
}

export class Connections {
	readonly all: Connection[] = [];

	constructor(
		private readonly clock: Clock,
		private readonly settings: Settings,
		private readonly listener: Listener,
	) {}

	/** Connects a customer; a first download in batches goes on by itself. */
	add({
		token,
		id = randomUUID(),
		platform = 'QUICKBOOKS',
		records = {},
		batches = 0,
		unsupported = [],
		broken,
	}: ConnectionSetup): Connection {
		const connection: Connection = {
			id,
			token,
			platform,
			ready: batches === 0,
			records: new Map(),
			unsupported: new Set(unsupported),
			createdAt: this.clock.iso(),
			...(broken && { broken }),
		};
		this.all.push(connection);
		const all = Object.entries(records).flatMap(([path, rows]) =>
			rows.map((fields) => ({ entity: known(`/${path}`), fields })),
		);
		const store = (part: typeof all): void =>
			part.forEach(({ entity, fields }) => this.store(connection, entity, fields));
		if (batches === 0) store(all);
		for (let batch = 0; batch < batches; batch++) {
			const size = Math.ceil(all.length / batches);
			this.clock.after(this.settings.downloadMs * (batch + 1), () => {
				store(all.slice(batch * size, (batch + 1) * size));
				connection.ready = true;
				this.listener.downloaded(connection);
			});
		}
		return connection;
	}

	/** The connection of a token. @throws Refusal 401 */
	ofToken(token: unknown): Connection {
		const found = this.all.find((connection) => connection.token === token);
		if (!found) throw refusal(401, 'The access token is missing or not valid.');
		if (found.broken) throw connectionError(found.broken);
		return found;
	}

	rowsOf(connection: Connection, { path }: Entity): Row[] {
		return [...(connection.records.get(path)?.values() ?? [])];
	}

	/** @throws Refusal 410 */
	find(connection: Connection, { path, name }: Entity, id: string): Row {
		const row = connection.records.get(path)?.get(id);
		if (!row) throw refusal(410, `There is no ${name} ${id}.`);
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
			...amounts(entity, fields),
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
			amounts(entity, fields),
		) as Row;
		const rows = connection.records.get(entity.path) ?? new Map<string, Row>();
		connection.records.set(entity.path, rows.set(id, row));
		return row;
	}
}

function known(path: string): Entity {
	const entity = entityAt(path);
	if (!entity) throw new Error(`There is no entity at ${path}`);
	return entity;
}

const amounts = (entity: Entity, fields: Record<string, unknown>): Record<string, unknown> =>
	Object.fromEntries(
		Object.entries(fields).map(([name, value]) => [
			name,
			entity.amounts.includes(name) && (typeof value === 'string' || typeof value === 'number')
				? new Amount(String(value))
				: value,
		]),
	);
