// Everything under /versioned.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from '../kit/requestPattern';
import type { Connection, Connections } from './connections';
import { entityAt, singles, type Entity } from './entities';
import type { Jobs } from './jobs';
import type { RateWindow } from './rateLimit';
import { page, shownAs, type Query } from './pagination';
import { isVersion, json, type Version } from './amounts';
import { badRequest, connectionError, refusal } from './errors';
import type { Settings } from './settings';

export interface Organization {
	clientId: string;
	clientSecret: string;
	/** The vendor part of header names. */
	vendor: string;
}

export interface Rooms {
	organization: Organization;
	connections: Connections;
	jobs: Jobs;
	rate: RateWindow;
	settings: Settings;
	/** Public tokens that can be exchanged once. */
	publicTokens: Map<string, string>;
}

interface Asked {
	method: string;
	path: string;
	query: Query;
	body: Record<string, unknown>;
	version: Version;
	key?: string;
}

interface Answer {
	status: number;
	body: unknown;
}

const ok = (body: unknown): Answer => ({ status: 200, body });

export function apiRoutes(app: FastifyInstance, rooms: Rooms): void {
	app.all('/versioned/*', async (request: FastifyRequest, reply: FastifyReply) => {
		authenticate(rooms.organization, request.headers.authorization);
		rooms.rate.take();
		const version = request.headers[`x-${rooms.organization.vendor.toLowerCase()}-version`];
		if (!isVersion(version)) throw badRequest('The version header is missing or names no version.');
		const key = request.headers['idempotency-key'];
		const { status, body } = await answer(rooms, {
			method: request.method,
			path: decodeURI(pathOf(request.url)).replace(/^\/versioned/, ''),
			query: request.query as Query,
			body: (request.body ?? {}) as Record<string, unknown>,
			version,
			...(typeof key === 'string' && { key }),
		});
		return reply.code(status).type('application/json; charset=utf-8').send(json(body, version));
	});
}

function authenticate({ clientId, clientSecret }: Organization, header: string | undefined): void {
	const wanted = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
	if (header !== wanted) throw refusal(401, 'The client id or secret is missing or not valid.');
}

async function answer(rooms: Rooms, asked: Asked): Promise<Answer> {
	const own = organizationAnswer(rooms, asked);
	if (own) return own;
	const connection = rooms.connections.ofToken(asked.query.access_token);
	if (asked.path === '/connections/status' || asked.path === '/connections/access_token')
		return ok(aboutConnection(asked.path, connection));
	if (!connection.ready && asked.query.force_fetch !== 'true')
		throw connectionError('PRODUCT_NOT_READY', 'The initial update is not finished.');
	const special = nested(rooms, connection, asked);
	if (special) return await special;
	const single = singles[asked.path];
	if (single && asked.method === 'GET')
		return ok({ [single.name]: single.value, connection: brief(connection) });
	const metric = /^\/metrics\/(accounting|commerce)\/([^/]+)$/.exec(asked.path);
	if (metric)
		return ok({ [metric[2]!]: [{ value: 10 }], checkpoint: 'now', connection: brief(connection) });
	return await entityAnswer(rooms, connection, asked);
}

/** What needs no connection. */
function organizationAnswer(
	{ organization, connections, jobs, publicTokens }: Rooms,
	{ method, path, body }: Asked,
): Answer | undefined {
	if (method === 'GET' && path === '/connections')
		return ok({
			connections: connections.all.map((one) => ({ ...brief(one), created_at: one.createdAt })),
		});
	if (method === 'POST' && path === '/connections/create')
		return ok({
			connection: brief(
				connections.add({
					token: `created-${connections.all.length}`,
					platform: String(body.platform ?? 'QUICKBOOKS'),
				}),
			),
		});
	const deleted = method === 'DELETE' ? /^\/connections\/([^/]+)$/.exec(path) : null;
	if (deleted) {
		const at = connections.all.findIndex(({ id }) => id === deleted[1]);
		if (at < 0) throw refusal(410, 'There is no such connection.');
		connections.all.splice(at, 1);
		return ok({ success: true });
	}
	const job = method === 'GET' ? /^\/jobs\/([^/]+)$/.exec(path) : null;
	if (job) return ok({ type: 'JOB', code: 'JOB_COMPLETED', job: jobs.find(job[1]!) });
	if (method === 'POST' && path === '/item/public_token/exchange') {
		const token = publicTokens.get(String(body.public_token));
		if (
			body.client_id !== organization.clientId ||
			body.secret !== organization.clientSecret ||
			token === undefined
		)
			throw badRequest('The public token is not valid.');
		publicTokens.delete(String(body.public_token));
		const connection = connections.ofToken(token);
		return ok({
			connection_id: connection.id,
			access_token: token,
			is_ready: connection.ready,
			platform: connection.platform,
			store_unique_name: 'local',
		});
	}
	if (path === '/configs/webhooks')
		return ok({ webhooks: [{ id: 'hook', url: 'https://example.com/hook', disabled: false }] });
	if (path === '/configs/webhooks/hook/platform_data_config')
		return ok({ platform_data_config: { ORDER: {} } });
	return undefined;
}

const brief = ({ id, platform }: Connection) => ({ id, orgId: 'local', platform });

const aboutConnection = (path: string, connection: Connection): unknown =>
	path.endsWith('/status')
		? {
				connection: brief(connection),
				status: {
					is_ready: connection.ready,
					platform: connection.platform,
					created_at: connection.createdAt,
					disabled_status: { is_disabled: false },
					needs_update_status: { needs_update: false },
				},
			}
		: { connection: brief(connection) };

