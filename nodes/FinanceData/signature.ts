/** Signature check of webhook deliveries (specification part B, Events). Pure. */
import { isSigned as isSignedWith, signatureOf as signatureWith } from '../engine';

/** The signature header of a body: `sha256=` and the Base64-encoded HMAC-SHA256. */
export const signatureOf = (body: Buffer, secret: string): string =>
	signatureWith(body, secret, 'base64');

export const isSigned = (body: Buffer, header: unknown, secrets: readonly string[]): boolean =>
	isSignedWith(body, header, secrets, 'base64');

const signaturePattern = /^sha256=[A-Za-z0-9+/]{43}=$/;
const signatureHeaderPattern = /^x-.*-signature$/;

/**
 * Whether any header has the format of a signature. Deliveries without such a header are rejected
 * before the credential is read, so that invalid requests cause little load.
 */
export const hasSignature = (headers: Headers): boolean =>
	Object.entries(headers).some(
		([name, value]) =>
			signatureHeaderPattern.test(name) &&
			typeof value === 'string' &&
			signaturePattern.test(value),
	);

type Headers = Readonly<Record<string, unknown>>;

/** Name of the header that contains the signature. */
export const signatureHeader = (vendor: string): string => `X-${vendor}-Signature`;

const signatureFormat =
	'The signature must be sha256= followed by the Base64-encoded HMAC-SHA256 of the body, with the client secret as the key.';

/** Maximum length of a header name in a message. */
const maxNameLength = 100;

/**
 * Explains why a delivery is not authentic. Only test deliveries may contain the explanation in
 * their response: in production, it would help to forge a signature.
 */
export function signatureProblem(
	headers: Headers,
	vendor: string,
	secrets: readonly string[],
): string {
	const expected = signatureHeader(vendor);
	const value = headers[expected.toLowerCase()];
	const other = Object.keys(headers).find((name) => signatureHeaderPattern.test(name));
	if (value === undefined && other !== undefined)
		return `The signature is in the header ${other.slice(0, maxNameLength)} instead of ${expected}. Check the provider in the credential. With the provider Other, check Vendor in Header Names.`;
	if (value === undefined)
		return `The request is not signed: it has no header ${expected}. Send the delivery from the service, or sign it yourself. ${signatureFormat}`;
	if (typeof value !== 'string' || !signaturePattern.test(value))
		return `The header ${expected} has an invalid format. ${signatureFormat}`;
	if (secrets.every((secret) => secret === ''))
		return 'The credential has no client secret. Enter the client secret of the service.';
	return 'The signature does not match. Check that the credential contains the client secret of the service, and that no proxy changes the body.';
}
