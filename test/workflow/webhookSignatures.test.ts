/**
 * The signature checks of the webhook triggers in n8n's webhook context. Signs without the code of the
 * nodes, because the tests compare the two.
 */
import { createHmac, type BinaryToTextEncoding } from 'node:crypto';
import fc from 'fast-check';
import { CodeHostingWebhookApi } from '../../credentials/CodeHostingWebhookApi.credentials';
import { FinanceDataApi } from '../../credentials/FinanceDataApi.credentials';
import { CodeHostingWebhookTrigger } from '../../nodes/CodeHosting/CodeHostingWebhookTrigger.node';
import { FinanceDataTrigger } from '../../nodes/FinanceData/FinanceDataTrigger.node';
import { isLong } from './kit/isLong';
import { activateWebhook } from './kit/webhooks';

const secrets = ['a webhook secret', 'the previous secret'] as const;
const anyEvent = { events: ['*'], filters: {} };

const sign = (body: Buffer, secret: string, encoding: BinaryToTextEncoding, hash = 'sha256') =>
	`sha256=${createHmac(hash, secret).update(body).digest(encoding)}`;

let deliveryNumber = 0;
const codeHosting = {
	encoding: 'hex',
	headers: (signature: unknown) => ({
		'x-github-event': 'push',
		'x-github-delivery': String(++deliveryNumber),
		'x-hub-signature-256': signature as string,
	}),
} as const;

const triggers = [
	{
		name: 'a webhook of the Code Hosting Webhook Trigger',
		...codeHosting,
		deliver: activateWebhook(
			{ nodeType: new CodeHostingWebhookTrigger(), credentials: {} },
			{ webhook: 'create', ...anyEvent },
			'managed',
			undefined,
			{ 'node:Trigger': { webhook: { id: '1', path: '', address: '', secret: secrets[0] } } },
		),
		validSecrets: [secrets[0]],
	},
	{
		name: 'an existing webhook',
		...codeHosting,
		deliver: activateWebhook(
			{
				nodeType: new CodeHostingWebhookTrigger(),
				credentials: {
					codeHostingWebhookApi: {
						type: new CodeHostingWebhookApi(),
						data: { secret: secrets[0], previousSecret: secrets[1] },
					},
				},
			},
			{ webhook: 'existing', ...anyEvent },
			'existing',
		),
		validSecrets: secrets,
	},
	{
		name: 'the Finance Data Trigger',
		encoding: 'base64',
		headers: (signature: unknown) => ({ 'x-rutter-signature': signature as string }),
		deliver: activateWebhook(
			{
				nodeType: new FinanceDataTrigger(),
				credentials: {
					financeDataApi: {
						type: new FinanceDataApi(),
						data: {
							provider: 'other',
							baseUrl: 'http://127.0.0.1:1/versioned',
							clientId: 'i',
							clientSecret: secrets[0],
							previousClientSecret: secrets[1],
							accessToken: 't',
							version: '2024-08-31',
							vendor: 'Rutter',
						},
					},
				},
			},
			{ events: ['updated'], filters: {}, options: {} },
		),
		validSecrets: secrets,
	},
] as const;

type Forgery = (body: string, signature: string, at: number, secret: string) => [Buffer, unknown];

