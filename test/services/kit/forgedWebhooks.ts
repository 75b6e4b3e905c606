// Forged webhook deliveries: genuine deliveries that were tampered with. All of them must be
// rejected.

import { createHmac, type BinaryToTextEncoding } from 'node:crypto';
import type { RandomInteger } from './random';

/**
 * Turns a genuine body and signature header into a forged delivery.
 * @param secret the secret that the body was signed with
 */
export type Forgery = (
	body: string,
	header: string,
	random: RandomInteger,
	secret: string,
) => { body: Buffer; header: unknown };

export type Forgeries = Readonly<Record<string, Forgery>>;

export const bytes = (body: string): Buffer => Buffer.from(body, 'utf8');

export const withHeader =
	(change: (header: string, random: RandomInteger) => unknown): Forgery =>
	(body, header, random) => ({ body: bytes(body), header: change(header, random) });
const withBody =
	(change: (body: string, random: RandomInteger) => string | Buffer): Forgery =>
	(body, header, random) => {
		const changed = change(body, random);
		return { body: typeof changed === 'string' ? bytes(changed) : changed, header };
	};

/** Replaces one character of the signature by another character of its alphabet. */
export const withChangedCharacter = (alphabet: string, length: number): Forgery =>
	withHeader((header, random) => {
		const at = 'sha256='.length + random(length);
		const other =
			alphabet[
				(alphabet.indexOf(header[at]!) + 1 + random(alphabet.length - 2)) % alphabet.length
			]!;
		return header.slice(0, at) + (other === header[at] ? '.' : other) + header.slice(at + 1);
	});

/**
 * Forgeries of deliveries whose signature is `sha256=` and the encoded HMAC-SHA256 of the body. Does
 * not use the code of the nodes, because the tests compare the two.
 */
export function forgeriesFor(encoding: BinaryToTextEncoding): Forgeries {
	const signatureOf = (body: Buffer, secret: string): string =>
		`sha256=${createHmac('sha256', secret).update(body).digest(encoding)}`;
	return {
		'a flipped bit of the body': withBody((body, random) => {
			const changed = bytes(body);
			changed[random(changed.length)]! ^= 1 << random(8);
			return changed;
		}),
		'text replaced by white space': withBody(
			(body, random) =>
				`${body.slice(0, random(body.length))}${' \n\t'[random(3)]}${body.slice(-1)}`,
		),
		'missing bytes at the end of the body': withBody((body, random) =>
			bytes(body).subarray(0, -1 - random(3)),
		),
		'a space at the end': withBody((body) => `${body} `),
		'a byte order mark': withBody((body) => `\uFEFF${body}`),
		'a CRLF at the end': withBody((body) => `${body}\r\n`),
		'reformatted JSON': withBody((body) => JSON.stringify(JSON.parse(body), null, 1)),
		'JSON with reordered keys': withBody((body) =>
			JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(body) as object).reverse())),
		),
		'JSON with an escaped letter': withBody((body) => body.replace('c', '\\u0063')),
		'JSON with a duplicate key': withBody((body) => body.replace('{', '{"type":"X",')),
		'an empty body': withBody(() => ''),
		'a flipped bit of the header': withHeader((header, random) => {
			const changed = Buffer.from(header);
			changed[random(changed.length)]! ^= 1 << random(7);
			return changed.toString('latin1');
		}),
		'no prefix': withHeader((header) => header.slice(7)),
		'the prefix only': withHeader(() => 'sha256='),
		'the prefix in upper case': withHeader((header) => header.replace('sha256', 'SHA256')),
		'a different prefix': withHeader((header, random) =>
			header.replace('sha256', ['sha1', 'sha512', 'md5', 'sha-256', ''][random(5)]!),
		),
		'a space after the prefix': withHeader((header) => header.replace('=', '= ')),
		'white space around the header': withHeader(
			(header, random) => [` ${header}`, `${header} `, `\t${header}`, `${header}\n`][random(4)],
		),
		'quotes around the header': withHeader((header) => `"${header}"`),
		'a duplicate header, as joined by Node.js': withHeader((header) => `${header}, ${header}`),
		'an array of headers': withHeader((header) => [header, header]),
		'an object with the toString() and length of the header': withHeader((header) => ({
			toString: () => header,
			length: header.length,
		})),
		'no header': withHeader(() => undefined),
		'an empty header': withHeader(() => ''),
		'a null header': withHeader(() => null),
		'a numeric header': withHeader((_, random) => random(1e9)),
		'a NUL character after the header': withHeader((header) => `${header}\0`),
		'a different secret': (body, _, random) => ({
			body: bytes(body),
			header: signatureOf(bytes(body), `another ${random(1e6)}`),
		}),
		'an empty secret': (body) => ({ body: bytes(body), header: signatureOf(bytes(body), '') }),
		'the secret followed by a space': (body, _header, _draw, secret) => ({
			body: bytes(body),
			header: signatureOf(bytes(body), `${secret} `),
		}),
		'the signature of a different body': (body, _, random, secret) => ({
			body: bytes(body),
			header: signatureOf(bytes(`${body}${random(9)}`), secret),
		}),
		'the signature of the body in UTF-16': (body, _header, _draw, secret) => ({
			body: bytes(body),
			header: signatureOf(Buffer.from(body, 'utf16le'), secret),
		}),
		'the secret in Base64': (body, _header, _random, secret) => ({
			body: bytes(body),
			header: signatureOf(bytes(body), Buffer.from(secret).toString('base64')),
		}),
		'a different hash function with the same prefix': (body, _, random, secret) => ({
			body: bytes(body),
			header: `sha256=${createHmac(['sha1', 'sha512', 'sha3-256'][random(3)]!, secret).update(body).digest(encoding)}`,
		}),
	};
}
