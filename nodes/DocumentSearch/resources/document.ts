import {
	choice,
	file,
	flag,
	formatValue,
	id,
	json,
	list,
	operation,
	resource,
	text,
	toText,
} from '../../engine/describe';
import { indexFiles, maxFiles } from '../indexFiles';
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

const documentMetadata = json('Custom Metadata', {
	apiName: 'custom_metadata',
	description: 'Your own fields as a JSON object. Queries can filter and boost by them.',
});

const processing = choice('Processing', ['advanced', 'basic'], {
	apiName: 'processing_type',
	required: true,
	default: 'advanced',
	description: 'How thoroughly to analyze the layout',
});

const startedJob = { job_id: 'string', status: 'string' } as const;

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
			description: 'Start a job that downloads files or web pages and adds them to a collection',
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
				processing,
			},
			options: {
				documentMetadata,
			},
			shape: startedJob,
		}),
		indexFiles: operation({
			name: 'Index Files',
			action: 'Index files',
			collection: 'additionalFields',
			description: 'Upload files to a collection, and start a job that indexes them',
			request: 'POST /v2/collections/{collectionName}/index/file',
			agents: false,
			fields: {
				collectionName,
				binaryPropertyNames: file('Input Binary Fields', {
					apiName: 'files',
					default: 'data',
					required: true,
					hint: `The names of up to ${maxFiles} input fields containing the files, separated by commas`,
				}),
				processing,
			},
			options: {
				documentMetadata,
				overwriteExisting: flag('Overwrite Existing', {
					apiName: 'overwrite_existing',
					description:
						'Whether to index files again that the collection already has, and replace them. Otherwise, the service skips them.',
					default: true,
				}),
			},
			shape: startedJob,
			run: indexFiles,
		}),
		indexText: operation({
			name: 'Index Text',
			action: 'Index a text',
			collection: 'additionalFields',
			description: 'Start a job that adds a text to a collection',
			request: 'POST /v2/collections/{collectionName}/index/text',
			fields: {
				collectionName,
				textContent: text('Text', {
					apiName: 'content',
					required: true,
					lines: 5,
					description: 'The text to index',
				}),
			},
			options: {
				documentMetadata,
				fileName: text('File Name', {
					apiName: 'filename',
					description: 'Name of the document in search results',
					placeholder: 'e.g. meeting-2026-11-27.txt',
				}),
			},
			shape: startedJob,
		}),
	},
});
