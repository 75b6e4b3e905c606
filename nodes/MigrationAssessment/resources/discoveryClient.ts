import { date, json, resource, text } from '../../engine/describe';
import { discoveryClientId, optionalRecord, sourceId } from '../recordFields';
import { discoveryClient as shape, discoveryClientBrief } from '../shapes';
import {
	filter,
	nameAndDescription,
	orderBy,
	standardOperations,
	writeOperation,
} from '../standardOperations';
import { labels } from './group';

const clients = standardOperations({
	path: 'discoveryClients',
	record: { discoveryClientId },
	shape,
	simplify: discoveryClientBrief,
});
const serviceAccount = text('Service Account', {
	description: 'Email address of the service account that the client uses',
	placeholder: 'e.g. scanner@project.iam.example.com',
});
const lifetime = {
	expireTime: date('Expire Time', {
		description: 'When the client expires. Set either this field or Time to Live.',
	}),
	ttl: text('Time to Live', {
		description: 'Number of seconds after which the client expires',
		placeholder: 'e.g. 86400s',
		pattern: /^\d+(\.\d{1,9})?s$/,
		expected: 'a number of seconds such as 86400s',
	}),
};
const names = { sourceId: 'sources' };

export const discoveryClient = resource('Discovery Client', {
	default: 'getAll',
	operations: {
		create: clients.create({
			names,
			fields: {
				sourceId: { ...sourceId, apiName: 'source' },
				serviceAccount: { ...serviceAccount, required: true },
			},
			options: { ...nameAndDescription, labels, ...lifetime },
		}),
		delete: clients.delete(),
		get: clients.get(),
		getAll: clients.getAll({ options: { filter, orderBy } }),
		sendHeartbeat: writeOperation({
			action: 'Send a discovery client heartbeat',
			collection: 'additionalFields',
			request: 'POST /discoveryClients/{discoveryClientId}:sendHeartbeat',
			isLong: true,
			shape,
			fields: { discoveryClientId },
			options: {
				version: text('Version', {
					description: 'Version of the running client',
				}),
				errors: json('Errors', {
					acceptsList: true,
					description: 'Errors of the client, as a JSON list of objects with code and message',
					placeholder: 'e.g. [{"code": 7, "message": "No access"}]',
				}),
			},
		}),
		update: clients.update({
			names,
			options: {
				...nameAndDescription,
				labels,
				...lifetime,
				serviceAccount,
				sourceId: { ...optionalRecord(sourceId), apiName: 'source' },
			},
		}),
	},
});
