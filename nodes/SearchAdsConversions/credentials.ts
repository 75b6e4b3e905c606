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
 * therefore requests the ID mapping file of an agency that does not exist. Reading conversions is
 * deprecated (README.md, Interface).
 */
export const testPath = '/agency/0/advertiser/0/idmapping';

/** Codes of errors that concern the token or its project, not the account. */
const accessCodes = new Set([scopeInsufficient, 'SERVICE_DISABLED', 'accessNotConfigured']);

/** Whether the service rejected the account, but not the token. A web page has no error code. */
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
