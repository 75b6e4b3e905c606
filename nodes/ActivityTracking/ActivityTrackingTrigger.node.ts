import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type IHookFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { checkTimes, formOf, passThrough, runWebhook, webhookTriggerVersions } from '../engine';
import { form } from './triggers/events';
import {
	createSubscription,
	deleteSubscription,
	subscriptionExists,
	verifySubscription,
} from './triggers/subscription';
import { pushedEvents } from './triggers/webhook';

export class ActivityTrackingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Activity Tracking Trigger',
		name: 'activityTrackingTrigger',
		icon: {
			light: 'file:../../icons/activityTracking.svg',
			dark: 'file:../../icons/activityTracking.dark.svg',
		},
		group: ['trigger'],
		version: webhookTriggerVersions,
		description:
			'Work with activities, routes, clubs and segments, or start the workflow when an activity is created, updated or deleted. Works with Strava.',
		subtitle: '={{ ($parameter["events"] || []).join(", ") }}',
		defaults: { name: 'Activity Tracking Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'activityTrackingOAuth2Api', required: true }],
		webhooks: [
			{
				name: 'setup',
				httpMethod: 'GET',
				responseMode: 'onReceived',
				responseData: '',
				path: 'events',
			},
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				responseData: '',
				path: 'events',
			},
		],
		properties: [
			{
				displayName:
					'The trigger creates the push subscription of your application when it starts. An application can have only one push subscription, so only one workflow can use this trigger. Call other workflows from it with Execute Sub-workflow. If n8n is not reachable from the internet, use Activity Tracking Updates Trigger.',
				name: 'notice',
				type: 'notice',
				default: '',
			},
			...formOf(form),
			checkTimes,
		],
	};

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await subscriptionExists(this);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				return await createSubscription(this);
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return await deleteSubscription(this);
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await runWebhook(this, pushedEvents);
	}

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await verifySubscription(this);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await passThrough(this);
	}
}
