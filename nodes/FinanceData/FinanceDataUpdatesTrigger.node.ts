import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { connectionTestOf, formOf, parameterOf, runPoll, runPolledExecution } from '../engine';
import { versionWithLists } from './fields';
import { financeData } from './service';
import { updatedRecords } from './triggers/poll';

export class FinanceDataUpdatesTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Finance Data Updates Trigger',
		name: 'financeDataUpdatesTrigger',
		icon: {
			light: 'file:../../icons/financeData.svg',
			dark: 'file:../../icons/financeData.dark.svg',
		},
		group: ['trigger'],
		version: [1, versionWithLists],
		description:
			'Starts the workflow when records change, by polling the Finance Data service. Works with Rutter.',
		subtitle: '={{ ($parameter["lists"] || []).join(", ") }}',
		defaults: { name: 'Finance Data Updates Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'financeDataApi', required: true, testedBy: 'connectionTest' }],
		properties: [
			parameterOf('accessTokens', updatedRecords.form.options.accessTokens),
			...formOf(updatedRecords.form),
		],
	};

	methods = { credentialTest: connectionTestOf(financeData) };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await runPoll(this, updatedRecords);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runPolledExecution(this, updatedRecords);
	}
}
