import { createHmac } from 'node:crypto';
import { isSigned, signatureOf } from '../../../nodes/FinanceData/signature';

const secret = 'a client secret';
const rotated = [secret, 'the secret before'];

/** Repeatable numbers, so that a delivery that passes can be looked at again. */
function draws(seed: number): (below: number) => number {
	let state = seed >>> 0;
	return (below) => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
}

const words = ['ORDER', 'INVOICE', 'BILL', 'ü', '漢', '😀', ' ', '"', '\\', '\n', '/'];
const payloadOf = (draw: (below: number) => number): string => {
	const type = words[draw(3)]!;
	return JSON.stringify({ type, code: `${type}_UPDATED`, access_token: `token-${draw(99)}`, connection_id: `c-${draw(9)}`, [type.toLowerCase()]: { id: `id-${draw(1e6)}`, total: draw(1e6) / 100, memo: words[draw(words.length)]!.repeat(draw(4)), nested: { a: [draw(5), null, true] } } });
};

type Tampering = (body: string, header: string, draw: (below: number) => number) => { body: Buffer; header: unknown };

const bytes = (body: string): Buffer => Buffer.from(body, 'utf8');
const withHeader = (change: (header: string, draw: (below: number) => number) => unknown): Tampering => (body, header, draw) => ({ body: bytes(body), header: change(header, draw) });
const withBody = (change: (body: string, draw: (below: number) => number) => string | Buffer): Tampering => (body, header, draw) => {
	const changed = change(body, draw);
	return { body: typeof changed === 'string' ? bytes(changed) : changed, header };
};
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

