// Routes under /versioned. Any described path has records of its own.

import type { FastifyInstance } from 'fastify';
import responses from '../../contract/data/responses/finance-data.json';
import published from '../../contract/published/finance-data.json';
import { DocumentedResponses } from '../kit/documentedResponses';
import { Reply, type Exchange } from '../kit/exchange';
import { byToken } from '../kit/paging';
import type { Fields } from '../kit/records';
import { pathOf } from '../kit/requestPattern';
import { isVersion, toJson, type Version } from './amounts';
import {
	checkReferences,
	nameAt,
	type Connection,
	type Connections,
	type Row,
} from './connections';
import { apiError, connectionError } from './errors';
import { filterFor } from './filter';
import type { Jobs, Settings } from './jobs';

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
	settings: Settings;
}

interface ApiRequest {
	method: string;
	path: string;
	query: Query;
	body: Fields;
	version: Version;
	key: string | undefined;
}

const described = Object.fromEntries(
	Object.keys(published.operations).map((request) => [request, { 200: {} }]),
);
const documented = new DocumentedResponses({ ...described, ...responses });

export function apiRoutes(app: FastifyInstance, context: Context): void {
	const { organization } = context;
	app.all('/versioned/*', async ({ method, url, headers, query, body }, reply) => {
		const { clientId, clientSecret, vendor } = organization;
		const keys = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
		if (headers.authorization !== `Basic ${keys}`)
			throw apiError(401, 'The client ID or secret is missing or invalid.');
		const version = headers[`x-${vendor.toLowerCase()}-version`];
		if (!isVersion(version)) throw apiError(400, 'The version header is missing or invalid.');
		const result = await respond(context, {
			method,
			path: decodeURI(pathOf(url)).replace(/^\/versioned/, ''),
			query: query as Query,
			body: (body ?? {}) as Fields,
			version,
			key: headers['idempotency-key'] as string | undefined,
		});
		const sent = result instanceof Reply ? result : new Reply(200, result);
		const type = 'application/json; charset=utf-8';
		return reply.code(sent.status).type(type).send(toJson(sent.body, version));
	});
}

const connectionSummary = ({ id, platform }: Connection) => ({ id, orgId: 'local', platform });

