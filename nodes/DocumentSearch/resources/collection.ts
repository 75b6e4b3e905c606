import type { IDataObject } from 'n8n-workflow';
import { choice, id, operation, resource, text } from '../../engine/describe';
import { byOffset } from '../paging';
import { collectionCreated } from '../shapes';

/** The interface shows no fields of a listed collection; its clients read the name from one of these. */
const nameOf = ({ collection_name, database_name, name }: IDataObject): string =>
	String(collection_name ?? database_name ?? name ?? '');

/** The collection that everything else stands in. */
export const collectionName = id('Collection', {
	description: 'The collection to work on',
	placeholder: 'e.g. handbook',
	lookup: {
		request: 'GET /v2/collections',
		rows: 'collections',
		row: (row) => ({ name: nameOf(row), value: nameOf(row) }),
		paging: byOffset('collections'),
	},
});

export const collection = resource('Collection', {
	default: 'getAll',
	operations: {
		create: operation({
			name: 'Create',
			action: 'Create a collection',
			description: 'Create a collection; one that exists already stays as it is',
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
					wire: 'description',
					description: 'What the collection holds',
				}),
			},
			shape: collectionCreated,
		}),
		delete: operation({
			name: 'Delete',
			action: 'Delete a collection',
			description: 'Delete a collection with all its documents',
			request: 'DELETE /v2/collections/{collectionName}',
			fields: { collectionName },
			agents: false,
		}),
		getAll: operation({
			name: 'Get Many',
			action: 'Get many collections',
			description: 'Get the collections that the API key may use',
			request: 'GET /v2/collections',
			paging: byOffset('collections'),
		}),
		setEnvironment: operation({
			name: 'Change Environment',
			action: 'Change the environment of a collection',
			description:
				'Move a collection to another environment; keys of the old one no longer reach it',
			request: 'PATCH /v2/collections/{collectionName}/environment',
			fields: {
				collectionName,
				environment: choice('Environment', ['development', 'staging', 'production'], {
					wire: 'new_environment',
					required: true,
					default: 'development',
					description: 'Where the collection goes',
				}),
			},
			agents: false,
		}),
	},
});
