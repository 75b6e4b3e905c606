/** What the three ways to log in to search ads conversions share. */
import type { ICredentialTestRequest, INodeProperties } from 'n8n-workflow';
import { baseAddress, baseUrl } from '../engine/credentials/fields';

export const searchAdsConversionsScope = 'https://www.googleapis.com/auth/doubleclicksearch';

export const searchAdsConversionsAddress: INodeProperties = baseUrl(
	'Address of the service, with its prefix that ends in /v2',
	{ default: 'https://doubleclicksearch.googleapis.com/doubleclicksearch/v2' },
);

/**
 * Everything of this service belongs to an account whose ids only the workflows know. So nobody's conversions are asked for:
 * whatever the service says of that is fine, as long as it accepts the token.
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
				message: 'The service does not accept the token',
			},
		},
	],
};