const tamperings: Readonly<Record<string, Tampering>> = {
	'a flipped bit of the body': withBody((body, draw) => {
		const changed = bytes(body);
		changed[draw(changed.length)]! ^= 1 << draw(8);
		return changed;
	}),
	'a byte more': withBody((body, draw) => `${body.slice(0, draw(body.length))}${' \n\t'[draw(3)]}${body.slice(-1)}`),
	'a byte less': withBody((body, draw) => bytes(body).subarray(0, -1 - draw(3))),
	'a space at the end': withBody((body) => `${body} `),
	'a byte order mark': withBody((body) => `\uFEFF${body}`),
	'other line ends': withBody((body) => `${body}\r\n`),
	'JSON written again with spaces': withBody((body) => JSON.stringify(JSON.parse(body), null, 1)),
	'JSON with its keys in another order': withBody((body) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(body) as object).reverse()))),
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
	'spare bits of the last digit': withHeader((header) => header.slice(0, -2) + alphabet[alphabet.indexOf(header.at(-2)!) ^ 1]! + '='),
	'no padding': withHeader((header) => header.slice(0, -1)),
	'more padding': withHeader((header) => `${header}=`),
	'the URL alphabet, or another case where it makes no difference': withHeader((header) => (/[+/]/.test(header.slice(7)) ? header.replace(/\+/g, '-').replace(/\//g, '_') : header.toLowerCase())),
	'hexadecimal': withHeader((header) => `sha256=${Buffer.from(header.slice(7), 'base64').toString('hex')}`),
	'no prefix': withHeader((header) => header.slice(7)),
	'the prefix alone': withHeader(() => 'sha256='),
	'the prefix in capitals': withHeader((header) => header.replace('sha256', 'SHA256')),
	'another prefix': withHeader((header, draw) => header.replace('sha256', ['sha1', 'sha512', 'md5', 'sha-256', ''][draw(5)]!)),
	'a space after the prefix': withHeader((header) => header.replace('=', '= ')),
	'spaces around it': withHeader((header, draw) => [` ${header}`, `${header} `, `\t${header}`, `${header}\n`][draw(4)]),
	'quotes around it': withHeader((header) => `"${header}"`),
	'the header twice, as Node joins it': withHeader((header) => `${header}, ${header}`),
	'a list of headers': withHeader((header) => [header, header]),
	'an object that claims to be the text': withHeader((header) => ({ toString: () => header, length: header.length })),
	'no header': withHeader(() => undefined),
	'an empty header': withHeader(() => ''),
	'null': withHeader(() => null),
	'a number': withHeader((_, draw) => draw(1e9)),
	'a NUL behind it': withHeader((header) => `${header}\0`),
	'another secret': (body, _, draw) => ({ body: bytes(body), header: signatureOf(bytes(body), `another ${draw(1e6)}`) }),
	'an empty secret': (body) => ({ body: bytes(body), header: signatureOf(bytes(body), '') }),
	'the secret with a space': (body) => ({ body: bytes(body), header: signatureOf(bytes(body), `${secret} `) }),
	'the secret in Base64': (body) => ({ body: bytes(body), header: signatureOf(bytes(body), Buffer.from(secret).toString('base64')) }),
	'another digest under this prefix': (body, _, draw) => ({ body: bytes(body), header: `sha256=${createHmac(['sha1', 'sha512', 'sha3-256'][draw(3)]!, secret).update(body).digest('base64')}` }),
	'a plain hash': (body) => ({ body: bytes(body), header: `sha256=${createHmac('sha256', '').update(body).digest('base64')}` }),
	'the signature of another body': (body, _, draw) => ({ body: bytes(body), header: signatureOf(bytes(`${body}${draw(9)}`), secret) }),
	'the characters signed as UTF-16': (body) => ({ body: bytes(body), header: signatureOf(Buffer.from(body, 'utf16le'), secret) }),
};

test('100,000 tampered deliveries: none is taken', () => {
	const draw = draws(20261121);
	const names = Object.keys(tamperings);
	const passed: string[] = [];
	const tried: Record<string, number> = {};
	let count = 0;
	for (; count < 100_000; count++) {
		const name = names[count % names.length]!;
		const body = payloadOf(draw);
		const genuine = signatureOf(bytes(body), rotated[count % 2]!);
		const forged = tamperings[name]!(body, genuine, draw);
		if (forged.body.equals(bytes(body)) && forged.header === genuine) continue;
		tried[name] = (tried[name] ?? 0) + 1;
		if (isSigned(forged.body, forged.header, rotated)) passed.push(`${name}: ${forged.body.toString()} ${String(forged.header)}`);
	}
	expect(passed).toEqual([]);
	// Each way was really tried: a tampering that changes nothing would prove nothing.
	expect(Object.keys(tried)).toEqual(names);
	expect(Object.values(tried).reduce((sum, one) => sum + one)).toBeGreaterThan(99_990);
});

test('10,000 genuine deliveries: all are taken, with the one secret, with either of two, and over any bytes', () => {
	const draw = draws(7);
	for (let count = 0; count < 10_000; count++) {
		const body = count % 10 === 0 ? Buffer.from(Array.from({ length: draw(64) }, () => draw(256))) : bytes(payloadOf(draw));
		expect(isSigned(body, signatureOf(body, secret), [secret])).toBe(true);
		expect(isSigned(body, signatureOf(body, rotated[1]!), [secret])).toBe(false);
		expect(isSigned(body, signatureOf(body, rotated[count % 2]!), rotated)).toBe(true);
	}
});

test('the service’s own way of signing is the one that is checked', () => {
	expect(signatureOf(Buffer.from('{"a":1}'), 'key')).toBe(`sha256=${createHmac('sha256', 'key').update('{"a":1}').digest('base64')}`);
	// RFC 4231, test case 2.
	expect(Buffer.from(signatureOf(Buffer.from('what do ya want for nothing?'), 'Jefe').slice(7), 'base64').toString('hex')).toBe('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843');
});

test('without a secret nothing is taken, however it is signed', () => {
	const body = Buffer.from('{}');
	for (const secrets of [[], [''], ['', '']]) expect(isSigned(body, signatureOf(body, ''), secrets)).toBe(false);
});
