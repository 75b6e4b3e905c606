import { operation, resource } from '../../engine/describe';
import { batchRead, batchWrite } from '../batches';
import {
	autokill,
	change,
	details,
	hardLimit,
	jsonListOption,
	listOptions,
	newName,
	property,
	propertyValue,
	publishedPorts,
	serviceId,
	softLimit,
} from '../fields';
import { createObject } from '../objects';
import { byLastUuid } from '../pagination';
import { bodyOf, inputOf, omitUnset, withParsedValue } from '../requestBody';
import { changed, deleted, service as shape } from '../shapes';

export const cloudService = resource('Service', {
	default: 'getAll',
	operations: {
		create: operation({
			name: 'Create',
			action: 'Create a service',
			collection: 'additionalFields',
			description: 'Publish ports to the network; several instances can share the service',
			request: 'POST /services',
			output: 'single',
			shape,
			fields: { ports: publishedPorts('services', true) },
			options: {
				serviceName: newName('Service Name'),
				serviceDomains: jsonListOption(
					'Domains',
					'Domains of the service as a JSON list, for example [{"name": "app.example.com", "certificate": {"name": "my-cert"}}]',
					'domains',
				),
				groupSoftLimit: softLimit('soft_limit'),
				groupHardLimit: hardLimit('hard_limit'),
				autokill,
			},
			async run(call) {
				const { services, ...body } = bodyOf(call.operation, inputOf(call));
				return await createObject(call, 'POST /services', {
					...body,
					services: omitUnset(services),
				});
			},
		}),
		delete: operation({
			name: 'Delete',
			action: 'Delete a service',
			request: 'DELETE /services',
			effect: 'irreversible',
			output: 'single',
			shape: deleted,
			fields: { serviceId },
			batch: batchWrite({ target: 'serviceId', adds: { deleted: true } }),
		}),
		get: operation({
			name: 'Get',
			action: 'Get a service',
			request: 'GET /services',
			shape,
			fields: { serviceId },
			options: { details },
			batch: batchRead({ target: 'serviceId', local: 'GET /services/{uuid}' }),
		}),
		getAll: operation({
			name: 'Get Many',
			action: 'Get many services',
			request: 'GET /services',
			paging: byLastUuid('service_groups'),
			shape,
			options: listOptions,
		}),
		update: operation({
			name: 'Update',
			action: 'Update a service',
			description: 'Change one property of a service',
			request: 'PATCH /services',
			output: 'single',
			shape: changed,
			fields: {
				serviceId,
				serviceProperty: property(
					['services', 'domains', 'soft_limit', 'hard_limit', 'autokill'],
					'services',
				),
				change,
				propertyValue,
			},
			batch: batchWrite({ target: 'serviceId', entry: withParsedValue }),
		}),
	},
});
