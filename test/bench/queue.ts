// Executions per second in queue mode, by number of workers. Starts its own n8n processes.
import axios from 'axios';
import { connectJobQueue } from '../host/kit/jobQueue';
import { startRecorder } from '../host/kit/recorder';
import { connectTestN8n, type NodeSpec } from '../host/kit/testN8n';
import { packTarball } from '../../tools/pack/pack';
import { startQueueMode } from '../../tools/queue/queueMode';
import { waitForWebhook } from '../../tools/n8n/webhooks';
import type { Setting } from './measure';
import { spreadOf, type Line } from './report';

const executions = 120;
const concurrency = 10;
const workerCounts = [1, 2, 3];

export async function queueMode({ runs }: Pick<Setting, 'runs'>): Promise<Line[]> {
	const recorder = await startRecorder();
	// main.ts has already built the pack.
	const tarball = await packTarball({ build: false });
	const queue = await startQueueMode({
		tarball,
		workers: Math.max(...workerCounts),
		webhooks: 2,
		concurrency,
	});
	// Webhooks are received while the queue is paused, so that only the workers are measured.
	const jobs = await connectJobQueue(queue);
	try {
		const n8n = await connectTestN8n(queue.main, queue.proxy.url, async () => await queue.close());
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
		const url = `${queue.proxy.url}/webhook/measured`;
		await waitForWebhook(url);
		let key = 0;
		/** Returns how many milliseconds the workers need for the queued executions. */
		const once = async (): Promise<number> => {
			await jobs.pause();
			await postAll(url, executions, () => ({ key: `k${key++}` }));
			const start = performance.now();
			await jobs.resume();
			await recorder.waitFor('measured', key);
			return performance.now() - start;
		};
		const lines: Line[] = [];
		for (const workers of [...workerCounts].reverse()) {
			for (const worker of queue.workers.slice(workers)) await worker.stop();
			for (const answerMs of [0, 1000]) {
				recorder.delayMs = answerMs;
				await once();
				const times: number[] = [];
				for (let run = 0; run < runs; run++) times.push(await once());
				lines.unshift({
					row: `queue mode, ${answerMs} ms latency`,
					what: `${workers} ${workers === 1 ? 'worker' : 'workers'}, concurrency ${concurrency}`,
					...spreadOf(times.map((ms) => (executions * 1000) / ms)),
					unit: 'executions per second',
					runs,
				});
				console.log(
					`  ${workers} of ${workerCounts.length} workers, ${answerMs} ms: ${times.map((ms) => ((executions / ms) * 1000).toFixed(1)).join(', ')} per second`,
				);
			}
		}
		return lines.sort((one, other) => one.row.localeCompare(other.row));
	} finally {
		await jobs.close();
		await queue.close();
		recorder.close();
	}
}

/** Sends `count` requests over eight connections. */
async function postAll(url: string, count: number, body: () => object): Promise<void> {
	let remaining = count;
	await Promise.all(
		Array.from({ length: 8 }, async () => {
			while (remaining-- > 0) await axios.post(url, body(), { proxy: false });
		}),
	);
}
