// A thousand items, one authenticated GET request each.
import { Agent } from 'node:http';
import axios from 'axios';
import { linesOf, type Measured, type Setting } from './measure';
import { bareLoop, generation, github, httpRequest } from './nodes';
import { spreadOf, type Line } from './report';

const count = 1000;
const concurrency = 50;

export async function thousandItems(setting: Setting): Promise<Line[]> {
	const lines: Line[] = [];
	for (const latencyMs of [0, 50, 200]) {
		setting.upstream.latencyMs = latencyMs;
		const row = `1,000 items, ${latencyMs} ms latency`;
		const variants: ReadonlyArray<readonly [string, Measured['node']]> = [
			['this pack, 50 at once', generation(setting, { itemsAtOnce: concurrency })],
			['this pack, 100 at once', generation(setting, { itemsAtOnce: 100 })],
			['this pack, default', generation(setting)],
			['HTTP Request node, default', httpRequest(setting, {})],
			[
				'HTTP Request node, batches of 50',
				httpRequest(setting, {
					options: { batching: { batch: { batchSize: concurrency, batchInterval: 0 } } },
				}),
			],
			// Takes minutes with a higher latency.
			...(latencyMs > 50 ? [] : [['GitHub node', github(setting)] as const]),
			[
				'bare request helper, 50 at once, credential with an expression',
				bareLoop(setting, { concurrency }),
			],
			[
				'bare request helper, 50 at once, credential with a function',
				bareLoop(setting, { concurrency }, 'bareLoopFunctionApi'),
			],
		];
		lines.push(
			...(await linesOf(
				setting,
				row,
				variants.map(([what, node]) => ({
					what,
					node,
					items: count,
					expect: count,
					// One request after another takes a minute.
					...(what === 'GitHub node' && latencyMs > 0 ? { runs: 1 } : {}),
				})),
			)),
		);
		lines.push({
			row,
			what: 'axios with keep-alive, outside n8n, 50 at once',
			...spreadOf(await axiosBaseline(setting)),
			runs: setting.runs,
		});
	}
	setting.upstream.latencyMs = 0;
	return lines;
}

/** The same requests without n8n, as a lower bound. */
async function axiosBaseline({ upstream, runs }: Setting): Promise<number[]> {
	const client = axios.create({
		httpAgent: new Agent({ keepAlive: true, maxSockets: concurrency }),
		proxy: false,
	});
	const times: number[] = [];
	for (let run = 0; run <= runs; run++) {
		const start = performance.now();
		let next = 0;
		const worker = async () => {
			while (next < count)
				await client.get(`${upstream.url}/api/v2/generations/${next++}`, {
					headers: { authorization: 'Bearer key' },
				});
		};
		await Promise.all(Array.from({ length: concurrency }, worker));
		if (run > 0) times.push(performance.now() - start);
	}
	return times;
}
