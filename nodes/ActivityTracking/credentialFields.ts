/** Fields that both credentials of activity tracking share. */
import type { INodeProperties } from 'n8n-workflow';
import { baseUrl } from '../engine/credentials/fields';

export const activityTrackingAddress: INodeProperties = baseUrl(
	'Address of the service; ends in /api/v3',
	{ placeholder: 'e.g. https://activity.example.com/api/v3' },
);

export const interfaceForm: INodeProperties = {
	displayName: 'Interface',
	name: 'interface',
	type: 'options',
	options: [
		{ name: 'As Specified', value: 'specified' },
		{ name: 'Current Public Interface', value: 'current' },
	],
	default: 'specified',
	description:
		'Which form of the interface the service offers; they differ in streams, efforts, leaderboards and starring',
};
