// Routes under /versioned.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from '../kit/requestPattern';
import { isVersion, toJson, type Version } from './amounts';
import type { Connection, Connections, Row } from './connections';
import { entityAt, requireEntity, singletons, type Entity } from './entities';
import { apiError, badRequest, connectionError } from './errors';
import { filterFor } from './filter';
import type { Jobs } from './jobs';
import { expanded, page, singleParam, type Query } from './pagination';
import type { RateLimiter } from './rateLimit';
import type { Settings } from './settings';

export interface Organization {
	clientId: string;
	clientSecret: string;
	/** Vendor name in the names of headers. */
	vendor: string;
}

export interface Context {
	organization: Organization;
	connections: Connections;
	jobs: Jobs;
	rateLimiter: RateLimiter;
	settings: Settings;
	/** Access tokens by public token. A public token can be exchanged once. */
	publicTokens: Map<string, string>;
}

interface ApiRequest {
	method: string;
	path: string;
	query: Query;
	body: Record<string, unknown>;
	version: Version;
	key?: string;
}

interface ApiResponse {
	status: number;
	body: unknown;
}

const ok = (body: unknown): ApiResponse => ({ status: 200, body });

export function apiRoutes(app: FastifyInstance, context: Context): void {
	app.all('/versioned/*', async (request: FastifyRequest, reply: FastifyReply) => {
		authenticate(context.organization, request.headers.authorization);
		context.rateLimiter.countRequest();
		const version = request.headers[`x-${context.organization.vendor.toLowerCase()}-version`];
		if (!isVersion(version)) throw badRequest('The version header is missing or invalid.');
		const key = request.headers['idempotency-key'];
		const { status, body } = await handleRequest(context, {
			method: request.method,
			path: decodeURI(pathOf(request.url)).replace(/^\/versioned/, ''),
			query: request.query as Query,
			body: (request.body ?? {}) as Record<string, unknown>,
			version,
			...(typeof key === 'string' && { key }),
		});
		return reply.code(status).type('application/json; charset=utf-8').send(toJson(body, version));
	});
}

function authenticate({ clientId, clientSecret }: Organization, header: string | undefined): void {
	const expected = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
	if (header !== expected) throw apiError(401, 'The client ID or secret is missing or invalid.');
}

async function handleRequest(context: Context, request: ApiRequest): Promise<ApiResponse> {
	const response = organizationResponse(context, request);
	if (response) return response;
	const connection = context.connections.ofToken(request.query.access_token);
	if (request.path === '/connections/status' || request.path === '/connections/access_token')
		return ok(connectionDetails(request.path, connection));
	if (!connection.ready && request.query.force_fetch !== 'true')
		throw connectionError('PRODUCT_NOT_READY', 'The initial update is not finished.');
	const nested = nestedResponse(context, connection, request);
	if (nested) return await nested;
	const singleton = singletons[request.path];
	if (singleton && request.method === 'GET')
		return ok({
			[singleton.name]: Array.isArray(singleton.value)
				? filtered(singleton.value as Row[], request)
				: singleton.value,
			connection: connectionSummary(connection),
		});
	const metric = /^\/(accounting|commerce)\/metrics\/([^/]+)$/.exec(request.path);
	if (metric)
		return ok({
			[metric[2]!]: [{ value: 10 }],
			checkpoint: 'now',
			connection: connectionSummary(connection),
		});
	return await entityResponse(context, connection, request);
}

