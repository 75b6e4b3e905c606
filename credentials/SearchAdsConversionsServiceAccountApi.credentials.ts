import type { ICredentialType, Icon } from 'n8n-workflow';
import {
	serviceAccountCredential,
	serviceAccountProperties,
} from '../nodes/SearchAdsConversions/credentials';

export class SearchAdsConversionsServiceAccountApi implements ICredentialType {
	name = 'searchAdsConversionsServiceAccountApi';

	displayName = 'Search Ads Conversions Service Account API';

	icon: Icon = {
		light: 'file:../icons/searchAdsConversions.svg',
		dark: 'file:../icons/searchAdsConversions.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/search-ads-conversions.md#connect';

	properties = serviceAccountProperties;

	authenticate = serviceAccountCredential.authenticate;

	preAuthentication = serviceAccountCredential.preAuthentication;
}
