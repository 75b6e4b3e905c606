import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { authenticationOf, formOf, methodsOf, runPoll, runPolledExecution } from '../engine';
import { taskList } from './service';
import { taskChanges } from './triggers/poll';

export class TaskListTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Task List Trigger',
		name: 'taskListTrigger',
		icon: { light: 'file:../../icons/taskList.svg', dark: 'file:../../icons/taskList.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{ ($parameter["events"] || []).join(", ") }}',
		description:
			'Create, find, update, complete and delete tasks, or start the workflow when a task is new, changed, completed or deleted. Works with Google Tasks.',
		defaults: { name: 'Task List Trigger' },
		polling: true,
		inputs: [],
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
		properties: [...authenticationOf(taskList), ...formOf(taskChanges.form)],
	};

	methods = methodsOf(taskList);

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await runPoll(this, taskChanges);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runPolledExecution(this, taskChanges);
	}
}