/** Handles requests that do not refer to a connection. */
function organizationResponse(
	{ organization, connections, jobs, publicTokens }: Context,
	request: ApiRequest,
): ApiResponse | undefined {
	const { method, path, body } = request;
	if (method === 'GET' && path === '/connections')
		return ok({
			connections: filtered(
				connections.all.map((connection) => ({
					...connectionSummary(connection),
					created_at: connection.createdAt,
				})),
				request,
			),
		});
	if (method === 'POST' && path === '/connections/create')
		return ok({
			connection: connectionSummary(
				connections.add({
					token: `created-${connections.all.length}`,
					platform: String(body.platform ?? 'QUICKBOOKS'),
				}),
			),
		});
	const deleted = method === 'DELETE' ? /^\/connections\/([^/]+)$/.exec(path) : null;
	if (deleted) {
		const index = connections.all.findIndex(({ id }) => id === deleted[1]);
		if (index < 0) throw apiError(410, 'The connection does not exist.');
		connections.all.splice(index, 1);
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
			throw badRequest('The public token is invalid.');
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
		return ok({
			webhooks: filtered(
				[{ id: 'hook', url: 'https://example.com/hook', disabled: false }],
				request,
			),
		});
	if (path === '/configs/webhooks/hook/platform_data_config')
		return ok({ platform_data_config: { ORDER: {} } });
	return undefined;
}

/** Applies the filter of the request to all rows of a list. */
const filtered = (rows: Row[], { query }: ApiRequest): Row[] =>
	rows.filter(filterFor(singleParam(query, 'filter'), rows));

const connectionSummary = ({ id, platform }: Connection) => ({ id, orgId: 'local', platform });

const connectionDetails = (path: string, connection: Connection): unknown =>
	path.endsWith('/status')
		? {
				connection: connectionSummary(connection),
				status: {
					is_ready: connection.ready,
					platform: connection.platform,
					created_at: connection.createdAt,
					disabled_status: { is_disabled: false },
					needs_update_status: { needs_update: false },
				},
			}
		: { connection: connectionSummary(connection) };

/** Entities whose paths contain the ID of a parent record. */
const NESTED: ReadonlyArray<readonly [pattern: RegExp, name: string, required: string[]]> = [
	[
		/^(\/accounting\/(?:bills|expenses|invoices|journal_entries))(?:\/([^/]+))?\/attachments(?:\/([^/]+))?$/,
		'attachment',
		['file', 'file_name'],
	],
	[/^(\/products)\/([^/]+)\/variants(?:\/([^/]+))?$/, 'variant', ['sku']],
	[/^(\/orders)\/([^/]+)\/fulfillments$/, 'fulfillment', ['carrier']],
];

function nestedResponse(
	context: Context,
	connection: Connection,
	request: ApiRequest,
): Promise<ApiResponse> | undefined {
	for (const [pattern, name, required] of NESTED) {
		const [, parentPath, parent, id] = pattern.exec(request.path) ?? [];
		if (parentPath === undefined) continue;
		const isAttachment = name === 'attachment';
		const entity: Entity = {
			path: isAttachment ? `${parentPath}/attachments` : `${parentPath}/${parent}/${name}s`,
			name,
			listName: `${name}s`,
			operations: new Set(),
			amounts: [],
			required,
		};
		if (request.method !== 'GET')
			context.connections.find(connection, requireEntity(parentPath), parent!);
		// The body of an attachment is the attachment.
		const record = isAttachment ? request.body : request.body[name];
		return writeOrRead(context, connection, entity, request, id, record);
	}
	return undefined;
}

async function entityResponse(
	context: Context,
	connection: Connection,
	request: ApiRequest,
): Promise<ApiResponse> {
	const { path, method } = request;
	const list = entityAt(path);
	const entity = list ?? entityAt(path.replace(/\/[^/]+$/, ''));
	if (!entity || connection.unsupported.has(entity.path))
		throw apiError(404, `${method} ${path} is not supported for ${connection.platform}.`);
	const id = list ? undefined : path.split('/').at(-1)!;
	const operation = {
		GET: id === undefined ? 'list' : 'get',
		POST: 'create',
		PATCH: 'update',
		DELETE: 'delete',
	}[method];
	if (
		operation === undefined ||
		!entity.operations.has(operation as 'list') ||
		(method === 'POST' && id !== undefined)
	)
		throw apiError(404, `${method} ${path} is not implemented.`);
	return await writeOrRead(context, connection, entity, request, id, request.body[entity.name]);
}

async function writeOrRead(
	context: Context,
	connection: Connection,
	entity: Entity,
	request: ApiRequest,
	id: string | undefined,
	record: unknown,
): Promise<ApiResponse> {
	const { method } = request;
	if (method === 'GET') return read(context, connection, entity, request, id);
	if (method === 'POST') return await create(context, connection, entity, request, record);
	return method === 'PATCH'
		? await update(context, connection, entity, request, id!)
		: remove(context, connection, entity, id!);
}

function read(
	{ connections, settings }: Context,
	connection: Connection,
	entity: Entity,
	{ query, version }: ApiRequest,
	id?: string,
): ApiResponse {
	if (id !== undefined)
		return ok({
			[entity.name]: expanded(connections.find(connection, entity, id), connection, query),
			connection: connectionSummary(connection),
		});
	const { rows, next } = page(connections, connection, entity, query, version, settings);
	return ok({
		[entity.listName]: rows.map((row) => expanded(row, connection, query)),
		next_cursor: next,
		connection: connectionSummary(connection),
	});
}

async function create(
	context: Context,
	connection: Connection,
	entity: Entity,
	request: ApiRequest,
	input: unknown,
): Promise<ApiResponse> {
	const record = validateRecord(entity, input);
	return await context.jobs.submit({
		...writeOf(request),
		perform: () => ({
			[entity.name]: context.connections.create(connection, entity, record),
			connection: connectionSummary(connection),
		}),
	});
}

async function update(
	context: Context,
	connection: Connection,
	entity: Entity,
	request: ApiRequest,
	id: string,
): Promise<ApiResponse> {
	context.connections.find(connection, entity, id);
	const record = validateRecord({ ...entity, required: [] }, request.body[entity.name]);
	return await context.jobs.submit({
		...writeOf(request),
		perform: () => ({
			[entity.name]: context.connections.update(connection, entity, id, record),
			connection: connectionSummary(connection),
		}),
	});
}

function remove(
	{ connections }: Context,
	connection: Connection,
	entity: Entity,
	id: string,
): ApiResponse {
	connections.remove(connection, entity, id);
	return ok({ success: true });
}

const writeOf = ({ method, path, query, body, key }: ApiRequest) => ({
	method,
	url: `/versioned${path}?access_token=${encodeURIComponent(String(query.access_token))}`,
	body,
	...(key !== undefined && { key }),
});

/** @throws HttpError 400 if the record or a required field is missing */
function validateRecord(entity: Entity, record: unknown): Record<string, unknown> {
	if (typeof record !== 'object' || record === null || Array.isArray(record))
		throw badRequest(`The body has no ${entity.name} object.`);
	const missing = entity.required.filter(
		(name) => (record as Record<string, unknown>)[name] === undefined,
	);
	if (missing.length > 0) throw badRequest(`${entity.name}.${missing[0]} is required.`);
	return record as Record<string, unknown>;
}
