/** The error of an OAuth2 connection that cannot be renewed. */
import { PackError } from '../describe';

interface RenewalError {
	readonly code?: unknown;
	readonly status?: unknown;
	readonly body?: { readonly error?: unknown };
	readonly failure?: { readonly cause?: unknown };
	readonly cause?: unknown;
}

/**
 * Whether n8n could not renew an OAuth2 token because the grant was revoked or has expired. n8n 2.x
 * sets the cause of the failure for the standard error. Otherwise, the error of n8n's OAuth2 client
 * has the body of the token endpoint, or the status if the body is not standard, as with Strava.
 */
export function isRevokedGrant(error: unknown): boolean {
	let current = error as RenewalError | undefined;
	for (let depth = 0; current && depth < 4; depth++, current = current.cause as typeof current) {
		const { code, status, body, failure } = current;
		if (failure?.cause === 'credential-invalid' || body?.error === 'invalid_grant') return true;
		if (code === 'ESTATUS' && (status === 400 || status === 401)) return true;
	}
	return false;
}

export const revokedGrantError = (provider: string): PackError =>
	new PackError(`${provider} did not renew the access token of the credential`, {
		hint: 'Access was revoked or has expired. Open the credential and connect the account again.',
		code: 'invalid_grant',
	});
