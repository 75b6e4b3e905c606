import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { methodsOf, nodeVersions, propertiesOf, runService } from '../engine';
import { migrationAssessment } from './service';

export class MigrationAssessment implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Migration Assessment',
		name: 'migrationAssessment',
		icon: {
			light: 'file:../../icons/migrationAssessment.svg',
			dark: 'file:../../icons/migrationAssessment.dark.svg',
		},
		group: ['transform'],
		version: nodeVersions,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			'Import an inventory of servers and databases, group the assets, and estimate the cost of migrating them. Works with Google Cloud Migration Center.',
		defaults: { name: 'Migration Assessment' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'migrationAssessmentOAuth2Api',
				required: true,
				displayOptions: { show: { authentication: ['oAuth2'] } },
			},
			{
				name: 'migrationAssessmentServiceAccountApi',
				required: true,
				testedBy: 'connectionTest',
				displayOptions: { show: { authentication: ['serviceAccount'] } },
			},
			{
				name: 'migrationAssessmentApi',
				required: true,
				testedBy: 'connectionTest',
				displayOptions: { show: { authentication: ['accessToken'] } },
			},
		],
		properties: propertiesOf(migrationAssessment),
	};

	methods = methodsOf(migrationAssessment);

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runService(this, migrationAssessment, this.continueOnFail());
	}
}
