/** An app's way in: a token signed with its private key, exchanged for one of an installation, which ends after an hour. */
import type { IDataObject, IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';
import { parseRsaKey, signJwt } from '../engine/credentials/jwt';
import { propertyOf, requestToken } from '../engine/credentials/tokenEndpoint';
import { addressOf, headersOf } from './client';

/** The service takes a signed token for ten minutes at the most; a clock that is a minute fast does no harm. */
const validSeconds = 9 * 60;
const skewSeconds = 60;

/** The signed token of an app. @throws Error for a private key that is none */
export function signedToken(appId: string, privateKey: string, now: number = Date.now()): string {
	const key = parseRsaKey(privateKey);
	if (key === undefined)
		throw new Error(
			'The private key must begin with -----BEGIN … PRIVATE KEY----- and end likewise',
		);
	const at = Math.floor(now / 1000);
	return signJwt({ iat: at - skewSeconds, exp: at + validSeconds, iss: appId }, key);
}

/** Fetches a token of the installation: the one given, or the only one that the app has. @throws Error that says what to mend */
export async function installationToken(
	helpers: IHttpRequestHelper['helpers'],
	credential: IDataObject,
): Promise<string> {
	const { appId, privateKey, installationId } = credential;
	const signed = signedToken(String(appId).trim(), String(privateKey));
	const baseURL = addressOf(credential, {}).replace(/\/+$/, '');
	const ask = async (request: IHttpRequestOptions): Promise<unknown> => {
		const { status, body } = await requestToken(
			helpers,
			{
				baseURL,
				headers: { ...headersOf(credential, {}), authorization: `Bearer ${signed}` },
				...request,
			},
			signed,
		);
		if (status === 0)
			throw new Error(`${baseURL} cannot be reached, or does not answer in time. Check Base URL`);
		if (status >= 200 && status < 300) return body;
		const says = propertyOf(body, 'message');
		throw new Error(
			`The service gives the app no token (status ${status}${typeof says === 'string' ? `: ${says.slice(0, 300)}` : ''}). Check App ID, Private Key and Installation ID`,
		);
	};
	const id =
		String(installationId ?? '').trim() ||
		onlyOne(await ask({ url: '/app/installations', qs: { per_page: 100 } }));
	const token = propertyOf(
		await ask({
			method: 'POST',
			url: `/app/installations/${encodeURIComponent(id)}/access_tokens`,
		}),
		'token',
	);
	if (typeof token !== 'string' || token === '')
		throw new Error('The service sent no installation token. Check Base URL');
	return token;
}

function onlyOne(installations: unknown): string {
	const all = (Array.isArray(installations) ? installations : []).filter(
		(one) => propertyOf(one, 'id') !== undefined,
	) as unknown[];
	const names = all.map(
		(one) =>
			`${String(propertyOf(one, 'id'))} (${String(propertyOf(propertyOf(one, 'account'), 'login'))})`,
	);
	if (all.length === 1) return String(propertyOf(all[0], 'id'));
	throw new Error(
		all.length === 0
			? 'The app is not installed anywhere'
			: `The app has several installations; fill in Installation ID with one of ${names.join(', ')}`,
	);
}
