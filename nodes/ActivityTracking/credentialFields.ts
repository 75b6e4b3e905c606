/** Fields that both Activity Tracking credential types share. */
import type { INodeProperties } from 'n8n-workflow';
import { baseUrl } from '../engine/credentials/fields';

export const baseUrlField: INodeProperties = baseUrl('Base URL of the service, ending in /api/v3', {
	placeholder: 'e.g. https://activity.example.com/api/v3',
});

export const interfaceField: INodeProperties = {
	displayName: 'Interface',
	name: 'interface',
	type: 'options',
	options: [
		{ name: 'As Specified', value: 'specified' },
		{ name: 'Current Public Interface', value: 'current' },
	],
	default: 'specified',
	description:
		'Version of the API that the service offers. The versions differ in streams, efforts, leaderboards and starring.',
};
