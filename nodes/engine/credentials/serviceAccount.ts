/**
 * Logging in as a service account, for every service that takes one: an assertion signed with the account's key (RFC 7523)
 * is exchanged for an access token, and again before that token ends.
 */
import { createHash } from 'node:crypto';
import type {
	IAuthenticate,
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestHelper,
	INodeProperties,
} from 'n8n-workflow';
import { parseRsaKey, signJwt } from './jwt';
import { propertyOf, requestToken, type TokenResponse } from './tokenEndpoint';

export const standardTokenUrl = 'https://oauth2.googleapis.com/token';

/** The fields of a service-account credential beside the service's own address. */
export const serviceAccountProperties = (scopes: string): INodeProperties[] => [
	{
		displayName: 'Service Account Email',
		name: 'clientEmail',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. robot@project.iam.example.com',
		description: 'The client_email of the key file',
	},
	{
		displayName: 'Private Key',
		name: 'privateKey',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		required: true,
		description:
			'The private_key of the key file, from -----BEGIN to END-----. Line breaks may be written as \\n.',
	},
	{
		displayName: 'Act for User',
		name: 'subject',
		type: 'string',
		default: '',
		placeholder: 'e.g. anna@example.com',
		description:
			'Email of the user to impersonate, if an administrator has granted the service account domain-wide delegation. Leave empty to act as the service account itself.',
	},
	{
		displayName: 'Scopes',
		name: 'scopes',
		type: 'string',
		default: scopes,
		required: true,
		description: 'Scopes of the token, separated by spaces',
	},
	{
		displayName: 'Token URL',
		name: 'tokenUrl',
		type: 'string',
		default: standardTokenUrl,
		required: true,
		description: 'Endpoint that exchanges the signed assertion for an access token',
	},
	// Kept by n8n between runs. The first is fetched while it is empty, and again when it has ended.
	{
		displayName: 'Access Token',
		name: 'accessToken',
		type: 'hidden',
		typeOptions: { expirable: true, password: true },
		default: '',
	},
	{ displayName: 'Renew At', name: 'renewAt', type: 'hidden', default: '' },
	{ displayName: 'Issued For', name: 'issuedFor', type: 'hidden', default: '' },
];

/**
 * Adds the token. One that is about to end, or was issued for other values of the credential, is answered like a 401
 * of the service: n8n then renews it and goes on, and nothing has been sent yet.
 */
export const withServiceAccount: IAuthenticate = async (credentials, options) => {
	if (!isCurrent(credentials))
		throw Object.assign(new Error('The access token of the service account has expired'), {
			response: { status: 401 },
		});
	return await Promise.resolve({
		...options,
		headers: { ...options.headers, Authorization: `Bearer ${String(credentials.accessToken)}` },
	});
};

interface Token extends IDataObject {
	readonly accessToken: string;
	/** Epoch milliseconds, as text. */
	readonly renewAt: string;
	readonly issuedFor: string;
}

/** Exchanges under way, so that items that find the token ended at the same moment share one. */
const underWay = new Map<string, Promise<Token>>();

/** Fetches a token: a credential's `preAuthentication`. */
export async function fetchToken(
	this: IHttpRequestHelper,
	credentials: ICredentialDataDecryptedObject,
): Promise<Token> {
	const issuedFor = accountOf(credentials);
	const token =
		underWay.get(issuedFor) ??
		exchanged(this, credentials, issuedFor).finally(() => underWay.delete(issuedFor));
	underWay.set(issuedFor, token);
	return await token;
}

const isCurrent = (credentials: ICredentialDataDecryptedObject): boolean =>
	Boolean(credentials.accessToken) &&
	Number(credentials.renewAt) > Date.now() &&
	credentials.issuedFor === accountOf(credentials);

/** Tells one account, user and set of scopes from another; holds no secret. */
const accountOf = ({
	clientEmail,
	privateKey,
	subject,
	scopes,
	tokenUrl,
}: ICredentialDataDecryptedObject): string =>
	createHash('sha256')
		.update(JSON.stringify([clientEmail, privateKey, subject, scopes, tokenUrl]))
		.digest('hex');

async function exchanged(
	{ helpers }: IHttpRequestHelper,
	credentials: ICredentialDataDecryptedObject,
	issuedFor: string,
): Promise<Token> {
	const tokenUrl = String(credentials.tokenUrl);
	const began = Date.now();
	const assertion = signed(credentials, Math.floor(began / 1000));
	const answer = await requestToken(
		helpers,
		{
			method: 'POST',
			url: tokenUrl,
			headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
			body: `grant_type=${encodeURIComponent('urn:ietf:params:oauth:grant-type:jwt-bearer')}&assertion=${assertion}`,
		},
		assertion,
	);
	const token = propertyOf(answer.body, 'access_token');
	if (answer.status !== 200 || typeof token !== 'string' || token === '')
		throw new Error(whyRefused(tokenUrl, answer));
	return tokenOf(token, Number(propertyOf(answer.body, 'expires_in') ?? 3600), began, issuedFor);
}

/** Renewed a minute before the end, or after four fifths of a short life. */
const tokenOf = (
	accessToken: string,
	seconds: number,
	began: number,
	issuedFor: string,
): Token => ({
	accessToken,
	renewAt: String(began + Math.max(seconds * 800, seconds * 1000 - 60_000)),
	issuedFor,
});

function signed(
	{ clientEmail, privateKey, subject, scopes, tokenUrl }: ICredentialDataDecryptedObject,
	now: number,
): string {
	const key = parseRsaKey(String(privateKey));
	if (key === undefined)
		throw new Error(
			'The private key of the service account is invalid. Paste the complete private_key of the key file, from -----BEGIN to END-----.',
		);
	return signJwt(
		{
			iss: clientEmail,
			scope: scopes,
			aud: tokenUrl,
			iat: now,
			exp: now + 3600,
			...(subject ? { sub: subject } : {}),
		},
		key,
	);
}

function whyRefused(tokenUrl: string, { status, body }: TokenResponse): string {
	if (status === 0)
		return `Could not connect to the token endpoint ${tokenUrl}, or it did not respond in time. Check the token URL in the credential.`;
	if (status === 200)
		return `${tokenUrl} is not a token endpoint. Check the token URL in the credential.`;
	const said = ['error', 'error_description']
		.map((name) => propertyOf(body, name))
		.filter((part) => typeof part === 'string' && part !== '')
		.join(': ');
	return `The token endpoint rejected the service account (status ${status}${said ? `, ${said.slice(0, 300)}` : ''}). Check the email, private key, scopes and impersonated user.`;
}
