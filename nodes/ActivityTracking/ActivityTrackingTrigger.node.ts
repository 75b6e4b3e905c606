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
import {
	checkTimes,
	collectionWith,
	parameterOf,
	passThrough,
	webhookTriggerVersions,
} from '../engine';
import { flag, several, simplifyField } from '../engine/describe';
import { eventLabels } from './trigger/events';
import {
	createSubscription,
	deleteSubscription,
	subscriptionExists,
	verifySubscription,
} from './trigger/subscription';
import { receiveRequest } from './trigger/webhook';

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
			parameterOf(
				'events',
				several('Events', eventLabels, {
					description:
						'Events that start the workflow. The service sends Activity Updated if the title, the type or the privacy changes.',
					required: true,
					default: ['activityCreated'],
				}),
			),
			...collectionWith('options', {
				otherAthletes: flag('Include Other Athletes', {
					description:
						'Whether to also emit the events of other athletes who have connected to the application. The trigger cannot confirm these events with the credential: their items contain no activity, and confirmed is false. If you turn this on, the items of confirmed events contain confirmed, too.',
				}),
				replaceExisting: flag('Replace Existing Subscription', {
					description:
						'Whether to delete the existing push subscription of the application if it belongs to another URL. The workflow or app at this URL then receives no more events. The trigger does this only when you start the workflow, not when n8n restarts.',
					default: true,
				}),
				...simplifyField,
			}),
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
		return await receiveRequest(this);
	}

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await verifySubscription(this);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await passThrough(this);
	}
}
