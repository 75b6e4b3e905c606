// Routes under /versioned.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import responses from '../../contract/data/responses/finance-data.json';
import { DocumentedResponses } from '../kit/documentedResponses';
import type { Exchange } from '../kit/exchange';
import { byToken } from '../kit/paging';
import { pathOf } from '../kit/requestPattern';
import type { Clock } from '../kit/clock';
import { isVersion, toJson, type Version } from './amounts';
import { checkReferences, type Connection, type Connections, type Row } from './connections';
import { entityAt, requireEntity, type Entity } from './entities';
import { apiError, badRequest, connectionError } from './errors';
import type { Jobs, Settings } from './jobs';
import { filterFor } from './filter';
import { companyInfo } from './seedData';

export interface Organization {
	clientId: string;
	clientSecret: string;
	/** Vendor name in the names of headers. */
	vendor: string;
}

type Query = Readonly<Record<string, string | undefined>>;

export interface Context {
	organization: Organization;
	connections: Connections;
	jobs: Jobs;
	clock: Clock;
	settings: Settings;
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

const documented = new DocumentedResponses(responses);

const ok = (body: unknown): ApiResponse => ({ status: 200, body });

const WINDOW_MS = 10_000;
const MAX_REQUESTS = 500;

/** Counts requests in a sliding window of 10 seconds. @throws HttpError 429 */
function rateLimiter(clock: Clock): () => void {
	let times: number[] = [];
	return () => {
		const now = clock.now();
		times = times.filter((time) => time > now - WINDOW_MS);
		if (times.length >= MAX_REQUESTS) throw apiError(429, 'More than 500 requests in 10 seconds.');
		times.push(now);
	};
}

export function apiRoutes(app: FastifyInstance, context: Context): void {
	const countRequest = rateLimiter(context.clock);
	app.all('/versioned/*', async (request: FastifyRequest, reply: FastifyReply) => {
		authenticate(context.organization, request.headers.authorization);
		countRequest();
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
	if (/^\/connections\/(?:backfill|incremental_sync)$/.test(request.path))
		return ok({ success: true });
	if (!connection.ready && request.query.force_fetch !== 'true')
		throw connectionError('PRODUCT_NOT_READY', 'The initial update is not finished.');
	const attachment = attachmentResponse(context, connection, request);
	if (attachment) return await attachment;
	if (request.path === '/accounting/company_info')
		return ok({ company_info: companyInfo, connection: connectionSummary(connection) });
	if (request.path === '/accounting/reports')
		return ok({ report: { report_name: 'Profit and Loss', rows: [] } });
	return await entityResponse(context, connection, request);
}

/** Handles requests that do not refer to a connection. */
function organizationResponse(
	{ connections, jobs }: Context,
	{ method, path }: ApiRequest,
): ApiResponse | undefined {
	if (method === 'GET' && path === '/connections')
		return ok({
			connections: connections.all.map((connection) => ({
				...connectionSummary(connection),
				created_at: connection.createdAt,
			})),
		});
	const job = method === 'GET' ? /^\/jobs\/([^/]+)$/.exec(path) : null;
	if (job) return ok({ type: 'JOB', code: 'JOB_COMPLETED', job: jobs.find(job[1]!) });
	if (
		/^\/(?:connections\/(?!status|access_token|backfill|incremental_sync)|item\/|configs\/)/.test(
			path,
		)
	)
		return documented.find(`${method} ${path}`);
	return undefined;
}

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

/** The attachments of a record. They are listed for all records of an entity. */
function attachmentResponse(
	context: Context,
	connection: Connection,
	request: ApiRequest,
): Promise<ApiResponse> | undefined {
	const [, parentPath, parent, id] =
		/^(\/accounting\/[^/]+)(?:\/([^/]+))?\/attachments(?:\/([^/]+))?$/.exec(request.path) ?? [];
	if (parentPath === undefined) return undefined;
	const entity: Entity = {
		path: `${parentPath}/attachments`,
		name: 'attachment',
		listName: 'attachments',
		operations: new Set(),
	};
	if (request.method === 'GET') return writeOrRead(context, connection, entity, request, id, {});
	context.connections.find(connection, requireEntity(parentPath), parent!);
	const { file, file_name } = request.body;
	const record = {
		file,
		file_name,
		attached_to_id: parent,
		attached_to_type: requireEntity(parentPath).name,
	};
	return writeOrRead(context, connection, entity, request, id, record);
}

/** Only a single attachment contains its file. */
const summary = (row: Row): Row =>
	Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'file')) as Row;

async function entityResponse(
	context: Context,
	connection: Connection,
	request: ApiRequest,
): Promise<ApiResponse> {
	const { path, method } = request;
	const list = entityAt(path);
	const entity = list ?? entityAt(path.replace(/\/[^/]+$/, ''));
	const documentedResponse = entity ? undefined : documented.find(`${method} ${path}`);
	if (documentedResponse) return documentedResponse;
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
		throw apiError(404, `There is no endpoint ${method} ${path}.`);
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
		: await remove(context, connection, entity, request, id!);
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
	const { rows, fields } = page(connections.rowsOf(connection, entity), query, version, settings);
	return ok({
		[entity.listName]: rows.map((row) => expanded(summary(row as Row), connection, query)),
		...fields,
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
	const entered = validateRecord(connection, entity, input);
	const record = entity.name === 'invoice' ? { ...totalsOf(entered), ...entered } : entered;
	return await context.jobs.submit({
		...writeOf(request),
		perform: () => {
			const created = context.connections.create(connection, entity, record);
			if (entity.name === 'invoice_payment') payInvoices(context, connection, created);
			return { [entity.name]: summary(created), connection: connectionSummary(connection) };
		},
	});
}

/** What the platform changes in the invoices of a payment. Amounts are rounded to two decimals. */
function payInvoices({ connections }: Context, connection: Connection, payment: Row): void {
	const links = Array.isArray(payment.linked_invoices) ? payment.linked_invoices : [];
	const invoices = requireEntity('/accounting/invoices');
	for (const { id, amount } of links as { id?: string; amount?: unknown }[]) {
		const invoice = connection.records.get(invoices.path)?.get(String(id));
		if (invoice?.amount_due === undefined) continue;
		const due = Math.max(0, Number(invoice.amount_due) - Number(amount ?? 0));
		connections.update(connection, invoices, String(id), {
			amount_due: due.toFixed(2),
			...(due === 0 ? { status: 'paid' } : {}),
		});
	}
}

/** What the platform adds to a new invoice. */
function totalsOf({ line_items: lines }: Record<string, unknown>): Record<string, string> {
	const amounts = ((Array.isArray(lines) ? lines : []) as { total_amount?: unknown }[]).map(
		({ total_amount: amount }) => Number(amount ?? 0),
	);
	const total = amounts.reduce((sum, amount) => sum + amount, 0).toFixed(2);
	return { status: 'open', sub_total: total, total_amount: total, amount_due: total };
}

async function update(
	context: Context,
	connection: Connection,
	entity: Entity,
	request: ApiRequest,
	id: string,
): Promise<ApiResponse> {
	context.connections.find(connection, entity, id);
	const record = validateRecord(connection, entity, request.body[entity.name]);
	return await context.jobs.submit({
		...writeOf(request),
		perform: () => ({
			[entity.name]: context.connections.update(connection, entity, id, record),
			connection: connectionSummary(connection),
		}),
	});
}

/** Accounting records are deleted by a job, and a record that does not exist is not an error. */
async function remove(
	{ connections, jobs }: Context,
	connection: Connection,
	entity: Entity,
	request: ApiRequest,
	id: string,
): Promise<ApiResponse> {
	if (!entity.path.startsWith('/accounting/')) {
		connections.remove(connection, entity, id);
		return ok({ success: true });
	}
	return await jobs.submit({
		...writeOf(request),
		perform: () => {
			const exists = connection.records.get(entity.path)?.has(id) ?? false;
			if (exists) connections.remove(connection, entity, id);
			return { code: exists ? 'deleted' : 'not_found', success: true };
		},
	});
}

const writeOf = ({ method, path, query, body, key }: ApiRequest) => ({
	method,
	url: `/versioned${path}?access_token=${encodeURIComponent(String(query.access_token))}`,
	body,
	...(key !== undefined && { key }),
});

/** @throws HttpError 400 */
function validateRecord(
	connection: Connection,
	entity: Entity,
	record: unknown,
): Record<string, unknown> {
	if (typeof record !== 'object' || record === null || Array.isArray(record))
		throw badRequest(`The body has no ${entity.name} object.`);
	if (entity.path.startsWith('/accounting/')) checkReferences(connection, record, entity.name);
	return record as Record<string, unknown>;
}

/** Records that a list can contain, by the start and end of their times in Unix milliseconds. */
const isWithin = (row: Row, query: Query): boolean =>
	['updated_at', 'created_at'].every((field) => {
		const time = Date.parse(String(row[field]));
		const { [`${field}_min`]: min, [`${field}_max`]: max } = query;
		return (min === undefined || time >= Number(min)) && (max === undefined || time <= Number(max));
	});

const EQUALITIES = [
	'payment_status',
	'fulfillment_status',
	'expense_type',
	'status',
	'email',
	'phone',
	'name',
];

/** One page of the records that the query selects. */
function page(rows: Row[], query: Query, version: Version, { pageSize }: Settings) {
	const { filter } = query;
	// Converting thousands of rows for every page is slow, so rows are converted only if there is a
	// filter. Filters apply to the format of the API version.
	const converted =
		filter === undefined ? [] : rows.map((row) => JSON.parse(toJson(row, version)) as Row);
	const matches = filterFor(filter, converted);
	const found = rows.filter(
		(row, index) =>
			isWithin(row, query) &&
			EQUALITIES.every((name) => query[name] === undefined || String(row[name]) === query[name]) &&
			(filter === undefined || matches(converted[index]!)),
	);
	const size = { name: 'limit', standard: pageSize, maximum: 500 };
	const isInvalid = () => badRequest('The cursor is invalid.');
	return byToken('cursor', 'next_cursor', size, isInvalid, null)(found, { query } as Exchange);
}

/** A record in the format of GET responses. expand=platform_data adds the platform's own fields. */
function expanded(row: Row, { platform }: Connection, { expand = '' }: Query): Row {
	const names = expand.split(',');
	return {
		...row,
		...(names.includes('platform_data') && {
			platform_data: { source: platform, raw_id: row.platform_id },
		}),
		...(names.includes('transactions') && { transactions: [] }),
	};
}

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
