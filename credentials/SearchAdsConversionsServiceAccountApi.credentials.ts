import type { ICredentialType, INodeProperties, Icon } from 'n8n-workflow';
import {
	searchAdsConversionsAddress,
	searchAdsConversionsScope,
	searchAdsConversionsTest,
} from '../nodes/SearchAdsConversions/credentialFields';
import {
	fetchToken,
	serviceAccountProperties,
	withServiceAccount,
} from '../nodes/engine/credentials/serviceAccount';

export class SearchAdsConversionsServiceAccountApi implements ICredentialType {
	name = 'searchAdsConversionsServiceAccountApi';

	displayName = 'Search Ads Conversions Service Account API';

	icon: Icon = {
		light: 'file:../icons/searchAdsConversions.svg',
		dark: 'file:../icons/searchAdsConversions.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/search-ads-conversions.md#credential';

	properties: INodeProperties[] = [
		searchAdsConversionsAddress,
		...serviceAccountProperties(searchAdsConversionsScope),
	];

	preAuthentication = fetchToken;

	authenticate = withServiceAccount;

	test = searchAdsConversionsTest;
}
