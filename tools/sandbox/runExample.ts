// Runs an example workflow once in a real n8n, as a person would: by its button, or by making its trigger fire.
import { setTimeout as sleep } from 'node:timers/promises';
import type { INode, INodeTypeDescription } from 'n8n-workflow';
import type { RunningService } from '../../test/services/list';
import type { Execution } from '../n8n/execution';
import type { ImportedExample } from './importExamples';
import { packageName } from '../system/paths';
import { provocations } from './fireTrigger';
import type { Rest } from '../n8n/restClient';
import type { StoredWorkflow } from '../n8n/restTypes';
import { webhookReady, webhookUrl } from '../n8n/webhooks';

const RUN_TIMEOUT = 180_000;

/** One line of the table that a check prints. */
export interface ExampleResult {
	workflow: string;
	/** Nodes that ran. */
	nodes: number;
	/** Items that the start of the workflow gave. */
	itemsIn: number;
	/** Items that came out at its ends. */
	itemsOut: number;
	/** From start to stop of the execution, its waits included. */
	ms: number;
	ok: boolean;
	/** "ok", or what went wrong and where. */
	message: string;
}

export interface ExampleSurroundings {
	rest: Rest;
	services: Readonly<Record<string, RunningService>>;
}

/** Runs one imported example and tells how it went; problems become a result, never an exception. */
export async function runExample(
	{ workflow }: ImportedExample,
	{ rest, services }: ExampleSurroundings,
): Promise<ExampleResult> {
	const from = Date.now();
	try {
		const manual = workflow.nodes.some(({ type }) => type === 'n8n-nodes-base.manualTrigger');
		const execution = manual
			? await rest.waitForExecution(await rest.runManually(workflow.id), { timeout: RUN_TIMEOUT })
			: await fire(workflow, rest, services);
		return resultOf(workflow, execution);
	} catch (error) {
		const nothing = { workflow: workflow.name, nodes: 0, itemsIn: 0, itemsOut: 0 };
		return { ...nothing, ms: Date.now() - from, ok: false, message: (error as Error).message };
	}
}

async function fire(
	workflow: StoredWorkflow,
	rest: Rest,
	services: ExampleSurroundings['services'],
): Promise<Execution> {
	const node = workflow.nodes.find(
		({ type }) => type.startsWith(`${packageName}.`) && type.endsWith('Trigger'),
	);
	if (!node) throw new Error('It has neither a Manual Trigger nor a trigger of this pack');
	const before = new Set((await rest.executions(workflow.id)).map(({ id }) => id));
	const wasActive = (await rest.workflow(workflow.id)).active;
	if (!wasActive) await rest.activate(workflow.id);
	try {
		const webhook = await liveWebhook(workflow, node, rest);
		const provoke = provocations[node.type];
		if (!provoke && webhook)
			throw new Error(`Nothing is known that makes ${node.type} fire (test/host/provoke.ts)`);
		await provoke?.({ webhook, services, node });
		const id = await newExecution(rest, workflow.id, before);
		return await rest.waitForExecution(id, { timeout: RUN_TIMEOUT });
	} finally {
		if (!wasActive) await rest.deactivate(workflow.id);
	}
}

async function liveWebhook(
	workflow: StoredWorkflow,
	node: INode,
	rest: Rest,
): Promise<string | undefined> {
	const declared = newest(await rest.nodeTypes(), node.type)?.webhooks?.find(
		({ restartWebhook }) => !restartWebhook,
	);
	if (!declared) return undefined;
	const url = webhookUrl(rest.url, workflow.id, node, declared);
	await webhookReady(url, String(declared.httpMethod));
	return url;
}

async function newExecution(
	rest: Rest,
	workflowId: string,
	before: ReadonlySet<string>,
): Promise<string> {
	const deadline = Date.now() + RUN_TIMEOUT;
	while (Date.now() < deadline) {
		const fresh = (await rest.executions(workflowId)).find(({ id }) => !before.has(id));
		if (fresh) return fresh.id;
		await sleep(300);
	}
	throw new Error(`The trigger did not start an execution within ${RUN_TIMEOUT / 1000} s`);
}

function resultOf(workflow: StoredWorkflow, execution: Execution): ExampleResult {
	const ran = Object.keys(execution.nodes);
	const ends = ran.filter((name) => !leadsOn(workflow, name, ran));
	const from = Date.parse(execution.startedAt);
	const to = execution.stoppedAt ? Date.parse(execution.stoppedAt) : from;
	const ok = execution.status === 'success';
	return {
		workflow: workflow.name,
		nodes: ran.length,
		itemsIn: ran[0] === undefined ? 0 : itemsOf(execution, ran[0]),
		itemsOut: ends.reduce((sum, name) => sum + itemsOf(execution, name), 0),
		ms: to - from,
		ok,
		message: ok ? 'ok' : failureOf(execution),
	};
}

function leadsOn(workflow: StoredWorkflow, name: string, ran: readonly string[]): boolean {
	const outputs = workflow.connections[name]?.main ?? [];
	return outputs.some((targets) => targets?.some(({ node }) => ran.includes(node)));
}

function itemsOf(execution: Execution, name: string): number {
	const runs = execution.nodes[name] ?? [];
	return runs.reduce(
		(sum, { outputs }) => sum + outputs.reduce((all, items) => all + items.length, 0),
		0,
	);
}

function failureOf({ status, error, lastNode }: Execution): string {
	const where = lastNode ? ` in "${lastNode}"` : '';
	return `${status}${where}${error ? `: ${error.message}` : ''}`;
}

function newest(
	types: readonly INodeTypeDescription[],
	name: string,
): INodeTypeDescription | undefined {
	return types.filter((type) => type.name === name).at(-1);
}
