import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { date, decimal, flag, secret, several } from '../engine/describe';
import { parameterOf } from '../engine/form/parameter';
import { poll, polledEntities } from './updatesTrigger';

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
		description:
			'Starts the workflow on records that changed, by asking the finance data service regularly',
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
						'Which records to watch. Begins with what changes after the workflow is activated.',
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
								'Connections to watch, separated by commas, instead of the one of the credential',
						}),
					),
					parameterOf(
						'overlap',
						decimal('Overlap (Minutes)', {
							description:
								'How far each reading goes back behind the last change. A record that the service shows later than this after it changed is not seen.',
							default: 60,
							minimum: 1,
							maximum: 43_200,
						}),
					),
					parameterOf(
						'platformData',
						flag('Platform Data', {
							description: 'Whether to add the raw fields of the platform',
							default: true,
						}),
					),
					parameterOf(
						'startFrom',
						date('Start From', {
							description: 'Where to begin at first, instead of the activation',
						}),
					),
				],
			},
		],
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
