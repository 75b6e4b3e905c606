// Finance data triggers under load: webhooks are lost or duplicated, and n8n is killed. Every
// change must arrive.
import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { recordEvent } from '../../../nodes/FinanceData/events';
import { toJson } from '../../services/financeData/amounts';
import { startFinanceService, type FinanceService } from '../../services/financeData/service';
import { startServer, type LocalServer } from '../../services/kit/server';
import { stopInterrupted } from '../kit/interrupted';
import { removeDuplicates } from '../kit/removeDuplicates';
import { startTestN8n, type NodeSpec, type TestN8n } from '../kit/testN8n';
import { waitForWebhook, webhookUrl } from '../../../tools/n8n/webhooks';

const changes = process.env.TENFOLD_LONG ? 5000 : 160;
const records = process.env.TENFOLD_LONG ? 400 : 40;
const tokens = ['one', 'two'];

let n8n: TestN8n;
let finance: FinanceService;
let collector: LocalServer;
/** Event keys that the triggers emitted. */
const arrived: string[] = [];
/** Event keys that passed Remove Duplicates. */
const deduplicated: string[] = [];

beforeAll(async () => {
	finance = await startFinanceService({
		seed: 4,
		connections: tokens.map((token) => ({ token })),
		settings: { dropped: 0.05, doubled: 0.05, deliveriesAtOnce: 12 },
	});
	collector = await startServer({ name: 'collector', failureBody: () => ({}) }, (app) => {
		app.post('/arrived', async ({ body }) => void arrived.push((body as { key: string }).key));
		app.post(
			'/deduplicated',
			async ({ body }) => void deduplicated.push((body as { key: string }).key),
		);
	});
	// One execution at a time, because Remove Duplicates reads and writes its history without a lock.
	n8n = await startTestN8n({
		N8N_CONCURRENCY_PRODUCTION_LIMIT: '1',
		EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none',
	});
});
afterAll(async () => {
	await n8n?.close();
	await Promise.all([finance?.close(), collector?.close()]);
});

/** Changes the records in turn, `count` times. Each change sends a webhook, which may get lost. */
function change(
	count: number,
	first: number,
	ids: ReadonlyArray<{ token: string; path: string; id: string }>,
): void {
	for (let index = first; index < first + count; index++) {
		const { token, path, id } = ids[(index * 7) % ids.length]!;
		finance.change({ token, path, id, fields: { memo: `change ${index}` } });
	}
}

/** Event keys of the current state of all records. */
const currentKeys = (): string[] =>
	finance.connections.all.flatMap((connection) =>
		[
			['/orders', 'order'],
			['/accounting/invoices', 'invoice'],
		].flatMap(([path, name]) =>
			[...(connection.records.get(path!)?.values() ?? [])].map(
				(row) =>
					recordEvent(name!, JSON.parse(toJson(row, '2024-08-31')) as IDataObject, connection.id)
						.eventKey,
			),
		),
	);

