import { isRevokedGrant } from '../../../../nodes/engine/errors/revokedGrant';

const asError = (properties: object): Error => Object.assign(new Error('failed'), properties);

test.each([
	['n8n 2.x', asError({ failure: { cause: 'credential-invalid' } })],
	['n8n 1.x', asError({ code: 'EAUTH', body: { error: 'invalid_grant' } })],
	['a response that is not standard', asError({ code: 'ESTATUS', status: 400, body: {} })],
	['a wrapped error', asError({ cause: asError({ body: { error: 'invalid_grant' } }) })],
])('the error of %s is a revoked grant', (_, error) => expect(isRevokedGrant(error)).toBe(true));

test.each([
	['a server error of the token endpoint', asError({ code: 'ESTATUS', status: 503, body: {} })],
	['a wrong client', asError({ code: 'EAUTH', body: { error: 'invalid_client' } })],
	['a network error', asError({ code: 'ECONNRESET' })],
	['no error', undefined],
])('%s is not a revoked grant', (_, error) => expect(isRevokedGrant(error)).toBe(false));
