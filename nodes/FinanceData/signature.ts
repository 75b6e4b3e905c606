/** Signature check of webhook deliveries (specification part B, Events). Pure. */
import {
	isSigned as isSignedWith,
	signatureOf as signatureWith,
} from '../engine/triggers/signature';

/** The signature header of a body: `sha256=` and the Base64-encoded HMAC-SHA256. */
export const signatureOf = (body: Buffer, secret: string): string =>
	signatureWith(body, secret, 'base64');

export const isSigned = (body: Buffer, header: unknown, secrets: readonly string[]): boolean =>
	isSignedWith(body, header, secrets, 'base64');

/**
 * Whether any header has the format of a signature. Deliveries without such a header are rejected
 * before the credential is read, so that invalid requests cause little load.
 */
export const hasSignature = (headers: Readonly<Record<string, unknown>>): boolean =>
	Object.entries(headers).some(
		([name, value]) =>
			/^x-.*-signature$/.test(name) &&
			typeof value === 'string' &&
			/^sha256=[A-Za-z0-9+/]{43}=$/.test(value),
	);