/** Deliveries that were tampered with. `at` selects a place or a variant. */
function forgeriesFor(encoding: BinaryToTextEncoding): Readonly<Record<string, Forgery>> {
	const body =
		(change: (body: Buffer, at: number) => Buffer | string): Forgery =>
		(text, signature, at) => [Buffer.from(change(Buffer.from(text), at) as string), signature];
	const header =
		(...changes: ReadonlyArray<(signature: string, at: number) => unknown>): Forgery =>
		(text, signature, at) => [
			Buffer.from(text),
			changes[at % changes.length]!(signature, Math.floor(at / changes.length)),
		];
	const flipBit = (bytes: Buffer, at: number): Buffer => {
		bytes[at % bytes.length]! ^= 1 << (at % 7);
		return bytes;
	};
	const inOther = (to: BinaryToTextEncoding) => (signature: string) =>
		`sha256=${Buffer.from(signature.slice(7), encoding).toString(to)}`;
	return {
		'a flipped bit of the body': body(flipBit),
		'a truncated or empty body': body((bytes, at) => bytes.subarray(0, at % bytes.length)),
		'characters around the body': body(
			(bytes, at) => [`${bytes} `, `\uFEFF${bytes}`, `${bytes}\r\n`, `${bytes}{}`][at % 4]!,
		),
		'the same JSON in other characters': body((bytes) =>
			JSON.stringify(JSON.parse(String(bytes)), null, 1),
		),
		'a flipped bit of the header': header((signature, at) =>
			flipBit(Buffer.from(signature), at).toString('latin1'),
		),
		'another prefix': header(
			(signature) => signature.slice(7),
			() => 'sha256=',
			...['SHA256', 'sha1', 'sha512', ''].map(
				(prefix) => (signature: string) => signature.replace('sha256', prefix),
			),
		),
		'characters around the signature': header(
			(signature) => signature.replace('=', '= '),
			(signature) => ` ${signature}`,
			(signature) => `${signature}\n`,
			(signature) => `"${signature}"`,
			(signature) => `${signature}\0`,
			(signature) => signature.slice(0, -1),
			(signature) => `${signature}00`,
		),
		'several headers, or none': header(
			(signature) => `${signature}, ${signature}`,
			(signature) => [signature, signature],
			(signature) => ({ toString: () => signature, length: signature.length }),
			...[undefined, '', null, 7].map((value) => () => value),
		),
		'another encoding': header(
			inOther(encoding === 'hex' ? 'base64' : 'hex'),
			...(encoding === 'hex'
				? [(signature: string) => `sha256=${signature.slice(7).toUpperCase()} `]
				: [(signature: string) => signature.replace(/=$/, ''), withOtherPadding]),
		),
		'another secret': (text, _, at, secret) => {
			const others = ['another', '', `${secret} `, Buffer.from(secret).toString('base64')];
			return [Buffer.from(text), sign(Buffer.from(text), others[at % 4]!, encoding)];
		},
		'the signature of another body': (text, _, at, secret) => [
			Buffer.from(text),
			sign(Buffer.from(at % 2 ? `${text}1` : text, at % 2 ? 'utf8' : 'utf16le'), secret, encoding),
		],
		'another hash function with the same prefix': (text, _, at, secret) => [
			Buffer.from(text),
			sign(Buffer.from(text), secret, encoding, ['sha1', 'sha512', 'sha3-256'][at % 3]),
		],
	};
}

/** The bits of the last character that Base64 ignores. */
function withOtherPadding(signature: string): string {
	const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
	return `${signature.slice(0, -2)}${alphabet[alphabet.indexOf(signature.at(-2)!) ^ 1]}=`;
}

const bodies = fc
	.record({ id: fc.uuid(), memo: fc.string({ unit: 'binary' }) })
	.map((order) =>
		JSON.stringify({ type: 'ORDER', code: 'ORDER_UPDATED', connection_id: 'c', order }),
	);
const settings = { numRuns: isLong ? 5000 : 200 };

describe.each(triggers)('$name', ({ encoding, deliver, headers, validSecrets }) => {
	const secret = fc.constantFrom(...validSecrets);

	test('starts an execution for every authentic delivery', async () => {
		const property = fc.asyncProperty(bodies, secret, async (text, key) => {
			const body = Buffer.from(text);
			const { status, items } = await deliver({
				body,
				headers: headers(sign(body, key, encoding)),
			});
			expect([status, items?.length]).toEqual([200, 1]);
		});
		await fc.assert(property, settings);
	});

	test.each(Object.entries(forgeriesFor(encoding)))('rejects %s', async (_, forge) => {
		const property = fc.asyncProperty(bodies, secret, fc.nat(), async (text, key, at) => {
			const signature = sign(Buffer.from(text), key, encoding);
			const [body, header] = forge(text, signature, at, key);
			fc.pre(!body.equals(Buffer.from(text)) || header !== signature);
			const { status, body: response, items } = await deliver({ body, headers: headers(header) });
			expect([status, response, items]).toEqual([401, { message: 'Unauthorized' }, undefined]);
		});
		await fc.assert(property, settings);
	});
});
