// Routes for tokens (/api/2.0/token) and for the client credentials grant (/oidc/v1/token).

import type { FastifyInstance } from 'fastify';
import { bearerToken } from '../kit/auth';
import { apiError } from './errors';
import type { TokenInfo, TokenRequest, Tokens } from './tokens';

export const LOCAL_CLIENT = {
	clientId: 'tenfold-principal',
	clientSecret: 'tenfold-principal-secret',
};
const UPDATABLE_FIELDS = ['comment', 'scopes'];

/** Clients use Basic authentication. The form body contains the grant type. */
export function oAuthRoutes(app: FastifyInstance, tokens: Tokens): void {
	app.post('/oidc/v1/token', async ({ headers, body }) => {
		const credentials = `${LOCAL_CLIENT.clientId}:${LOCAL_CLIENT.clientSecret}`;
		if (headers.authorization !== `Basic ${Buffer.from(credentials).toString('base64')}`)
			throw apiError('UNAUTHENTICATED');
		if (new URLSearchParams(String(body)).get('grant_type') !== 'client_credentials')
			throw apiError('BAD_REQUEST');
		return {
			access_token: tokens.issue({ comment: 'login', lifetime_seconds: 3600 }).value,
			token_type: 'Bearer',
			expires_in: 3600,
			scope: 'all-apis',
		};
	});
}

export async function tokenRoutes(app: FastifyInstance, tokens: Tokens): Promise<void> {
	app.addHook('onRequest', async ({ headers: { authorization } }) => {
		const value = bearerToken(authorization);
		if (value === undefined || !tokens.isValid(value))
			throw apiError('UNAUTHENTICATED', 'The token is missing, expired or revoked.');
	});

	app.get('/list', async () => ({ token_infos: tokens.list() }));
	app.post<{ Body: TokenRequest }>('/create', async ({ body }) => {
		const { comment, scopes, lifetime_seconds: lifetime } = body ?? {};
		if (comment !== undefined && typeof comment !== 'string') throw invalid('comment');
		if (scopes !== undefined && !isStringArray(scopes)) throw invalid('scopes');
		if (lifetime !== undefined && !(Number.isInteger(lifetime) && lifetime > 0))
			throw invalid('lifetime_seconds');
		const { value, info } = tokens.issue(body ?? {});
		return { token_value: value, token_info: info };
	});
	app.post<{ Body: { token_id?: string } }>('/delete', async ({ body }) => {
		if (!tokens.revoke(body?.token_id ?? ''))
			throw apiError('RESOURCE_DOES_NOT_EXIST', 'Token not found.');
		return {};
	});
	app.patch<{ Params: { id: string }; Body: { token?: Partial<TokenInfo>; update_mask?: string } }>(
		'/:id',
		async ({ params: { id }, body }) => {
			const info = tokens.find(id);
			if (!info) throw apiError('NOT_FOUND', 'The token ID is invalid.');
			Object.assign(info, parseUpdate(body?.token, body?.update_mask));
			return {};
		},
	);
}

/**
 * Checks an update. Its mask must list exactly the fields in the body.
 * @throws HttpError INVALID_PARAMETER_VALUE
 */
function parseUpdate(
	token: Partial<TokenInfo> | undefined,
	mask: string | undefined,
): Partial<TokenInfo> {
	if (token === undefined) throw invalid('token');
	const masked = (mask ?? '').split(',');
	const sent = Object.keys(token).filter((name) => name !== 'token_id');
	const isExact = masked.length === sent.length && sent.every((name) => masked.includes(name));
	if (!isExact || masked.some((name) => !UPDATABLE_FIELDS.includes(name)))
		throw invalid('update_mask');
	if (token.comment !== undefined && typeof token.comment !== 'string')
		throw invalid('token.comment');
	if (token.scopes !== undefined && !isStringArray(token.scopes)) throw invalid('token.scopes');
	return Object.fromEntries(sent.map((name) => [name, token[name as 'comment']]));
}

const isStringArray = (value: unknown): boolean =>
	Array.isArray(value) && value.every((item) => typeof item === 'string');
const invalid = (field: string) => apiError('INVALID_PARAMETER_VALUE', `${field} is not valid.`);
