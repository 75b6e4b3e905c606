import { operation, resource } from '../../engine/describe';
import {
	autokill,
	hardLimit,
	jsonListOption,
	listOptions,
	newName,
	property,
	publishedPorts,
	serviceId,
	softLimit,
} from '../fields';
import { createObject } from '../objects';
import { bodyOf, inputOf, omitUnset } from '../requestBody';
import { service as shape } from '../shapes';
import { standardOperations } from '../standardOperations';

const serviceGroups = standardOperations({
	noun: 'service',
	path: 'services',
	listName: 'service_groups',
	id: { serviceId },
	shape,
});

export const cloudService = resource('Service', {
	default: 'getAll',
	operations: {
		create: operation({
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
		delete: serviceGroups.delete(),
		get: serviceGroups.get(),
		getAll: serviceGroups.getAll({ options: listOptions }),
		update: serviceGroups.update({
			serviceProperty: property(
				['services', 'domains', 'soft_limit', 'hard_limit', 'autokill'],
				'services',
			),
		}),
	},
});
