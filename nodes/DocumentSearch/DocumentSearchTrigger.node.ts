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
	connectionTestOf,
	formOf,
	passThrough,
	runWebhook,
	webhookTriggerVersions,
} from '../engine';
import { documentSearch } from './service';
import { form } from './triggers/jobEvents';
import { indexingJobs } from './triggers/webhook';
import { checkEndpoint, managedEndpoint } from './triggers/webhookEndpoint';

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
			...formOf(form),
			checkTimes,
		],
	};

	methods = { credentialTest: connectionTestOf(documentSearch) };

	webhookMethods = { default: managedEndpoint() };

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await runWebhook(this, indexingJobs);
	}

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await checkEndpoint(this);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await passThrough(this);
	}
}
