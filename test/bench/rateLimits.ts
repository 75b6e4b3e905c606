// Items with one GET request each, for a service that limits its requests per second.
import type { INodeParameters } from 'n8n-workflow';
import type { NodeSpec } from '../host/kit/testN8n';
import { createCredentials } from './credentials';
import { lineOf, type Sample, type Setting } from './measure';
import { generation, github, httpRequest } from './nodes';
import { spreadOf, type Line } from './report';

/** Items by the limit in requests per second. */
const limits = [
	{ perSecond: 50, items: 1000 },
	{ perSecond: 2, items: 300 },
];

export async function rateLimits(setting: Setting): Promise<Line[]> {
	const { n8n, upstream } = setting;
	const lines: Line[] = [];
	// The latency of a nearby service.
	upstream.latencyMs = 5;
	for (const { perSecond, items } of limits) {
		upstream.maxPerSecond = perSecond;
		// The first requests start at the same time, and the last ones when the limit allows it.
		const minimumMs = 1000 * (Math.ceil(items / perSecond) - 1);
		const measure = async (what: string, ...nodes: NodeSpec[]) =>
			lines.push(
				await lineOf(
					setting,
					`${items.toLocaleString('en')} items, limit of ${perSecond} requests per second`,
					{
						what,
						node: nodes.map((node) => ({ ...node, onError: 'continueRegularOutput' as const })),
						items,
						expect: items,
						runs: minimumMs > 60_000 ? 1 : Math.min(3, setting.runs),
						figures: (samples) => figuresOf(samples, minimumMs),
					},
				),
			);
		// The pack remembers the rate that a service accepts for a credential. No run uses what
		// another run has learned.
		const eachRun = async (requestOptions: INodeParameters): Promise<NodeSpec[]> => {
			const nodes: NodeSpec[] = [];
			for (let run = 0; run < Math.min(3, setting.runs); run++) {
				const credentials = await createCredentials(n8n, upstream.url);
				nodes.push(generation({ ...setting, credentials }, requestOptions));
			}
			return nodes;
		};
		await measure(
			`this pack, Requests per Second ${perSecond}`,
			...(await eachRun({ requestsPerSecond: perSecond })),
		);
		await measure('this pack, default', ...(await eachRun({})));
		await measure('HTTP Request node, default', httpRequest(setting, {}));
		await measure(
			`HTTP Request node, batches of ${perSecond} per second`,
			httpRequest(setting, {
				options: { batching: { batch: { batchSize: perSecond, batchInterval: 1000 } } },
			}),
		);
		await measure('GitHub node', github(setting));
	}
	Object.assign(upstream, { latencyMs: 0, maxPerSecond: Infinity });
	return lines;
}

function figuresOf(samples: readonly Sample[], minimumMs: number): Record<string, number> {
	const median = (value: (sample: Sample) => number): number => spreadOf(samples.map(value)).median;
	return {
		'times the minimum': median(({ ms }) => ms / minimumMs),
		'items failed': median(({ failed }) => failed),
		'% of requests rejected': median(({ rejected, requests }) => (100 * rejected) / requests),
	};
}
