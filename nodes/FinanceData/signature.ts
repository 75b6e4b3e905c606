/** Whether a delivery was signed with the client secret (specification part B, Events). Pure. */
import { createHmac, timingSafeEqual } from 'node:crypto';

const prefix = 'sha256=';

/** The header value that belongs to a body. */
export const signatureOf = (body: Buffer, secret: string): string =>
	prefix + createHmac('sha256', secret).update(body).digest('base64');

/**
 * Compares the header with what each secret would have made of these bytes. It has to be the same text: another case of the prefix,
 * another alphabet, missing padding, or spare bits in the last digit are other texts, even where they decode to the same bytes.
 * @param body the bytes as they came; nothing that was parsed in between
 * @param header value of the signature header; anything but one text is refused
 * @param secrets one, or two while a secret is replaced; empty ones do not count, as anybody could sign with them
 */
export function isSigned(body: Buffer, header: unknown, secrets: readonly string[]): boolean {
	const given = Buffer.from(typeof header === 'string' ? header : '', 'utf8');
	let found = false;
	for (const secret of secrets) {
		if (secret === '') continue;
		const wanted = Buffer.from(signatureOf(body, secret), 'utf8');
		// The length of a signature is no secret. All secrets are tried, so that the time does not tell which one it was.
		found = (given.length === wanted.length && timingSafeEqual(given, wanted)) || found;
	}
	return found;
}

/** Whether anything among the headers has the form of a signature. What has none needs no secret to be refused, which spares the reading of the credential. */
export const looksSigned = (headers: Readonly<Record<string, unknown>>): boolean =>
	Object.entries(headers).some(
		([name, value]) =>
			/^x-.*-signature$/.test(name) &&
			typeof value === 'string' &&
			/^sha256=[A-Za-z0-9+/]{43}=$/.test(value),
	);
