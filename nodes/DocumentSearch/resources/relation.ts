import type { IDataObject } from 'n8n-workflow';
import { toRow } from '../../engine';
import { choice, id, json, list, operation, resource, text } from '../../engine/describe';
import { relation as shape } from '../shapes';
import { chunkId } from './chunk';
import { collectionName } from './collection';

const relationsOfChunk = '/v3/collections/{collectionName}/chunks/{chunkId}/relations';

export const relation = resource('Relation', {
	default: 'get',
	operations: {
		create: operation({
			collection: 'additionalFields',
			description: 'Create a relation from a chunk to another chunk',
			request: `POST ${relationsOfChunk}`,
			fields: {
				collectionName,
				chunkId,
				targetChunk: id('Target Chunk', {
					apiName: 'target_chunk_id',
					description: 'ID of the chunk that the relation points to',
					placeholder: 'e.g. doc_77ab:3',
				}),
				relationType: text('Relation Type', {
					apiName: 'relation_type',
					required: true,
					description: 'Type of the relation',
					placeholder: 'e.g. cites',
				}),
			},
			options: {
				targetDocument: text('Target Document ID', {
					apiName: 'target_document_id',
					description: 'The document of the target chunk',
				}),
				relationMetadata: json('Metadata', {
					apiName: 'metadata',
					description: 'Custom fields of the relation as a JSON object',
				}),
			},
			shape,
		}),
		delete: operation({
			request: 'DELETE /v3/collections/{collectionName}/relations/{relationId}',
			effect: 'irreversible',
			parents: ['collectionName', 'relationId'],
			fields: {
				collectionName,
				relationId: id('Relation', {
					description: 'ID of the relation, as returned by a query',
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
					apiName: 'relation_types',
					description: 'Return only relations of these types, separated by commas',
					placeholder: 'e.g. cites, amends',
					collection: 'filters',
				}),
				relationDirection: choice('Relation Direction', ['outgoing', 'incoming', 'both'], {
					apiName: 'relation_direction',
					description: 'Direction of the relations to return',
					default: 'outgoing',
					collection: 'filters',
				}),
			},
			shape,
			async run({ input: { relationTypes, relationDirection, ...values }, request }) {
				const query = {
					...(relationTypes ? { relation_types: relationTypes } : {}),
					...(relationDirection ? { relation_direction: relationDirection } : {}),
				};
				const { body } = await request(`GET ${relationsOfChunk}`, { values, query });
				// The specification does not define whether the list is the body or one of its fields.
				const relations = Array.isArray(body)
					? (body as IDataObject[])
					: ((body as IDataObject | undefined)?.relations as IDataObject[] | undefined);
				return (relations ?? (body === undefined ? [] : [body as IDataObject])).map(toRow);
			},
		}),
	},
});
