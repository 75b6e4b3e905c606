/**
 * The signature check of the Finance Data Trigger in n8n's webhook context, with tampered and
 * authentic deliveries.
 */
import { FinanceDataApi } from '../../credentials/FinanceDataApi.credentials';
import { FinanceDataTrigger } from '../../nodes/FinanceData/FinanceDataTrigger.node';
import { signatureOf } from '../../nodes/FinanceData/signature';
import { eventPayload, forgeries } from '../services/financeData/forgedWebhooks';
import { seededIntegers } from '../services/kit/random';
import { activateWebhook } from './kit/webhooks';

const nodeType = new FinanceDataTrigger();

const secrets = ['a client secret', 'the previous secret'] as const;
const data = {
	provider: 'other',
	baseUrl: 'http://127.0.0.1:1/versioned',
	clientId: 'i',
	clientSecret: secrets[0],
	previousClientSecret: secrets[1],
	accessToken: 't',
	version: '2024-08-31',
	vendor: 'Rutter',
};
const deliver = activateWebhook(
	{
		nodeType,
		credentials: { financeDataApi: { type: new FinanceDataApi(), data } },
	},
	{
		events: [
			'created',
			'updated',
			'deleted',
			'initialUpdate',
			'jobCompleted',
			'connectionChanged',
			'other',
		],
		filters: {},
		options: {},
	},
);
const signatureHeader = 'x-rutter-signature';

test('100,000 tampered deliveries: none starts an execution, and all get the same response', async () => {
	const random = seededIntegers(20261121);
	const methods = Object.entries(forgeries);
	const counts: Record<string, number> = {};
	const unexpected: string[] = [];
	for (let count = 0; count < 100_000; count++) {
		const [method, tamper] = methods[count % methods.length]!;
		const text = eventPayload(random);
		const secret = secrets[count % 2]!;
		const signature = signatureOf(Buffer.from(text), secret);
		const { body, header } = tamper(text, signature, random, secret);
		if (body.equals(Buffer.from(text)) && header === signature) continue;
		counts[method] = (counts[method] ?? 0) + 1;
		const {
			status,
			body: response,
			items,
		} = await deliver({ body, headers: { [signatureHeader]: header as string } });
		if (status !== 401 || JSON.stringify(response) !== '{"message":"Unauthorized"}' || items)
			unexpected.push(
				`${method}: ${status} ${JSON.stringify(response)} ${body.toString()} ${String(header)}`,
			);
	}
	expect(unexpected).toEqual([]);
	// Unchanged deliveries are skipped, so check that every method changed at least one delivery.
	expect(Object.keys(counts)).toEqual(methods.map(([method]) => method));
	expect(Object.values(counts).reduce((sum, one) => sum + one)).toBeGreaterThan(99_990);
}, 300_000);

test('10,000 authentic deliveries: each starts an execution, with either secret', async () => {
	const random = seededIntegers(7);
	let started = 0;
	for (let count = 0; count < 10_000; count++) {
		const body = Buffer.from(eventPayload(random));
		const { status, items } = await deliver({
			body,
			headers: { [signatureHeader]: signatureOf(body, secrets[count % 2]!) },
		});
		if (status === 200 && items?.length === 1) started++;
	}
	expect(started).toBe(10_000);
});
