import { lineOf, type Measured, type Setting } from './measure';
import { bareLoop, generation, httpRequest } from './nodes';
import type { Line } from './report';

export async function quick(setting: Setting): Promise<Line[]> {
	const lines: Line[] = [];
	for (const latencyMs of [0, 50]) {
		setting.upstream.latencyMs = latencyMs;
		const row = `${latencyMs} ms`;
		const measure = async (what: string, node: Measured['node']) =>
			lines.push(await lineOf(setting, row, { what, node, items: 1000, expect: 1000 }));
		await measure('bare function', bareLoop(setting, { concurrency: 50 }, 'bareLoopFunctionApi'));
		await measure('pack 50', generation(setting, { itemsAtOnce: 50 }));
		if (latencyMs > 0) await measure('pack 10', generation(setting));
		else await measure('HTTP Request', httpRequest(setting, {}));
	}
	setting.upstream.latencyMs = 0;
	return lines;
}
