import type { ICredentialType, Icon } from 'n8n-workflow';
import { oAuth2CredentialTest, oAuth2Properties } from '../nodes/SearchAdsConversions/credentials';

export class SearchAdsConversionsOAuth2Api implements ICredentialType {
	name = 'searchAdsConversionsOAuth2Api';

	extends = ['googleOAuth2Api'];

	displayName = 'Search Ads Conversions (Google) OAuth2 API';

	icon: Icon = {
		light: 'file:../icons/searchAdsConversions.svg',
		dark: 'file:../icons/searchAdsConversions.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/search-ads-conversions.md#connect';

	properties = oAuth2Properties;

	test = oAuth2CredentialTest;
}
