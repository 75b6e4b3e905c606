import type { ICredentialType, INodeProperties, Icon } from 'n8n-workflow';
import {
	searchAdsConversionsAddress,
	searchAdsConversionsScope,
	searchAdsConversionsTest,
} from '../nodes/SearchAdsConversions/credentialFields';
import { googleOAuth2Properties } from '../nodes/engine/credentials/googleOAuth2';

export class SearchAdsConversionsOAuth2Api implements ICredentialType {
	name = 'searchAdsConversionsOAuth2Api';

	extends = ['oAuth2Api'];

	displayName = 'Search Ads Conversions OAuth2 API';

	icon: Icon = {
		light: 'file:../icons/searchAdsConversions.svg',
		dark: 'file:../icons/searchAdsConversions.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/search-ads-conversions.md#credential';

	properties: INodeProperties[] = [
		searchAdsConversionsAddress,
		...googleOAuth2Properties(searchAdsConversionsScope),
	];

	test = searchAdsConversionsTest;
}
