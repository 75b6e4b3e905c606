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
	parameterOf,
	unmanagedWebhook,
	webhookTriggerVersions,
} from '../engine';
import { flag, several, text } from '../engine/describe';
import { changeLabels } from './events';
import { financeData } from './service';
import { checkEntities, handleDelivery } from './webhook';

export class FinanceDataTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Finance Data Trigger',
		name: 'financeDataTrigger',
		icon: {
			light: 'file:../../icons/financeData.svg',
			dark: 'file:../../icons/financeData.dark.svg',
		},
		group: ['trigger'],
		version: webhookTriggerVersions,
		description:
			'Read and write accounting, commerce and payment records, or start the workflow when a record or a connection changes. Works with Rutter.',
		subtitle: '={{ ($parameter["events"] || []).join(", ") }}',
		defaults: { name: 'Finance Data Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'financeDataApi', required: true, testedBy: 'connectionTest' }],
		webhooks: [
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
					'Paste the production URL above in <a href="https://dashboard.rutterapi.com" target="_blank">Rutter\'s dashboard</a>, on the page Platforms, or the test URL to try the trigger. Some events may be lost, so also use a Finance Data Updates Trigger. For other providers, see <a href="https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/finance-data.md#finance-data-trigger" target="_blank">the documentation</a>.',
				name: 'notice',
				type: 'notice',
				default: '',
			},
			parameterOf(
				'events',
				several('Events', changeLabels, {
					description: 'Events that start the workflow',
					required: true,
					default: ['created', 'updated', 'deleted'],
				}),
			),
			...collectionWith('filters', {
				connectionIds: text('Connection IDs', {
					description:
						'Only events of these connections, separated by commas. Events without a connection ' +
						'ID, such as Job Completed, are excluded.',
					placeholder: 'e.g. 00000000-0000-0000-0000-000000000000',
				}),
				entities: text('Entities', {
					description:
						'Only receive changes to records of these types, which are the resources of Finance Data. Separate multiple types with commas.',
					placeholder: 'e.g. order, invoice, bill_credit_memo',
				}),
			}),
			...collectionWith('options', {
				includeAccessToken: flag('Include Access Token', {
					description:
						'Whether to include the access token of the connection, so that later nodes can use it. n8n then stores the token with every execution.',
				}),
			}),
		],
	};

	methods = { credentialTest: connectionTestOf(financeData) };

	webhookMethods = { default: unmanagedWebhook(checkEntities) };

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await handleDelivery(this);
	}
}
