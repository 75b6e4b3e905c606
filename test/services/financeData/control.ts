// What this service adds under /_control.

import type { FastifyInstance } from 'fastify';
import type { Connections, ConnectionSetup } from './connections';
import { entityAt, type Entity } from './entities';
import type { Settings } from './settings';

interface RecordBody {
	/** Token of the connection. */
	token: string;
	/** Path of the entity, without the slash at its beginning. */
	path: string;
	/** Of the record; a new one without it. */
	id?: string;
	fields?: Record<string, unknown>;
	/** Removes the record instead. */
	remove?: boolean;
}

/** Changes a record as the customer would in their own system. */
export function changeRecord(
	connections: Connections,
	{ token, path, id, fields = {}, remove }: RecordBody,
): unknown {
	const connection = connections.ofToken(token);
	const entity: Entity | undefined = entityAt(`/${path}`);
	if (!entity) throw new Error(`There is no entity at /${path}`);
	if (id === undefined) return connections.create(connection, entity, fields);
	if (remove) return connections.remove(connection, entity, id);
	return connections.update(connection, entity, id, fields);
}

/** POST /_control/settings, /_control/connections and /_control/records. */
export function controlRoutes(
	app: FastifyInstance,
	settings: Settings,
	connections: Connections,
): void {
	app.post('/_control/settings', async ({ body }) => Object.assign(settings, body));
	app.post('/_control/connections', async ({ body }) => {
		const { id } = connections.add(body as ConnectionSetup);
		return { id };
	});
	app.post(
		'/_control/records',
		async ({ body }) => changeRecord(connections, body as RecordBody) ?? {},
	);
}
