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
	methodsOf,
	optionsWith,
	parameterOf,
	passThrough,
	runWebhook,
	webhookTriggerVersions,
} from '../engine';
import { clientOptions } from './client';
import { codeHosting } from './service';
import { codeHostingWebhook } from './triggers/webhook';
import {
	authentication,
	eventsField,
	filterFields,
	sourceFields,
	triggerOptions,
	webhookField,
} from './triggers/webhookFields';
import { requestLostDeliveries } from './triggers/redeliver';
import { managedWebhook } from './triggers/webhookRegistration';
import { webhookSecretTest } from './triggers/secretCredential';

export class CodeHostingWebhookTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Code Hosting Webhook Trigger',
		name: 'codeHostingWebhookTrigger',
		icon: {
			light: 'file:../../icons/codeHosting.svg',
			dark: 'file:../../icons/codeHosting.dark.svg',
		},
		group: ['trigger'],
		version: webhookTriggerVersions,
		subtitle: '={{ ($parameter["events"] || []).join(", ") }}',
		description:
			'Starts the workflow immediately on webhook events of repositories and organizations. Works with GitHub and GitHub Enterprise.',
		defaults: { name: 'Code Hosting Webhook Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'codeHostingApi',
				required: true,
				testedBy: 'connectionTest',
				displayOptions: { show: { webhook: ['create'], authentication: ['token'] } },
			},
			{
				name: 'codeHostingAppApi',
				required: true,
				testedBy: 'connectionTest',
				displayOptions: { show: { webhook: ['create'], authentication: ['app'] } },
			},
			{
				name: 'codeHostingOAuth2Api',
				required: true,
				displayOptions: { show: { webhook: ['create'], authentication: ['oAuth2'] } },
			},
			{
				name: 'codeHostingWebhookApi',
				required: true,
				testedBy: 'webhookSecretTest',
				displayOptions: { show: { webhook: ['existing'] } },
			},
		],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				responseData: '',
				path: 'webhook',
			},
		],
		properties: [
			parameterOf('webhook', webhookField),
			{
				displayName:
					'The credential needs admin rights in the repository or organization. The service must be able to reach n8n.',
				name: 'createNotice',
				type: 'notice',
				default: '',
				displayOptions: { show: { webhook: ['create'] } },
			},
			{
				displayName:
					'Enter the production URL above and the secret of the credential in the settings of the webhook, or ask an admin to do so. Choose the content type application/json. Lost deliveries are not requested again.',
				name: 'existingNotice',
				type: 'notice',
				default: '',
				displayOptions: { show: { webhook: ['existing'] } },
			},
			...authentication,
			...Object.entries({ ...sourceFields, events: eventsField }).map(([name, field]) =>
				parameterOf(name, field),
			),
			...collectionWith('filters', filterFields),
			...optionsWith(triggerOptions, clientOptions),
			checkTimes,
		],
	};

	methods = {
		...methodsOf(codeHosting),
		credentialTest: { ...methodsOf(codeHosting).credentialTest, webhookSecretTest },
	};

	webhookMethods = { default: managedWebhook() };

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await runWebhook(this, codeHostingWebhook);
	}

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await requestLostDeliveries(this);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await passThrough(this);
	}
}
