import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { methodsOf, nodeVersions, propertiesOf, runService, unmanagedWebhook } from '../engine';
import { codeHosting } from './service';
import { resumeExecution } from './dispatch/waitByCallback';

export class CodeHosting implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Code Hosting',
		name: 'codeHosting',
		icon: {
			light: 'file:../../icons/codeHosting.svg',
			dark: 'file:../../icons/codeHosting.dark.svg',
		},
		group: ['transform'],
		version: nodeVersions,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			'Work with issues and pull requests; run and monitor workflows; manage secrets, runners, caches and permissions; read events and notifications. Works with GitHub and GitHub Enterprise.',
		defaults: { name: 'Code Hosting' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'codeHostingApi',
				required: true,
				testedBy: 'connectionTest',
				displayOptions: { show: { authentication: ['token'] } },
			},
			{
				name: 'codeHostingAppApi',
				required: true,
				testedBy: 'connectionTest',
				displayOptions: { show: { authentication: ['app'] } },
			},
			{
				name: 'codeHostingOAuth2Api',
				required: true,
				displayOptions: { show: { authentication: ['oAuth2'] } },
			},
		],
		// Resumes an execution that waits by callback.
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				responseData: '',
				path: '={{ $nodeId }}',
				restartWebhook: true,
				isFullPath: true,
			},
		],
		properties: propertiesOf(codeHosting),
	};

	methods = methodsOf(codeHosting);

	webhookMethods = { default: unmanagedWebhook() };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runService(this, codeHosting, this.continueOnFail());
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await resumeExecution(this, codeHosting);
	}
}
