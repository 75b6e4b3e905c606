import type { IDataObject } from 'n8n-workflow';
import { choice, id, operation, resource, text, toText } from '../../engine/describe';
import { byOffsetAndTotal } from '../pagination';
import { collectionCreated } from '../shapes';

/**
 * The fields of a listed collection are not specified. The vendor's client reads the name from
 * these fields.
 */
const nameOf = ({ collection_name, database_name, name }: IDataObject): string =>
	toText(collection_name ?? database_name ?? name);

export const collectionName = id('Collection', {
	description: 'The collection to use',
	placeholder: 'e.g. handbook',
	byName: true,
	listMethod: 'searchCollection',
	lookup: {
		request: 'GET /v2/collections',
		rows: 'collections',
		row: (row) => ({ name: nameOf(row), value: nameOf(row) }),
		paging: byOffsetAndTotal('collections'),
	},
});

export const collection = resource('Collection', {
	default: 'getAll',
	operations: {
		create: operation({
			collection: 'additionalFields',
			description: 'Create a collection; an existing collection is not changed',
			request: 'PUT /v2/collections/{newCollection}',
			fields: {
				newCollection: text('Name', {
					required: true,
					description: 'Name of the new collection',
					placeholder: 'e.g. handbook',
				}),
			},
			options: {
				collectionDescription: text('Description', {
					apiName: 'description',
					description: 'Description of the collection',
				}),
			},
			shape: collectionCreated,
		}),
		delete: operation({
			description: 'Delete a collection with all its documents',
			request: 'DELETE /v2/collections/{collectionName}',
			effect: 'irreversible',
			fields: { collectionName },
		}),
		getAll: operation({
			description: 'Get the collections that the API key has access to',
			request: 'GET /v2/collections',
			paging: byOffsetAndTotal('collections'),
		}),
		setEnvironment: operation({
			name: 'Change Environment',
			action: 'Change the environment of a collection',
			description:
				'Move a collection to another environment; API keys of the old environment lose access to the collection',
			request: 'PATCH /v2/collections/{collectionName}/environment',
			fields: {
				collectionName,
				environment: choice('Environment', ['development', 'staging', 'production'], {
					apiName: 'new_environment',
					required: true,
					default: 'development',
					description: 'The new environment of the collection',
				}),
			},
			agents: false,
		}),
	},
});
