import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { methodsOf, nodeVersions, propertiesOf, runService } from '../engine';
import { searchAdsConversions } from './service';

export class SearchAdsConversions implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Search Ads Conversions',
		name: 'searchAdsConversions',
		icon: {
			light: 'file:../../icons/searchAdsConversions.svg',
			dark: 'file:../../icons/searchAdsConversions.dark.svg',
		},
		group: ['transform'],
		version: nodeVersions,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			'Upload, update and read conversions of search advertising, and get the ID mapping file. Works with Search Ads 360.',
		defaults: { name: 'Search Ads Conversions' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'searchAdsConversionsOAuth2Api',
				required: true,
				displayOptions: { show: { authentication: ['oAuth2'] } },
			},
			{
				name: 'searchAdsConversionsServiceAccountApi',
				required: true,
				testedBy: 'connectionTest',
				displayOptions: { show: { authentication: ['serviceAccount'] } },
			},
			{
				name: 'searchAdsConversionsApi',
				required: true,
				testedBy: 'connectionTest',
				displayOptions: { show: { authentication: ['accessToken'] } },
			},
		],
		properties: propertiesOf(searchAdsConversions),
	};

	methods = methodsOf(searchAdsConversions);

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runService(this, searchAdsConversions, this.continueOnFail());
	}
}
