import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { methodsOf, propertiesOf, runService } from '../engine';
import { versionThatRejectsEmptyValues, versionWithLists } from './fields';
import { financeData } from './service';

export class FinanceData implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Finance Data',
		name: 'financeData',
		icon: {
			light: 'file:../../icons/financeData.svg',
			dark: 'file:../../icons/financeData.dark.svg',
		},
		group: ['transform'],
		version: [1, versionWithLists, versionThatRejectsEmptyValues],
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			'Read and write accounting, commerce and payment records of many platforms. Works with Rutter.',
		defaults: { name: 'Finance Data' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'financeDataApi', required: true, testedBy: 'connectionTest' }],
		properties: propertiesOf(financeData),
	};

	methods = methodsOf(financeData);

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runService(this, financeData, this.continueOnFail());
	}
}
