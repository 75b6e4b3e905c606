// A real n8n instance with the packaged node pack, and helpers to create and run workflows in it.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IConnections, IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { webhookTriggerVersions } from '../../../nodes/engine/triggers/runWebhook';
import type { Execution } from '../../../tools/n8n/execution';
import { ensureN8n } from '../../../tools/n8n/install';
import { startN8n, type N8nProcess } from '../../../tools/n8n/process';
import { RestClient } from '../../../tools/n8n/restClient';
import type { StoredCredential, StoredWorkflow } from '../../../tools/n8n/restTypes';
import { RUNNING_N8N } from '../../../tools/n8n/session';
import { waitForWebhook, webhookUrl } from '../../../tools/n8n/webhooks';
import { installPack, packTarball } from '../../../tools/pack/pack';

export type NodeSpec = Partial<INode> & { name: string; type: string };

export interface TestN8n {
	readonly process: N8nProcess;
	/** Signed in as the owner. */
	readonly rest: RestClient;
	createCredential(type: string, data: IDataObject): Promise<StoredCredential>;
	/**
	 * Creates a workflow in which each node is connected to the next one. With `fanOut`, the first
	 * node is connected to all others instead.
	 */
	createWorkflow(
		name: string,
		nodes: NodeSpec[],
		options?: { fanOut?: boolean },
	): Promise<StoredWorkflow>;
	/**
	 * Creates a workflow that starts with a Manual Trigger, runs it and waits until it has finished.
	 */
	run(
		name: string,
		nodes: NodeSpec[],
		options?: { fanOut?: boolean; timeout?: number },
	): Promise<Execution>;
	/**
	 * Activates a workflow whose first node is a webhook trigger. Returns the URL once it is
	 * registered.
	 */
	activateWebhook(workflow: StoredWorkflow, path: string): Promise<string>;
	close(): Promise<void>;
}

/**
 * With TENFOLD_DURABLE, n8n stores the schedule of polls, and commits the state of a trigger together
 * with the execution.
 */
export const durablePolling: Readonly<Record<string, string>> = process.env.TENFOLD_DURABLE
	? {
			N8N_SCHEDULER_ENABLED: 'true',
			N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
			N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
			N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
		}
	: {};

/**
 * Starts n8n with the packaged node pack. Allow several minutes in `beforeAll`, because n8n may
 * have to be installed.
 */
export async function startTestN8n(env: Record<string, string> = {}): Promise<TestN8n> {
	if (RUNNING_N8N)
		// Tests that restart n8n, or set environment variables, need a process of their own.
		return await connectTestN8n(
			{ url: RUNNING_N8N } as N8nProcess,
			RUNNING_N8N,
			async () => await Promise.resolve(),
		);
	await ensureN8n();
	const userFolder = mkdtempSync(join(tmpdir(), 'tenfold-host-'));
	installPack(userFolder, await packTarball());
	const process = await startN8n({ userFolder, env: { ...durablePolling, ...env } });
	const close = async () => {
		await process.stop();
		rmSync(userFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
	};
	return await connectTestN8n(process, process.url, close).catch(async (error: unknown) => {
		await close();
		throw error;
	});
}

/**
 * Signs in to a running n8n instance.
 * @param webhookBaseUrl base URL of its webhooks
 */
export async function connectTestN8n(
	process: N8nProcess,
	webhookBaseUrl: string,
	close: () => Promise<void>,
): Promise<TestN8n> {
	const rest = new RestClient(process.url);
	await rest.signIn();
	const n8n: TestN8n = {
		process,
		rest,
		close,
		createCredential: async (type, data) =>
			await rest.createCredential({ name: `${type} ${randomUUID().slice(0, 8)}`, type, data }),
		createWorkflow: async (name, nodes, { fanOut = false } = {}) =>
			await rest.createWorkflow({
				name,
				nodes: nodes.map(toNode),
				connections: connect(nodes, fanOut),
				settings: { executionOrder: 'v1' },
			}),
		async run(name, nodes, options) {
			const { id } = await n8n.createWorkflow(name, [manualTrigger, ...nodes], options);
			return await rest.waitForExecution(await rest.runManually(id), {
				timeout: options?.timeout ?? 300_000,
			});
		},
		async activateWebhook(workflow, path) {
			await rest.activate(workflow.id);
			const url = webhookUrl(webhookBaseUrl, workflow.id, workflow.nodes[0]!, path);
			await waitForWebhook(url);
			return url;
		},
	};
	return n8n;
}

export const manualTrigger: NodeSpec = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };

/** Nodes that return `count` items, each with its `index`. */
export const generateItems = (count: number): NodeSpec[] => [
	{
		name: 'List',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: {
			mode: 'raw',
			jsonOutput: JSON.stringify({ index: Array.from({ length: count }, (_, index) => index) }),
			options: {},
		},
	},
	{
		name: 'Items',
		type: 'n8n-nodes-base.splitOut',
		typeVersion: 1,
		parameters: { fieldToSplitOut: 'index', options: {} },
	},
];

/** A credential as nodes refer to it. */
export const credentialsOf = ({ type, id, name }: StoredCredential) => ({ [type]: { id, name } });

/** Returns a function that creates nodes of one type, with a credential and common parameters. */
export const nodesOf =
	(type: string, credential: () => StoredCredential, common: IDataObject = {}) =>
	(
		name: string,
		resource: string,
		operation: string,
		parameters: IDataObject = {},
		more: Partial<NodeSpec> = {},
	): NodeSpec => ({
		name,
		type: `n8n-nodes-tenfold.${type}`,
		parameters: { resource, operation, ...common, ...parameters } as NodeSpec['parameters'],
		credentials: credentialsOf(credential()),
		...more,
	});

/** The value of a resource locator parameter. */
export const resourceLocator = (value: unknown, mode = 'id') => ({
	__rl: true as const,
	mode,
	value: String(value),
});

const webhookTriggers = [
	'activityTrackingTrigger',
	'codeHostingWebhookTrigger',
	'documentSearchTrigger',
	'financeDataTrigger',
	'mediaGenerationTrigger',
].map((name) => `n8n-nodes-tenfold.${name}`);

const toNode = (node: NodeSpec, index: number): INode => ({
	id: randomUUID(),
	typeVersion: webhookTriggers.includes(node.type) ? Math.max(...webhookTriggerVersions) : 1,
	position: [index * 200, 0],
	parameters: {},
	...(node.type.startsWith('n8n-nodes-tenfold.') ? { webhookId: randomUUID() } : {}),
	...node,
});

function connect(nodes: NodeSpec[], fanOut: boolean): IConnections {
	const to = (node: NodeSpec) => ({ node: node.name, type: 'main' as const, index: 0 });
	const [first, ...rest] = nodes;
	if (fanOut) return { [first!.name]: { main: [rest.map(to)] } };
	return Object.fromEntries(
		nodes.slice(0, -1).map((node, index) => [node.name, { main: [[to(nodes[index + 1]!)]] }]),
	);
}

/** Items of a node's last run, first output. */
export const itemsOf = (execution: Execution, node: string): INodeExecutionData[] =>
	execution.nodes[node]?.at(-1)?.items ?? [];
