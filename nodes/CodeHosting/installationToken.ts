/**
 * App authentication: a JWT signed with the app's private key is exchanged for an installation
 * token, which expires after an hour.
 */
import type { IDataObject, IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';
import { fillPath } from '../engine';
import { parseRsaKey, propertyOf, requestToken, signJwt } from '../engine/credentials';
import { PackError, toText, trimEndOf, withoutLogin } from '../engine/describe';
import { headersOf } from './client';

/**
 * The service accepts JWTs with a lifetime of up to ten minutes. One of these minutes is used to
 * backdate the issue time in case of clock drift.
 */
const lifetimeSeconds = 9 * 60;
const clockDriftSeconds = 60;

const checkAddress =
	'If the credential contains Host or Base URL, check it. Otherwise, check the network connection of n8n';

/** @throws Error if the private key cannot be parsed */
function signAppJwt(appId: string, privateKey: string, provider: string): string {
	const key = parseRsaKey(
		privateKey,
		`Generate a private key in the settings of the app in ${provider}, and paste the content of the downloaded .pem file, from -----BEGIN to END-----`,
	);
	const now = Math.floor(Date.now() / 1000);
	return signJwt({ iat: now - clockDriftSeconds, exp: now + lifetimeSeconds, iss: appId }, key);
}

/**
 * Fetches a token for the installation in the credential, or for the only installation of the app.
 * @param credential with the values that the provider fixes
 * @throws Error with a message that includes the fix
 */
export async function fetchInstallationToken(
	helpers: IHttpRequestHelper['helpers'],
	credential: IDataObject,
	provider: string,
): Promise<string> {
	const { appId, privateKey, installationId } = credential;
	const jwt = signAppJwt(toText(appId), toText(privateKey), provider);
	const baseURL = trimEndOf(toText(credential.baseUrl), '/');
	const url = withoutLogin(baseURL);
	const headers = { ...headersOf(credential, {}), authorization: `Bearer ${jwt}` };
	const request = async (options: IHttpRequestOptions): Promise<unknown> =>
		await requestToken(helpers, { baseURL, headers, ...options }, jwt, {
			url,
			check: checkAddress,
			rejected: (details) =>
				`${provider} rejected the app’s token request (${details}). Check App ID, Private Key and Installation ID, and the clock of the n8n server`,
		});
	const id =
		toText(installationId) ||
		onlyInstallation(await request({ url: '/app/installations', qs: { per_page: 100 } }), provider);
	const token = propertyOf(
		await request({
			method: 'POST',
			url: fillPath(
				'/app/installations/{installationId}/access_tokens',
				{ installationId: id },
				{ installationId: { label: 'Installation ID' } },
			),
		}),
		'token',
	);
	if (typeof token !== 'string' || token === '')
		throw new PackError(`${provider} did not return an installation token. ${checkAddress}`);
	return token;
}

function onlyInstallation(response: unknown, provider: string): string {
	if (!Array.isArray(response))
		throw new PackError(`${provider} did not return the installations of the app. ${checkAddress}`);
	const installations = response.filter((entry) => propertyOf(entry, 'id') !== undefined);
	if (installations.length === 1) return toText(propertyOf(installations[0], 'id'));
	if (installations.length === 0)
		throw new PackError('The app has no installations. Install it in an organization or account');
	const names = installations.map(
		(entry) =>
			`${toText(propertyOf(entry, 'id'))} (${toText(propertyOf(propertyOf(entry, 'account'), 'login'))})`,
	);
	throw new PackError(
		`The app has several installations. Set Installation ID to one of ${names.join(', ')}`,
	);
}
