import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { methodsOf, nodeVersions, propertiesOf, runService } from '../engine';
import { instanceCloud } from './service';

export class InstanceCloud implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Instance Cloud',
		name: 'instanceCloud',
		icon: {
			light: 'file:../../icons/instanceCloud.svg',
			dark: 'file:../../icons/instanceCloud.dark.svg',
		},
		group: ['transform'],
		version: nodeVersions,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			'Create and manage cloud instances, services, volumes, certificates and autoscale settings. Works with Unikraft Cloud.',
		defaults: { name: 'Instance Cloud' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'instanceCloudApi', required: true, testedBy: 'connectionTest' }],
		properties: propertiesOf(instanceCloud),
	};

	methods = methodsOf(instanceCloud);

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runService(this, instanceCloud, this.continueOnFail());
	}
}
