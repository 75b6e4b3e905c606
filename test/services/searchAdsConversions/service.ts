// Local test service for search ads conversions (nodes/SearchAdsConversions/README.md).

import { setImmediate as endOfTurn } from 'node:timers/promises';
import { Readable } from 'node:stream';
import responses from '../../contract/data/responses/search-ads-conversions.json';
import { AccessTokens, googleServer, localCredentials } from '../kit/accessTokens';
import { addAnswers } from '../kit/answers';
import { Clock } from '../kit/clock';
import { Reply, type Exchange, type Routes } from '../kit/exchange';
import { googleError, googleErrorBody } from '../kit/googleErrors';
import { HttpError } from '../kit/httpError';
import { byNumber } from '../kit/paging';
import { Records, type Fields } from '../kit/records';
import { startServer, type ServiceOptions } from '../kit/server';
import { ConversionStore, type RowResult } from './store';

/** Settings that a test can change while the service runs. */
export interface Settings {
	/**
	 * How the response reports rows that failed: as an error in the row ('marked'), by leaving the
	 * row out ('missing'), in a separate list ('listed'), or by rejecting the request ('refused').
	 * The public documentation does not describe the behavior of the real service.
	 */
	failures: 'marked' | 'missing' | 'listed' | 'refused';
	/** Number of rows in the ID mapping file. */
	mappingRows: number;
}

export type ConversionService = Awaited<ReturnType<typeof startConversionService>>;

/** Starts the service on 127.0.0.1. @throws Error if the port is in use */
export async function startConversionService({ port, clock = new Clock() }: ServiceOptions = {}) {
	const settings: Settings = { failures: 'marked', mappingRows: 1000 };
	const ledger = new ConversionStore(clock);
	const tokens = new AccessTokens(clock);
	const server = await startServer(
		{
			...googleServer(tokens),
			name: 'searchAdsConversions',
			port,
			clock,
			described: { name: 'search-ads-conversions', basePath: '/v2', refusesUnknown: true },
		},
		(app) =>
			addAnswers(app, {
				responses,
				records: new Records(),
				paging: byNumber('page', { name: 'rowCount', standard: 1000, maximum: 1000 }),
				notFound: () => googleError(404, 'Not found.'),
				own: ownRoutes(ledger, settings),
			}),
	);
	const url = `${server.url}/v2`;
	const credentials = localCredentials(server.url, url);
	const credential = { type: 'searchAdsConversionsApi', data: credentials.accessToken };
	return { ...server, url, settings, ledger, tokens, credential, credentials };
}

const KIND = 'doubleclicksearch#conversionList';

function ownRoutes(store: ConversionStore, settings: Settings): Routes {
	const list = ({ params, query }: Exchange): Fields => {
		const { startDate, endDate, startRow, rowCount, ...filters } = query;
		const rows = store.list(Number(startDate), Number(endDate), { ...filters, ...params });
		const start = Number(startRow);
		return { kind: KIND, conversion: rows.slice(start, start + Number(rowCount)) };
	};
	const write =
		(save: (rows: readonly Fields[]) => RowResult[]) =>
		({ body }: Exchange): Fields => {
			const results = save(body.conversion as Fields[]);
			return { kind: KIND, ...rowsResponse('conversion', results, settings) };
		};
	return {
		'GET /agency/:agencyId/advertiser/:advertiserId/engine/:engineAccountId/conversion': list,
		'GET /customer/:customerId/conversion': list,
		'POST /conversion': write((rows) => store.insert(rows)),
		'PUT /conversion': write((rows) => store.update(rows)),
		'GET /agency/:agencyId/advertiser/:advertiserId/idmapping': ({ query }) =>
			query.alt === 'media'
				? new Reply(200, Readable.from(idMappingCsv(settings.mappingRows)), {
						'content-type': 'text/csv; charset=utf-8',
					})
				: {},
	};
}

/** The response to a write. `failures` decides how it reports failed rows. */
function rowsResponse(list: string, results: readonly RowResult[], { failures }: Settings): Fields {
	const stored = results.flatMap((result) => result.stored ?? []);
	const failed = results.flatMap(({ error }, index) =>
		error === undefined ? [] : { message: error, index },
	);
	if (failures === 'refused' && failed.length > 0) {
		const details = failed.map(({ message, index }) => ({
			message,
			location: `${list}[${index}]`,
			locationType: 'parameter',
		}));
		throw new HttpError(400, googleErrorBody(400, `${failed.length} rows failed.`, details));
	}
	if (failures === 'listed' && failed.length > 0)
		return {
			[list]: stored,
			errors: failed.map(({ message, index }) => ({
				reason: 'invalid',
				message,
				location: `${list}.${index}`,
			})),
		};
	if (failures !== 'marked') return { [list]: stored };
	return {
		[list]: results.map(
			({ row, error, stored: saved }) =>
				saved ?? { ...row, errors: [{ reason: 'invalid', message: error }] },
		),
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
