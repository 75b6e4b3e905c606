import { operation, resource } from '../../engine/describe';
import {
	change,
	count,
	details,
	filled,
	jsonOption,
	listOptions,
	newName,
	property,
	propertyValue,
	publishedPorts,
	serviceId,
	withValue,
} from '../fields';
import { byLastUuid, createOne, inputOf, partsOf, reading, targetsIn, together } from '../requests';
import { changed, deleted, service as shape } from '../shapes';

export const cloudService = resource('Service', {
	default: 'getAll',
	operations: {
		create: operation({
			name: 'Create',
			action: 'Create a service',
			description: 'Publish ports to the network, for instances to share',
			request: 'POST /services',
			output: 'single',
			shape,
			fields: { ports: publishedPorts('services', true) },
			options: {
				serviceName: newName('Service Name'),
				serviceDomains: jsonOption(
					'Domains',
					'Domains of the service, for example [{"name": "app.example.com", "certificate": {"name": "my-cert"}}]',
					'domains',
				),
				groupSoftLimit: count('Soft Limit', {
					wire: 'soft_limit',
					description: 'Connections from which on another instance is woken',
				}),
				groupHardLimit: count('Hard Limit', {
					wire: 'hard_limit',
					description: 'Most connections at a time',
				}),
				autokill: jsonOption(
					'Autokill',
					'When it is deleted by itself, for example {"time_ms": 3600000}',
				),
			},
			async run(call) {
				const { services, ...parts } = partsOf(call.operation, inputOf(call));
				return await createOne(call, 'POST /services', { ...parts, services: filled(services) });
			},
		}),
		delete: operation({
			name: 'Delete',
			action: 'Delete a service',
			request: 'DELETE /services',
			output: 'single',
			agents: false,
			shape: deleted,
			fields: { serviceId },
			batch: together({ target: 'serviceId', adds: { deleted: true } }),
		}),
		get: operation({
			name: 'Get',
			action: 'Get a service',
			request: 'GET /services',
			shape,
			fields: { serviceId },
			options: { details, ...targetsIn },
			batch: reading({ target: 'serviceId' }),
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
			batch: together({ target: 'serviceId', entry: withValue }),
		}),
	},
});
