// Routes for conversions and the ID mapping file (nodes/SearchAdsConversions/README.md).

import { setImmediate as endOfTurn } from 'node:timers/promises';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { googleError, googleErrorBody } from '../kit/googleErrors';
import { HttpError } from '../kit/httpError';
import type { Settings } from './settings';
import { formatError, type Conversion, type ConversionStore, type RowResult } from './store';

type Query = Record<string, string | undefined>;
type ListRequest = { Params: Record<string, string>; Querystring: Query };

const FILTER_FIELDS = [
	'adGroupId',
	'adId',
	'campaignId',
	'criterionId',
	'customerId',
	'agencyId',
	'advertiserId',
	'engineAccountId',
];

export function conversionRoutes(
	app: FastifyInstance,
	store: ConversionStore,
	settings: Settings,
): void {
	app.get<ListRequest>(
		'/v2/agency/:agencyId/advertiser/:advertiserId/engine/:engineAccountId/conversion',
		async ({ params, query }) => page(store, { ...query, ...params }, settings),
	);
	app.get<ListRequest>('/v2/customer/:customerId/conversion', async ({ params, query }) =>
		page(store, { ...query, ...params }, settings),
	);

	app.post('/v2/conversion', async ({ body }) =>
		rowsResponse('conversion', store.insert(parseRows(body, 'conversion')), settings),
	);
	app.put('/v2/conversion', async ({ body }) =>
		rowsResponse('conversion', store.update(parseRows(body, 'conversion')), settings),
	);
	app.post('/v2/conversion/updateAvailability', async ({ body }) => {
		const results = parseRows(body, 'availabilities').map((row): RowResult =>
			row.segmentationId === undefined && row.segmentationName === undefined
				? { row, error: 'segmentationId or segmentationName is required.' }
				: { row, stored: row },
		);
		return rowsResponse('availabilities', results, settings);
	});

	app.get<ListRequest>(
		'/v2/agency/:agencyId/advertiser/:advertiserId/idmapping',
		async ({ query }, reply) => {
			if (query.alt !== 'media') return {};
			return await reply
				.type('text/csv; charset=utf-8')
				.send(Readable.from(idMappingCsv(settings.mappingRows)));
		},
	);
}

function parseRows(body: unknown, list: string): Conversion[] {
	const { kind, [list]: rows } = (body ?? {}) as Record<string, unknown>;
	if (list === 'conversion' && kind !== 'doubleclicksearch#conversionList')
		throw googleError(400, 'kind is required.');
	if (!Array.isArray(rows) || rows.length === 0)
		throw googleError(400, 'The request was not valid. Details: [Empty batch encountered.]', {
			reason: 'requestValidation',
		});
	const error = list === 'conversion' ? formatError(rows as Conversion[]) : undefined;
	if (error) throw googleError(400, error);
	return rows as Conversion[];
}

/** The response to a write. `settings.failures` decides how it reports failed rows. */
function rowsResponse(
	list: string,
	results: readonly RowResult[],
	{ failures }: Settings,
): Record<string, unknown> {
	const kind = list === 'conversion' ? { kind: 'doubleclicksearch#conversionList' } : {};
	const stored = results.flatMap((result) => result.stored ?? []);
	const failed = results.flatMap(({ error }, index) =>
		error === undefined ? [] : { error, index },
	);
	switch (failures) {
		case 'refused':
			if (failed.length > 0)
				throw new HttpError(
					400,
					googleErrorBody(
						400,
						`${failed.length} rows failed.`,
						failed.map(({ error, index }) => ({
							message: error,
							location: `${list}[${index}]`,
							locationType: 'parameter',
						})),
					),
				);
			return { ...kind, [list]: stored };
		case 'listed':
			return {
				...kind,
				[list]: stored,
				...(failed.length > 0 && {
					errors: failed.map(({ error, index }) => ({
						reason: 'invalid',
						message: error,
						location: `${list}.${index}`,
					})),
				}),
			};
		case 'missing':
			return { ...kind, [list]: stored };
		case 'marked':
			return {
				...kind,
				[list]: results.map(
					(result) =>
						result.stored ?? {
							...result.row,
							errors: [{ reason: 'invalid', message: result.error }],
						},
				),
			};
	}
}

function page(
	store: ConversionStore,
	query: Query,
	{ repeatPages }: Settings,
): Record<string, unknown> {
	const integer = (name: string, min: number, max: number): number => {
		const value = Number(query[name] ?? NaN);
		if (!Number.isInteger(value) || value < min || value > max)
			throw googleError(400, `${name} must be an integer from ${min} to ${max}.`);
		return value;
	};
	const startDate = integer('startDate', 20091101, 99991231);
	const endDate = integer('endDate', 20091101, 99991231);
	const startRow = integer('startRow', 0, 2 ** 31);
	const rowCount = integer('rowCount', 1, 1000);
	const filters = Object.fromEntries(
		FILTER_FIELDS.filter((name) => query[name] !== undefined).map((name) => [name, query[name]!]),
	);
	const rows = store.list(startDate, endDate, filters);
	const start = repeatPages ? 0 : startRow;
	return {
		kind: 'doubleclicksearch#conversionList',
		conversion: rows.slice(start, start + rowCount),
	};
}

/**
 * Generates a file of any length while it is sent. The names contain commas, quotes, line breaks
 * and non-ASCII letters.
 */
async function* idMappingCsv(rows: number): AsyncGenerator<Buffer> {
	yield Buffer.from('\uFEFFEntity Type,Classic ID,Renewed ID,Name\r\n');
	for (let start = 0; start < rows; start += 500) {
		const lines = Array.from({ length: Math.min(500, rows - start) }, (_, index) => {
			const row = start + index;
			return `CAMPAIGN,${700_000_000_000_000_000n + BigInt(row)},${20_700_000_000n + BigInt(row)},"Größe ""${row}"", 春\nSale"\r\n`;
		});
		yield Buffer.from(lines.join(''));
		// A client that reads fast would keep timers from running until the end of the file.
		await endOfTurn();
	}
}
