/** Measured runs of a node inside n8n: its time, CPU, memory, requests. */
import { setTimeout as sleep } from 'node:timers/promises';
import { manual, type NodeSpec, type Stage } from '../host/kit/testN8n';
import { inBuild } from '../../tools/system/paths';
import { sharesIn } from './profile';
import { spreadOf, type Line } from './report';
import type { Clocked, Upstream } from './upstream';

/** What every row works with. */
export interface Setting {
	readonly stage: Stage;
	readonly upstream: Upstream;
	/** Runs a line. */
	readonly runs: number;
	/** Whether to write a CPU profile of each line's last run. */
	readonly profile: boolean;
	readonly credentials: Readonly<Record<string, { id: string; name: string }>>;
}

export interface Sample extends Clocked {
	readonly requests: number;
	readonly inFlight: number;
}

export interface Measured {
	readonly what: string;
	readonly node: NodeSpec;
	/** Items that go in; those of the nodes before where it is absent. */
	readonly items?: number;
	readonly before?: readonly NodeSpec[];
	/** Where a line takes too long for as many as the others have. */
	readonly runs?: number;
	/** Items that must come out. */
	readonly expect: number;
}

/** n8n stores nothing of these executions: its database is not what is measured, and the items of a large run are a burden to it. */
const unsaved = {
	executionOrder: 'v1',
	saveManualExecutions: false,
	saveDataSuccessExecution: 'none',
} as const;

/** Stores a workflow once and runs it as often as asked for. Another run warms up before, unless one takes so long that there is only one. */
async function sampled(setting: Setting, row: string, measured: Measured): Promise<Sample[]> {
	const { stage, upstream, profile } = setting;
	const { what, node, items = 0, before = [], runs = setting.runs, expect } = measured;
	const clock = (name: string, parameters: NodeSpec['parameters']): NodeSpec => ({
		name,
		type: 'n8n-nodes-tenfold-yardstick.clock',
		parameters,
	});
	const file = profile
		? inBuild('bench', `${`${row} ${what}`.replace(/\W+/g, '-')}.cpuprofile`)
		: '';
	const { id } = await stage.workflow(what, [
		manual,
		...before,
		clock('Begin', { items, profile: file }),
		node,
		clock('End', { reportTo: `${upstream.url}/clock` }),
	]);
	await stage.rest.updateWorkflow(id, { settings: unsaved });
	const samples: Sample[] = [];
	for (let run = runs > 1 ? 0 : 1; run <= runs; run++) {
		const sample = await once(setting, id, what);
		console.log(
			`${what}: ${Math.round(sample.ms)} ms, ${Math.round(sample.cpuMs)} ms CPU${run === 0 ? ', warming up' : ''}`,
		);
		if (sample.items !== expect)
			throw new Error(`${what}: ${sample.items} items came out instead of ${expect}`);
		if (run > 0) samples.push(sample);
	}
	if (profile) console.log(`${what}: ${sharesIn(file)}`);
	return samples;
}

async function once(
	{ stage, upstream }: Setting,
	workflowId: string,
	what: string,
): Promise<Sample> {
	upstream.reset();
	let clocked: Clocked | undefined;
	void upstream.clocked().then((report) => (clocked = report));
	await stage.rest.runManually(workflowId);
	// n8n takes an execution that it does not store off its list when it is done with it.
	while ((await stage.rest.executions(workflowId)).length > 0) await sleep(250);
	if (!clocked) throw new Error(`${what}: ${await complaint(stage, workflowId)}`);
	return { ...clocked, requests: upstream.requests, inFlight: upstream.mostInFlight };
}

/** Why a run did not come to its end: it is run again, and stored this time. */
async function complaint({ rest }: Stage, workflowId: string): Promise<string> {
	await rest.updateWorkflow(workflowId, {
		settings: { executionOrder: 'v1', saveManualExecutions: true },
	});
	const { error } = await rest.waitForExecution(await rest.runManually(workflowId), {
		timeout: 600_000,
	});
	return `${error?.message ?? 'no figures came'} ${error?.description ?? ''}`;
}

/** Measures, and makes a line of the table of it. */
export async function lineOf(setting: Setting, row: string, measured: Measured): Promise<Line> {
	const samples = await sampled(setting, row, measured);
	const { items = 0 } = measured;
	const cpuMs = spreadOf(samples.map((sample) => sample.cpuMs)).median;
	return {
		row,
		what: measured.what,
		...spreadOf(samples.map(({ ms }) => ms)),
		runs: samples.length,
		beside: {
			...(items >= 10 ? { 'CPU s a 1,000 items': cpuMs / items } : { 'CPU s': cpuMs / 1000 }),
			'MB more at most': spreadOf(samples.map(({ grownBytes }) => grownBytes / 1024 / 1024)).max,
			'in flight': Math.max(...samples.map(({ inFlight }) => inFlight)),
			requests: samples[0]!.requests,
		},
	};
}
