import { lineOf, type Setting } from './measure';
import { bareLoop, generation } from './nodes';
import type { Line } from './report';
export async function quick(setting: Setting): Promise<Line[]> {
	const lines: Line[] = [];
	const variants = (process.env.QUICK ?? 'pack50,pack10,bare50').split(',');
	for (const latencyMs of (process.env.LAT ?? '0,50').split(',').map(Number)) {
		setting.upstream.latencyMs = latencyMs;
		const row = `quick ${latencyMs}`;
		for (const v of variants) {
			const c = Number(/\d+/.exec(v)![0]);
			const node = v.startsWith('pack') ? generation(setting, { itemsAtOnce: c }) : bareLoop(setting, { concurrency: c }, 'bareLoopFunctionApi');
			lines.push(await lineOf(setting, row, { what: v, node, items: 1000, expect: 1000 }));
		}
	}
	(process as any).getBuiltinModule('fs').writeFileSync('/tmp/up.json', JSON.stringify((globalThis as any).__up));
	setting.upstream.latencyMs = 0;
	return lines;
}
