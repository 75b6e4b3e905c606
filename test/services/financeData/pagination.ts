// A list: by time, by filter, page by page (specification part B, Endpoints).

import type { Connection, Connections, Row } from './connections';
import type { Entity } from './entities';
import { filterFor } from './filter';
import { json, type Version } from './amounts';
import { badRequest } from './errors';
import type { Settings } from './settings';

export type Query = Readonly<Record<string, string | string[] | undefined>>;

const one = (query: Query, name: string): string | undefined => {
	const value = query[name];
	if (Array.isArray(value)) throw badRequest(`${name} was given twice.`);
	return value;
};

/** A moment of the query in Unix milliseconds. */
function moment(query: Query, name: string): number | undefined {
	const value = one(query, name);
	if (value === undefined) return undefined;
	if (!/^\d{10,15}$/.test(value)) throw badRequest(`${name} takes Unix time in milliseconds.`);
	return Number(value);
}

const within = (
	row: Row,
	field: 'updated_at' | 'created_at',
	from: number | undefined,
	to: number | undefined,
): boolean => {
	if (from === undefined && to === undefined) return true;
	const at = Date.parse(String(row[field]));
	return (from === undefined || at >= from) && (to === undefined || at <= to);
};

/** Rows in the form in which a version shows them; a filter compares what it shows. */
const seen = (row: Row, version: Version): Row => JSON.parse(json(row, version)) as Row;

export interface Page {
	rows: Row[];
	next: string | null;
}

export function page(
	connections: Connections,
	connection: Connection,
	entity: Entity,
	query: Query,
	version: Version,
	settings: Settings,
): Page {
	const rows = connections.rowsOf(connection, entity);
	const limit = Number(one(query, 'limit') ?? settings.pageSize);
	if (!Number.isInteger(limit) || limit < 1 || limit > settings.largestPage)
		throw badRequest(`limit takes 1 to ${settings.largestPage}.`);
	const [updatedMin, updatedMax, createdMin, createdMax] = [
		'updated_at_min',
		'updated_at_max',
		'created_at_min',
		'created_at_max',
	].map((name) => moment(query, name));
	const wanted = [
		'payment_status',
		'fulfillment_status',
		'expense_type',
		'status',
		'email',
		'phone',
		'name',
	].flatMap((name) => (one(query, name) === undefined ? [] : [[name, one(query, name)] as const]));
	const filter = one(query, 'filter');
	// Rows are written and read back for a filter alone: a list of thousands is asked for page by page.
	const shown = filter === undefined ? [] : rows.map((row) => seen(row, version));
	const accepts = filterFor(filter, shown);
	const found = rows.filter(
		(row, at) =>
			within(row, 'updated_at', updatedMin, updatedMax) &&
			within(row, 'created_at', createdMin, createdMax) &&
			wanted.every(([name, value]) => String(row[name]) === value) &&
			(filter === undefined || accepts(shown[at]!)),
	);
	const from = offsetOf(one(query, 'cursor'));
	const next =
		from + limit < found.length ? Buffer.from(`after ${from + limit}`).toString('base64') : null;
	return { rows: found.slice(from, from + limit), next };
}

function offsetOf(cursor: string | undefined): number {
	if (cursor === undefined) return 0;
	const [, offset] = /^after (\d+)$/.exec(Buffer.from(cursor, 'base64').toString()) ?? [];
	if (offset === undefined) throw badRequest('This cursor was not given by the service.');
	return Number(offset);
}

/** What a GET answers of a record; expand=platform_data adds the platform's own fields. */
export function shownAs(row: Row, connection: Connection, query: Query): Row {
	const expand = (one(query, 'expand') ?? '').split(',').filter(Boolean);
	if (expand.some((name) => name !== 'platform_data' && name !== 'transactions'))
		throw badRequest('expand takes platform_data.');
	return {
		...row,
		...(expand.includes('platform_data') && {
			platform_data: { source: connection.platform, raw_id: row.platform_id },
		}),
		...(expand.includes('transactions') && { transactions: [] }),
	};
}
