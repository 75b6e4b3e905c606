// The commands for test deliveries to the webhook triggers, which the start message prints.
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deliveryCommands } from '../../tools/sandbox/localCommands';
import { nodes } from '../contract/kit/pack';
import { startLocalServices, type RunningServices } from '../services/list';
import { rawServersPerTest } from './kit/rawServer';

const run = promisify(execFile);
const startRawServer = rawServersPerTest();

let running: RunningServices;
beforeAll(async () => (running = await startLocalServices({ firstPort: 0 })));
afterAll(async () => await running.close());

test('each webhook trigger has a command for a test delivery, with a valid signature', async () => {
	const triggers = nodes.flatMap(({ isTrigger, description: { webhooks, displayName } }) =>
		isTrigger && webhooks ? [displayName] : [],
	);
	const commands = deliveryCommands(running.services);
	expect(commands.map(({ trigger }) => trigger)).toEqual(
		triggers.sort().map((label) => expect.stringMatching(`^${label}`) as string),
	);
	const n8n = await startRawServer();
	const send = async (name: string): Promise<string> => {
		const { command } = commands.find(({ trigger }) => trigger.startsWith(name))!;
		return (await run('sh', ['-c', command], { env: { ...process.env, TEST_URL: n8n.url } }))
			.stdout;
	};
	const signed: ReadonlyArray<readonly [string, string, string, 'hex' | 'base64']> = [
		['Code Hosting', 'x-hub-signature-256', 'tenfold-webhook-secret', 'hex'],
		[
			'Finance Data',
			'x-rutter-signature',
			String(running.services.financeData!.credential.data.clientSecret),
			'base64',
		],
	];
	for (const [trigger, header, secret, encoding] of signed) {
		await send(trigger);
		const { rawHeaders, body } = n8n.received.at(-1)!;
		const signature = createHmac('sha256', secret).update(body).digest(encoding);
		expect(rawHeaders[rawHeaders.findIndex((one) => one.toLowerCase() === header) + 1]).toBe(
			`sha256=${signature}`,
		);
	}
	await send('Media Generation');
	for (const deadline = Date.now() + 20_000; n8n.received.length < 3 && Date.now() < deadline;)
		await sleep(100);
	expect(JSON.parse(n8n.received.at(-1)!.body.toString())).toMatchObject({ status: 'completed' });
	expect(JSON.parse(await send('Activity Tracking'))).toEqual({ statuses: [] });
	expect(JSON.parse(await send('Document Search'))).toHaveProperty('job_id');
}, 40_000);
