/** Signature check of webhook deliveries (specification part B, Events). Pure. */
import { createHmac, timingSafeEqual } from 'node:crypto';

const prefix = 'sha256=';

/** The signature header of a body: `sha256=` and the Base64-encoded HMAC-SHA256. */
export const signatureOf = (body: Buffer, secret: string): string =>
	prefix + createHmac('sha256', secret).update(body).digest('base64');

/**
 * Checks a signature against each secret. The header is compared as text. A prefix in different
 * case, another Base64 alphabet, missing padding and non-zero padding bits are rejected, even if
 * the decoded bytes are the same.
 * @param body the raw body as received, neither parsed nor reserialized
 * @param header value of the signature header. Anything except a single string is rejected.
 * @param secrets the client secret and, during a rotation, the previous client secret. Empty
 * secrets are ignored, because anyone could sign with them.
 */
export function isSigned(body: Buffer, header: unknown, secrets: readonly string[]): boolean {
	const received = Buffer.from(typeof header === 'string' ? header : '', 'utf8');
	let matches = false;
	for (const secret of secrets) {
		if (secret === '') continue;
		const expected = Buffer.from(signatureOf(body, secret), 'utf8');
		// The length of a signature is not secret. All secrets are checked, so that the duration of the
		// check does not reveal which secret matched.
		matches =
			(received.length === expected.length && timingSafeEqual(received, expected)) || matches;
	}
	return matches;
}

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