// 5 % of the webhooks are lost, 5 % are duplicated, and n8n is killed by SIGKILL.
test(`after ${changes} changes with faults, every latest state arrives, and no event key arrives twice`, async () => {
	const credential = await n8n.createCredential('financeDataApi', finance.credential.data);
	const credentials = { financeDataApi: { id: credential.id, name: credential.name } };
	const sendKeys = (name: string): NodeSpec => ({
		name,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			method: 'POST',
			url: `${collector.url}/${name}`,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: '={{ { "key": $json.eventKey } }}',
			options: { batching: { batch: { batchSize: 50, batchInterval: 0 } } },
		} as IDataObject as NodeSpec['parameters'],
		retryOnFail: true,
	});
	const nodes = [
		{
			name: 'Webhook',
			type: 'n8n-nodes-tenfold.financeDataTrigger',
			credentials,
			parameters: { events: ['created', 'updated', 'deleted'], filters: {}, options: {} },
		},
		{
			name: 'Poll',
			type: 'n8n-nodes-tenfold.financeDataUpdatesTrigger',
			credentials,
			parameters: {
				pollTimes: { item: [{ mode: 'everyMinute' }] },
				lists: ['order', 'invoice'],
				options: { accessTokens: tokens.join() },
			},
		},
		removeDuplicates,
		sendKeys('arrived'),
		sendKeys('deduplicated'),
	];
	const to = (...names: string[]) => ({
		main: [names.map((name) => ({ node: name, type: 'main' as const, index: 0 }))],
	});
	const draft = await n8n.createWorkflow('changes', nodes as NodeSpec[]);
	const workflow = await n8n.rest.updateWorkflow(draft.id, {
		nodes: draft.nodes,
		connections: {
			Webhook: to('arrived', 'Deduplicate'),
			Poll: to('arrived', 'Deduplicate'),
			Deduplicate: to('deduplicated'),
		},
	});
	await n8n.rest.activate(workflow.id);
	const address = webhookUrl(
		n8n.process.url,
		workflow.id,
		workflow.nodes.find(({ name }) => name === 'Webhook')!,
		{ path: 'events' },
	);
	await waitForWebhook(address);
	// Wait for the first poll, which covers the existing records. The changes come after it.
	await finance.requests.until(
		(log) => log.count('GET /versioned/orders') >= 2 && log.inFlight === 0,
	);
	await sleep(1000);
	finance.settings.webhooks = [address];

	const ids = Array.from({ length: records }, (_, index) => {
		const token = tokens[index % 2]!;
		const path = index % 4 < 2 ? 'orders' : 'accounting/invoices';
		return {
			token,
			path,
			id: (
				finance.change({ token, path, fields: { customer_id: 'c', line_items: [] } }) as {
					id: string;
				}
			).id,
		};
	});
	change(changes / 2, 0, ids);
	const eventsSoFar = records + changes / 2;
	while (
		finance.webhooks.deliveries.filter(({ outcome }) => outcome === 'delivered').length <
		eventsSoFar * 0.6
	)
		await sleep(50);
	await n8n.process.kill();
	const keysAtKill = new Set(currentKeys());
	// The first tenth of the records does not change again. Their latest state is from before the
	// kill.
	const unchanged = Math.floor(records / 10);
	change(changes / 2, changes / 2, ids.slice(unchanged));
	await sleep(500);
	await n8n.process.restart();
	await n8n.rest.signIn();
	await waitForWebhook(address);
	const allDelivered = () =>
		finance.webhooks.pendingAttempts === 0 &&
		finance.webhooks.deliveries.every(({ outcome }) => outcome !== 'open');
	while (!allDelivered()) {
		await finance.clock.advance(35_000);
		await sleep(500);
	}
	const began = Date.now();
	const missing = (): string[] => {
		const got = new Set(arrived);
		return currentKeys().filter((key) => !got.has(key));
	};
	while ((missing().length > 0 || deduplicated.length === 0) && Date.now() - began < 240_000)
		await sleep(1000);
	expect(missing()).toEqual([]);
	const interrupted = await stopInterrupted(n8n.rest, workflow.id);
	const lost = currentKeys().filter((key) => !deduplicated.includes(key));
	const duplicates = deduplicated.filter((key, index) => deduplicated.indexOf(key) !== index);
	const dropped = finance.webhooks.deliveries.filter(({ outcome }) => outcome === 'dropped').length;
	console.log(
		`${changes} changes of ${records} records: ${finance.webhooks.deliveries.length} deliveries, ${dropped} lost, ${arrived.length} events received, ${new Set(arrived).size} keys; ${deduplicated.length} events after Remove Duplicates, ${duplicates.length} duplicates, ${lost.length} lost with ${interrupted.length} interrupted executions`,
	);
	expect(duplicates).toEqual([]);
	// The kill may have interrupted one execution after Remove Duplicates stored its keys but before
	// the last node ran.
	expect(interrupted.length).toBeLessThanOrEqual(1);
	expect(lost.filter((key) => interrupted.length === 0 || !keysAtKill.has(key))).toEqual([]);
	expect(dropped).toBeGreaterThan(0);
}, 1_800_000);
