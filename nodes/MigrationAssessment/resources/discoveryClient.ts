import { date, json, resource, text } from '../../engine/describe';
import { act, described, family, filter, orderBy } from '../family';
import { discoveryClientId, sourceId } from '../records';
import { discoveryClient as shape, discoveryClientBrief } from '../shapes';
import { labels } from './group';

const clients = family({
	one: 'discovery client',
	many: 'discovery clients',
	collection: 'discoveryClients',
	key: 'discoveryClientId',
	id: discoveryClientId,
	shape,
	simplify: discoveryClientBrief,
});
const serviceAccount = text('Service Account', {
	description: 'Email of the service account that the client works as',
	placeholder: 'e.g. scanner@project.iam.example.com',
});
const lifetime = {
	expireTime: date('Expire Time', {
		description: 'When the client ends; give this or Time to Live',
	}),
	ttl: text('Time to Live', {
		description: 'How long the client lives, in seconds',
		placeholder: 'e.g. 86400s',
		pattern: /^\d+(\.\d{1,9})?s$/,
		expected: 'a number of seconds such as 86400s',
	}),
};
const names = { sourceId: 'sources' };
const { required, ...anySource } = sourceId;
void required;

export const discoveryClient = resource('Discovery Client', {
	default: 'getAll',
	operations: {
		create: clients.create('discoveryClientId', {
			names,
			fields: {
				sourceId: { ...sourceId, wire: 'source' },
				serviceAccount: { ...serviceAccount, required: true },
			},
			options: { ...described, labels, ...lifetime },
		}),
		delete: clients.delete(),
		get: clients.get(),
		getAll: clients.getAll({ options: { filter, orderBy } }),
		sendHeartbeat: act({
			name: 'Send Heartbeat',
			action: 'Send a heartbeat of a discovery client',
			request: 'POST /discoveryClients/{discoveryClientId}:sendHeartbeat',
			isLong: true,
			shape,
			fields: { discoveryClientId },
			options: {
				version: text('Version', { description: 'Version of the client that runs' }),
				errors: json('Errors', {
					description:
						'What is wrong with the client, as a JSON list of objects with code and message',
					placeholder: 'e.g. [{"code": 7, "message": "No access"}]',
				}),
			},
		}),
		update: clients.update({
			names,
			options: {
				...described,
				labels,
				...lifetime,
				serviceAccount,
				sourceId: { ...anySource, wire: 'source' },
			},
		}),
	},
});
