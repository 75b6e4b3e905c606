import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { methodsOf, propertiesOf, runService } from '../engine';
import data from './openapi.json';
import { sampleService } from './service';

export class SampleService implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sample Service',
		name: 'sampleService',
		icon: {
			light: 'file:../../icons/sampleService.svg',
			dark: 'file:../../icons/sampleService.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: data.summary,
		defaults: { name: 'Sample Service' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'sampleServiceApi', required: true, testedBy: 'connectionTest' }],
		properties: propertiesOf(sampleService),
	};

	methods = methodsOf(sampleService);

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runService(this, sampleService, this.continueOnFail());
	}
}