async function respond(context: Context, request: ApiRequest): Promise<unknown> {
	const { connections, jobs } = context;
	const { method, path, query } = request;
	const response = documented.find(`${method} ${path}`);
	if (!response) throw apiError(404, `There is no endpoint ${method} ${path}.`);
	if (path === '/connections' && method === 'GET')
		return {
			connections: connections.all.map((connection) => ({
				...connectionSummary(connection),
				created_at: connection.createdAt,
			})),
		};
	if (path.startsWith('/jobs/'))
		return { type: 'JOB', code: 'JOB_COMPLETED', job: jobs.find(path.slice('/jobs/'.length)) };
	const isOfOrganization = !/^\/connections\/(?:status|access_token)$/.test(path);
	if (isOfOrganization && /^\/(?:connections|item|configs)\//.test(path)) return response.body;
	const connection = connections.ofToken(query.access_token);
	const { ready, platform, createdAt } = connection;
	if (path === '/connections/access_token') return { connection: connectionSummary(connection) };
	if (path === '/connections/status')
		return {
			connection: connectionSummary(connection),
			status: {
				is_ready: ready,
				platform,
				created_at: createdAt,
				disabled_status: { is_disabled: false },
				needs_update_status: { needs_update: false },
			},
		};
	if (!ready && query.force_fetch !== 'true')
		throw connectionError('PRODUCT_NOT_READY', 'The initial update is not finished.');
	if (connection.unsupported.some((start) => path.startsWith(start)))
		throw apiError(404, `${method} ${path} is not supported for ${platform}.`);
	const isRecord = /\/:\w+$/.test(response.request);
	const at = isRecord ? path.replace(/\/[^/]+$/, '') : path;
	const id = isRecord ? path.slice(at.length + 1) : undefined;
	const name = id === undefined ? at.split('/').at(-1)! : nameAt(at);
	const body = response.body as Fields;
	// Others, such as the variants of a product and metrics, have no records.
	const isStored = !/^\/(?:orders|products)\/[^/]+\/./.test(path);
	if (method !== 'GET' && isStored) return await write(context, connection, request, { at, id });
	const isList = id !== undefined || Array.isArray(body[name]);
	return (name in body && isList) || Object.keys(body).length === 0
		? read(context, connection, request, { at, id })
		: body;
}

/** The path of a collection, and the ID of a record in it. */
interface Target {
	at: string;
	id: string | undefined;
}

function read(
	{ connections, settings }: Context,
	connection: Connection,
	{ query, version }: ApiRequest,
	{ at, id }: Target,
): unknown {
	const summary = { connection: connectionSummary(connection) };
	if (id !== undefined) {
		const record = connections.find(connection, at, id);
		return { [nameAt(at)]: expanded(record, connection, query), ...summary };
	}
	const { rows, fields } = page(connection.records.of<Row>(at), query, version, settings);
	const list = rows.map((row) => expanded({ ...(row as Row), file: undefined }, connection, query));
	return { [at.split('/').at(-1)!]: list, ...fields, ...summary };
}

async function write(
	{ connections, jobs }: Context,
	connection: Connection,
	request: ApiRequest,
	{ at, id }: Target,
): Promise<unknown> {
	const { method, path, query, key } = request;
	const name = nameAt(at);
	const isAccounting = at.startsWith('/accounting/');
	const job = {
		url: `/versioned${path}?access_token=${encodeURIComponent(String(query.access_token))}`,
		method,
		body: request.body,
		...(key !== undefined && { idempotency_key: key }),
	};
	const summary = { connection: connectionSummary(connection) };
	// Accounting records are deleted by a job, and a record that does not exist is not an error.
	if (method === 'DELETE') {
		const isKnown = connection.records.find(at, 'id', id) !== undefined;
		const remove = () => {
			if (isKnown || !isAccounting) connections.remove(connection, at, id!);
			return { code: isKnown ? 'deleted' : 'not_found', success: true };
		};
		return isAccounting ? await jobs.submit(job, remove) : remove();
	}
	const [, parentPath = '', parent] = /^(\/accounting\/\w+)\/([^/]+)\/attachments$/.exec(at) ?? [];
	if (parent !== undefined) {
		connections.find(connection, parentPath, parent);
		const { file, file_name } = request.body;
		const attached = { attached_to_id: parent, attached_to_type: nameAt(parentPath) };
		return await jobs.submit(job, () => {
			const fields = { file, file_name, ...attached };
			const row = connections.create(connection, `${parentPath}/attachments`, fields);
			return { attachment: { ...row, file: undefined }, ...summary };
		});
	}
	const record = request.body[name];
	if (typeof record !== 'object' || record === null || Array.isArray(record))
		throw apiError(400, `The body has no ${name} object.`);
	if (isAccounting) checkReferences(connection, record, name);
	if (id !== undefined) connections.find(connection, at, id);
	return await jobs.submit(job, () => {
		const fields = record as Fields;
		const row =
			id === undefined
				? connections.create(connection, at, name === 'invoice' ? withTotals(fields) : fields)
				: connections.update(connection, at, id, fields);
		if (name === 'invoice_payment' && id === undefined) payInvoices(connections, connection, row);
		return { [name]: row, ...summary };
	});
}

/** What the platform changes in the invoices of a payment. Amounts are rounded to two decimals. */
function payInvoices(connections: Connections, connection: Connection, payment: Row): void {
	const path = '/accounting/invoices';
	const { linked_invoices: links = [] } = payment as { linked_invoices?: unknown };
	for (const { id, amount } of links as Array<{ id: string; amount?: unknown }>) {
		const { amount_due: before } = connections.find(connection, path, id);
		const due = Math.max(0, Number(before) - Number(amount ?? 0));
		const status = due === 0 ? 'paid' : 'partially_paid';
		connections.update(connection, path, id, { amount_due: due.toFixed(2), status });
	}
}

/** A new invoice with what the platform adds to it. */
function withTotals(invoice: Fields): Fields {
	const { line_items: lines = [] } = invoice as { line_items?: unknown };
	const total = (lines as Array<{ total_amount?: unknown }>)
		.reduce((sum, { total_amount: amount }) => sum + Number(amount ?? 0), 0)
		.toFixed(2);
	return { status: 'open', sub_total: total, total_amount: total, amount_due: total, ...invoice };
}

/** Parameters that select the records with exactly this value. */
const EQUALITIES = /^(?:payment_status|fulfillment_status|expense_type|status|email|phone|name)$/;

/** Whether a list contains a record: by its values, and by its times in Unix milliseconds. */
const isSelected = (row: Row, query: Query): boolean =>
	Object.entries(query).every(([name, value]) => {
		const [, field = '', limit] = /^(created_at|updated_at)_(min|max)$/.exec(name) ?? [];
		const time = Date.parse(String(row[field]));
		if (limit !== undefined) return limit === 'min' ? time >= Number(value) : time <= Number(value);
		return !EQUALITIES.test(name) || String(row[name]) === value;
	});

/** One page of the records that the query selects. */
function page(rows: Row[], query: Query, version: Version, { pageSize }: Settings) {
	const { filter } = query;
	// Filters apply to the format of the API version. Converting all rows for every page is slow.
	const matches = filter === undefined ? undefined : filterFor(filter);
	const found = rows.filter(
		(row) =>
			isSelected(row, query) && (!matches || matches(JSON.parse(toJson(row, version)) as Row)),
	);
	const size = { name: 'limit', standard: pageSize, maximum: 500 };
	const isInvalid = () => apiError(400, 'The cursor is invalid.');
	return byToken('cursor', 'next_cursor', size, isInvalid, null)(found, { query } as Exchange);
}

/** A record in the format of GET responses. expand=platform_data adds the platform's own fields. */
function expanded(row: Row, { platform }: Connection, { expand = '' }: Query): Row {
	const names = expand.split(',');
	const { platform_id: raw_id } = row;
	return {
		...row,
		...(names.includes('platform_data') && { platform_data: { source: platform, raw_id } }),
		...(names.includes('transactions') && { transactions: [] }),
	};
}
