import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { methodsOf, nodeVersions, propertiesOf, runService } from '../engine';
import { taskList } from './service';

export class TaskList implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Task List',
		name: 'taskList',
		icon: { light: 'file:../../icons/taskList.svg', dark: 'file:../../icons/taskList.dark.svg' },
		group: ['transform'],
		version: nodeVersions,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			'Create, find, update, complete, move, clear and delete tasks. Works with Google Tasks.',
		defaults: { name: 'Task List' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'taskListOAuth2Api',
				required: true,
				displayOptions: { show: { authentication: ['oAuth2'] } },
			},
			{
				name: 'taskListServiceAccountApi',
				required: true,
				testedBy: 'connectionTest',
				displayOptions: { show: { authentication: ['serviceAccount'] } },
			},
			{
				name: 'taskListApi',
				required: true,
				testedBy: 'connectionTest',
				displayOptions: { show: { authentication: ['accessToken'] } },
			},
		],
		properties: propertiesOf(taskList),
	};

	methods = methodsOf(taskList);

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runService(this, taskList, this.continueOnFail());
	}
}
