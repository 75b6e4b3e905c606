/** The error of an OAuth2 connection that cannot be renewed. */
import { causesOf, PackError } from '../describe';

interface RenewalError {
	readonly code?: unknown;
	readonly status?: unknown;
	readonly body?: { readonly error?: unknown };
	readonly failure?: { readonly cause?: unknown };
}

/**
 * Whether n8n could not renew an OAuth2 token because the grant was revoked or has expired. n8n 2.x
 * sets the cause of the failure for the standard error. Otherwise, the error of n8n's OAuth2 client
 * has the body of the token endpoint, or the status if the body is not standard, as with Strava.
 */
export const isRevokedGrant = (error: unknown): boolean =>
	(causesOf(error) as RenewalError[]).some(
		({ code, status, body, failure }) =>
			failure?.cause === 'credential-invalid' ||
			body?.error === 'invalid_grant' ||
			(code === 'ESTATUS' && (status === 400 || status === 401)),
	);

export const revokedGrantError = (provider: string): PackError =>
	new PackError(`${provider} did not renew the access token of the credential`, {
		hint: 'Access was revoked or has expired. Open the credential and connect the account again.',
		code: 'invalid_grant',
	});
