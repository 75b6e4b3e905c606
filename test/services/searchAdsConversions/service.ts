// Local test service for search ads conversions (nodes/SearchAdsConversions/README.md).

import { setImmediate as endOfTurn } from 'node:timers/promises';
import { Readable } from 'node:stream';
import responses from '../../contract/data/responses/search-ads-conversions.json';
import { AccessTokens, googleServer, localCredentials } from '../kit/accessTokens';
import { addAnswers } from '../kit/answers';
import { Clock } from '../kit/clock';
import { Reply, type Exchange, type Routes } from '../kit/exchange';
import { googleError } from '../kit/googleErrors';
import { byNumber } from '../kit/paging';
import { Records, type Fields } from '../kit/records';
import { startServer, type ServiceOptions } from '../kit/server';
import { ConversionStore } from './store';

/** Settings that a test can change while the service runs. */
interface Settings {
	/** Number of rows in the ID mapping file. */
	mappingRows: number;
}

export type ConversionService = Awaited<ReturnType<typeof startConversionService>>;

/** Starts the service on 127.0.0.1. @throws Error if the port is in use */
export async function startConversionService({ port, clock = new Clock() }: ServiceOptions = {}) {
	const settings: Settings = { mappingRows: 1000 };
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
		(save: (row: Fields) => Fields) =>
		({ body }: Exchange): Fields => ({
			kind: KIND,
			conversion: (body.conversion as Fields[]).map(save),
		});
	return {
		'GET /agency/:agencyId/advertiser/:advertiserId/engine/:engineAccountId/conversion': list,
		'GET /customer/:customerId/conversion': list,
		'POST /conversion': write((row) => store.insert(row)),
		'PUT /conversion': write((row) => store.update(row)),
		'GET /agency/:agencyId/advertiser/:advertiserId/idmapping': ({ query }) =>
			query.alt === 'media'
				? new Reply(200, Readable.from(idMappingCsv(settings.mappingRows)), {
						'content-type': 'text/csv; charset=utf-8',
					})
				: {},
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
