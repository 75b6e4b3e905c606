/** The instance cloud as data (specification, document 1, part C). */
import type { IDataObject } from 'n8n-workflow';
import { PackError, service } from '../engine/describe';
import { readError, errors, isErrorEnvelope } from './envelope';
import { autoscale } from './resources/autoscale';
import { certificate } from './resources/certificate';
import { endpoint } from './resources/endpoint';
import { image } from './resources/image';
import { instance } from './resources/instance';
import { cloudService } from './resources/service';
import { user } from './resources/user';
import { volume } from './resources/volume';

/**
 * The base URL with the metro in it, ending in /v1.
 * @throws Refusal for a metro that would change more than its place in the address
 */
export function addressOf({ baseUrl, metro }: IDataObject): string {
	const place = String(metro ?? '').trim();
	const written = String(baseUrl ?? '').trim();
	if (written.includes('{metro}') && !/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i.test(place)) {
		throw new PackError('The metro of the credential has to be one word, such as fra', {
			field: 'Metro',
			hint: 'Open the credential and fill in Metro, or write a base URL without {metro}.',
		});
	}
	return written
		.replaceAll('{metro}', place)
		.replace(/\/+$/, '')
		.replace(/(\/v1)?$/, '/v1');
}

export const instanceCloud = service({
	name: 'instanceCloud',
	label: 'Instance Cloud',
	credentials: [{ value: 'apiToken', label: 'API Token', type: 'instanceCloudApi' }],
	address: addressOf,
	default: 'instance',
	resources: {
		autoscale,
		certificate,
		endpoint,
		image,
		instance,
		service: cloudService,
		user,
		volume,
	},
	readError,
	isErrorBody: isErrorEnvelope,
	errors,
	codex: {
		categories: ['Development', 'Developer Tools'],
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
			'metro',
		],
	},
});
