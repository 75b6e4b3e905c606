import { choice, id, json, list, operation, resource } from '../../engine/describe';
import { byOffset } from '../paging';
import { collectionName } from './collection';

/** A document of the chosen collection. */
export const documentId = id('Document', {
	description: 'The document to work on',
	placeholder: 'e.g. doc_4f1c',
	lookup: {
		request: 'GET /v2/collections/{collectionName}/documents',
		rows: 'documents',
		row: ({ document_id, file_id, filename, file_name, id: plain }) => {
			const value = String(document_id ?? file_id ?? plain ?? '');
			return { name: String(filename ?? file_name ?? value), value };
		},
		paging: byOffset('documents'),
	},
});

export const document = resource('Document', {
	default: 'getAll',
	operations: {
		delete: operation({
			name: 'Delete',
			action: 'Delete a document',
			description: 'Delete a document with its chunks',
			request: 'DELETE /v2/collections/{collectionName}/documents/{documentId}',
			fields: { collectionName, documentId },
			agents: false,
		}),
		deleteAll: operation({
			name: 'Delete All',
			action: 'Delete all documents of a collection',
			description: 'Delete every document of a collection; the collection stays, empty',
			request: 'DELETE /v2/collections/{collectionName}/documents',
			fields: { collectionName },
			agents: false,
		}),
		getAll: operation({
			name: 'Get Many',
			action: 'Get many documents',
			description: 'Get the documents of a collection',
			request: 'GET /v2/collections/{collectionName}/documents',
			fields: { collectionName },
			paging: byOffset('documents'),
		}),
		index: operation({
			name: 'Index From URL',
			action: 'Index documents from addresses',
			description: 'Start a job that reads files or pages from their addresses into a collection',
			request: 'POST /v2/collections/{collectionName}/index/url',
			fields: {
				collectionName,
				urls: list('URLs', {
					required: true,
					description: 'Addresses to read, separated by commas',
					placeholder: 'e.g. https://example.com/handbook.pdf',
				}),
				processing: choice('Processing', ['advanced', 'basic'], {
					wire: 'processing_type',
					required: true,
					default: 'advanced',
					description: 'How thoroughly the layout is read',
				}),
			},
			options: {
				documentMetadata: json('Custom Metadata', {
					wire: 'custom_metadata',
					description: 'Your own fields, by which queries can filter and boost',
				}),
			},
			shape: { job_id: 'string', status: 'string' },
		}),
	},
});
