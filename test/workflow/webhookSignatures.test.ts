/**
 * The signature checks of the webhook triggers in n8n's webhook context, with tampered and authentic
 * deliveries.
 */
import { createHmac } from 'node:crypto';
import { CodeHostingWebhookApi } from '../../credentials/CodeHostingWebhookApi.credentials';
import { FinanceDataApi } from '../../credentials/FinanceDataApi.credentials';
import { CodeHostingWebhookTrigger } from '../../nodes/CodeHosting/CodeHostingWebhookTrigger.node';
import { FinanceDataTrigger } from '../../nodes/FinanceData/FinanceDataTrigger.node';
import { signatureOf as financeDataSignature } from '../../nodes/FinanceData/signature';
import { changeLabels } from '../../nodes/FinanceData/events';
import { seededIntegers } from './kit/random';
import {
	codeHostingForgeries,
	eventPayload,
	financeDataForgeries,
	pushPayload,
} from './kit/forgedWebhooks';
import { activateWebhook } from './kit/webhooks';
import { isLong } from './kit/isLong';

const secrets = ['a webhook secret', 'the previous secret'] as const;
let deliveryNumber = 0;

const codeHosting = {
	forgeries: codeHostingForgeries,
	payload: pushPayload,
	sign: (body: Buffer, secret: string): string =>
		`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
	headers: (signature: unknown) => ({
		'x-github-event': 'push',
		'x-github-delivery': String(++deliveryNumber),
		'x-hub-signature-256': signature as string,
	}),
	total: isLong ? 100_000 : 4_000,
};
const anyEvent = { events: ['*'], filters: {} };

test.each([
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
		forgeries: financeDataForgeries,
		payload: eventPayload,
		sign: financeDataSignature,
		headers: (signature: unknown) => ({ 'x-rutter-signature': signature as string }),
		total: isLong ? 100_000 : 10_000,
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
			{ events: Object.keys(changeLabels), filters: {}, options: {} },
		),
		validSecrets: secrets,
	},
])(
	'of $total deliveries to $name, no tampered delivery starts an execution, and every authentic one does',
	async ({ forgeries, payload, sign, headers, total, deliver, validSecrets }) => {
		const random = seededIntegers(20261122);
		const methods = Object.entries(forgeries);
		const counts: Record<string, number> = {};
		const unexpected: string[] = [];
		for (let count = 0; count < total; count++) {
			const [method, tamper] = methods[count % methods.length]!;
			const text = payload(random);
			const authentic = Buffer.from(text);
			const secret = validSecrets[count % validSecrets.length]!;
			const signature = sign(authentic, secret);
			const { body, header } = tamper(text, signature, random, secret);
			if (body.equals(authentic) && header === signature) continue;
			counts[method] = (counts[method] ?? 0) + 1;
			const rejected = await deliver({ body, headers: headers(header) });
			if (
				rejected.status !== 401 ||
				JSON.stringify(rejected.body) !== '{"message":"Unauthorized"}' ||
				rejected.items
			)
				unexpected.push(`${method}: ${rejected.status} ${body.toString()} ${String(header)}`);
			if (count % 10 > 0) continue;
			const accepted = await deliver({ body: authentic, headers: headers(signature) });
			if (accepted.status !== 200 || accepted.items?.length !== 1)
				unexpected.push(`authentic: ${accepted.status} ${text}`);
		}
		expect(unexpected).toEqual([]);
		// Unchanged deliveries are skipped, so check that every method changed at least one delivery.
		expect(Object.keys(counts)).toEqual(methods.map(([method]) => method));
		expect(Object.values(counts).reduce((sum, one) => sum + one)).toBeGreaterThan(total * 0.99);
	},
	600_000,
);
