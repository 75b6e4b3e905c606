/** The error of an OAuth2 connection that cannot be renewed. */
import { PackError } from '../describe';

/**
 * Whether n8n could not renew an OAuth2 token because the grant was revoked or has expired. n8n 2.x
 * sets the cause of the failure. n8n 1.x passes the body of the token endpoint.
 */
export function isRevokedGrant(error: unknown): boolean {
	const { failure, body } = (error ?? {}) as {
		failure?: { cause?: unknown };
		body?: { error?: unknown };
	};
	return failure?.cause === 'credential-invalid' || body?.error === 'invalid_grant';
}

export const revokedGrantError = (provider: string): PackError =>
	new PackError(`${provider} did not renew the access token of the credential`, {
		hint: 'Access was revoked or has expired. Open the credential and connect the account again.',
		code: 'invalid_grant',
	});
