import type { IDataObject } from 'n8n-workflow';
import { choice, id, json, list, operation, resource, text } from '../../engine/describe';
import { toRow } from '../../engine/run/output';
import { relation as shape } from '../shapes';
import { chunkId } from './chunk';
import { collectionName } from './collection';

const relationsOfChunk = '/v3/collections/{collectionName}/chunks/{chunkId}/relations';

export const relation = resource('Relation', {
	default: 'get',
	operations: {
		create: operation({
			name: 'Create',
			action: 'Create a relation',
			description: 'Relate a chunk to another one',
			request: `POST ${relationsOfChunk}`,
			fields: {
				collectionName,
				chunkId,
				targetChunk: id('Target Chunk', {
					wire: 'target_chunk_id',
					description: 'ID of the chunk that the relation leads to',
					placeholder: 'e.g. doc_77ab:3',
				}),
				relationType: text('Relation Type', {
					wire: 'relation_type',
					required: true,
					description: 'What kind of relation it is',
					placeholder: 'e.g. cites',
				}),
			},
			options: {
				targetDocument: text('Target Document ID', {
					wire: 'target_document_id',
					description: 'The document of the target',
				}),
				relationMetadata: json('Metadata', {
					wire: 'metadata',
					description: 'Your own fields of the relation, as a JSON object',
				}),
			},
			shape,
		}),
		delete: operation({
			name: 'Delete',
			action: 'Delete a relation',
			request: 'DELETE /v3/collections/{collectionName}/relations/{relationId}',
			fields: {
				collectionName,
				relationId: id('Relation', {
					description: 'ID of the relation, as queries answer it',
					placeholder: 'e.g. rel_81c2',
				}),
			},
		}),
		get: operation({
			name: 'Get of Chunk',
			action: 'Get the relations of a chunk',
			request: `GET ${relationsOfChunk}`,
			fields: { collectionName, chunkId },
			options: {
				relationTypes: list('Relation Types', {
					wire: 'relation_types',
					description: 'Only relations of these types, separated by commas',
					placeholder: 'e.g. cites, amends',
				}),
				relationDirection: choice('Relation Direction', ['outgoing', 'incoming', 'both'], {
					wire: 'relation_direction',
					description: 'Which relations are followed',
					default: 'outgoing',
				}),
			},
			shape,
			async run({ input: { relationTypes, relationDirection, ...values }, request }) {
				const query = {
					...(relationTypes ? { relation_types: relationTypes } : {}),
					...(relationDirection ? { relation_direction: relationDirection } : {}),
				};
				const { body } = await request(`GET ${relationsOfChunk}`, { values, query });
				// Whether the list has a name is not shown.
				const found = Array.isArray(body)
					? (body as IDataObject[])
					: ((body as IDataObject | undefined)?.relations as IDataObject[] | undefined);
				return (found ?? (body === undefined ? [] : [body as IDataObject])).map(toRow);
			},
		}),
	},
});
