import { flag, id, json, operation, resource, text } from '../../engine/describe';
import { byNumber } from '../paging';
import { chunk as shape } from '../shapes';
import { collectionName } from './collection';
import { documentId } from './document';

/** A chunk is named by queries and by its document's list. */
export const chunkId = id('Chunk', {
	description: 'ID of the chunk, as queries answer it; usually the document and the index',
	placeholder: 'e.g. doc_4f1c:12',
});

const one = { collectionName, chunkId };
const parts = {
	withRegions: flag('Include Regions', {
		wire: 'include_regions',
		description: 'Whether the regions of the layout come along',
	}),
	withMetadata: flag('Include Metadata', {
		wire: 'include_metadata',
		description: 'Whether the metadata comes along; yes unless set',
	}),
};
const customMetadata = json('Custom Metadata', {
	wire: 'custom_metadata',
	required: true,
	description: 'Your own fields as a JSON object, by which queries can filter and boost',
});

export const chunk = resource('Chunk', {
	default: 'getAll',
	operations: {
		clearMetadata: operation({
			name: 'Clear Metadata',
			action: 'Clear the metadata of a chunk',
			description: 'Remove all custom metadata of a chunk',
			request: 'DELETE /v3/collections/{collectionName}/chunks/{chunkId}/metadata',
			fields: one,
		}),
		get: operation({
			name: 'Get',
			action: 'Get a chunk',
			request: 'GET /v3/collections/{collectionName}/chunks/{chunkId}',
			fields: one,
			options: {
				ofDocument: text('Document ID', {
					wire: 'document_id',
					description: 'The document of the chunk, which makes the search for it quicker',
				}),
				...parts,
			},
			shape,
		}),
		getAll: operation({
			name: 'Get Many',
			action: 'Get many chunks',
			description: 'Get the chunks of a document, in order',
			request: 'GET /v3/collections/{collectionName}/chunks',
			fields: { collectionName, documentId: { ...documentId, wire: 'document_id' } },
			options: parts,
			paging: byNumber('chunks', 500),
			shape,
		}),
		getMetadata: operation({
			name: 'Get Metadata',
			action: 'Get the metadata of a chunk',
			request: 'GET /v3/collections/{collectionName}/chunks/{chunkId}/metadata',
			fields: one,
		}),
		replaceMetadata: operation({
			name: 'Replace Metadata',
			action: 'Replace the metadata of a chunk',
			description: 'Set the custom metadata of a chunk; fields that are not given are removed',
			request: 'PUT /v3/collections/{collectionName}/chunks/{chunkId}/metadata',
			fields: { ...one, customMetadata },
		}),
		updateMetadata: operation({
			name: 'Update Metadata',
			action: 'Update the metadata of a chunk',
			description: 'Add fields to the custom metadata of a chunk; the others stay',
			request: 'PATCH /v3/collections/{collectionName}/chunks/{chunkId}/metadata',
			fields: { ...one, customMetadata },
		}),
	},
});
