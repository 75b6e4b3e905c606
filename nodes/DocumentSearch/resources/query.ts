import type { IDataObject } from 'n8n-workflow';
import { showHint } from '../../engine';
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
	toText,
} from '../../engine/describe';
import { queryFields, queryOptions } from '../queryFields';
import { omitEmpty, queryRows, resultsIn } from '../queryOutput';
import { buildQueryBody } from '../queryRequest';
import { addRegionImages } from '../regionImages';
import { result, resultBrief, storedQuery, storedQueryBrief } from '../shapes';
import { collectionName } from './collection';

const historyPaging = byCursor({
	rows: 'queries',
	cursor: 'cursor',
	next: 'next_cursor',
	size: { name: 'limit', maximum: 100 },
});

const queryId = id('Stored Query', {
	description: 'The query to get, by its query ID or request ID',
	placeholder: 'e.g. 2b0c7c1e-8f43-4a52-9f0e-6f2f5b0f3a11',
	listMethod: 'searchStoredQuery',
	lookup: {
		request: 'GET /v2/queries',
		rows: 'queries',
		row: ({ query_id, query_text, collection_name, created_at }) => ({
			name: `${toText(created_at).slice(0, 16)} · ${toText(collection_name)} · ${toText(query_text)}`,
			value: toText(query_id),
		}),
		paging: historyPaging,
	},
});

const inCollection = text('Collection Name', {
	apiName: 'collection',
	description: 'Return only queries of this collection',
	placeholder: 'e.g. handbook',
	collection: 'filters',
});

export const query = resource('Query', {
	default: 'search',
	operations: {
		get: operation({
			action: 'Get a stored query',
			description:
				'Get a query from the history; request and response bodies are stored for a limited time',
			request: 'GET /v2/queries/{queryId}',
			fields: { queryId },
			shape: storedQuery,
		}),
		getAll: operation({
			action: 'Get many stored queries',
			description: 'Get the query history, newest first',
			request: 'GET /v2/queries',
			paging: historyPaging,
			simplify: storedQueryBrief,
			shape: storedQuery,
			options: {
				inCollection,
				status: choice('Status', ['completed', 'failed'], {
					description: 'Return only queries with this status',
				}),
				from: date('From', { description: 'Return only queries from this date on' }),
				to: date('To', { description: 'Return only queries up to this date' }),
				sort: choice(
					'Sort',
					{ desc: 'Newest First', asc: 'Oldest First' },
					{ description: 'Order of the queries', default: 'desc', collection: 'options' },
				),
			},
		}),
		getLatency: operation({
			action: 'Get the latency of queries',
			description: 'Get percentiles and a histogram of query latency',
			request: 'GET /v2/queries/latency',
			fields: {
				since: date('Since', {
					apiName: 'from',
					required: true,
					description: 'Start of the period',
				}),
				until: date('Until', { apiName: 'to', required: true, description: 'End of the period' }),
			},
			options: {
				inCollection,
				apiVersion: choice('API Version', ['v3', 'v2', 'unknown'], {
					apiName: 'api_version',
					description: 'Include only queries of this API version',
					collection: 'filters',
				}),
				reranked: choice('Reranked', ['on', 'off', 'unknown'], {
					apiName: 'rerank',
					description: 'Select queries by whether they were reranked',
					collection: 'filters',
				}),
				searchMode: choice('Search Mode', ['keyword', 'semantic', 'hybrid', 'unknown'], {
					apiName: 'search_mode',
					description: 'Include only queries with this search mode',
					collection: 'filters',
				}),
				filtered: choice(
					'Filtered',
					{ true: 'With a Filter', false: 'Without a Filter', unknown: 'Unknown' },
					{
						apiName: 'has_filter',
						description: 'Select queries by whether they had a filter',
						collection: 'filters',
					},
				),
				bins: integer('Bins', {
					description: 'Number of bins in the histogram',
					default: 16,
					minimum: 4,
					maximum: 64,
				}),
				refresh: flag('Refresh', { description: 'Whether to recalculate the values' }),
			},
		}),
		search: operation({
			action: 'Search a collection',
			description: 'Find passages of indexed files that match a question in natural language',
			request: 'POST /v3/collections/{collectionName}/query',
			// A search changes nothing except the query history.
			idempotency: 'safe',
			fields: { collectionName, ...queryFields },
			options: queryOptions,
			simplify: resultBrief,
			arrange: omitEmpty,
			shape: result,
			async run(call) {
				const { input } = call;
				const request = buildQueryBody(input);
				const response = await call.request('POST /v3/collections/{collectionName}/query', {
					values: { collectionName: input.collectionName },
					body: request,
				});
				const body = (response.body ?? {}) as IDataObject;
				if (request.filter && resultsIn(body).length === 0)
					showHint(
						call.context,
						'No passage matches the filter and the query. Filter fields are keys of Custom Metadata, not of the output. To search specific documents, use file_id with their IDs.',
					);
				const rows = queryRows(body, input.returnAs);
				const rowPerResult = input.returnAs !== 'query' && input.returnAs !== 'text';
				return input.downloadRegions ? await addRegionImages(call, body, rows, rowPerResult) : rows;
			},
		}),
	},
});
