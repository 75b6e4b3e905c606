/** Fields that all Code Hosting credential types share. */
import type { INodeProperties } from 'n8n-workflow';
import { choices } from '../engine/describe';
import { defaultApiVersion, vendorNames } from './client';

export const serviceProperties: INodeProperties[] = [
	{
		displayName: 'Base URL',
		name: 'baseUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://git.example.com/api/v3',
		description:
			'Base URL of the service. Can be empty if Vendor Names is Public Service (GitHub).',
	},
	{
		displayName: 'Vendor Names',
		name: 'vendorNames',
		type: 'options',
		options: choices(vendorNames),
		default: 'specified',
		description: 'Vendor name in the version header (X-Vendor-Api-Version) and the media type',
	},
	{
		displayName: 'Vendor',
		name: 'vendor',
		type: 'string',
		default: '',
		placeholder: 'e.g. Acme',
		description: 'Vendor name to use',
		displayOptions: { show: { vendorNames: ['other'] } },
	},
	{
		displayName: 'API Version',
		name: 'apiVersion',
		type: 'string',
		default: defaultApiVersion,
		description: 'Value of the version header',
	},
];
