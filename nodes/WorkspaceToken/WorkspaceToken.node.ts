import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { methodsOf, nodeVersions, propertiesOf, runService } from '../engine';
import { workspaceToken } from './service';

export class WorkspaceToken implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Workspace Token',
		name: 'workspaceToken',
		icon: {
			light: 'file:../../icons/workspaceToken.svg',
			dark: 'file:../../icons/workspaceToken.dark.svg',
		},
		group: ['transform'],
		version: nodeVersions,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			'List, create, update and revoke the access tokens of a workspace user. Works with Databricks.',
		defaults: { name: 'Workspace Token' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'workspaceTokenApi',
				required: true,
				testedBy: 'connectionTest',
				displayOptions: { show: { authentication: ['token'] } },
			},
			{
				name: 'workspaceTokenOAuth2Api',
				required: true,
				displayOptions: { show: { authentication: ['oAuth2'] } },
			},
		],
		properties: propertiesOf(workspaceToken),
	};

	methods = methodsOf(workspaceToken);

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runService(this, workspaceToken, this.continueOnFail());
	}
}
