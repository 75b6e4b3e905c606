import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import {
	authenticationOf,
	collectionWith,
	methodsOf,
	optionsWith,
	parameterOf,
	runPoll,
	runPolledExecution,
} from '../engine';
import { clientOptions } from './client';
import { codeHosting } from './service';
import { filterFields, triggerFields, triggerOptions } from './triggers/feeds';
import { feedEvents } from './triggers/poll';

export class CodeHostingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Code Hosting Trigger',
		name: 'codeHostingTrigger',
		icon: {
			light: 'file:../../icons/codeHosting.svg',
			dark: 'file:../../icons/codeHosting.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["feed"] }}',
		description:
			'Work with issues, pull requests, workflows and secrets, or start the workflow on events of repositories, organizations and users. Works with GitHub and GitHub Enterprise.',
		defaults: { name: 'Code Hosting Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'codeHostingApi',
				required: true,
				testedBy: 'connectionTest',
				displayOptions: { show: { authentication: ['token'] } },
			},
			{
				name: 'codeHostingAppApi',
				required: true,
				testedBy: 'connectionTest',
				displayOptions: { show: { authentication: ['app'] } },
			},
			{
				name: 'codeHostingOAuth2Api',
				required: true,
				displayOptions: { show: { authentication: ['oAuth2'] } },
			},
		],
		properties: [
			{
				displayName:
					'Events are available 30 seconds to six hours after they happen, because the service ' +
					'lists them with a delay. The workflow starts at the next poll, or up to one hour later ' +
					'if the service limits requests. To start it within seconds, use Code Hosting Webhook Trigger.',
				name: 'notice',
				type: 'notice',
				default: '',
			},
			...authenticationOf(codeHosting),
			...Object.entries(triggerFields).map(([name, field]) => parameterOf(name, field)),
			...collectionWith('filters', filterFields),
			...optionsWith(triggerOptions, clientOptions),
		],
	};

	methods = methodsOf(codeHosting);

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await runPoll(this, feedEvents);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runPolledExecution(this, feedEvents);
	}
}
