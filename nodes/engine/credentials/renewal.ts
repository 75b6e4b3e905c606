/** Tokens that n8n stores in the credential between runs, and renews. */
import { createHash } from 'node:crypto';
import type { IDataObject, IHttpRequestHelper, INodeProperties } from 'n8n-workflow';
import type { Authenticate, PreAuthentication, Providers } from '../describe';
import { providerName, toText, withProvider } from '../describe';
import { authorized } from './fields';

/** n8n calls `preAuthentication` if the token is empty, and after a 401 response. */
export const storedTokenFields = (displayName: string, name: string): INodeProperties[] => [
	{
		displayName,
		name,
		type: 'hidden',
		typeOptions: { expirable: true, password: true },
		default: '',
	},
	{ displayName: 'Renew At', name: 'renewAt', type: 'hidden', default: '' },
	{ displayName: 'Issued For', name: 'issuedFor', type: 'hidden', default: '' },
];

interface StoredToken {
	/** Name of the field that contains the token. */
	readonly field: string;
	/** Scheme in the Authorization header. */
	readonly scheme: 'Bearer' | 'token';
	/** The credential fields that a token is issued for. After a change, it is not sent. */
	readonly issuedFor: readonly string[];
	/** The lifetime is in seconds. If unknown, the token is used until the service rejects it. */
	readonly request: (
		helpers: IHttpRequestHelper['helpers'],
		credential: IDataObject,
		provider: string,
	) => Promise<{ readonly token: string; readonly lifetime?: number }>;
}

/** Authentication with a stored token. Each token is bound to the values that it was issued for. */
export const storedToken = (
	providers: Providers,
	{ field, scheme, issuedFor, request }: StoredToken,
): { authenticate: Authenticate; preAuthentication: PreAuthentication } => ({
	// For a token that expires or was issued for other values, throws the error of a 401 response.
	// n8n then renews the token and sends the request.
	async authenticate(stored, options) {
		const credential = withProvider(providers, stored);
		const isCurrent =
			toText(credential[field]) !== '' &&
			Number(credential.renewAt || Infinity) > Date.now() &&
			credential.issuedFor === fingerprint(credential, issuedFor);
		if (!isCurrent)
			throw Object.assign(new Error('The stored access token has expired'), {
				response: { status: 401 },
			});
		return await Promise.resolve(authorized(options, scheme, credential[field]));
	},
	async preAuthentication(stored) {
		const credential = withProvider(providers, stored);
		const key = fingerprint(credential, issuedFor);
		return await shareRequest(key, async () => {
			const startedAt = Date.now();
			const provider = providerName(providers, stored);
			const { token, lifetime } = await request(this.helpers, credential, provider);
			return { [field]: token, renewAt: renewalTime(startedAt, lifetime), issuedFor: key };
		});
	},
});

/**
 * One minute before the token expires, or after 80% of a lifetime below five minutes.
 * @returns epoch milliseconds as text; empty if the lifetime is unknown
 */
const renewalTime = (startedAt: number, lifetime = NaN): string =>
	lifetime > 0 && lifetime < Infinity
		? String(startedAt + Math.max(lifetime * 800, lifetime * 1000 - 60_000))
		: '';

const inProgress = new Map<string, Promise<IDataObject>>();

/** Requests that need a new token at the same time share one token request. */
async function shareRequest(
	key: string,
	request: () => Promise<IDataObject>,
): Promise<IDataObject> {
	const renewal = inProgress.get(key) ?? request().finally(() => inProgress.delete(key));
	inProgress.set(key, renewal);
	return await renewal;
}

/** Hash of credential values. It does not reveal the private key. */
const fingerprint = (credential: IDataObject, fields: readonly string[]): string =>
	createHash('sha256')
		.update(JSON.stringify(fields.map((name) => credential[name])))
		.digest('hex');
