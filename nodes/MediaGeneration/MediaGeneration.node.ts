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
import { mediaGeneration } from './service';
import { resumeExecution } from './waitByCallback';

export class MediaGeneration implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Media Generation',
		name: 'mediaGeneration',
		icon: {
			light: 'file:../../icons/mediaGeneration.svg',
			dark: 'file:../../icons/mediaGeneration.dark.svg',
		},
		group: ['transform'],
		version: nodeVersions,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Create images and videos, estimate costs, and upload input files',
		defaults: { name: 'Media Generation' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'mediaGenerationApi', required: true, testedBy: 'connectionTest' }],
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
		properties: propertiesOf(mediaGeneration),
	};

	methods = methodsOf(mediaGeneration);

	webhookMethods = { default: unmanagedWebhook() };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runService(this, mediaGeneration, this.continueOnFail());
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await resumeExecution(this, mediaGeneration);
	}
}
