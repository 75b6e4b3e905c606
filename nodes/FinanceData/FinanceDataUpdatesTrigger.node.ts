import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { decimal, flag, secret, several } from '../engine/describe';
import { parameterOf } from '../engine/form/parameter';
import { startFromField } from './fields';
import { poll, polledEntities } from './poll';

export class FinanceDataUpdatesTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Finance Data Updates Trigger',
		name: 'financeDataUpdatesTrigger',
		icon: {
			light: 'file:../../icons/financeData.svg',
			dark: 'file:../../icons/financeData.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		description: 'Starts the workflow when records change, by polling the Finance Data service',
		subtitle: '={{ ($parameter["lists"] || []).join(", ") }}',
		defaults: { name: 'Finance Data Updates Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'financeDataApi', required: true }],
		properties: [
			parameterOf(
				'lists',
				several('Lists', Object.fromEntries(polledEntities.map(({ key, label }) => [key, label])), {
					description:
						'Lists to poll. The trigger emits changes made after the workflow is activated. A changed record must appear in its list within 60 minutes, or within the option Overlap.',
					required: true,
					default: ['order'],
				}),
			),
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				placeholder: 'Add option',
				default: {},
				options: [
					parameterOf(
						'accessTokens',
						secret('Access Tokens', {
							description:
								'Access tokens of the connections to poll, separated by commas. They replace the access token of the credential.',
						}),
					),
					parameterOf(
						'overlap',
						decimal('Overlap (Minutes)', {
							description:
								'How late a changed record may appear in its list, compared to the latest change that was read. Records that appear later are missed. Each poll reads this period again.',
							default: 60,
							minimum: 1,
							maximum: 43_200,
						}),
					),
					parameterOf(
						'platformData',
						flag('Platform Data', {
							description:
								'Whether to add the raw fields of the platform. Changes of these fields are then emitted too. The event key includes them, so it differs from the key of a webhook without them.',
							default: true,
						}),
					),
					parameterOf('startFrom', startFromField),
				],
			},
		],
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
