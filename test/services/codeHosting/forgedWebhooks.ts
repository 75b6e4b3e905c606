// Forged webhook deliveries of code hosting, whose signatures are encoded in hexadecimal.

import { createHmac } from 'node:crypto';
import {
	bytes,
	forgeriesFor,
	withChangedCharacter,
	withHeader,
	type Forgeries,
} from '../kit/forgedWebhooks';
import type { RandomInteger } from '../kit/random';

const words = ['main', 'feature/\u00fc', '\u6f22', '\u{1f600}', ' ', '"', '\\', '\n', '/'];

/** The body of a random push. */
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

export const forgeries: Forgeries = {
	...forgeriesFor('hex'),
	'a changed character of the signature': withChangedCharacter('0123456789abcdef', 64),
	'hexadecimal in upper case': withHeader((header) =>
		/[a-f]/.test(header.slice(7)) ? `sha256=${header.slice(7).toUpperCase()}` : `${header} `,
	),
	'a missing digit': withHeader((header) => header.slice(0, -1)),
	'an additional byte': withHeader((header) => `${header}00`),
	'Base64 encoding': withHeader(
		(header) => `sha256=${Buffer.from(header.slice(7), 'hex').toString('base64')}`,
	),
	'the SHA-1 signature with the same prefix': (body, _header, _random, secret) => ({
		body: bytes(body),
		header: `sha256=${createHmac('sha1', secret).update(body).digest('hex').padEnd(64, '0')}`,
	}),
};
