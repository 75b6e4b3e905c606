import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import {
	collectionWith,
	connectionTestOf,
	optionsWith,
	runWebhook,
	unmanagedWebhook,
	webhookTriggerVersions,
} from '../engine';
import { fieldsIn, fileSizeOption } from '../engine/describe';
import { mediaGeneration } from './service';
import { finishedJobs } from './triggers/webhook';

export class MediaGenerationTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Media Generation Trigger',
		name: 'mediaGenerationTrigger',
		icon: {
			light: 'file:../../icons/mediaGeneration.svg',
			dark: 'file:../../icons/mediaGeneration.dark.svg',
		},
		group: ['trigger'],
		version: webhookTriggerVersions,
		description: 'Create images and videos, or start the workflow when a job finishes',
		subtitle: '={{ ($parameter["filters"]["statuses"] || []).join(", ") || "finished jobs" }}',
		defaults: { name: 'Media Generation Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'mediaGenerationApi', required: true, testedBy: 'connectionTest' }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				responseData: '',
				path: 'finished',
			},
		],
		properties: [
			{
				displayName:
					'Enter the production URL above in the option Callback URL of Generation: Create. Callbacks are not signed, so the trigger reads each job from the service before it starts the workflow.',
				name: 'notice',
				type: 'notice',
				default: '',
			},
			...collectionWith('filters', fieldsIn(finishedJobs.form, 'filters')),
			...optionsWith(fieldsIn(finishedJobs.form, 'options'), fileSizeOption),
		],
	};

	methods = { credentialTest: connectionTestOf(mediaGeneration) };

	webhookMethods = { default: unmanagedWebhook() };

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await runWebhook(this, finishedJobs);
	}
}
