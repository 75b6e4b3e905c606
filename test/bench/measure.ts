// Measures runs of a node inside n8n: time, CPU time, memory and requests.
import { setTimeout as sleep } from 'node:timers/promises';
import { manualTrigger, type NodeSpec, type TestN8n } from '../host/kit/testN8n';
import { inBuild } from '../../tools/system/paths';
import { spreadOf, type Line } from './report';
import type { ClockReport, Upstream } from './upstream';

/** Shared context of all rows. */
export interface Setting {
	readonly n8n: TestN8n;
	readonly upstream: Upstream;
	/** Number of runs per line. */
	readonly runs: number;
	/** Whether to write a CPU profile of each line's last run. */
	readonly profile: boolean;
	readonly credentials: Readonly<Record<string, { id: string; name: string }>>;
}

export interface Sample extends ClockReport {
	readonly requests: number;
	readonly rejected: number;
	readonly inFlight: number;
}

export interface Measured {
	readonly what: string;
	/** Several nodes: each runs once, without a warm-up. */
	readonly node: NodeSpec | readonly NodeSpec[];
	/** Number of input items. Default: the number that the preceding nodes return. */
	readonly items?: number;
	readonly before?: readonly NodeSpec[];
	/** Number of runs, for a line that takes too long for the default. */
	readonly runs?: number;
	/** Expected number of output items. */
	readonly expect: number;
	/** Additional figures of the line. */
	readonly figures?: (samples: readonly Sample[]) => Record<string, number>;
}

/**
 * Turns off saving of executions. The database is not part of the measurement, and saving large
 * runs would slow n8n down.
 */
const unsaved = {
	executionOrder: 'v1',
	saveManualExecutions: false,
	saveDataSuccessExecution: 'none',
} as const;

/** A variant with the workflow of each node, and the samples of the runs so far. */
interface Variant {
	readonly measured: Measured;
	readonly workflowIds: readonly string[];
	readonly samples: Sample[];
}

async function createVariant(setting: Setting, row: string, measured: Measured): Promise<Variant> {
	const { n8n, upstream } = setting;
	const { what, node, items = 0, before = [] } = measured;
	const clock = (name: string, parameters: NodeSpec['parameters']): NodeSpec => ({
		name,
		type: 'n8n-nodes-tenfold-yardstick.clock',
		parameters,
	});
	const profile = setting.profile
		? inBuild('bench', `${`${row} ${what}`.replace(/\W+/g, '-')}.cpuprofile`)
		: '';
	const workflowIds: string[] = [];
	for (const one of [node].flat()) {
		const { id } = await n8n.createWorkflow(what, [
			manualTrigger,
			...before,
			clock('Begin', { items, profile }),
			one,
			clock('End', { reportTo: `${upstream.url}/clock` }),
		]);
		await n8n.rest.updateWorkflow(id, { settings: unsaved });
		workflowIds.push(id);
	}
	return { measured, workflowIds, samples: [] };
}

async function runVariant(
	setting: Setting,
	{ measured: { what, expect }, workflowIds, samples }: Variant,
	isWarmUp: boolean,
): Promise<void> {
	const sample = await once(setting, workflowIds[samples.length % workflowIds.length]!, what);
	console.log(
		`${what}: ${Math.round(sample.ms)} ms, ${Math.round(sample.cpuMs)} ms CPU${isWarmUp ? ' (warm-up)' : ''}`,
	);
	if (sample.items !== expect)
		throw new Error(`${what}: expected ${expect} output items, got ${sample.items}`);
	if (!isWarmUp) samples.push(sample);
}

async function once({ n8n, upstream }: Setting, workflowId: string, what: string): Promise<Sample> {
	upstream.reset();
	let report: ClockReport | undefined;
	const reported = upstream.nextReport().then((received) => (report = received));
	await n8n.rest.runManually(workflowId);
	// Executions are not saved, so n8n removes a finished execution from its list.
	const isRunning = async () => (await n8n.rest.executions(workflowId)).length > 0;
	// Rarely before the report, because each request costs CPU time in n8n.
	while (!report && (await isRunning())) await Promise.race([reported, sleep(5000)]);
	while (await isRunning()) await sleep(250);
	if (!report) throw new Error(`${what}: ${await failureReason(n8n, workflowId)}`);
	const { requests, rejected, maxInFlight: inFlight } = upstream;
	return { ...report, requests, rejected, inFlight };
}

/** Runs a failed workflow again with saved executions, to read the error. */
async function failureReason({ rest }: TestN8n, workflowId: string): Promise<string> {
	await rest.updateWorkflow(workflowId, {
		settings: { executionOrder: 'v1', saveManualExecutions: true },
	});
	const { error } = await rest.waitForExecution(await rest.runManually(workflowId), {
		timeout: 600_000,
	});
	return `${error?.message ?? 'no report was received'} ${error?.description ?? ''}`;
}

/**
 * Measures several variants and returns their lines of the table. The variants run in turns, so that
 * a computer that becomes slower or faster affects all of them. The first turn is a warm-up, except
 * for variants with only one run or several nodes.
 */
export async function linesOf(
	setting: Setting,
	row: string,
	measured: readonly Measured[],
): Promise<Line[]> {
	const variants: Variant[] = [];
	for (const one of measured) variants.push(await createVariant(setting, row, one));
	const runsOf = ({ measured, workflowIds }: Variant): number =>
		workflowIds.length > 1 ? workflowIds.length : (measured.runs ?? setting.runs);
	const hasWarmUp = (variant: Variant): boolean =>
		runsOf(variant) > 1 && variant.workflowIds.length === 1;
	for (const variant of variants.filter(hasWarmUp)) await runVariant(setting, variant, true);
	const turns = Math.max(...variants.map(runsOf));
	for (let turn = 1; turn <= turns; turn++)
		for (const variant of variants)
			if (turn <= runsOf(variant)) await runVariant(setting, variant, false);
	return variants.map((variant) => lineFrom(row, variant));
}

/** Measures one variant. */
export const lineOf = async (setting: Setting, row: string, measured: Measured): Promise<Line> =>
	(await linesOf(setting, row, [measured]))[0]!;

function lineFrom(row: string, { measured, samples }: Variant): Line {
	const { what, items = 0, figures } = measured;
	const cpuMs = spreadOf(samples.map((sample) => sample.cpuMs)).median;
	return {
		row,
		what,
		...spreadOf(samples.map(({ ms }) => ms)),
		runs: samples.length,
		beside: {
			...(items >= 10 ? { 'CPU s per 1,000 items': cpuMs / items } : { 'CPU s': cpuMs / 1000 }),
			'MB memory growth': spreadOf(samples.map(({ grownBytes }) => grownBytes / 1024 / 1024)).max,
			'in flight': Math.max(...samples.map(({ inFlight }) => inFlight)),
			requests: samples[0]!.requests,
			...figures?.(samples),
		},
	};
}
