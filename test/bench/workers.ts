// Three workers of queue mode that share one credential, for a service that limits its requests per
// second. n8n gives nodes no memory that processes share. Starts its own n8n processes.
import type { INodeParameters } from 'n8n-workflow';
import { connectTestN8n, generateItems, manualTrigger } from '../host/kit/testN8n';
import { packTarball } from '../../tools/pack/pack';
import { startQueueMode } from '../../tools/queue/queueMode';
import { credentialData } from './credentials';
import type { Setting } from './measure';
import { generation } from './nodes';
import { spreadOf, type Line } from './report';

const workers = 3;
/** In requests per second. */
const limit = 10;

/** One run: all times in milliseconds. */
interface Run {
	readonly ms: number;
	/** How long each worker took, the fastest first. */
	readonly workerMs: readonly number[];
	readonly rejected: number;
	readonly requests: number;
	readonly failed: number;
}

export async function workersWithOneCredential(setting: Setting): Promise<Line[]> {
	const { upstream } = setting;
	// With a concurrency of one, each worker takes one of the executions.
	const queue = await startQueueMode({
		// main.ts has already built the pack.
		tarball: await packTarball({ build: false }),
		workers,
		webhooks: 0,
		concurrency: 1,
	});
	Object.assign(upstream, { latencyMs: 5, maxPerSecond: limit });
	try {
		const close = async () => await queue.close();
		const n8n = await connectTestN8n(queue.main, queue.proxy.url, close);
		const once = async (items: number, requestOptions: INodeParameters): Promise<Run> => {
			// The workers remember the rate of a credential.
			const mediaGenerationApi = await n8n.createCredential(
				'mediaGenerationApi',
				credentialData(upstream.url).mediaGenerationApi,
			);
			const { id } = await n8n.createWorkflow('shared limit', [
				manualTrigger,
				...generateItems(items),
				{
					...generation({ ...setting, credentials: { mediaGenerationApi } }, requestOptions),
					onError: 'continueRegularOutput',
				},
			]);
			upstream.reset();
			const ids = [];
			for (let worker = 0; worker < workers; worker++) ids.push(await n8n.rest.runManually(id));
			const executions = await Promise.all(
				ids.map(async (one) => await n8n.rest.waitForExecution(one, { timeout: 600_000 })),
			);
			const runs = executions.map(({ nodes }) => nodes.Measured![0]!);
			const start = Math.min(...runs.map(({ startTime }) => startTime));
			const workerMs = runs
				.map(({ startTime, executionTime }) => startTime + executionTime - start)
				.sort((one, other) => one - other);
			return {
				ms: workerMs.at(-1)!,
				workerMs,
				rejected: upstream.rejected,
				requests: upstream.requests,
				failed: runs.flatMap((run) => run.items).filter(({ json }) => json.error).length,
			};
		};
		const lines: Line[] = [];
		for (const items of [20, 200]) {
			const minimumMs = 1000 * (Math.ceil((workers * items) / limit) - 1);
			for (const [what, requestOptions] of [
				['this pack, default', {}],
				['this pack, Requests per Second 3.3', { requestsPerSecond: 3.3 }],
			] as const) {
				const runs: Run[] = [];
				for (let run = 0; run < Math.min(3, setting.runs); run++) {
					runs.push(await once(items, requestOptions));
					console.log(`${what}, ${items} items per worker: ${JSON.stringify(runs.at(-1))}`);
				}
				lines.push(
					lineFrom(
						`${workers} workers, ${items} items each, limit of ${limit} requests per second`,
						what,
						runs,
						minimumMs,
					),
				);
			}
		}
		return lines;
	} finally {
		Object.assign(upstream, { latencyMs: 0, maxPerSecond: Infinity });
		await queue.close();
	}
}

function lineFrom(row: string, what: string, runs: readonly Run[], minimumMs: number): Line {
	const median = (value: (run: Run) => number): number => spreadOf(runs.map(value)).median;
	return {
		row,
		what,
		...spreadOf(runs.map(({ ms }) => ms)),
		runs: runs.length,
		beside: {
			'times the minimum': median(({ ms }) => ms / minimumMs),
			'items failed': median(({ failed }) => failed),
			'% of requests rejected': median(({ rejected, requests }) => (100 * rejected) / requests),
			'times as long for the last worker as for the first': median(
				({ workerMs }) => workerMs.at(-1)! / workerMs[0]!,
			),
		},
	};
}
