/** Describes the Instance Cloud service (README.md). */
import type { IDataObject } from 'n8n-workflow';
import { apiRequest } from '../engine';
import { isAddressPart, PackError, service, toText, trimEndOf } from '../engine/describe';
import { byLastUuid } from './pagination';
import { classify, rejectionOf } from './envelope';
import { credentials, instanceCloudProviders } from './credentials';
import { errors } from './errors';
import { autoscale } from './resources/autoscale';
import { certificate } from './resources/certificate';
import { endpoint } from './resources/endpoint';
import { image } from './resources/image';
import { instance } from './resources/instance';
import { cloudService } from './resources/service';
import { user } from './resources/user';
import { volume } from './resources/volume';

/**
 * The base URL with the metro filled in, ending in /v1.
 * @throws PackError if the metro would change other parts of the URL
 */
export function addressOf({ baseUrl, metro }: IDataObject): string {
	const metroName = toText(metro);
	const template = toText(baseUrl);
	if (template.includes('{metro}') && !isAddressPart('word', metroName.toLowerCase())) {
		throw new PackError(`Metro in the credential must be one word such as fra`, {
			field: 'Metro',
			hint: 'Correct Metro in the credential, or use a base URL without {metro}.',
		});
	}
	if (template === '') return '';
	const address = trimEndOf(template.replaceAll('{metro}', metroName), '/');
	return address.endsWith('/v1') ? address : `${address}/v1`;
}

export const instanceCloud = service({
	name: 'instanceCloud',
	label: 'Instance Cloud',
	secretProperties: ['env'],
	providers: instanceCloudProviders,
	credentials,
	connectionTest: { request: 'GET /users/quotas' },
	address: addressOf,
	default: 'instance',
	resources: {
		apiRequest: apiRequest({
			paging: byLastUuid(''),
			path: '/instances',
			classify: rejectionOf,
		}),
		autoscale,
		certificate,
		endpoint,
		image,
		instance,
		service: cloudService,
		user,
		volume,
	},
	classify,
	errors,
	codex: {
		categories: ['Development'],
		aliases: [
			'cloud',
			'vm',
			'virtual machine',
			'unikernel',
			'compute',
			'server',
			'deploy',
			'container',
			'volume',
			'autoscale',
			'tls',
			'hosting',
			'start instances',
			'stop instances',
		],
	},
});
