// Runs an example workflow once: with its Manual Trigger, or by making its trigger fire.
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import axios from 'axios';
import type { INode } from 'n8n-workflow';
import type { RunningService } from '../../test/services/list';
import type { Execution } from '../n8n/execution';
import type { RestClient } from '../n8n/restClient';
import type { StoredWorkflow } from '../n8n/restTypes';
import { waitForWebhook, webhookUrl } from '../n8n/webhooks';
import { packageName } from '../system/paths';
import { eventCommand } from './localCommands';
import type { ImportedExample } from './importExamples';
import type { SeededN8n } from './sandbox';

const RUN_TIMEOUT_MS = 180_000;
const run = promisify(execFile);

export interface ExampleResult {
	workflow: string;
	/** Number of items that the last node returned. */
	itemsOut: number;
	/** Duration of the execution including waits, in milliseconds. */
	ms: number;
	/** "ok", or the error and the node in which it occurred. */
	message: string;
}

export async function runExample(
	{ workflow }: ImportedExample,
	{ rest, services }: SeededN8n,
): Promise<ExampleResult> {
	const start = Date.now();
	try {
		const isManual = workflow.nodes.some(({ type }) => type === 'n8n-nodes-base.manualTrigger');
		const execution = isManual
			? await rest.waitForExecution(await rest.runManually(workflow.id), {
					timeout: RUN_TIMEOUT_MS,
				})
			: await fireTrigger(workflow, rest, services);
		return resultOf(workflow, execution);
	} catch (error) {
		return {
			workflow: workflow.name,
			itemsOut: 0,
			ms: Date.now() - start,
			message: (error as Error).message,
		};
	}
}

/** Activates the workflow, makes its trigger fire and waits for the execution. */
async function fireTrigger(
	workflow: StoredWorkflow,
	rest: RestClient,
	services: SeededN8n['services'],
): Promise<Execution> {
	const node = workflow.nodes.find(
		({ type }) => type.startsWith(`${packageName}.`) && type.endsWith('Trigger'),
	);
	if (!node)
		throw new Error('The workflow has neither a Manual Trigger nor a trigger of this pack');
	const earlier = new Set((await rest.executions(workflow.id)).map(({ id }) => id));
	const wasActive = (await rest.workflow(workflow.id)).active;
	if (!wasActive) await rest.activate(workflow.id);
	try {
		// A polling trigger needs none.
		const command = eventCommand(workflow.nodes, rest.url, services);
		if (command !== undefined) {
			const webhook = await registeredWebhook(workflow, node, rest);
			if (node.parameters.webhook === 'create')
				await untilRegistered(services.codeHosting!, webhook);
			// In the note, the event goes to the editor.
			await run('sh', ['-c', command.replace('/webhook-test/', '/webhook/')]);
		}
		const id = await waitForNewExecution(rest, workflow.id, earlier);
		return await rest.waitForExecution(id, { timeout: RUN_TIMEOUT_MS });
	} finally {
		if (!wasActive) await rest.deactivate(workflow.id);
	}
}

/** The trigger's webhook URL. */
async function registeredWebhook(
	workflow: StoredWorkflow,
	node: INode,
	rest: RestClient,
): Promise<string> {
	const type = (await rest.nodeTypes()).filter(({ name }) => name === node.type).at(-1);
	const { path, httpMethod } = type!.webhooks!.find(({ restartWebhook }) => !restartWebhook)!;
	const url = webhookUrl(rest.url, workflow.id, node, path);
	await waitForWebhook(url, String(httpMethod));
	return url;
}

/** Waits until n8n has created its webhook, which happens after its URL accepts requests. */
async function untilRegistered({ url }: RunningService, webhook: string): Promise<void> {
	const deadline = Date.now() + 30_000;
	const state = new URL('/_control/state', url).href;
	for (;;) {
		const { data } = await axios.get<{ webhooks: string[] }>(state, { proxy: false });
		if (data.webhooks.includes(webhook)) return;
		if (Date.now() > deadline)
			throw new Error(`n8n did not create a webhook with the URL ${webhook}`);
		await sleep(200);
	}
}

async function waitForNewExecution(
	rest: RestClient,
	workflowId: string,
	earlier: ReadonlySet<string>,
): Promise<string> {
	const deadline = Date.now() + RUN_TIMEOUT_MS;
	while (Date.now() < deadline) {
		const started = (await rest.executions(workflowId)).find(({ id }) => !earlier.has(id));
		if (started) return started.id;
		await sleep(300);
	}
	throw new Error(`The trigger did not start an execution within ${RUN_TIMEOUT_MS / 1000} s`);
}

function resultOf(workflow: StoredWorkflow, execution: Execution): ExampleResult {
	const { nodes, lastNode = '', status, startedAt, stoppedAt = startedAt } = execution;
	const problem =
		status === 'success' ? toolFailure(workflow, execution) : failureMessage(execution);
	return {
		workflow: workflow.name,
		itemsOut: (nodes[lastNode] ?? []).flatMap(({ outputs }) => outputs.flat()).length,
		ms: Date.parse(stoppedAt) - Date.parse(startedAt),
		message: problem ?? 'ok',
	};
}

/** The error of a tool. n8n passes it to the model, and the execution succeeds. */
function toolFailure({ nodes }: StoredWorkflow, execution: Execution): string | undefined {
	const failed = nodes
		.filter(({ type }) => type.endsWith('Tool'))
		.flatMap(({ name }) => execution.nodes[name]?.map(({ error }) => ({ name, error })) ?? [])
		.find(({ error }) => error !== undefined);
	return failed && `error in "${failed.name}": ${failed.error!.message}`;
}

function failureMessage({ status, error, lastNode }: Execution): string {
	const where = lastNode ? ` in "${lastNode}"` : '';
	return `${status}${where}${error ? `: ${error.message}` : ''}`;
}
