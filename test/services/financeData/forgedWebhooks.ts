// Forged webhook deliveries: genuine deliveries that were tampered with. All of them must be
// rejected.

import { createHmac } from 'node:crypto';
import type { RandomInteger } from '../kit/random';

const words = ['ORDER', 'INVOICE', 'BILL', 'ü', '漢', '😀', ' ', '"', '\\', '\n', '/'];

/** The body of a random event. */
export const eventPayload = (random: RandomInteger): string => {
	const type = words[random(3)]!;
	return JSON.stringify({
		type,
		code: `${type}_UPDATED`,
		access_token: `token-${random(99)}`,
		connection_id: `c-${random(9)}`,
		[type.toLowerCase()]: {
			id: `id-${random(1e6)}`,
			total: random(1e6) / 100,
			memo: words[random(words.length)]!.repeat(random(4)),
			nested: { a: [random(5), null, true] },
		},
	});
};

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

const bytes = (body: string): Buffer => Buffer.from(body, 'utf8');

/**
 * Signature header as in the specification (part B, Events). Does not use the code of the node,
 * because the tests compare the two.
 */
const signatureOf = (body: Buffer, secret: string): string =>
	`sha256=${createHmac('sha256', secret).update(body).digest('base64')}`;

const withHeader =
	(change: (header: string, random: RandomInteger) => unknown): Forgery =>
	(body, header, random) => ({ body: bytes(body), header: change(header, random) });
const withBody =
	(change: (body: string, random: RandomInteger) => string | Buffer): Forgery =>
	(body, header, random) => {
		const changed = change(body, random);
		return { body: typeof changed === 'string' ? bytes(changed) : changed, header };
	};
const BASE64_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

export const forgeries: Readonly<Record<string, Forgery>> = {
	'a flipped bit of the body': withBody((body, random) => {
		const changed = bytes(body);
		changed[random(changed.length)]! ^= 1 << random(8);
		return changed;
	}),
	'text replaced by white space': withBody(
		(body, random) => `${body.slice(0, random(body.length))}${' \n\t'[random(3)]}${body.slice(-1)}`,
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
	'a changed character of the signature': withHeader((header, random) => {
		const at = 7 + random(42);
		const other = BASE64_ALPHABET[(BASE64_ALPHABET.indexOf(header[at]!) + 1 + random(62)) % 64]!;
		return header.slice(0, at) + (other === header[at] ? '.' : other) + header.slice(at + 1);
	}),
	'changed padding bits in the last character': withHeader(
		(header) =>
			header.slice(0, -2) + BASE64_ALPHABET[BASE64_ALPHABET.indexOf(header.at(-2)!) ^ 1]! + '=',
	),
	'no padding': withHeader((header) => header.slice(0, -1)),
	'additional padding': withHeader((header) => `${header}=`),
	'Base64url, or lower case if the signature contains neither + nor /': withHeader((header) =>
		/[+/]/.test(header.slice(7))
			? header.replace(/\+/g, '-').replace(/\//g, '_')
			: header.toLowerCase(),
	),
	'hexadecimal encoding': withHeader(
		(header) => `sha256=${Buffer.from(header.slice(7), 'base64').toString('hex')}`,
	),
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
	'the secret in Base64': (body, _header, _draw, secret) => ({
		body: bytes(body),
		header: signatureOf(bytes(body), Buffer.from(secret).toString('base64')),
	}),
	'a different hash function with the same prefix': (body, _, random, secret) => ({
		body: bytes(body),
		header: `sha256=${createHmac(['sha1', 'sha512', 'sha3-256'][random(3)]!, secret).update(body).digest('base64')}`,
	}),
	'the signature of a different body': (body, _, random, secret) => ({
		body: bytes(body),
		header: signatureOf(bytes(`${body}${random(9)}`), secret),
	}),
	'the signature of the body in UTF-16': (body, _header, _draw, secret) => ({
		body: bytes(body),
		header: signatureOf(Buffer.from(body, 'utf16le'), secret),
	}),
};
