// Routes under /versioned. Any described path has records of its own.

import responses from '../../contract/data/responses/finance-data.json';
import published from '../../contract/published/finance-data.json';
import type { AnswerOptions } from '../kit/answers';
import { DocumentedResponses, type Documented } from '../kit/documentedResponses';
import { List, Reply, type Exchange, type Handler, type Paging } from '../kit/exchange';
import { byToken } from '../kit/paging';
import { Records, type Fields } from '../kit/records';
import { toJson, type Version } from './amounts';
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

type Query = Exchange['query'];

export interface Context {
	connections: Connections;
	jobs: Jobs;
	settings: Settings;
}

interface ApiRequest extends Exchange {
	version: Version;
	/** The connection of the access token. @throws HttpError 401 */
	readonly connection: Connection;
}

const described = Object.fromEntries(
	Object.keys(published.operations).map((request) => [request, { 200: {} }]),
);
const documented = new DocumentedResponses({ ...described, ...responses });

const summaryOf = ({ id, platform }: Connection) => ({
	connection: { id, orgId: 'local', platform },
});

export function apiRoutes(context: Context): AnswerOptions<ApiRequest> {
	const { connections, jobs } = context;
	const standard = documented
		.except(new Set())
		.map((response) => [response.request, handlerOf(context, response)] as const);
	return {
		responses: {},
		records: new Records(),
		paging: pagesOf(context),
		notFound: () => apiError(410, 'The record does not exist.'),
		exchange: (exchange) => ({
			...exchange,
			version: exchange.request.headers['x-rutter-version'] as Version,
			get connection() {
				return connections.ofToken(exchange.query.access_token);
			},
		}),
		own: {
			...Object.fromEntries(standard),
			'GET /connections': () => ({
				connections: connections.all.map((connection) => ({
					...summaryOf(connection).connection,
					created_at: connection.createdAt,
				})),
			}),
			'GET /jobs/:id': ({ params }) => ({
				type: 'JOB',
				code: 'JOB_COMPLETED',
				job: jobs.find(params.id!),
			}),
			'GET /connections/access_token': ({ connection }) => summaryOf(connection),
			'GET /connections/status': ({ connection }) => ({
				...summaryOf(connection),
				status: {
					is_ready: connection.ready,
					platform: connection.platform,
					created_at: connection.createdAt,
					disabled_status: { is_disabled: false },
					needs_update_status: { needs_update: false },
				},
			}),
		},
		send: ({ version }, { status, body }) =>
			new Reply(status, toJson(body, version), {
				'content-type': 'application/json; charset=utf-8',
			}),
	};
}

function handlerOf(context: Context, { request, body }: Documented): Handler<ApiRequest> {
	const { connections } = context;
	const [method, path] = request.split(' ') as [string, string];
	if (/^\/(?:connections|item|configs)\//.test(path)) return () => body;
	const isRecord = /\/:\w+$/.test(path);
	// Others, such as the variants of a product and metrics, have no records.
	const isStored = !/^\/(?:orders|products)\/[^/]+\/./.test(path);
	return (exchange) => {
		const { connection, query } = exchange;
		const [url = ''] = exchange.request.url.slice('/versioned'.length).split('?');
		const { ready, platform, unsupported } = connection;
		if (!ready && query.force_fetch !== 'true')
			throw connectionError('PRODUCT_NOT_READY', 'The initial update is not finished.');
		if (unsupported.some((start) => url.startsWith(start)))
			throw apiError(404, `${method} ${url} is not supported for ${platform}.`);
		const at = isRecord ? url.slice(0, url.lastIndexOf('/')) : url;
		const id = isRecord ? decodeURIComponent(url.slice(at.length + 1)) : undefined;
		if (method !== 'GET' && isStored) return write(context, exchange, { at, id });
		const name = id === undefined ? at.split('/').at(-1)! : nameAt(at);
		if (id === undefined && Array.isArray((body as Fields)[name] ?? []))
			return new List(selected(connection.records.of<Row>(at), exchange), name);
		if (id === undefined || !(name in (body as Fields))) return body;
		const record = connections.find(connection, at, id);
		return { [name]: expanded(record, connection, query), ...summaryOf(connection) };
	};
}

/** The path of a collection, and the ID of a record in it. */
interface Target {
	at: string;
	id: string | undefined;
}

async function write(
	{ connections, jobs }: Context,
	{ connection, request, body }: ApiRequest,
	{ at, id }: Target,
): Promise<unknown> {
	const { method, url, headers } = request;
	const key = headers['idempotency-key'] as string | undefined;
	const name = nameAt(at);
	const isAccounting = at.startsWith('/accounting/');
	const job = {
		url,
		method,
		body,
		...(key !== undefined && { idempotency_key: key }),
	};
	const summary = summaryOf(connection);
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
		const { file, file_name } = body;
		const attached = { attached_to_id: parent, attached_to_type: nameAt(parentPath) };
		return await jobs.submit(job, () => {
			const fields = { file, file_name, ...attached };
			const row = connections.create(connection, `${parentPath}/attachments`, fields);
			return { attachment: { ...row, file: undefined }, ...summary };
		});
	}
	const record = body[name];
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

/** The records of a list that the query selects. */
function selected(rows: readonly Row[], { query, version }: ApiRequest): Row[] {
	const { filter } = query;
	// Filters apply to the format of the API version. Converting all rows for every page is slow.
	const matches = filter === undefined ? undefined : filterFor(filter);
	return rows.filter(
		(row) =>
			isSelected(row, query) && (!matches || matches(JSON.parse(toJson(row, version)) as Row)),
	);
}

const pagesOf =
	({ settings }: Context): Paging =>
	(all, exchange) => {
		const size = { name: 'limit', standard: settings.pageSize, maximum: 500 };
		const isInvalid = () => apiError(400, 'The cursor is invalid.');
		const page = byToken('cursor', 'next_cursor', size, isInvalid, null)(all, exchange);
		const { connection, query } = exchange as ApiRequest;
		return {
			rows: (page.rows as Row[]).map((row) =>
				expanded({ ...row, file: undefined }, connection, query),
			),
			fields: { ...page.fields, ...summaryOf(connection) },
		};
	};

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
