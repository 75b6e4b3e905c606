import { byCursor, id, operation, resource } from '../../engine/describe';
import { recordNamed } from '../wrapping';

export const webhookConfig = resource('Webhook Configuration', {
	default: 'getAll',
	operations: {
		getAll: operation({
			name: 'Get Many',
			action: 'Get many webhook configurations',
			description:
				'Get the addresses that the service sends events to, with the kinds that each takes',
			request: 'GET /configs/webhooks',
			paging: byCursor({ rows: 'webhooks', cursor: 'cursor', next: 'next_cursor' }),
		}),
		getPlatformData: operation({
			name: 'Get Platform Data',
			action: 'Get the platform data of a webhook configuration',
			description: 'Get which raw fields of a platform the events carry',
			request: 'GET /configs/webhooks/{webhookId}/platform_data_config',
			refine: recordNamed('platform_data_config'),
			fields: {
				webhookId: id('Webhook', {
					placeholder: 'e.g. 00000000-0000-0000-0000-000000000000',
					lookup: {
						request: 'GET /configs/webhooks',
						rows: 'webhooks',
						row: (row) => ({ name: String(row.url ?? row.id), value: String(row.id) }),
					},
				}),
			},
		}),
	},
});
