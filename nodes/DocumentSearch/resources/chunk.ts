import { flag, id, json, operation, resource, text } from '../../engine/describe';
import { byNumericCursor } from '../pagination';
import { collectionName } from './collection';
import { documentId } from './document';

export const chunkId = id('Chunk', {
	description: 'ID of the chunk, as returned by a query. Usually the document ID and the index.',
	placeholder: 'e.g. doc_4f1c:12',
});

const chunkFields = { collectionName, chunkId };
const includeOptions = {
	withRegions: flag('Include Regions', {
		apiName: 'include_regions',
		description: 'Whether to include the layout regions',
		collection: 'options',
	}),
	withMetadata: flag('Include Metadata', {
		apiName: 'include_metadata',
		description: 'Whether to include the metadata. On if not set.',
		collection: 'options',
	}),
};
const customMetadata = json('Custom Metadata', {
	apiName: 'custom_metadata',
	required: true,
	description: 'Custom fields as a JSON object. Queries can filter and boost by them.',
});

export const chunk = resource('Chunk', {
	default: 'getAll',
	operations: {
		clearMetadata: operation({
			action: 'Clear the metadata of a chunk',
			description: 'Remove all custom metadata of a chunk',
			request: 'DELETE /v3/collections/{collectionName}/chunks/{chunkId}/metadata',
			effect: 'irreversible',
			parents: ['collectionName', 'chunkId'],
			fields: chunkFields,
		}),
		get: operation({
			request: 'GET /v3/collections/{collectionName}/chunks/{chunkId}',
			fields: chunkFields,
			options: {
				ofDocument: text('Document ID', {
					apiName: 'document_id',
					description: 'The document of the chunk. If set, the service finds the chunk faster.',
				}),
				...includeOptions,
			},
		}),
		getAll: operation({
			description: 'Get the chunks of a document, in order',
			request: 'GET /v3/collections/{collectionName}/chunks',
			fields: { collectionName, documentId: { ...documentId, apiName: 'document_id' } },
			options: includeOptions,
			parents: ['collectionName'],
			paging: byNumericCursor('chunks', 500),
		}),
		getMetadata: operation({
			action: 'Get the metadata of a chunk',
			request: 'GET /v3/collections/{collectionName}/chunks/{chunkId}/metadata',
			fields: chunkFields,
		}),
		replaceMetadata: operation({
			action: 'Replace the metadata of a chunk',
			description:
				'Replace all custom metadata of a chunk; fields that are not specified are removed',
			request: 'PUT /v3/collections/{collectionName}/chunks/{chunkId}/metadata',
			effect: 'irreversible',
			fields: { ...chunkFields, customMetadata },
		}),
		updateMetadata: operation({
			action: 'Update the metadata of a chunk',
			description:
				'Add or change fields of the custom metadata of a chunk; other fields are not changed',
			request: 'PATCH /v3/collections/{collectionName}/chunks/{chunkId}/metadata',
			fields: { ...chunkFields, customMetadata },
		}),
	},
});
