import { byCursor, id, json, operation, resource } from '../../engine/describe';
import { accessToken, needsConnection } from '../operations';
import { connectionStatus } from '../shapes';
import { recordNamed } from '../wrapping';

const connectionId = id('Connection', {
	placeholder: 'e.g. 00000000-0000-0000-0000-000000000000',
	lookup: {
		request: 'GET /connections',
		rows: 'connections',
		row: (row) => ({
			name: [row.platform, row.store_unique_name ?? row.id].filter(Boolean).join(' · '),
			value: String(row.id),
		}),
	},
});

export const connection = resource('Connection', {
	default: 'getAll',
	operations: {
		create: operation({
			name: 'Create',
			action: 'Create a connection',
			description: 'Create a connection from what its platform needs',
			request: 'POST /connections/create',
			refine: recordNamed('connection'),
			agents: false,
			fields: {
				connectionData: json('Connection (JSON)', {
					required: true,
					wire: '',
					description:
						'The whole body as the service takes it; what a platform needs is not public',
				}),
			},
		}),
		delete: operation({
			name: 'Delete',
			action: 'Delete a connection',
			description: 'Delete a connection with the copy of its data that the service holds',
			request: 'DELETE /connections/{connectionId}',
			agents: false,
			fields: { connectionId },
		}),
		getAccessToken: operation({
			name: 'Get by Access Token',
			action: 'Get a connection by its access token',
			request: 'GET /connections/access_token',
			refine: recordNamed('connection'),
			options: { accessToken },
			check: needsConnection,
		}),
		getAll: operation({
			name: 'Get Many',
			action: 'Get many connections',
			request: 'GET /connections',
			paging: byCursor({ rows: 'connections', cursor: 'cursor', next: 'next_cursor' }),
		}),
		getStatus: operation({
			name: 'Get Status',
			action: 'Get the status of a connection',
			description:
				'Get whether a connection is ready, how far its first download is, and whether the customer has to do something',
			request: 'GET /connections/status',
			shape: connectionStatus,
			options: { accessToken },
			check: needsConnection,
		}),
	},
});
