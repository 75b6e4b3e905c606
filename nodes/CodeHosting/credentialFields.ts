/** What all credentials of the service ask for. */
import type { INodeProperties } from 'n8n-workflow';
import { choices } from '../engine/describe';
import { standardVersion, vendorNames } from './client';

export const serviceProperties: INodeProperties[] = [
	{
		displayName: 'Base URL',
		name: 'baseUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://git.example.com/api/v3',
		description:
			'Address of the service. May be left empty for the public service of the vendor GitHub.',
	},
	{
		displayName: 'Vendor Names',
		name: 'vendorNames',
		type: 'options',
		options: choices(vendorNames),
		default: 'specified',
		description:
			'Whose name stands in the version header (X-Vendor-Api-Version) and in the media type',
	},
	{
		displayName: 'Vendor',
		name: 'vendor',
		type: 'string',
		default: '',
		placeholder: 'e.g. Acme',
		description: 'The name that stands there',
		displayOptions: { show: { vendorNames: ['other'] } },
	},
	{
		displayName: 'API Version',
		name: 'apiVersion',
		type: 'string',
		default: standardVersion,
		description: 'Value of the version header',
	},
];
