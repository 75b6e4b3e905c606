import type { ICredentialType, Icon } from 'n8n-workflow';
import { tokenCredential, tokenProperties } from '../nodes/SearchAdsConversions/credentials';

export class SearchAdsConversionsApi implements ICredentialType {
	name = 'searchAdsConversionsApi';

	displayName = 'Search Ads Conversions API';

	icon: Icon = {
		light: 'file:../icons/searchAdsConversions.svg',
		dark: 'file:../icons/searchAdsConversions.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/search-ads-conversions.md#connect';

	properties = tokenProperties;

	authenticate = tokenCredential.authenticate;
}
