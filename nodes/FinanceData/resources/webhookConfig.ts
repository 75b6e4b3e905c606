import type { IDataObject } from 'n8n-workflow';
import { id, isObject, operation, PackError, resource, toText } from '../../engine/describe';
import { cursorPaging, uuidPlaceholder } from '../fields';
import { filterFields, filtering } from '../filter/fields';
import { unwrapRecord } from '../unwrapRecord';

/** The list is named `webhooks` in one published version of the service, and has no name in another. */
function webhooksIn(body: unknown): IDataObject[] | undefined {
	const list = isObject(body) ? body.webhooks : body;
	return Array.isArray(list) ? (list as IDataObject[]) : undefined;
}

function requireWebhooks(body: unknown): IDataObject[] {
	const webhooks = webhooksIn(body);
	if (webhooks) return webhooks;
	throw new PackError('The response does not contain a list of webhooks', {
		hint: 'Check the base URL in the credential.',
	});
}

export const webhookConfig = resource('Webhook Configuration', {
	default: 'getAll',
	operations: {
		getAll: operation({
			description:
				'List the URLs that the service sends events to, and the event types of each URL',
			request: 'GET /configs/webhooks',
			paging: { ...cursorPaging('webhooks'), rows: requireWebhooks },
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
						rows: (body) => webhooksIn(body) ?? [],
						row: (row) => ({ name: toText(row.url ?? row.id), value: toText(row.id) }),
					},
				}),
			},
		}),
	},
});
