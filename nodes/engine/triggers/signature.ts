/** HMAC-SHA256 signatures of webhook deliveries. Pure. */
import { type BinaryToTextEncoding, createHmac, timingSafeEqual } from 'node:crypto';

const prefix = 'sha256=';

/** The value of a signature header: `sha256=` and the encoded HMAC-SHA256 of the body. */
export const signatureOf = (body: Buffer, secret: string, encoding: BinaryToTextEncoding): string =>
	prefix + createHmac('sha256', secret).update(body).digest(encoding);

/**
 * Checks a signature against each secret. The header is compared as text, so other spellings of
 * the same bytes are rejected.
 * @param body the raw body as received, neither parsed nor reserialized
 * @param secrets the secret and, during a rotation, the previous secret. Empty secrets are ignored,
 * because anyone could sign with them.
 */
export function isSigned(
	body: Buffer,
	header: unknown,
	secrets: readonly string[],
	encoding: BinaryToTextEncoding,
): boolean {
	const received = Buffer.from(typeof header === 'string' ? header : '', 'utf8');
	let matches = false;
	for (const secret of secrets) {
		if (secret === '') continue;
		const expected = Buffer.from(signatureOf(body, secret, encoding), 'utf8');
		// The length of a signature is not secret. All secrets are checked, so that the duration of the
		// check does not reveal which secret matched.
		matches =
			(received.length === expected.length && timingSafeEqual(received, expected)) || matches;
	}
	return matches;
}
