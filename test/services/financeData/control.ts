// The service's part of the control API.

import type { FastifyInstance } from 'fastify';
import type { Connections } from './connections';
import { requireEntity } from './entities';
import type { Settings } from './settings';

/** A change that a customer makes in their own system. */
export interface RecordChange {
	/** Access token of the connection. */
	token: string;
	/** Path of the entity without the leading slash, such as accounting/invoices. */
	path: string;
	/** ID of the record. Without it, a record is created. */
	id?: string;
	fields?: Record<string, unknown>;
	/** Deletes the record instead of updating it. */
	remove?: boolean;
	/** Registers this URL for webhooks first, instead of the URLs in `settings`. */
	webhook?: string;
}

export function changeRecord(
	connections: Connections,
	{ token, path, id, fields = {}, remove }: RecordChange,
): unknown {
	const connection = connections.ofToken(token);
	const entity = requireEntity(`/${path}`);
	if (id === undefined) return connections.create(connection, entity, fields);
	if (remove) return connections.remove(connection, entity, id);
	return connections.update(connection, entity, id, fields);
}

/** POST /_control/records. */
export function controlRoutes(
	app: FastifyInstance,
	connections: Connections,
	settings: Settings,
): void {
	app.post<{ Body: RecordChange }>('/_control/records', async ({ body }) => {
		if (body.webhook !== undefined) settings.webhooks = [body.webhook];
		return changeRecord(connections, body) ?? {};
	});
}
