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

const bytes = (body: string): Buffer => Buffer.from(body, 'utf8');
const withHeader =
	(change: (header: string, random: RandomInteger) => unknown): Forgery =>
	(body, header, random) => ({ body: bytes(body), header: change(header, random) });
const withBody =
	(change: (body: string, random: RandomInteger) => string | Buffer): Forgery =>
	(body, header, random) => ({ body: Buffer.from(change(body, random) as string), header });
const flipBit = (changed: Buffer, random: RandomInteger, bits = 8): Buffer => {
	changed[random(changed.length)]! ^= 1 << random(bits);
	return changed;
};

/** Replaces one character of the signature by another character of its alphabet. */
const withChangedCharacter = (alphabet: string, length: number): Forgery =>
	withHeader((header, random) => {
		const at = 'sha256='.length + random(length);
		const others = alphabet.replace(header[at]!, '');
		return header.slice(0, at) + others[random(others.length)]! + header.slice(at + 1);
	});

/**
 * Forgeries of deliveries whose signature is `sha256=` and the encoded HMAC-SHA256 of the body. Does
 * not use the code of the nodes, because the tests compare the two.
 */
function forgeriesFor(encoding: BinaryToTextEncoding): Forgeries {
	const signed = (body: Buffer, secret: string, hash = 'sha256'): string =>
		`sha256=${createHmac(hash, secret).update(body).digest(encoding)}`;
	return {
		'a flipped bit of the body': withBody((body, random) => flipBit(bytes(body), random)),
		'missing bytes at the end of the body': withBody((body, random) =>
			bytes(body).subarray(0, -1 - random(3)),
		),
		'white space or a byte order mark around the body': withBody(
			(body, random) => [`${body} `, `\uFEFF${body}`, `${body}\r\n`][random(3)]!,
		),
		'the same JSON in other characters': withBody(
			(body, random) =>
				[
					JSON.stringify(JSON.parse(body), null, 1),
					JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(body) as object).reverse())),
					body.replace('c', '\\u0063'),
					body.replace('{', '{"type":"X",'),
				][random(4)]!,
		),
		'an empty body': withBody(() => ''),
		'a flipped bit of the header': withHeader((header, random) =>
			flipBit(Buffer.from(header), random, 7).toString('latin1'),
		),
		'no prefix': withHeader((header) => header.slice(7)),
		'the prefix only': withHeader(() => 'sha256='),
		'a different prefix': withHeader((header, random) =>
			header.replace('sha256', ['SHA256', 'sha1', 'sha512', 'md5', 'sha-256', ''][random(6)]!),
		),
		'characters around the signature': withHeader(
			(header, random) =>
				[header.replace('=', '= '), ` ${header}`, `${header}\n`, `"${header}"`, `${header}\0`][
					random(5)
				],
		),
		'a duplicate header': withHeader(
			(header, random) => [`${header}, ${header}`, [header, header]][random(2)],
		),
		'an object with the toString() and length of the header': withHeader((header) => ({
			toString: () => header,
			length: header.length,
		})),
		'no header': withHeader((_, random) => [undefined, '', null, random(1e9)][random(4)]),
		'another secret': (body, _header, random, secret) => ({
			body: bytes(body),
			header: signed(
				bytes(body),
				[`another ${random(1e6)}`, '', `${secret} `, Buffer.from(secret).toString('base64')][
					random(4)
				]!,
			),
		}),
		'the signature of another body': (body, _header, random, secret) => ({
			body: bytes(body),
			header: signed(
				[bytes(`${body}${random(9)}`), Buffer.from(body, 'utf16le')][random(2)]!,
				secret,
			),
		}),
		'a different hash function with the same prefix': (body, _, random, secret) => ({
			body: bytes(body),
			header: signed(bytes(body), secret, ['sha1', 'sha512', 'sha3-256'][random(3)]!),
		}),
	};
}

const words = ['ORDER', 'INVOICE', 'BILL', 'ü', '漢', '😀', ' ', '"', '\\', '\n', '/'];

/** The body of a random push of code hosting. */
export const pushPayload = (random: RandomInteger): string =>
	JSON.stringify({
		ref: `refs/heads/${words[random(words.length)]!}`,
		repository: { id: random(1e6), full_name: 'octo-org/hello-world' },
		commits: Array.from({ length: random(4) }, () => ({
			id: random(1e9),
			message: words[random(words.length)]!.repeat(random(4)),
			added: [null, true][random(2)],
		})),
	});

/** The body of a random event of finance data. */
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

/** Forgeries of code hosting, whose signatures are encoded in hexadecimal. */
export const codeHostingForgeries: Forgeries = {
	...forgeriesFor('hex'),
	'a changed character of the signature': withChangedCharacter('0123456789abcdef', 64),
	'hexadecimal in upper case': withHeader((header) =>
		/[a-f]/.test(header.slice(7)) ? `sha256=${header.slice(7).toUpperCase()}` : `${header} `,
	),
	'another length': withHeader((header, random) => [header.slice(0, -1), `${header}00`][random(2)]),
	'Base64 encoding': withHeader(
		(header) => `sha256=${Buffer.from(header.slice(7), 'hex').toString('base64')}`,
	),
};

const BASE64_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Forgeries of finance data, whose signatures are encoded in Base64. */
export const financeDataForgeries: Forgeries = {
	...forgeriesFor('base64'),
	'a changed character of the signature': withChangedCharacter(BASE64_ALPHABET, 42),
	'changed padding bits in the last character': withHeader(
		(header) =>
			header.slice(0, -2) + BASE64_ALPHABET[BASE64_ALPHABET.indexOf(header.at(-2)!) ^ 1]! + '=',
	),
	'other padding': withHeader((header, random) => [header.slice(0, -1), `${header}=`][random(2)]),
	'Base64url, or lower case if the signature contains neither + nor /': withHeader((header) =>
		/[+/]/.test(header.slice(7))
			? header.replace(/\+/g, '-').replace(/\//g, '_')
			: header.toLowerCase(),
	),
	'hexadecimal encoding': withHeader(
		(header) => `sha256=${Buffer.from(header.slice(7), 'base64').toString('hex')}`,
	),
};
