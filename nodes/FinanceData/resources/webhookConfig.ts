import { id, operation, resource, toText } from '../../engine/describe';
import { cursorPaging, uuidPlaceholder } from '../fields';
import { filterFields, filtering } from '../filter/fields';
import { unwrapRecord } from '../unwrapRecord';

export const webhookConfig = resource('Webhook Configuration', {
	default: 'getAll',
	operations: {
		getAll: operation({
			description:
				'List the URLs that the service sends events to, and the event types of each URL',
			request: 'GET /configs/webhooks',
			paging: cursorPaging('webhooks'),
			...filtering('webhookConfig'),
			fields: filterFields,
		}),
		getPlatformData: operation({
			action: 'Get the platform data of a webhook configuration',
			description: 'Get the list of raw platform fields that the events contain',
			request: 'GET /configs/webhooks/{webhookId}/platform_data_config',
			refine: unwrapRecord('platform_data_config'),
			fields: {
				webhookId: id('Webhook', {
					placeholder: uuidPlaceholder,
					listMethod: 'searchWebhook',
					lookup: {
						request: 'GET /configs/webhooks',
						rows: 'webhooks',
						row: (row) => ({ name: toText(row.url ?? row.id), value: toText(row.id) }),
					},
				}),
			},
		}),
	},
});
