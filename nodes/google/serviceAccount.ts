/**
 * Authentication with a service account: an assertion signed with the account's key (RFC 7523) is
 * exchanged for an access token, which is renewed before it expires.
 */
import type { IDataObject, IHttpRequestHelper, INodeProperties } from 'n8n-workflow';
import {
	credentialField,
	parseRsaKey,
	propertyOf,
	requestToken,
	secretField,
	signJwt,
	storedToken,
	storedTokenFields,
} from '../engine/credentials';
import { PackError, type Providers, toText, withoutLogin } from '../engine/describe';

/** Fields of a service account credential, without the base URL. */
export const serviceAccountFields = (scopes: string): INodeProperties[] => [
	{
		displayName: 'Service Account Email',
		name: 'clientEmail',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. robot@my-project.iam.gserviceaccount.com',
		description: 'The client_email of the key file',
	},
	secretField(
		'Private Key',
		'privateKey',
		'The private_key of the key file, from -----BEGIN to END-----. Line breaks may be written as \\n.',
		'Key file of the type JSON: Google Cloud > Service accounts > your account > Keys > Add key',
	),
	{
		displayName: 'Act for User',
		name: 'subject',
		type: 'string',
		default: '',
		placeholder: 'e.g. anna@example.com',
		description:
			'Email of the user to impersonate, if an administrator has granted the service account domain-wide delegation. Leave empty to act as the service account itself.',
	},
	// Not called `scopes`, because n8n's editor replaces a field of that name with the permissions of
	// the user for the credential.
	{
		displayName: 'Scopes',
		name: 'requestedScopes',
		type: 'string',
		default: scopes,
		required: true,
		description: 'Scopes of the token, separated by spaces',
	},
	credentialField('tokenUrl', {
		displayName: 'Token URL',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. https://accounts.example.com/oauth/token',
		description: 'Endpoint that exchanges the signed assertion for an access token',
	}),
	...storedTokenFields('Access Token', 'accessToken'),
];

/** Authentication of a service account credential. */
export const serviceAccount = (providers: Providers): ReturnType<typeof storedToken> =>
	storedToken(providers, {
		field: 'accessToken',
		scheme: 'Bearer',
		issuedFor: ['clientEmail', 'privateKey', 'subject', 'requestedScopes', 'tokenUrl'],
		request: exchangeAssertion,
	});

async function exchangeAssertion(
	helpers: IHttpRequestHelper['helpers'],
	credential: IDataObject,
	provider: string,
): Promise<{ token: string; lifetime: number }> {
	const tokenUrl = toText(credential.tokenUrl);
	const url = withoutLogin(tokenUrl);
	const check = 'If you entered this URL as Token URL in the credential, check it.';
	const assertion = signed(credential, Math.floor(Date.now() / 1000));
	const response = await requestToken(
		helpers,
		{
			method: 'POST',
			url: tokenUrl,
			headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
			body: `grant_type=${encodeURIComponent('urn:ietf:params:oauth:grant-type:jwt-bearer')}&assertion=${assertion}`,
		},
		assertion,
		{
			url,
			check: `Check the network connection of n8n. ${check}`,
			rejected: (details, body) =>
				`${provider} rejected the service account (${details}). ${fixes[toText(propertyOf(body, 'error'))] ?? fixes.invalid_grant!}`,
		},
	);
	const token = propertyOf(response, 'access_token');
	if (typeof token !== 'string' || token === '')
		throw new PackError(`${url} is not a token endpoint. ${check}`);
	return { token, lifetime: Number(propertyOf(response, 'expires_in') ?? 3600) };
}

function signed(
	{ clientEmail, privateKey, subject, requestedScopes, tokenUrl }: IDataObject,
	now: number,
): string {
	const key = parseRsaKey(
		toText(privateKey),
		'Paste the complete private_key of the key file of the service account, from -----BEGIN to END-----.',
	);
	return signJwt(
		{
			iss: clientEmail,
			scope: requestedScopes,
			aud: tokenUrl,
			iat: now,
			exp: now + 3600,
			...(subject ? { sub: subject } : {}),
		},
		key,
	);
}

/** What to do, by the error code of the token endpoint (RFC 6749, section 5.2). */
const fixes: Readonly<Record<string, string>> = {
	invalid_grant:
		'The key may have been deleted. Check Service Account Email, Private Key and Act for User, and the clock of the n8n server.',
	invalid_scope: 'Check Scopes in the credential.',
	unauthorized_client:
		'An administrator must grant the service account domain-wide delegation for all Scopes in the credential, or Act for User must be empty.',
};
