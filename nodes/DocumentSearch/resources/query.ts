import type { IDataObject } from 'n8n-workflow';
import {
	byCursor,
	choice,
	date,
	flag,
	id,
	integer,
	operation,
	resource,
	text,
} from '../../engine/describe';
import { queryBody } from '../query';
import { queryFields, queryOptions } from '../queryFields';
import { withRegionImages } from '../regions';
import { rowsOfQuery } from '../results';
import { result, resultBrief, storedQuery, storedQueryBrief } from '../shapes';
import { collectionName } from './collection';

const history = byCursor({
	rows: 'queries',
	cursor: 'cursor',
	next: 'next_cursor',
	size: { name: 'limit', maximum: 100 },
});

const queryId = id('Stored Query', {
	description: 'The query to read back, by its query ID or its request ID',
	placeholder: 'e.g. 2b0c7c1e-8f43-4a52-9f0e-6f2f5b0f3a11',
	lookup: {
		request: 'GET /v2/queries',
		rows: 'queries',
		row: ({ query_id, query_text, collection_name, created_at }) => ({
			name: `${String(created_at).slice(0, 16)} · ${String(collection_name)} · ${String(query_text)}`,
			value: String(query_id),
		}),
		paging: history,
	},
});

const inCollection = text('Collection Name', {
	wire: 'collection',
	description: 'Only queries of this collection',
	placeholder: 'e.g. handbook',
});

export const query = resource('Query', {
	default: 'search',
	operations: {
		get: operation({
			name: 'Get',
			action: 'Get a stored query',
			description: 'Read back a query of the history; its bodies are kept for some time',
			request: 'GET /v2/queries/{queryId}',
			fields: { queryId },
			shape: storedQuery,
		}),
		getAll: operation({
			name: 'Get Many',
			action: 'Get many stored queries',
			description: 'Get the history of queries, newest first',
			request: 'GET /v2/queries',
			paging: history,
			simplify: storedQueryBrief,
			shape: storedQuery,
			options: {
				inCollection,
				status: choice('Status', ['completed', 'failed'], {
					description: 'Only queries that ended like this',
				}),
				from: date('From', { description: 'Only queries since this moment' }),
				to: date('To', { description: 'Only queries until this moment' }),
				sort: choice(
					'Sort',
					{ desc: 'Newest First', asc: 'Oldest First' },
					{ description: 'In which order', default: 'desc' },
				),
			},
		}),
		getLatency: operation({
			name: 'Get Latency',
			action: 'Get the latency of queries',
			description: 'Get percentiles and a histogram of how long queries took',
			request: 'GET /v2/queries/latency',
			fields: {
				since: date('Since', { wire: 'from', required: true, description: 'Begin of the period' }),
				until: date('Until', { wire: 'to', required: true, description: 'End of the period' }),
			},
			options: {
				inCollection,
				apiVersion: choice('API Version', ['v3', 'v2', 'unknown'], {
					wire: 'api_version',
					description: 'Only queries of this version of the interface',
				}),
				reranked: choice('Reranked', ['on', 'off', 'unknown'], {
					wire: 'rerank',
					description: 'Only queries with or without reranking',
				}),
				searchMode: choice('Search Mode', ['keyword', 'semantic', 'hybrid', 'unknown'], {
					wire: 'search_mode',
					description: 'Only queries of this kind',
				}),
				filtered: choice(
					'Filtered',
					{ true: 'With a Filter', false: 'Without a Filter', unknown: 'Unknown' },
					{ wire: 'has_filter', description: 'Only queries with or without a filter' },
				),
				bins: integer('Bins', {
					description: 'Bars of the histogram',
					default: 16,
					minimum: 4,
					maximum: 64,
				}),
				refresh: flag('Refresh', { description: 'Whether the figures are computed anew' }),
			},
		}),
		search: operation({
			name: 'Search',
			action: 'Search a collection',
			description: 'Find the passages of indexed files that answer a question in natural language',
			request: 'POST /v3/collections/{collectionName}/query',
			// A query changes nothing but its own history.
			replay: 'safe',
			fields: { collectionName, ...queryFields },
			options: queryOptions,
			simplify: resultBrief,
			shape: result,
			async run(call) {
				const { input } = call;
				const answer = await call.request('POST /v3/collections/{collectionName}/query', {
					values: { collectionName: input.collectionName },
					body: queryBody(input),
				});
				const body = (answer.body ?? {}) as IDataObject;
				const rows = rowsOfQuery(body, input.returnAs);
				const perResult = input.returnAs !== 'query' && input.returnAs !== 'text';
				return input.downloadRegions ? await withRegionImages(call, body, rows, perResult) : rows;
			},
		}),
	},
});
