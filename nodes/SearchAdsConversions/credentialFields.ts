/** Field and test shared by the credential types of Search Ads Conversions. */
import type { ICredentialTestRequest, INodeProperties } from 'n8n-workflow';
import { baseAddress, baseUrl } from '../engine/credentials/fields';

export const searchAdsConversionsScope = 'https://www.googleapis.com/auth/doubleclicksearch';

export const searchAdsConversionsAddress: INodeProperties = baseUrl(
	'Base URL of the service including its path prefix, ending in /v2',
	{ default: 'https://doubleclicksearch.googleapis.com/doubleclicksearch/v2' },
);

/**
 * Every endpoint requires the ID of an account, which the credential does not contain. The test
 * therefore requests the conversions of a customer that does not exist. It accepts any response
 * except 401.
 */
export const searchAdsConversionsTest: ICredentialTestRequest = {
	request: {
		baseURL: baseAddress,
		url: '/customer/0/conversion?startDate=20200101&endDate=20200101&startRow=0&rowCount=1',
		ignoreHttpStatusErrors: { ignore: true, except: [401] },
	},
	rules: [
		{
			type: 'responseSuccessBody',
			properties: {
				key: 'error.code',
				value: 401,
				message: 'The service rejected the token',
			},
		},
	],
};
