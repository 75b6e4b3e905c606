// The Code Hosting Webhook Trigger in a real n8n instance: its node has a webhook and is polled.
import axios from 'axios';
import { startCodeService, type CodeService } from '../../services/codeHosting/service';
import { retryInterrupted } from '../kit/interrupted';
import { itemsOf, resourceLocator, startTestN8n, type TestN8n } from '../kit/testN8n';
import { waitUntil } from '../kit/waitUntil';
import { N8N_VERSION, OLDER_N8N } from '../../../tools/n8n/install';
import type { StoredWorkflow } from '../../../tools/n8n/restTypes';

let n8n: TestN8n;
let code: CodeService;
let workflow: StoredWorkflow;
const timeoutMs = 300_000;

beforeAll(async () => {
	code = await startCodeService();
	// If n8n is killed while it activates a workflow, it retries the activation after two minutes by
	// default. These settings shorten this time.
	n8n = await startTestN8n({
		N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '20',
		N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '1000',
	});
	const token = await n8n.createCredential('codeHostingApi', code.credential.data);
	workflow = await n8n.createWorkflow('webhook', [
		{
			name: 'Event',
			type: 'n8n-nodes-tenfold.codeHostingWebhookTrigger',
			parameters: {
				webhook: 'create',
				authentication: 'token',
				source: 'repository',
				owner: resourceLocator('octo-org'),
				repository: resourceLocator('hello-world'),
				events: ['push'],
				// The default is every 15 minutes.
				pollTimes: { item: [{ mode: 'everyMinute' }] },
			},
			credentials: { [token.type]: { id: token.id, name: token.name } },
		},
		{ name: 'Next', type: 'n8n-nodes-base.noOp', typeVersion: 1 },
	]);
});
afterAll(async () => {
	await n8n?.close();
	await code?.close();
});
afterEach(() => {
	code.faults.clear();
	code.settings.webhooksReachN8n = true;
});

const emit = (count: number): string[] =>
	Array.from({ length: count }, () =>
		code.emit({ event: 'push', payload: { ref: 'refs/heads/main', commits: [] } }),
	);
const urls = () => code.webhooks.all.map(({ config }) => config.url);
/** The IDs of the deliveries that the successful executions of the workflow received. */
async function received(): Promise<unknown[]> {
	const executions = (await n8n.rest.executions(workflow.id)).filter(
		({ status }) => status === 'success',
	);
	const runs = await Promise.all(executions.map(async ({ id }) => await n8n.rest.execution(id)));
	return runs.flatMap((run) => itemsOf(run, 'Event').map(({ json }) => json.deliveryId));
}
const waitForAll = async (guids: readonly string[]): Promise<void> =>
	await waitUntil(
		`${guids.length} deliveries`,
		async () => {
			const ids = new Set(await received());
			return guids.every((guid) => ids.has(guid));
		},
		timeoutMs,
		() => JSON.stringify(code.webhooks.log.map(({ status_code: code, event }) => [event, code])),
	);
/** The deliveries that n8n accepted. */
const acceptedOf = (guids: readonly string[]): string[] =>
	guids.filter((guid) =>
		code.webhooks.log.some((entry) => entry.guid === guid && entry.status_code === 200),
	);
const waitForWebhookOf = async (kind: string): Promise<string> => {
	await waitUntil('the webhook', () => urls().some((url) => url.includes(`/${kind}/`)), timeoutMs);
	return urls().find((url) => url.includes(`/${kind}/`))!;
};

test('a test event reaches the editor through a webhook with the test URL', async () => {
	const { waitingForWebhook } = await n8n.rest.request<{ waitingForWebhook?: boolean }>(
		'POST',
		`/rest/workflows/${workflow.id}/run`,
		{ workflowData: workflow, triggerToStartFrom: { name: 'Event' } },
	);
	expect(waitingForWebhook).toBe(true);
	await waitForWebhookOf('webhook-test');
	const guids = emit(1);
	await waitForAll(guids);
	await waitUntil('the removal of the webhook', () => urls().length === 0, timeoutMs);
	const [execution] = await n8n.rest.executions(workflow.id);
	expect(execution).toMatchObject({ mode: 'manual', status: 'success' });
	expect(itemsOf(await n8n.rest.execution(execution!.id), 'Next')).toHaveLength(1);
});

test('the trigger creates its webhook, and every delivery starts an execution', async () => {
	await n8n.rest.activate(workflow.id);
	await waitForWebhookOf('webhook');
	// Until n8n has stored the secret of the new webhook, the trigger rejects deliveries.
	const isStored = async (): Promise<boolean> => {
		const { staticData } = await n8n.rest.workflow(workflow.id);
		return JSON.stringify(staticData ?? {}).includes(`"id":"${code.webhooks.all[0]!.id}"`);
	};
	await waitUntil('the stored secret', isStored, timeoutMs);
	await code.webhooks.settled();
	const guids = emit(5);
	await code.webhooks.settled();
	expect(code.webhooks.log.slice(-5).map(({ status_code: code }) => code)).toEqual(
		Array.from({ length: 5 }, () => 200),
	);
	await waitForAll(guids);
	const count = (await received()).length;
	const headers = { 'x-hub-signature-256': `sha256=${'a'.repeat(64)}`, 'x-github-event': 'push' };
	const { status } = await axios.post(
		urls()[0]!,
		{ ref: 'refs/heads/main' },
		{ headers, validateStatus: () => true, proxy: false },
	);
	expect(status).toBe(401);
	expect(await received()).toHaveLength(count);
});

test('deliveries that were lost while n8n ran are requested on schedule', async () => {
	code.settings.webhooksReachN8n = false;
	const guids = emit(3);
	await code.webhooks.settled();
	code.settings.webhooksReachN8n = true;
	await waitForAll(guids);
});

test('no delivery is lost when n8n is killed', async () => {
	const [webhook] = code.webhooks.all;
	const guids = emit(10);
	await waitUntil('an accepted delivery', () => acceptedOf(guids).length > 0, timeoutMs);
	await n8n.process.kill();
	guids.push(...emit(10));
	await code.webhooks.settled();
	const accepted = acceptedOf(guids);
	await n8n.process.restart();
	const latest = emit(2);
	guids.push(...latest);
	await waitForAll(latest);
	const retried = await retryInterrupted(n8n.rest, workflow.id);
	// n8n 1.x responds before it stores the execution, so it loses what it accepted right before it
	// was killed.
	await waitForAll(
		N8N_VERSION === OLDER_N8N ? guids.filter((guid) => !accepted.includes(guid)) : guids,
	);
	// The webhook, its secret and its log survive a restart.
	expect(code.webhooks.all).toEqual([webhook]);
	const ids = (await received()).filter((id) => guids.includes(String(id)));
	const attempts = code.webhooks.log.filter(({ guid }) => guids.includes(guid));
	console.log(
		`${guids.length} events, ${accepted.length} accepted before the kill: ${attempts.length} attempts, ${attempts.filter(({ status_code: code }) => code !== 200).length} failed, ${ids.length - new Set(ids).size} repeated, ${retried} executions retried`,
	);
	expect(attempts.some(({ redelivery }) => redelivery)).toBe(true);
});

test('the webhook is removed when the workflow is deactivated', async () => {
	await n8n.rest.deactivate(workflow.id);
	await waitUntil('the removal of the webhook', () => urls().length === 0, timeoutMs);
});
