import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { flag, several, text } from '../engine/describe';
import { parameterOf } from '../engine/form/parameter';
import { unmanagedWebhook } from '../engine/triggers/webhook';
import { receive } from './trigger';

export class MediaGenerationTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Media Generation Trigger',
		name: 'mediaGenerationTrigger',
		icon: {
			light: 'file:../../icons/mediaGeneration.svg',
			dark: 'file:../../icons/mediaGeneration.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		description: 'Starts the workflow when a job of the media generation service is finished',
		subtitle: '={{ ($parameter["filters"]["statuses"] || []).join(", ") || "finished jobs" }}',
		defaults: { name: 'Media Generation Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'mediaGenerationApi', required: true }],
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
					'Give the production URL above to the option Callback URL of Generation: Create. Every call is read back from the service before it is believed.',
				name: 'notice',
				type: 'notice',
				default: '',
			},
			{
				displayName: 'Filters',
				name: 'filters',
				type: 'collection',
				placeholder: 'Add filter',
				default: {},
				options: [
					parameterOf(
						'models',
						text('Model IDs', {
							description: 'Only jobs of these models, separated by commas',
							placeholder: 'e.g. flux-dev, veo3',
						}),
					),
					parameterOf(
						'statuses',
						several('Statuses', ['canceled', 'completed', 'failed'], {
							description: 'Only jobs that ended like this',
						}),
					),
					parameterOf(
						'types',
						several('Types', ['image', 'video'], { description: 'Only jobs of this kind' }),
					),
				],
			},
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				placeholder: 'Add option',
				default: {},
				options: [
					parameterOf(
						'downloadOutputs',
						flag('Download Outputs', {
							description: 'Whether to put the finished files into binary properties',
							default: true,
						}),
					),
					parameterOf(
						'outputProperty',
						text('Put Output Files in Field', {
							description: 'Name of the first binary property; the next are numbered',
							default: 'data',
						}),
					),
				],
			},
		],
	};

	webhookMethods = { default: unmanagedWebhook() };

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}
}
