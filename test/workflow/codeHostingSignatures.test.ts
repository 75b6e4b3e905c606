/**
 * The signature check of the Code Hosting Webhook Trigger in n8n's webhook context, with tampered
 * and authentic deliveries.
 */
import { createHmac } from 'node:crypto';
import { CodeHostingWebhookApi } from '../../credentials/CodeHostingWebhookApi.credentials';
import { CodeHostingWebhookTrigger } from '../../nodes/CodeHosting/CodeHostingWebhookTrigger.node';
import { forgeries, pushPayload } from '../services/codeHosting/forgedWebhooks';
import { seededIntegers } from '../services/kit/random';
import { activateWebhook, type Delivery } from './kit/webhooks';

const isLong = process.env.TENFOLD_LONG !== undefined;
const secrets = ['a webhook secret', 'the previous secret'] as const;
const nodeType = new CodeHostingWebhookTrigger();
const data = { secret: secrets[0], previousSecret: secrets[1] };
const parameters = { events: ['*'], filters: {} };
/** A webhook of the trigger itself, and an existing webhook. */
const managed = activateWebhook(
	{ nodeType, credentials: {} },
	{ webhook: 'create', ...parameters },
	'managed',
	undefined,
	{ 'node:Trigger': { webhook: { id: '1', path: '', address: '', secret: secrets[0] } } },
);
const existing = activateWebhook(
	{
		nodeType,
		credentials: { codeHostingWebhookApi: { type: new CodeHostingWebhookApi(), data } },
	},
	{ webhook: 'existing', ...parameters },
	'existing',
);

const signatureOf = (body: Buffer, secret: string): string =>
	`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
let deliveryNumber = 0;
const delivery = (body: Buffer, signature: unknown): Delivery => ({
	body,
	headers: {
		'x-github-event': 'push',
		'x-github-delivery': String(++deliveryNumber),
		'x-hub-signature-256': signature as string,
	},
});

test.each([
	['a webhook of the trigger', managed, [secrets[0]]],
	['an existing webhook', existing, secrets],
] as const)(
	'tampered deliveries of %s: none starts an execution, and all get the same response',
	async (_, deliver, signingSecrets) => {
		const total = isLong ? 100_000 : 4_000;
		const random = seededIntegers(20261122);
		const methods = Object.entries(forgeries);
		const counts: Record<string, number> = {};
		const unexpected: string[] = [];
		for (let count = 0; count < total; count++) {
			const [method, tamper] = methods[count % methods.length]!;
			const text = pushPayload(random);
			const secret = signingSecrets[count % signingSecrets.length]!;
			const signature = signatureOf(Buffer.from(text), secret);
			const { body, header } = tamper(text, signature, random, secret);
			if (body.equals(Buffer.from(text)) && header === signature) continue;
			counts[method] = (counts[method] ?? 0) + 1;
			const { status, body: response, items } = await deliver(delivery(body, header));
			if (status !== 401 || JSON.stringify(response) !== '{"message":"Unauthorized"}' || items)
				unexpected.push(`${method}: ${status} ${JSON.stringify(response)} ${body.toString()}`);
		}
		expect(unexpected).toEqual([]);
		// Unchanged deliveries are skipped, so check that every method changed at least one delivery.
		expect(Object.keys(counts)).toEqual(methods.map(([method]) => method));
		expect(Object.values(counts).reduce((sum, one) => sum + one)).toBeGreaterThan(total * 0.99);
	},
	600_000,
);

test.each([
	['a webhook of the trigger', managed, [secrets[0]]],
	['an existing webhook', existing, secrets],
] as const)(
	'authentic deliveries of %s: each starts an execution',
	async (_, deliver, signingSecrets) => {
		const total = isLong ? 10_000 : 1_000;
		const random = seededIntegers(7);
		let started = 0;
		for (let count = 0; count < total; count++) {
			const body = Buffer.from(pushPayload(random));
			const signature = signatureOf(body, signingSecrets[count % signingSecrets.length]!);
			const { status, items } = await deliver(delivery(body, signature));
			if (status === 200 && items?.length === 1) started++;
		}
		expect(started).toBe(total);
	},
);
