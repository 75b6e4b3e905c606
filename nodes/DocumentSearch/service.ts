/** Description of the Document Search service (specification, document 1, part B). */
import { service } from '../engine/describe';
import { toText } from '../engine/input/messages';
import { readError, errors } from './errors';
import { chunk } from './resources/chunk';
import { collection } from './resources/collection';
import { document } from './resources/document';
import { job } from './resources/job';
import { query } from './resources/query';
import { relation } from './resources/relation';

export const documentSearch = service({
	name: 'documentSearch',
	label: 'Document Search',
	credentials: [{ value: 'apiKey', label: 'API Key', type: 'documentSearchApi' }],
	address: ({ baseUrl }) => toText(baseUrl),
	default: 'query',
	resources: { chunk, collection, document, job, query, relation },
	readError,
	errors,
	codex: {
		categories: ['Data & Storage', 'Miscellaneous'],
		aliases: [
			'ai',
			'rag',
			'retrieval',
			'semantic search',
			'vector',
			'rerank',
			'knowledge base',
			'chunks',
			'embedding',
			'pdf',
			'find',
			'index',
		],
	},
});
