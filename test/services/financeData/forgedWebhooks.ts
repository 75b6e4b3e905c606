// Deliveries as somebody without the secret would send them: genuine ones that were tampered with, in every way that we know of.

import { createHmac } from 'node:crypto';
import { signatureOf } from '../../../nodes/FinanceData/signature';

/** A number from 0, below the one given. */
export type Draw = (below: number) => number;

/** Repeatable numbers, so that a delivery that passes can be looked at again. */
export function draws(seed: number): Draw {
	let state = seed >>> 0;
	return (below) => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
}

const words = ['ORDER', 'INVOICE', 'BILL', 'ü', '漢', '😀', ' ', '"', '\\', '\n', '/'];

/** An event as the service would sign it. */
export const payloadOf = (draw: Draw): string => {
	const type = words[draw(3)]!;
	return JSON.stringify({
		type,
		code: `${type}_UPDATED`,
		access_token: `token-${draw(99)}`,
		connection_id: `c-${draw(9)}`,
		[type.toLowerCase()]: {
			id: `id-${draw(1e6)}`,
			total: draw(1e6) / 100,
			memo: words[draw(words.length)]!.repeat(draw(4)),
			nested: { a: [draw(5), null, true] },
		},
	});
};

/**
 * From a body and the header that belongs to it to a delivery that must not pass.
 * @param secret what the body was signed with
 */
export type Tampering = (
	body: string,
	header: string,
	draw: Draw,
	secret: string,
) => { body: Buffer; header: unknown };

const bytes = (body: string): Buffer => Buffer.from(body, 'utf8');
const withHeader =
	(change: (header: string, draw: Draw) => unknown): Tampering =>
	(body, header, draw) => ({ body: bytes(body), header: change(header, draw) });
const withBody =
	(change: (body: string, draw: Draw) => string | Buffer): Tampering =>
	(body, header, draw) => {
		const changed = change(body, draw);
		return { body: typeof changed === 'string' ? bytes(changed) : changed, header };
	};
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

export const tamperings: Readonly<Record<string, Tampering>> = {
	'a flipped bit of the body': withBody((body, draw) => {
		const changed = bytes(body);
		changed[draw(changed.length)]! ^= 1 << draw(8);
		return changed;
	}),
	'a byte more': withBody(
		(body, draw) => `${body.slice(0, draw(body.length))}${' \n\t'[draw(3)]}${body.slice(-1)}`,
	),
	'a byte less': withBody((body, draw) => bytes(body).subarray(0, -1 - draw(3))),
	'a space at the end': withBody((body) => `${body} `),
	'a byte order mark': withBody((body) => `\uFEFF${body}`),
	'other line ends': withBody((body) => `${body}\r\n`),
	'JSON written again with spaces': withBody((body) => JSON.stringify(JSON.parse(body), null, 1)),
	'JSON with its keys in another order': withBody((body) =>
		JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(body) as object).reverse())),
	),
	'JSON with escaped letters': withBody((body) => body.replace('c', '\\u0063')),
	'a key given twice': withBody((body) => body.replace('{', '{"type":"X",')),
	'an empty body': withBody(() => ''),
	'a flipped bit of the header': withHeader((header, draw) => {
		const changed = Buffer.from(header);
		changed[draw(changed.length)]! ^= 1 << draw(7);
		return changed.toString('latin1');
	}),
	'another digit of the signature': withHeader((header, draw) => {
		const at = 7 + draw(42);
		const other = alphabet[(alphabet.indexOf(header[at]!) + 1 + draw(62)) % 64]!;
		return header.slice(0, at) + (other === header[at] ? '.' : other) + header.slice(at + 1);
	}),
	'spare bits of the last digit': withHeader(
		(header) => header.slice(0, -2) + alphabet[alphabet.indexOf(header.at(-2)!) ^ 1]! + '=',
	),
	'no padding': withHeader((header) => header.slice(0, -1)),
	'more padding': withHeader((header) => `${header}=`),
	'the URL alphabet, or another case where it makes no difference': withHeader((header) =>
		/[+/]/.test(header.slice(7))
			? header.replace(/\+/g, '-').replace(/\//g, '_')
			: header.toLowerCase(),
	),
	hexadecimal: withHeader(
		(header) => `sha256=${Buffer.from(header.slice(7), 'base64').toString('hex')}`,
	),
	'no prefix': withHeader((header) => header.slice(7)),
	'the prefix alone': withHeader(() => 'sha256='),
	'the prefix in capitals': withHeader((header) => header.replace('sha256', 'SHA256')),
	'another prefix': withHeader((header, draw) =>
		header.replace('sha256', ['sha1', 'sha512', 'md5', 'sha-256', ''][draw(5)]!),
	),
	'a space after the prefix': withHeader((header) => header.replace('=', '= ')),
	'spaces around it': withHeader(
		(header, draw) => [` ${header}`, `${header} `, `\t${header}`, `${header}\n`][draw(4)],
	),
	'quotes around it': withHeader((header) => `"${header}"`),
	'the header twice, as Node joins it': withHeader((header) => `${header}, ${header}`),
	'a list of headers': withHeader((header) => [header, header]),
	'an object that claims to be the text': withHeader((header) => ({
		toString: () => header,
		length: header.length,
	})),
	'no header': withHeader(() => undefined),
	'an empty header': withHeader(() => ''),
	null: withHeader(() => null),
	'a number': withHeader((_, draw) => draw(1e9)),
	'a NUL behind it': withHeader((header) => `${header}\0`),
	'another secret': (body, _, draw) => ({
		body: bytes(body),
		header: signatureOf(bytes(body), `another ${draw(1e6)}`),
	}),
	'an empty secret': (body) => ({ body: bytes(body), header: signatureOf(bytes(body), '') }),
	'the secret with a space': (body, _header, _draw, secret) => ({
		body: bytes(body),
		header: signatureOf(bytes(body), `${secret} `),
	}),
	'the secret in Base64': (body, _header, _draw, secret) => ({
		body: bytes(body),
		header: signatureOf(bytes(body), Buffer.from(secret).toString('base64')),
	}),
	'another digest under this prefix': (body, _, draw, secret) => ({
		body: bytes(body),
		header: `sha256=${createHmac(['sha1', 'sha512', 'sha3-256'][draw(3)]!, secret).update(body).digest('base64')}`,
	}),
	'a plain hash': (body) => ({
		body: bytes(body),
		header: `sha256=${createHmac('sha256', '').update(body).digest('base64')}`,
	}),
	'the signature of another body': (body, _, draw, secret) => ({
		body: bytes(body),
		header: signatureOf(bytes(`${body}${draw(9)}`), secret),
	}),
	'the characters signed as UTF-16': (body, _header, _draw, secret) => ({
		body: bytes(body),
		header: signatureOf(Buffer.from(body, 'utf16le'), secret),
	}),
};
