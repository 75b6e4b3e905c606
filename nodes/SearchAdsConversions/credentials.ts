/** Providers and credentials of Search Ads Conversions. */
import { baseUrl, oAuth2Test } from '../engine/credentials';
import type { PackErrorDetails } from '../engine/describe';
import { googleCredentials, googleProviders } from '../google/credentials';
import { scopeInsufficient } from '../google/errors';

export const scope = 'https://www.googleapis.com/auth/doubleclicksearch';

export const searchAdsConversionsProviders = googleProviders({
	key: 'searchAds360',
	label: 'Search Ads 360',
	aliases: ['sa360', 'doubleclick search'],
	baseUrl: 'https://doubleclicksearch.googleapis.com/doubleclicksearch/v2',
});

const address = baseUrl(
	'Base URL of the service including its path prefix, ending in /v2',
	'https://ads.example.com/doubleclicksearch/v2',
);

export const {
	tokenProperties,
	oAuth2Properties,
	serviceAccountProperties,
	tokenCredential,
	serviceAccountCredential,
	credentials,
} = googleCredentials('searchAdsConversions', searchAdsConversionsProviders, scope, address);
/**
 * Every endpoint requires the ID of an account, which the credential does not contain. The test
 * therefore requests the conversions of a customer that does not exist.
 */
export const testPath =
	'/customer/0/conversion?startDate=20200101&endDate=20200101&startRow=0&rowCount=1';

/** Codes of errors that concern the token or its project, not the customer. */
const accessCodes = new Set([scopeInsufficient, 'SERVICE_DISABLED', 'accessNotConfigured']);

/** Whether the service rejected the customer, but not the token. A web page has no error code. */
export const provesAccess = ({ status, code }: PackErrorDetails): boolean =>
	(status === 400 || status === 403 || status === 404) &&
	code !== undefined &&
	!accessCodes.has(code);

const bodyRule = (key: string, value: number | string, message: string) => ({
	type: 'responseSuccessBody' as const,
	properties: { key, value, message },
});

export const oAuth2CredentialTest = oAuth2Test(searchAdsConversionsProviders, testPath, {
	request: { ignoreHttpStatusErrors: { ignore: true, except: [429, 500, 502, 503, 504] } },
	rules: [
		bodyRule(
			'error.code',
			401,
			'The service rejected the access token. Connect the account again.',
		),
		// The reason is in `details`, or in `errors` in the older format.
		...['error.details[0].reason', 'error.errors[0].reason'].flatMap((key) =>
			[...accessCodes].map((code) =>
				bodyRule(
					key,
					code,
					'The access token lacks the scope, or the API is disabled in the Google Cloud project. Check Scope and the project, then connect again.',
				),
			),
		),
	],
});
