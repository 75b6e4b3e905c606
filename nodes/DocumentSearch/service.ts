/** Description of the Document Search service (README.md). */
import { apiRequest } from '../engine';
import { service } from '../engine/describe';
import { byOffsetOrCursor } from './pagination';
import { credentials, documentSearchProviders } from './credentials';
import { classify, errors } from './errors';
import { chunk } from './resources/chunk';
import { collection } from './resources/collection';
import { document } from './resources/document';
import { job } from './resources/job';
import { query } from './resources/query';
import { relation } from './resources/relation';

export const documentSearch = service({
	name: 'documentSearch',
	label: 'Document Search',
	providers: documentSearchProviders,
	credentials,
	connectionTest: { request: 'GET /v2/collections?limit=1' },
	default: 'query',
	resources: {
		apiRequest: apiRequest({ paging: byOffsetOrCursor, path: '/v2/collections' }),
		chunk,
		collection,
		document,
		job,
		query,
		relation,
	},
	classify,
	errors,
	codex: {
		categories: ['Data & Storage', 'Miscellaneous'],
		aliases: [
			'ai',
			'rag',
			'retrieval',
			'semantic search',
			'vector search',
			'rerank',
			'knowledge base',
			'chunks',
			'find',
			'search documents',
			'search files',
			'pdf',
			'index documents',
			'citations',
			'question answering',
			'ask documents',
			'ask questions',
			'upload documents',
			'upload files',
			'insert documents',
		],
	},
});
