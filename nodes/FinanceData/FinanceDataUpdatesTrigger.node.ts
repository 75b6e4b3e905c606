import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { collectionWith, connectionTestOf, parameterOf, runPoll } from '../engine';
import { decimal, flag, secret, several } from '../engine/describe';
import { startFromField, versionWithLists } from './fields';
import { polledEntities, preparePoll } from './poll';
import { financeData } from './service';

const accessTokens = secret('Access Tokens', {
	description:
		'Access tokens of the connections to poll, separated by commas. If empty, the access token in the credential is used.',
	hint: 'If empty, the access token in the credential is used',
	promotedIn: versionWithLists,
});

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
			parameterOf('accessTokens', accessTokens),
			parameterOf(
				'lists',
				several('Lists', Object.fromEntries(polledEntities.map(({ key, label }) => [key, label])), {
					description:
						'Lists to poll. The trigger emits changes made after it starts. A ' +
						'changed record that takes more than 60 minutes to appear in its list is missed. To ' +
						'change this limit, set Overlap.',
					required: true,
					default: ['order'],
				}),
			),
			...collectionWith('options', {
				accessTokens,
				overlap: decimal('Overlap (Minutes)', {
					description:
						'Each poll reads changes from this many minutes before the latest known change. A ' +
						'changed record that takes longer than this to appear in its list is missed.',
					default: 60,
					minimum: 1,
					maximum: 43_200,
				}),
				platformData: flag('Platform Data', {
					description:
						'Whether to add the raw fields of the platform. If turned on, changes to these fields ' +
						'are also emitted, and the event key differs from the key of a webhook event without ' +
						'raw fields.',
					default: true,
				}),
				startFrom: startFromField,
			}),
		],
	};

	methods = { credentialTest: connectionTestOf(financeData) };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await runPoll(this, preparePoll);
	}
}
