// The routes of conversions and of the id mapping file (specification, document 3, part C; payloads from the public facts).

import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../kit/httpError';
import { googleErrorBody, googleError } from '../kit/googleErrors';
import { malformed, type Conversion, type Judged, type Ledger } from './store';
import type { Settings } from './service';

type Query = Record<string, string | undefined>;
type Listing = { Params: Record<string, string>; Querystring: Query };

const FILTERS = [
	'adGroupId',
	'adId',
	'campaignId',
	'criterionId',
	'customerId',
	'agencyId',
	'advertiserId',
	'engineAccountId',
];

export function conversionRoutes(app: FastifyInstance, ledger: Ledger, settings: Settings): void {
	app.get<Listing>(
		'/v2/agency/:agencyId/advertiser/:advertiserId/engine/:engineAccountId/conversion',
		async ({ params, query }) => page(ledger, { ...query, ...params }, settings),
	);
	app.get<Listing>('/v2/customer/:customerId/conversion', async ({ params, query }) =>
		page(ledger, { ...query, ...params }, settings),
	);

	app.post('/v2/conversion', async ({ body }) =>
		answer('conversion', ledger.insert(rowsOf(body, 'conversion')), settings),
	);
	app.put('/v2/conversion', async ({ body }) =>
		answer('conversion', ledger.update(rowsOf(body, 'conversion')), settings),
	);
	app.post('/v2/conversion/updateAvailability', async ({ body }) => {
		const judged = rowsOf(body, 'availabilities').map((row): Judged =>
			row.segmentationId === undefined && row.segmentationName === undefined
				? { row, reason: 'The activity is not named.' }
				: { row, kept: row },
		);
		return answer('availabilities', judged, settings);
	});

	app.get<Listing>(
		'/v2/agency/:agencyId/advertiser/:advertiserId/idmapping',
		async ({ query }, reply) => {
			if (query.alt !== 'media') return {};
			return await reply
				.type('text/csv; charset=utf-8')
				.send(Readable.from(mapping(settings.mappingRows)));
		},
	);
}

function rowsOf(body: unknown, list: string): Conversion[] {
	const { kind, [list]: rows } = (body ?? {}) as Record<string, unknown>;
	if (list === 'conversion' && kind !== 'doubleclicksearch#conversionList')
		throw googleError(400, 'The kind of the list is missing.');
	if (!Array.isArray(rows) || rows.length === 0)
		throw googleError(400, 'The request was not valid. Details: [Empty batch encountered.]', {
			reason: 'requestValidation',
		});
	const reason = list === 'conversion' ? malformed(rows as Conversion[]) : undefined;
	if (reason) throw googleError(400, reason);
	return rows as Conversion[];
}

/** How rows that were not taken are told is not known, so it can be set. */
function answer(
	list: string,
	judged: readonly Judged[],
	{ failures }: Settings,
): Record<string, unknown> {
	const kind = list === 'conversion' ? { kind: 'doubleclicksearch#conversionList' } : {};
	const bad = judged
		.map(({ reason }, index) => ({ reason, index }))
		.filter(({ reason }) => reason !== undefined);
	if (failures === 'refused' && bad.length > 0) {
		throw new HttpError(
			400,
			googleErrorBody(
				400,
				`${bad.length} rows were not taken.`,
				bad.map(({ reason, index }) => ({
					message: reason,
					location: `${list}[${index}]`,
					locationType: 'parameter',
				})),
			),
		);
	}
	if (failures === 'listed') {
		return {
			...kind,
			[list]: judged.flatMap(({ kept }) => kept ?? []),
			...(bad.length > 0 && {
				errors: bad.map(({ reason, index }) => ({
					reason: 'invalid',
					message: reason,
					location: `${list}.${index}`,
				})),
			}),
		};
	}
	return {
		...kind,
		[list]: judged.flatMap(
			({ row, kept, reason }) =>
				kept ??
				(failures === 'marked' ? { ...row, errors: [{ reason: 'invalid', message: reason }] } : []),
		),
	};
}

function page(ledger: Ledger, query: Query, { repeatPages }: Settings): Record<string, unknown> {
	const number = (name: string, least: number, most: number): number => {
		const value = Number(query[name] ?? NaN);
		if (!Number.isInteger(value) || value < least || value > most)
			throw googleError(400, `${name} is missing, or not from ${least} to ${most}.`);
		return value;
	};
	const [from, to] = [
		number('startDate', 20091101, 99991231),
		number('endDate', 20091101, 99991231),
	];
	const [row, count] = [number('startRow', 0, 2 ** 31), number('rowCount', 1, 1000)];
	const wanted = Object.fromEntries(
		FILTERS.filter((name) => query[name] !== undefined).map((name) => [name, query[name]!]),
	);
	const rows = ledger.list(from, to, wanted);
	const at = repeatPages ? 0 : row;
	return { kind: 'doubleclicksearch#conversionList', conversion: rows.slice(at, at + count) };
}

/** A file of any length, made while it is sent. Names hold commas, quotes, line breaks and letters of any alphabet. */
function* mapping(rows: number): Generator<Buffer> {
	yield Buffer.from('\uFEFFEntity Type,Classic ID,Renewed ID,Name\r\n');
	for (let from = 0; from < rows; from += 500) {
		const lines = Array.from(
			{ length: Math.min(500, rows - from) },
			(_, index) =>
				`CAMPAIGN,${700_000_000_000_000_000n + BigInt(from + index)},${20_700_000_000n + BigInt(from + index)},"Größe ""${from + index}"", 春\nSale"\r\n`,
		);
		yield Buffer.from(lines.join(''));
	}
}
