import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import {
	connectionTestOf,
	formOf,
	runWebhook,
	unmanagedWebhook,
	webhookTriggerVersions,
} from '../engine';
import { financeData } from './service';
import { checkEntities, financeDataWebhook } from './triggers/webhook';

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
			...formOf(financeDataWebhook.form),
		],
	};

	methods = { credentialTest: connectionTestOf(financeData) };

	webhookMethods = { default: unmanagedWebhook(checkEntities) };

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await runWebhook(this, financeDataWebhook);
	}
}
