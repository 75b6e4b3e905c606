import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { methodsOf } from '../engine/form/lookups';
import { credentialsOf, propertiesOf } from '../engine/form/properties';
import { runService } from '../engine/run/runService';
import { codeHosting } from './service';

export class CodeHosting implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Code Hosting',
		name: 'codeHosting',
		icon: {
			light: 'file:../../icons/codeHosting.svg',
			dark: 'file:../../icons/codeHosting.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			'Run and monitor workflows; manage secrets, runners, caches and permissions; read events and notifications',
		defaults: { name: 'Code Hosting' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: credentialsOf(codeHosting),
		properties: propertiesOf(codeHosting),
	};

	methods = methodsOf(codeHosting);

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runService(this, codeHosting);
	}
}
