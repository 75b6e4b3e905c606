/** Row 1: a thousand items, one authenticated GET each. */
import { Agent } from 'node:http';
import axios from 'axios';
import { lineOf, type Measured, type Setting } from './measure';
import { bare, generation, github, httpRequest } from './nodes';
import { spreadOf, type Line } from './report';

const count = 1000;
const width = 50;

export async function thousandItems(setting: Setting): Promise<Line[]> {
	const lines: Line[] = [];
	for (const latencyMs of [0, 50]) {
		setting.upstream.latencyMs = latencyMs;
		const row = `1,000 items, ${latencyMs} ms latency`;
		const measure = async (what: string, node: Measured['node']) =>
			lines.push(await lineOf(setting, row, { what, node, items: count, expect: count }));
		await measure('this pack, 50 at once', generation(setting, { itemsAtOnce: width }));
		await measure('this pack, default (10 at once)', generation(setting));
		await measure('HTTP Request node, default', httpRequest(setting, {}));
		await measure(
			'HTTP Request node, batches of 50',
			httpRequest(setting, {
				options: { batching: { batch: { batchSize: width, batchInterval: 0 } } },
			}),
		);
		await measure('GitHub node', github(setting));
		await measure(
			'bare request helper, 50 at once, credential with an expression',
			bare(setting, { width }),
		);
		await measure(
			'bare request helper, 50 at once, credential with a function',
			bare(setting, { width }, 'bareLoopFunctionApi'),
		);
		lines.push({
			row,
			what: 'axios with keep-alive, outside n8n, 50 at once',
			...spreadOf(await axiosFloor(setting)),
			runs: setting.runs,
		});
	}
	setting.upstream.latencyMs = 0;
	return lines;
}

/** The floor of the wire itself. */
async function axiosFloor({ upstream, runs }: Setting): Promise<number[]> {
	const client = axios.create({
		httpAgent: new Agent({ keepAlive: true, maxSockets: width }),
		proxy: false,
	});
	const times: number[] = [];
	for (let run = 0; run <= runs; run++) {
		const began = performance.now();
		let next = 0;
		const lane = async () => {
			while (next < count)
				await client.get(`${upstream.url}/api/v2/generations/${next++}`, {
					headers: { authorization: 'Bearer key' },
				});
		};
		await Promise.all(Array.from({ length: width }, lane));
		if (run > 0) times.push(performance.now() - began);
	}
	return times;
}
