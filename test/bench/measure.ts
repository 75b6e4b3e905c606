/** One measured run of a workflow in n8n: time, CPU, memory, requests. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NodeSpec, Stage } from '../host/kit/stage';
import { itemsOf, manual } from '../host/kit/stage';
import type { Upstream } from './upstream';

export interface Sample {
	/** Milliseconds that n8n counts for the node itself. */
	readonly ms: number;
	/** CPU seconds of the n8n process over the whole execution. */
	readonly cpu: number;
	/** Bytes that n8n's resident memory rose above where it began. */
	readonly growth: number;
	readonly requests: number;
	readonly inFlight: number;
	readonly items: number;
}

/** Median, least and most of some numbers. */
export interface Spread {
	readonly median: number;
	readonly min: number;
	readonly max: number;
}

export function spreadOf(values: readonly number[]): Spread {
	const sorted = [...values].sort((a, b) => a - b);
	return { median: sorted[Math.floor(sorted.length / 2)]!, min: sorted[0]!, max: sorted.at(-1)! };
}

/** Stores a workflow once and runs it as often as asked for; the first run warms up and is not counted. */
export async function sampled(stage: Stage, upstream: Upstream, name: string, before: NodeSpec[], node: NodeSpec, runs: number): Promise<Sample[]> {
	const { id } = await stage.workflow(name, [manual, ...before, node]);
	const samples: Sample[] = [];
	for (let run = 0; run <= runs; run++) {
		const sample = await once(stage, upstream, id, node.name);
		if (run > 0) samples.push(sample);
	}
	return samples;
}

async function once(stage: Stage, upstream: Upstream, workflowId: string, node: string): Promise<Sample> {
	upstream.reset();
	const rss = stage.n8n.rss();
	const cpu = cpuSeconds(stage.n8n.pid!);
	let most = rss;
	let done = false;
	const watching = (async () => {
		while (!done) {
			most = Math.max(most, stage.n8n.rss());
			await sleep(20);
		}
	})();
	const execution = await stage.rest.waitForExecution(await stage.rest.runManually(workflowId), { timeout: 600_000 });
	done = true;
	await watching;
	if (execution.error) throw new Error(`${node}: ${execution.error.message} ${execution.error.description ?? ''}`);
	return {
		ms: execution.nodes[node]!.at(-1)!.executionTime,
		cpu: cpuSeconds(stage.n8n.pid!) - cpu,
		growth: most - rss,
		requests: upstream.requests,
		inFlight: upstream.mostInFlight,
		items: itemsOf(execution, node).length,
	};
}

/** User and system time of a process, from the kernel's own count; in ticks of a hundredth of a second on Linux. */
export function cpuSeconds(pid: number): number {
	const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
	return (Number(fields[11]) + Number(fields[12])) / 100;
}
