import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { flag, several } from '../engine/describe';
import { methodsOf } from '../engine/form/lookups';
import { parameterOf } from '../engine/form/parameter';
import { authenticationOf, credentialsOf } from '../engine/form/properties';
import { taskListId } from './locators';
import { taskList } from './service';
import { poll } from './trigger';

export class TaskListTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Task List Trigger',
		name: 'taskListTrigger',
		icon: { light: 'file:../../icons/taskList.svg', dark: 'file:../../icons/taskList.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{ ($parameter["events"] || []).join(", ") }}',
		description: 'Starts the workflow when tasks of a list are new, changed, completed or deleted',
		defaults: { name: 'Task List Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: credentialsOf(taskList),
		properties: [
			...authenticationOf(taskList),
			parameterOf('taskListId', taskListId),
			parameterOf(
				'events',
				several(
					'Events',
					{
						new: 'New Task',
						completed: 'Task Completed',
						deleted: 'Task Deleted',
						changed: 'Task Changed',
					},
					{
						description:
							'What starts the workflow. New is what this trigger has not seen before. Changed is every change that none of the other chosen events tells.',
						default: ['new'],
						required: true,
					},
				),
			),
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				placeholder: 'Add option',
				default: {},
				options: [
					parameterOf(
						'showAssigned',
						flag('Include Assigned', {
							description: 'Whether to watch tasks assigned from documents and chats as well',
							default: true,
						}),
					),
					parameterOf(
						'simplify',
						flag('Simplify', {
							description:
								'Whether to return a simplified version of the response instead of the raw data',
							default: true,
						}),
					),
				],
			},
		],
	};

	methods = methodsOf(taskList);

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
