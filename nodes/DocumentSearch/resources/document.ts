import {
	choice,
	formatValue,
	id,
	json,
	list,
	operation,
	resource,
	toText,
} from '../../engine/describe';
import { byOffsetAndTotal } from '../pagination';
import { collectionName } from './collection';

export const documentId = id('Document', {
	description: 'The document to use',
	placeholder: 'e.g. doc_4f1c',
	listMethod: 'searchDocument',
	lookup: {
		request: 'GET /v2/collections/{collectionName}/documents',
		rows: 'documents',
		row: ({ document_id, file_id, filename, file_name, id: plainId }) => {
			const value = toText(document_id ?? file_id ?? plainId);
			return { name: toText(filename ?? file_name ?? value), value };
		},
		paging: byOffsetAndTotal('documents'),
	},
});

export const document = resource('Document', {
	default: 'getAll',
	operations: {
		delete: operation({
			description: 'Delete a document and its chunks',
			request: 'DELETE /v2/collections/{collectionName}/documents/{documentId}',
			effect: 'irreversible',
			parents: ['collectionName', 'documentId'],
			fields: { collectionName, documentId },
		}),
		deleteAll: operation({
			action: 'Delete all documents of a collection',
			description: 'Delete all documents in a collection, but not the collection itself',
			request: 'DELETE /v2/collections/{collectionName}/documents',
			effect: 'irreversible',
			parents: ['collectionName'],
			fields: { collectionName },
		}),
		getAll: operation({
			description: 'Get the documents of a collection',
			request: 'GET /v2/collections/{collectionName}/documents',
			fields: { collectionName },
			paging: byOffsetAndTotal('documents'),
		}),
		index: operation({
			name: 'Index From URL',
			action: 'Index documents by URL',
			collection: 'additionalFields',
			description:
				'Start a job that adds files or web pages to a collection; text without a URL cannot be indexed',
			request: 'POST /v2/collections/{collectionName}/index/url',
			fields: {
				collectionName,
				urls: list('URLs', {
					required: true,
					description:
						'Comma-separated URLs of the files or pages. The service downloads them, so it must reach them without a login.',
					placeholder: 'e.g. https://example.com/handbook.pdf',
					rule: (urls) => {
						const other = urls.find((url) => !/^https?:\/\/[^\s/]/i.test(url));
						return other === undefined
							? undefined
							: `must start with https:// or http://, got ${formatValue(other)}. Enter URLs that the files can be downloaded from`;
					},
				}),
				processing: choice('Processing', ['advanced', 'basic'], {
					apiName: 'processing_type',
					required: true,
					default: 'advanced',
					description: 'How thoroughly to analyze the layout',
				}),
			},
			options: {
				documentMetadata: json('Custom Metadata', {
					apiName: 'custom_metadata',
					description: 'Your own fields as a JSON object. Queries can filter and boost by them.',
				}),
			},
			shape: { job_id: 'string', status: 'string' },
		}),
	},
});
