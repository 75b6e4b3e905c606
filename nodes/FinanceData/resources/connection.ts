import { id, json, operation, resource, toText } from '../../engine/describe';
import { accessToken, cursorPaging, requireAccessToken, uuidPlaceholder } from '../fields';
import { filterFields, prepareFilter } from '../filter/fields';
import { connectionStatus } from '../shapes';
import { unwrapRecord } from '../unwrapRecord';

const connectionId = id('Connection', {
	placeholder: uuidPlaceholder,
	listMethod: 'searchConnection',
	lookup: {
		request: 'GET /connections',
		rows: 'connections',
		row: (row) => ({
			name: [row.platform, row.store_unique_name ?? row.id].map(toText).filter(Boolean).join(' · '),
			value: toText(row.id),
		}),
	},
});

export const connection = resource('Connection', {
	default: 'getAll',
	operations: {
		create: operation({
			description: 'Create a connection with the fields that its platform requires',
			request: 'POST /connections/create',
			refine: unwrapRecord('connection'),
			agents: false,
			fields: {
				connectionData: json('Connection (JSON)', {
					required: true,
					apiName: '',
					description: 'Complete request body. The required fields depend on the platform.',
				}),
			},
		}),
		delete: operation({
			description: 'Delete a connection and the copy of its data in the service',
			request: 'DELETE /connections/{connectionId}',
			effect: 'irreversible',
			fields: { connectionId },
		}),
		getAccessToken: operation({
			name: 'Get by Access Token',
			action: 'Get a connection by its access token',
			request: 'GET /connections/access_token',
			refine: unwrapRecord('connection'),
			options: { accessToken },
			check: requireAccessToken,
		}),
		getAll: operation({
			request: 'GET /connections',
			paging: cursorPaging('connections'),
			prepare: prepareFilter('connection'),
			fields: filterFields,
		}),
		getStatus: operation({
			action: 'Get the status of a connection',
			description:
				'Get whether a connection is ready, the progress of its first download, and whether the customer must take action',
			request: 'GET /connections/status',
			shape: connectionStatus,
			options: { accessToken },
			check: requireAccessToken,
		}),
	},
});
