/** Row 7: n8n's start with and without the pack, in turns; the memory that it adds; the first use of a node. */
import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { manual, type NodeSpec } from '../host/kit/testN8n';
import { packFolder } from '../../tools/pack/pack';
import type { Setting } from './measure';
import { httpRequest, largest } from './nodes';
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
	const { stage, runs } = setting;
	const workflows = await firstUses(setting);
	const folder = packFolder(stage.n8n.userFolder);
	const aside = join(stage.n8n.userFolder, 'pack');
	const found = { with: [] as Start[], without: [] as Start[] };
	const uses: number[][] = runsOf.map(() => []);
	for (let run = 0; run <= runs; run++) {
		await stage.n8n.stop();
		renameSync(folder, aside);
		const without = await start(setting);
		await stage.n8n.stop();
		renameSync(aside, folder);
		const withPack = await start(setting);
		const times = await used(setting, workflows);
		console.log(
			`n8n's start: ${Math.round(without.ms)} ms without, ${Math.round(withPack.ms)} ms with this pack${run === 0 ? ', warming up' : ''}`,
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
			line("n8n's start, time", what, ({ ms }) => ms),
		),
		...(['without', 'with'] as const).map((what) =>
			line("n8n's start, CPU time", what, ({ cpuMs }) => cpuMs),
		),
		...(['without', 'with'] as const).map((what) =>
			line("n8n's start, memory when ready", what, ({ megabytes }) => megabytes, 'MB'),
		),
		...runsOf.map((what, index): Line => ({
			row: 'first use of a node: from the call to the end of the node',
			what,
			...spreadOf(uses[index]!),
			runs,
		})),
	];
}

/** From the start of the process until n8n says where its editor is. */
async function start({ stage }: Setting): Promise<Start> {
	const { n8n } = stage;
	const began = performance.now();
	const ready = n8n.restart();
	const past = n8n.logs.length;
	while (!n8n.logs.slice(past).some((said) => said.includes('Editor is now accessible')))
		await Promise.race([sleep(2), failure(ready)]);
	const result = {
		ms: performance.now() - began,
		cpuMs: cpuMs(n8n.pid!),
		megabytes: n8n.rss() / 1024 / 1024,
	};
	await ready;
	await stage.rest.signIn();
	return result;
}

/** Never resolves, and rejects when n8n does not start. */
const failure = async (ready: Promise<void>): Promise<never> =>
	await ready.then(async () => await new Promise<never>(() => undefined));

/** User and system time of a process, from the kernel's own count, in ticks of ten milliseconds on Linux. */
function cpuMs(pid: number): number {
	const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
	return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Workflows with one item; the first of them warms n8n itself up. */
async function firstUses(setting: Setting): Promise<string[]> {
	const { stage, upstream } = setting;
	const clock = (name: string, parameters: NodeSpec['parameters']): NodeSpec => ({
		name,
		type: 'n8n-nodes-tenfold-yardstick.clock',
		parameters,
	});
	const ids: string[] = [];
	for (const node of [
		clock('Measured', { items: 1 }),
		largest(setting),
		httpRequest(setting, {}),
	]) {
		const { id } = await stage.workflow('First use', [
			manual,
			clock('Begin', { items: 1 }),
			node,
			clock('End', { reportTo: `${upstream.url}/clock` }),
		]);
		ids.push(id);
	}
	return ids;
}

async function used({ stage, upstream }: Setting, [warm, own, http]: string[]): Promise<number[]> {
	const run = async (id: string): Promise<number> => {
		const report = upstream.clocked();
		const began = performance.now();
		await stage.rest.runManually(id);
		await report;
		return performance.now() - began;
	};
	await run(warm!);
	return [await run(own!), await run(own!), await run(http!), await run(http!)];
}
