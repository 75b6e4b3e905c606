// The routes under /api/2.0/token.

import type { FastifyInstance } from 'fastify';
import { refusal } from './errors';
import type { TokenInfo, Tokens, Wanted } from './tokens';

const CHANGEABLE = ['comment', 'scopes'];

export async function tokenRoutes(app: FastifyInstance, tokens: Tokens): Promise<void> {
	app.addHook('onRequest', async ({ headers: { authorization } }) => {
		const value = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
		if (value === undefined || !tokens.isValid(value))
			throw refusal('UNAUTHENTICATED', 'The token is missing, ended or revoked.');
	});

	app.get('/list', async () => ({ token_infos: tokens.list() }));
	app.post<{ Body: Wanted }>('/create', async ({ body }) => {
		const { comment, scopes, lifetime_seconds: lifetime } = body ?? {};
		if (comment !== undefined && typeof comment !== 'string') throw invalid('comment');
		if (scopes !== undefined && !isTexts(scopes)) throw invalid('scopes');
		if (lifetime !== undefined && !(Number.isInteger(lifetime) && lifetime > 0))
			throw invalid('lifetime_seconds');
		const { value, info } = tokens.issue(body ?? {});
		return { token_value: value, token_info: info };
	});
	app.post<{ Body: { token_id?: string } }>('/delete', async ({ body }) => {
		if (!tokens.revoke(body?.token_id ?? ''))
			throw refusal('RESOURCE_DOES_NOT_EXIST', 'There is no such token.');
		return {};
	});
	app.patch<{ Params: { id: string }; Body: { token?: Partial<TokenInfo>; update_mask?: string } }>(
		'/:id',
		async ({ params: { id }, body }) => {
			const info = tokens.find(id);
			if (!info) throw refusal('NOT_FOUND', 'The token id is invalid.');
			Object.assign(info, changes(body?.token, body?.update_mask));
			return {};
		},
	);
}

/** What an update changes: the mask names exactly the fields that were sent. @throws Refusal INVALID_PARAMETER_VALUE */
function changes(
	token: Partial<TokenInfo> | undefined,
	mask: string | undefined,
): Partial<TokenInfo> {
	if (token === undefined) throw invalid('token');
	const named = (mask ?? '').split(',');
	const sent = Object.keys(token).filter((name) => name !== 'token_id');
	const isExact = named.length === sent.length && sent.every((name) => named.includes(name));
	if (!isExact || named.some((name) => !CHANGEABLE.includes(name))) throw invalid('update_mask');
	if (token.comment !== undefined && typeof token.comment !== 'string')
		throw invalid('token.comment');
	if (token.scopes !== undefined && !isTexts(token.scopes)) throw invalid('token.scopes');
	return Object.fromEntries(sent.map((name) => [name, token[name as 'comment']]));
}

const isTexts = (value: unknown): boolean =>
	Array.isArray(value) && value.every((one) => typeof one === 'string');
const invalid = (field: string) => refusal('INVALID_PARAMETER_VALUE', `${field} is not valid.`);
