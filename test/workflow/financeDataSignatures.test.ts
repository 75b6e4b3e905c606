/** The Finance Data Trigger inside n8n's own webhook context, against deliveries that nobody signed. */
import { FinanceDataApi } from '../../credentials/FinanceDataApi.credentials';
import { FinanceDataTrigger } from '../../nodes/FinanceData/FinanceDataTrigger.node';
import { signatureOf } from '../../nodes/FinanceData/signature';
import {
	eventPayload as payloadOf,
	forgeries as tamperings,
} from '../services/financeData/forgedWebhooks';
import { seededIntegers as draws } from '../services/kit/random';
import { delivering } from './kit/delivering';

const secrets = ['a client secret', 'the secret before'] as const;
const data = {
	environment: 'custom',
	baseUrl: 'http://127.0.0.1:1/versioned',
	clientId: 'i',
	clientSecret: secrets[0],
	previousClientSecret: secrets[1],
	accessToken: 't',
	version: '2024-08-31',
	vendor: 'Rutter',
};
const deliver = delivering(
	{
		nodeType: new FinanceDataTrigger(),
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
const name = 'x-rutter-signature';

test('100,000 tampered deliveries: none starts an execution, and none is told more than another', async () => {
	const draw = draws(20261121);
	const ways = Object.entries(tamperings);
	const tried: Record<string, number> = {};
	const unexpected: string[] = [];
	for (let count = 0; count < 100_000; count++) {
		const [way, tamper] = ways[count % ways.length]!;
		const text = payloadOf(draw);
		const secret = secrets[count % 2]!;
		const genuine = signatureOf(Buffer.from(text), secret);
		const { body, header } = tamper(text, genuine, draw, secret);
		if (body.equals(Buffer.from(text)) && header === genuine) continue;
		tried[way] = (tried[way] ?? 0) + 1;
		const {
			status,
			body: told,
			items,
		} = await deliver({ body, headers: { [name]: header as string } });
		if (status !== 401 || JSON.stringify(told) !== '{"message":"Unauthorized"}' || items)
			unexpected.push(
				`${way}: ${status} ${JSON.stringify(told)} ${body.toString()} ${String(header)}`,
			);
	}
	expect(unexpected).toEqual([]);
	// Each way was really tried: a tampering that changes nothing would prove nothing.
	expect(Object.keys(tried)).toEqual(ways.map(([way]) => way));
	expect(Object.values(tried).reduce((sum, one) => sum + one)).toBeGreaterThan(99_990);
}, 300_000);

test('10,000 genuine deliveries: each starts an execution, with the one secret or the other', async () => {
	const draw = draws(7);
	let started = 0;
	for (let count = 0; count < 10_000; count++) {
		const body = Buffer.from(payloadOf(draw));
		const { status, items } = await deliver({
			body,
			headers: { [name]: signatureOf(body, secrets[count % 2]!) },
		});
		if (status === 200 && items?.length === 1) started++;
	}
	expect(started).toBe(10_000);
}, 120_000);
