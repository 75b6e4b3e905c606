import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import {
	checkTimes,
	collectionWith,
	connectionTestOf,
	parameterOf,
	passThrough,
	webhookTriggerVersions,
} from '../engine';
import { several, text } from '../engine/describe';
import { eventLabels } from './jobEvents';
import { documentSearch } from './service';
import { receiveEvent } from './webhook';
import { checkEndpoint, managedEndpoint } from './webhookEndpoint';

export class DocumentSearchTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Document Search Trigger',
		name: 'documentSearchTrigger',
		icon: {
			light: 'file:../../icons/documentSearch.svg',
			dark: 'file:../../icons/documentSearch.dark.svg',
		},
		group: ['trigger'],
		version: webhookTriggerVersions,
		description:
			'Work with collections and documents, and search them, or start the workflow when an indexing job finishes. Works with Captain.',
		subtitle: '={{ ($parameter["events"] || []).join(", ") }}',
		defaults: { name: 'Document Search Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'documentSearchApi', required: true, testedBy: 'connectionTest' }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				responseData: '',
				path: 'jobs',
			},
		],
		properties: [
			{
				displayName:
					'The trigger creates a webhook endpoint in your organization when it starts, and deletes it when it stops. The service must be able to reach n8n at an address that starts with https://. The trigger reads each job from the service before it starts the workflow.',
				name: 'notice',
				type: 'notice',
				default: '',
			},
			parameterOf(
				'events',
				several('Events', eventLabels, {
					description: 'Events that start the workflow. Each indexing job causes one of them.',
					required: true,
					default: ['job.completed', 'job.completed_with_errors'],
				}),
			),
			...collectionWith('filters', {
				collections: text('Collections', {
					description:
						'Only receive jobs of the collections with these names. Separate multiple names with commas.',
					placeholder: 'e.g. handbook, contracts',
				}),
			}),
			checkTimes,
		],
	};

	methods = { credentialTest: connectionTestOf(documentSearch) };

	webhookMethods = { default: managedEndpoint() };

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receiveEvent(this);
	}

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await checkEndpoint(this);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await passThrough(this);
	}
}