/** Variants, fulfillments and attachments live below other records. */
function nested(rooms: Rooms, connection: Connection, asked: Asked): Promise<Answer> | undefined {
	const { path, method } = asked;
	const attachment =
		/^\/accounting\/(bills|expenses|invoices|journal_entries)(?:\/([^/]+))?\/attachments(?:\/([^/]+))?$/.exec(
			path,
		);
	if (attachment) {
		const entity: Entity = {
			path: `/accounting/${attachment[1]}/attachments`,
			name: 'attachment',
			rows: 'attachments',
			may: new Set(['list', 'get', 'create']),
			amounts: [],
			needs: ['file', 'file_name'],
		};
		if (method === 'POST')
			rooms.connections.find(connection, entityAt(`/accounting/${attachment[1]}`)!, attachment[2]!);
		return method === 'POST'
			? create(rooms, connection, entity, asked, asked.body)
			: Promise.resolve(read(rooms, connection, entity, asked, attachment[3]));
	}
	const variant = /^\/products\/([^/]+)\/variants(?:\/([^/]+))?$/.exec(path);
	if (variant) {
		rooms.connections.find(connection, entityAt('/products')!, variant[1]!);
		const entity: Entity = {
			path: `/products/${variant[1]}/variants`,
			name: 'variant',
			rows: 'variants',
			may: new Set(['create', 'update', 'delete']),
			amounts: [],
			needs: ['sku'],
		};
		if (method === 'POST') return create(rooms, connection, entity, asked);
		if (method === 'PATCH') return update(rooms, connection, entity, asked, variant[2]!);
		return Promise.resolve(remove(rooms, connection, entity, variant[2]!));
	}
	const fulfillment = /^\/orders\/([^/]+)\/fulfillments$/.exec(path);
	if (fulfillment && method === 'POST') {
		rooms.connections.find(connection, entityAt('/orders')!, fulfillment[1]!);
		return create(
			rooms,
			connection,
			{
				path: `${path}`,
				name: 'fulfillment',
				rows: 'fulfillments',
				may: new Set(['create']),
				amounts: [],
				needs: ['carrier'],
			},
			asked,
		);
	}
	return undefined;
}

async function entityAnswer(rooms: Rooms, connection: Connection, asked: Asked): Promise<Answer> {
	const { path, method } = asked;
	const list = entityAt(path);
	const entity = list ?? entityAt(path.replace(/\/[^/]+$/, ''));
	if (!entity || connection.unsupported.has(entity.path))
		throw refusal(404, `${method} ${path} is not supported for ${connection.platform}.`);
	const id = list ? undefined : path.split('/').at(-1)!;
	const wanted = {
		GET: id === undefined ? 'list' : 'get',
		POST: 'create',
		PATCH: 'update',
		DELETE: 'delete',
	}[method];
	if (
		wanted === undefined ||
		!entity.may.has(wanted as 'list') ||
		(method === 'POST' && id !== undefined)
	)
		throw refusal(404, `${method} ${path} is not implemented.`);
	if (method === 'GET') return read(rooms, connection, entity, asked, id);
	if (method === 'POST') return await create(rooms, connection, entity, asked);
	return method === 'PATCH'
		? await update(rooms, connection, entity, asked, id!)
		: remove(rooms, connection, entity, id!);
}

function read(
	{ connections, settings }: Rooms,
	connection: Connection,
	entity: Entity,
	{ query, version }: Asked,
	id?: string,
): Answer {
	if (id !== undefined)
		return ok({
			[entity.name]: shownAs(connections.find(connection, entity, id), connection, query),
			connection: brief(connection),
		});
	const { rows, next } = page(connections, connection, entity, query, version, settings);
	return ok({
		[entity.rows]: rows.map((row) => shownAs(row, connection, query)),
		next_cursor: next,
		connection: brief(connection),
	});
}

async function create(
	rooms: Rooms,
	connection: Connection,
	entity: Entity,
	asked: Asked,
	given = asked.body[entity.name],
): Promise<Answer> {
	const record = checked(entity, given);
	return await rooms.jobs.take({
		...writeOf(asked),
		perform: () => ({
			[entity.name]: rooms.connections.create(connection, entity, record),
			connection: brief(connection),
		}),
	});
}

async function update(
	rooms: Rooms,
	connection: Connection,
	entity: Entity,
	asked: Asked,
	id: string,
): Promise<Answer> {
	rooms.connections.find(connection, entity, id);
	const record = checked({ ...entity, needs: [] }, asked.body[entity.name]);
	return await rooms.jobs.take({
		...writeOf(asked),
		perform: () => ({
			[entity.name]: rooms.connections.update(connection, entity, id, record),
			connection: brief(connection),
		}),
	});
}

function remove(
	{ connections }: Rooms,
	connection: Connection,
	entity: Entity,
	id: string,
): Answer {
	connections.remove(connection, entity, id);
	return ok({ success: true });
}

const writeOf = ({ method, path, query, body, key }: Asked) => ({
	method,
	url: `/versioned${path}?access_token=${encodeURIComponent(String(query.access_token))}`,
	body,
	...(key !== undefined && { key }),
});

/** @throws Refusal 400 that names the field */
function checked(entity: Entity, record: unknown): Record<string, unknown> {
	if (typeof record !== 'object' || record === null || Array.isArray(record))
		throw badRequest(`The body has no ${entity.name} object.`);
	const missing = entity.needs.filter(
		(name) => (record as Record<string, unknown>)[name] === undefined,
	);
	if (missing.length > 0) throw badRequest(`${entity.name}.${missing[0]} is required.`);
	return record as Record<string, unknown>;
}
