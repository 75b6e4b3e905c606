import type { ICredentialType, INodeProperties, Icon } from 'n8n-workflow';
import { bearer, shortLivedAccessToken } from '../nodes/engine/credentials/fields';
import {
	searchAdsConversionsAddress,
	searchAdsConversionsTest,
} from '../nodes/SearchAdsConversions/credentialFields';

export class SearchAdsConversionsApi implements ICredentialType {
	name = 'searchAdsConversionsApi';

	displayName = 'Search Ads Conversions API';

	icon: Icon = {
		light: 'file:../icons/searchAdsConversions.svg',
		dark: 'file:../icons/searchAdsConversions.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/search-ads-conversions.md#credential';

	properties: INodeProperties[] = [searchAdsConversionsAddress, shortLivedAccessToken];

	authenticate = bearer;

	test = searchAdsConversionsTest;
}
