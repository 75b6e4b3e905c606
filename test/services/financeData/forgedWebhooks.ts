// Forged webhook deliveries of finance data, whose signatures are encoded in Base64.

import {
	forgeriesFor,
	withChangedCharacter,
	withHeader,
	type Forgeries,
} from '../kit/forgedWebhooks';
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

const BASE64_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

export const forgeries: Forgeries = {
	...forgeriesFor('base64'),
	'a changed character of the signature': withChangedCharacter(BASE64_ALPHABET, 42),
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
};
