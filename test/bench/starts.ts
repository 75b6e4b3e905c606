// n8n's startup time and memory, measured alternately with and without the pack, and the
// first use of a node.
import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { manualTrigger, type NodeSpec } from '../host/kit/testN8n';
import { packFolder } from '../../tools/pack/pack';
import type { Setting } from './measure';
import { httpRequest, largestNode } from './nodes';
import { spreadOf, type Line } from './report';

interface Start {
	readonly ms: number;
	readonly cpuMs: number;
	readonly megabytes: number;
}

const runsOf = [
	'this pack, first run',
	'this pack, second run',
	'HTTP Request node, first run',
	'HTTP Request node, second run',
];

export async function starts(setting: Setting): Promise<Line[]> {
	const { n8n, runs } = setting;
	const workflows = await createWorkflows(setting);
	const folder = packFolder(n8n.process.userFolder);
	const moved = join(n8n.process.userFolder, 'pack');
	const found = { with: [] as Start[], without: [] as Start[] };
	const uses: number[][] = runsOf.map(() => []);
	for (let run = 0; run <= runs; run++) {
		await n8n.process.stop();
		renameSync(folder, moved);
		const without = await start(setting);
		await n8n.process.stop();
		renameSync(moved, folder);
		const withPack = await start(setting);
		const times = await measureUses(setting, workflows);
		console.log(
			`n8n startup: ${Math.round(without.ms)} ms without, ${Math.round(withPack.ms)} ms with this pack${run === 0 ? ' (warm-up)' : ''}`,
		);
		if (run === 0) continue;
		found.without.push(without);
		found.with.push(withPack);
		for (const [index, ms] of times.entries()) uses[index]!.push(ms);
	}
	const line = (
		row: string,
		what: 'with' | 'without',
		value: (start: Start) => number,
		unit?: string,
	): Line => ({ row, what: `${what} this pack`, ...spreadOf(found[what].map(value)), runs, unit });
	return [
		...(['without', 'with'] as const).map((what) =>
			line('n8n startup, time', what, ({ ms }) => ms),
		),
		...(['without', 'with'] as const).map((what) =>
			line('n8n startup, CPU time', what, ({ cpuMs }) => cpuMs),
		),
		...(['without', 'with'] as const).map((what) =>
			line('n8n startup, memory when ready', what, ({ megabytes }) => megabytes, 'MB'),
		),
		...runsOf.map((what, index): Line => ({
			row: 'first use of a node, from starting the execution to the end of the node',
			what,
			...spreadOf(uses[index]!),
			runs,
		})),
	];
}

/** Measures from the start of the process until n8n logs that the editor is accessible. */
async function start({ n8n }: Setting): Promise<Start> {
	const { process } = n8n;
	const began = performance.now();
	const ready = process.restart();
	const previousLines = process.logs.length;
	while (
		!process.logs.slice(previousLines).some((line) => line.includes('Editor is now accessible'))
	)
		await Promise.race([sleep(2), rejectOnFailure(ready)]);
	const result = {
		ms: performance.now() - began,
		cpuMs: cpuMs(process.pid!),
		megabytes: process.rss() / 1024 / 1024,
	};
	await ready;
	await n8n.rest.signIn();
	return result;
}

/** Rejects if n8n does not start. Never resolves. */
const rejectOnFailure = async (ready: Promise<void>): Promise<never> =>
	await ready.then(async () => await new Promise<never>(() => undefined));

/** User and system CPU time of a process. Linux counts in ticks of ten milliseconds. */
function cpuMs(pid: number): number {
	const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
	return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Creates workflows with one item each. The first workflow warms up n8n. */
async function createWorkflows(setting: Setting): Promise<string[]> {
	const { n8n, upstream } = setting;
	const clock = (name: string, parameters: NodeSpec['parameters']): NodeSpec => ({
		name,
		type: 'n8n-nodes-tenfold-yardstick.clock',
		parameters,
	});
	const ids: string[] = [];
	for (const node of [
		clock('Measured', { items: 1 }),
		largestNode(setting),
		httpRequest(setting, {}),
	]) {
		const { id } = await n8n.createWorkflow('First use', [
			manualTrigger,
			clock('Begin', { items: 1 }),
			node,
			clock('End', { reportTo: `${upstream.url}/clock` }),
		]);
		ids.push(id);
	}
	return ids;
}

async function measureUses(
	{ n8n, upstream }: Setting,
	[warmUp, pack, httpRequestNode]: string[],
): Promise<number[]> {
	const run = async (id: string): Promise<number> => {
		const report = upstream.nextReport();
		const began = performance.now();
		await n8n.rest.runManually(id);
		await report;
		return performance.now() - began;
	};
	await run(warmUp!);
	return [
		await run(pack!),
		await run(pack!),
		await run(httpRequestNode!),
		await run(httpRequestNode!),
	];
}
