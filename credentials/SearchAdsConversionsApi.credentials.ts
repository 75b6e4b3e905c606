import type { IAuthenticate, ICredentialType, INodeProperties, Icon } from 'n8n-workflow';
import { searchAdsConversionsAddress, searchAdsConversionsTest } from './searchAdsConversions';

export class SearchAdsConversionsApi implements ICredentialType {
	name = 'searchAdsConversionsApi';

	displayName = 'Search Ads Conversions API';

	icon: Icon = { light: 'file:../icons/searchAdsConversions.svg', dark: 'file:../icons/searchAdsConversions.dark.svg' };

	documentationUrl = 'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/search-ads-conversions.md#credential';

	properties: INodeProperties[] = [
		searchAdsConversionsAddress,
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'Sent as a Bearer token. It ends after about an hour and is not renewed: for workflows that run on their own, choose OAuth2 or a service account.',
		},
	];

	// A function costs less per request than expressions, which n8n resolves anew each time.
	authenticate: IAuthenticate = async ({ accessToken }, options) =>
		await Promise.resolve({ ...options, headers: { ...options.headers, Authorization: `Bearer ${String(accessToken)}` } });

	test = searchAdsConversionsTest;
}
