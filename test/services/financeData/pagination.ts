// Lists of records: time ranges, filters and pages.

import { toJson, type Version } from './amounts';
import type { Connection, Connections, Row } from './connections';
import type { Entity } from './entities';
import { badRequest } from './errors';
import { filterFor } from './filter';
import type { Settings } from './settings';

export type Query = Readonly<Record<string, string | string[] | undefined>>;

export const singleParam = (query: Query, name: string): string | undefined => {
	const value = query[name];
	if (Array.isArray(value)) throw badRequest(`${name} must not be repeated.`);
	return value;
};

/** A query parameter in Unix milliseconds. */
function timestampParam(query: Query, name: string): number | undefined {
	const value = singleParam(query, name);
	if (value === undefined) return undefined;
	if (!/^\d{10,15}$/.test(value)) throw badRequest(`${name} must be Unix time in milliseconds.`);
	return Number(value);
}

const isWithin = (
	row: Row,
	field: 'updated_at' | 'created_at',
	min: number | undefined,
	max: number | undefined,
): boolean => {
	if (min === undefined && max === undefined) return true;
	const time = Date.parse(String(row[field]));
	return (min === undefined || time >= min) && (max === undefined || time <= max);
};

/** A row in the format of an API version. Filters apply to this format. */
const asVersion = (row: Row, version: Version): Row => JSON.parse(toJson(row, version)) as Row;

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
	const limit = Number(singleParam(query, 'limit') ?? settings.pageSize);
	if (!Number.isInteger(limit) || limit < 1 || limit > settings.maxPageSize)
		throw badRequest(`limit must be between 1 and ${settings.maxPageSize}.`);
	const [updatedMin, updatedMax, createdMin, createdMax] = [
		'updated_at_min',
		'updated_at_max',
		'created_at_min',
		'created_at_max',
	].map((name) => timestampParam(query, name));
	const equalities = [
		'payment_status',
		'fulfillment_status',
		'expense_type',
		'status',
		'email',
		'phone',
		'name',
	].flatMap((name) =>
		singleParam(query, name) === undefined ? [] : [[name, singleParam(query, name)] as const],
	);
	const filter = singleParam(query, 'filter');
	// Converting thousands of rows for every page is slow, so rows are converted only if there is a
	// filter.
	const converted = filter === undefined ? [] : rows.map((row) => asVersion(row, version));
	const matches = filterFor(filter, converted);
	const found = rows.filter(
		(row, index) =>
			isWithin(row, 'updated_at', updatedMin, updatedMax) &&
			isWithin(row, 'created_at', createdMin, createdMax) &&
			equalities.every(([name, value]) => String(row[name]) === value) &&
			(filter === undefined || matches(converted[index]!)),
	);
	const start = parseCursor(singleParam(query, 'cursor'));
	const end = start + limit;
	const next = end < found.length ? Buffer.from(`after ${end}`).toString('base64') : null;
	return { rows: found.slice(start, end), next };
}

function parseCursor(cursor: string | undefined): number {
	if (cursor === undefined) return 0;
	const [, offset] = /^after (\d+)$/.exec(Buffer.from(cursor, 'base64').toString()) ?? [];
	if (offset === undefined) throw badRequest('The cursor is invalid.');
	return Number(offset);
}

/** A record in the format of GET responses. expand=platform_data adds the platform's own fields. */
export function expanded(row: Row, connection: Connection, query: Query): Row {
	const expand = (singleParam(query, 'expand') ?? '').split(',').filter(Boolean);
	if (expand.some((name) => name !== 'platform_data' && name !== 'transactions'))
		throw badRequest('expand can contain platform_data and transactions.');
	return {
		...row,
		...(expand.includes('platform_data') && {
			platform_data: { source: connection.platform, raw_id: row.platform_id },
		}),
		...(expand.includes('transactions') && { transactions: [] }),
	};
}
