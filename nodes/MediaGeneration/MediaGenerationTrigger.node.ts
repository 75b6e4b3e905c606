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
	unmanagedWebhook,
	webhookTriggerVersions,
} from '../engine';
import { fileSizeOption, flag, several, text } from '../engine/describe';
import { mediaGeneration } from './service';
import { receiveCallback } from './webhook';

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
			...collectionWith('filters', {
				models: text('Model IDs', {
					description: 'Only receive jobs of these models. Separate multiple IDs with commas.',
					placeholder: 'e.g. flux-dev, veo3',
				}),
				statuses: several('Statuses', ['canceled', 'completed', 'failed'], {
					description: 'Only receive jobs with these statuses',
				}),
				types: several('Types', ['image', 'video'], {
					description: 'Only receive jobs of these types',
				}),
			}),
			...optionsWith(
				{
					downloadOutputs: flag('Download Outputs', {
						description: 'Whether to download the output files into binary properties',
						default: true,
					}),
					outputProperty: text('Put Output Files in Field', {
						description:
							'Name of the binary property for the first file. For additional files, a number is appended, for example data_1.',
						default: 'data',
					}),
				},
				fileSizeOption,
			),
		],
	};

	methods = { credentialTest: connectionTestOf(mediaGeneration) };

	webhookMethods = { default: unmanagedWebhook() };

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receiveCallback(this);
	}
}
