/** Row 8: executions a second in queue mode, by number of workers. Its own n8n of several processes, so it takes nothing from the others' setting. */
import axios from 'axios';
import { jobsOf } from '../host/kit/jobQueue';
import { openLedger } from '../host/kit/recorder';
import { stageOn, type NodeSpec } from '../host/kit/testN8n';
import { packPack } from '../../tools/pack/pack';
import { startQueue } from '../../tools/queue/queueMode';
import { webhookReady } from '../../tools/n8n/webhooks';
import type { Setting } from './measure';
import { spreadOf, type Line } from './report';

const executions = 120;
const concurrency = 10;
const counts = [1, 2, 3];

export async function queueMode({ runs }: Pick<Setting, 'runs'>): Promise<Line[]> {
	const ledger = await openLedger();
	// The stage of the other rows has just built the pack.
	const tarball = await packPack({ build: false });
	const queue = await startQueue({
		tarball,
		workers: Math.max(...counts),
		webhooks: 2,
		concurrency,
	});
	// What is accepted while the queue is paused waits, so that the workers are measured and not the webhooks.
	const jobs = await jobsOf(queue);
	try {
		const stage = await stageOn(queue.main, queue.door.url, async () => await queue.close());
		const received: NodeSpec = {
			name: 'Received',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			parameters: { httpMethod: 'POST', path: 'measured', options: {} },
			webhookId: 'measured',
		};
		const workflow = await stage.workflow('measured', [
			received,
			ledger.entry('measured', '={{ $json.body.key }}'),
		]);
		await stage.rest.activate(workflow.id);
		const address = `${queue.door.url}/webhook/measured`;
		await webhookReady(address);
		let key = 0;
		/** Milliseconds in which the workers execute what has been accepted before. */
		const once = async (): Promise<number> => {
			await jobs.pause();
			await accepted(address, executions, () => ({ key: `k${key++}` }));
			const began = performance.now();
			await jobs.resume();
			await ledger.until('measured', key);
			return performance.now() - began;
		};
		const lines: Line[] = [];
		for (const workers of [...counts].reverse()) {
			for (const worker of queue.workers.slice(workers)) await worker.stop();
			for (const answerMs of [0, 1000]) {
				ledger.delayMs = answerMs;
				await once();
				const times: number[] = [];
				for (let run = 0; run < runs; run++) times.push(await once());
				lines.unshift({
					row: `queue mode, service answers in ${answerMs} ms`,
					what: `${workers} ${workers === 1 ? 'worker' : 'workers'} of ${concurrency} executions at a time`,
					...spreadOf(times.map((ms) => (executions * 1000) / ms)),
					unit: 'executions a second',
					runs,
				});
				console.log(
					`  ${workers} of ${counts.length} workers, ${answerMs} ms: ${times.map((ms) => ((executions / ms) * 1000).toFixed(1)).join(', ')} a second`,
				);
			}
		}
		return lines.sort((one, other) => one.row.localeCompare(other.row));
	} finally {
		await jobs.close();
		await queue.close();
		ledger.close();
	}
}

/** Posts so many, a few at a time, and has each of them accepted. */
async function accepted(address: string, count: number, body: () => object): Promise<void> {
	let open = count;
	await Promise.all(
		Array.from({ length: 8 }, async () => {
			while (open-- > 0) await axios.post(address, body(), { proxy: false });
		}),
	);
}
