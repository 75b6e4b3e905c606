// Queue mode by expression engine: webhooks per second by number of webhook processors, and
// executions per second by number of workers. Starts its own n8n processes.
import axios from 'axios';
import { connectJobQueue, type JobQueue } from '../host/kit/jobQueue';
import { startRecorder, type Recorder } from '../host/kit/recorder';
import { connectTestN8n, type NodeSpec, type TestN8n } from '../host/kit/testN8n';
import { waitUntil } from '../host/kit/waitUntil';
import { packTarball } from '../../tools/pack/pack';
import { startQueueMode, type QueueMode } from '../../tools/queue/queueMode';
import { waitForWebhook } from '../../tools/n8n/webhooks';
import { credentialData } from './credentials';
import { expressionEngines } from './queueTable';
import type { Setting } from './measure';
import { spreadOf, type Line } from './report';
import { activateTrigger, plain, sendRound, signedTrigger } from './webhooks';

const deliveries = 100;
const connections = 8;
const processorCounts = [1, 2];
const executions = 120;
const concurrency = 10;
const workerCounts = [1, 2, 3];

interface Context {
	readonly setting: Setting;
	readonly queue: QueueMode;
	readonly jobs: JobQueue;
	readonly n8n: TestN8n;
	/** What the expression engine adds to the label. */
	readonly engine: string;
}

export async function queueMode(setting: Setting): Promise<Line[]> {
	// main.ts has already built the pack.
	const tarball = await packTarball({ build: false });
	const lines: Line[] = [];
	for (const { label: engine, env } of expressionEngines) {
		const queue = await startQueueMode({
			tarball,
			workers: Math.max(...workerCounts),
			webhooks: Math.max(...processorCounts),
			concurrency,
			env,
		});
		// Webhooks are received while the queue is paused, so that the webhook processors and the
		// workers are measured separately.
		const jobs = await connectJobQueue(queue);
		const recorder = await startRecorder();
		try {
			const close = async () => await queue.close();
			const n8n = await connectTestN8n(queue.main, queue.url, close);
			const context: Context = { setting, queue, jobs, n8n, engine };
			lines.push(...(await webhooksPerSecond(context)));
			lines.push(...(await executionsPerSecond(context, recorder)));
		} finally {
			await jobs.close();
			await queue.close();
			recorder.close();
		}
	}
	return lines.sort((one, other) => one.row.localeCompare(other.row));
}

async function webhooksPerSecond({ setting, queue, jobs, n8n, engine }: Context): Promise<Line[]> {
	const { runs, upstream } = setting;
	const { financeDataApi } = credentialData(upstream.url);
	const credential = await n8n.createCredential('financeDataApi', financeDataApi);
	const baseUrl = queue.url;
	const lines: Line[] = [];
	for (const trigger of [
		await activateTrigger(
			{ n8n },
			'this pack, Finance Data Trigger with signature check',
			'events',
			signedTrigger(credential),
			baseUrl,
		),
		await activateTrigger({ n8n }, "n8n's Webhook node", 'plain', plain, baseUrl),
	]) {
		for (const count of processorCounts) {
			const what = `${count} webhook ${count === 1 ? 'processor' : 'processors'}${engine}`;
			const urls = queue.webhooks
				.slice(0, count)
				.map(({ url }) => trigger.url.replace(baseUrl, url));
			const once = async () => {
				await jobs.pause();
				const sent = await sendRound(trigger.what, urls, connections, deliveries);
				await jobs.resume();
				await waitUntil('an empty queue', async () => (await jobs.count()) === 0, 120_000);
				return sent;
			};
			await once();
			const rounds = [];
			for (let run = 0; run < runs; run++) rounds.push(await once());
			const rates = rounds.map(({ perSecond }) => perSecond);
			lines.push({
				row: `queue mode, webhooks, ${connections} connections, ${trigger.what}`,
				what,
				unit: 'per second',
				...spreadOf(rates),
				runs,
				beside: { 'ms p99': spreadOf(rounds.map(({ p99 }) => p99)).median },
			});
			log(`${trigger.what}, ${what}`, rates);
		}
	}
	return lines;
}

async function executionsPerSecond(
	{ setting, queue, jobs, n8n, engine }: Context,
	recorder: Recorder,
): Promise<Line[]> {
	const { runs } = setting;
	const received: NodeSpec = {
		name: 'Received',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		parameters: { httpMethod: 'POST', path: 'measured', options: {} },
		webhookId: 'measured',
	};
	const workflow = await n8n.createWorkflow('measured', [
		received,
		recorder.recordEach('measured', '={{ $json.body.key }}'),
	]);
	await n8n.rest.activate(workflow.id);
	const url = `${queue.url}/webhook/measured`;
	await waitForWebhook(url);
	let key = 0;
	/** Returns how many queued executions the workers finish per second. */
	const once = async (): Promise<number> => {
		await jobs.pause();
		await postAll(url, executions, () => ({ key: `k${key++}` }));
		const start = performance.now();
		await jobs.resume();
		await recorder.waitFor('measured', key);
		return (executions * 1000) / (performance.now() - start);
	};
	const lines: Line[] = [];
	for (const workers of [...workerCounts].reverse()) {
		for (const worker of queue.workers.slice(workers)) await worker.stop();
		for (const answerMs of [0, 1000]) {
			recorder.delayMs = answerMs;
			await once();
			const rates: number[] = [];
			for (let run = 0; run < runs; run++) rates.push(await once());
			const what = `${workers} ${workers === 1 ? 'worker' : 'workers'}, concurrency ${concurrency}${engine}`;
			lines.unshift({
				row: `queue mode, ${answerMs} ms latency`,
				what,
				...spreadOf(rates),
				unit: 'executions per second',
				runs,
			});
			log(`${what}, ${answerMs} ms`, rates);
		}
	}
	return lines;
}

const log = (what: string, rates: readonly number[]): void =>
	console.log(`${what}: ${rates.map((rate) => rate.toFixed(1)).join(', ')} per second`);

/** Sends `count` requests over eight connections. */
async function postAll(url: string, count: number, body: () => object): Promise<void> {
	let remaining = count;
	await Promise.all(
		Array.from({ length: 8 }, async () => {
			while (remaining-- > 0) await axios.post(url, body(), { proxy: false });
		}),
	);
}
