import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { methodsOf } from '../engine/form/lookups';
import { parameterOf } from '../engine/form/parameter';
import { authenticationOf, credentialsOf } from '../engine/form/properties';
import { clientOptions } from './client';
import { codeHosting } from './service';
import { pollEvents, sampleEvents } from './trigger/events';
import { filterFields, moreFeeds, simplify, triggerFields } from './trigger/feeds';
import { onceOnly } from './trigger/gate';

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
			'Starts the workflow when something happens in a repository, an organization, or by a user',
		defaults: { name: 'Code Hosting Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: credentialsOf(codeHosting),
		properties: [
			{
				displayName:
					'Events show up half a minute to six hours after they happened, public ones five minutes late. The service says how often it may be asked; usually that is once a minute.',
				name: 'notice',
				type: 'notice',
				default: '',
			},
			...authenticationOf(codeHosting),
			...Object.entries(triggerFields).map(([name, field]) => parameterOf(name, field)),
			{
				displayName: 'Filters',
				name: 'filters',
				type: 'collection',
				placeholder: 'Add filter',
				default: {},
				options: Object.entries(filterFields).map(([name, field]) =>
					parameterOf(name, field, true),
				),
			},
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				placeholder: 'Add option',
				default: {},
				options: Object.entries({ ...clientOptions, moreFeeds, simplify })
					.map(([name, field]) => parameterOf(name, field, true))
					.sort((a, b) => a.displayName.localeCompare(b.displayName)),
			},
		],
	};

	methods = methodsOf(codeHosting);

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await pollEvents(this);
	}

	/** n8n calls this at the beginning of every execution that a poll starts, and for a try from the editor. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return this.getMode() === 'manual' ? await sampleEvents(this) : await onceOnly(this);
	}
}
