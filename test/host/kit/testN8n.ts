/** A real n8n with the packed pack and one local service in it, for the host tests of that service. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { IConnections, IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { type Execution } from '../../../tools/n8n/execution';
import { ensureHost } from '../../../tools/n8n/install';
import { startN8n, type N8n } from '../../../tools/n8n/process';
import { installPack, packPack } from '../../../tools/pack/pack';
import { Rest } from '../../../tools/n8n/restClient';
import type { StoredCredential, StoredWorkflow } from '../../../tools/n8n/restTypes';
import { webhookReady, webhookUrl } from '../../../tools/n8n/webhooks';

export type NodeSpec = Partial<INode> & { name: string; type: string };

export interface Stage {
	readonly n8n: N8n;
	readonly rest: Rest;
	/** Stores a credential and answers what a node refers to it by. */
	credential(type: string, data: IDataObject): Promise<StoredCredential>;
	/** Stores a workflow: nodes one after another, or all of them after the first where `fanOut` is set. */
	workflow(
		name: string,
		nodes: NodeSpec[],
		options?: { fanOut?: boolean },
	): Promise<StoredWorkflow>;
	/** Runs such a workflow from a Manual Trigger and waits for its end. */
	run(
		name: string,
		nodes: NodeSpec[],
		options?: { fanOut?: boolean; timeout?: number },
	): Promise<Execution>;
	/** Activates a workflow that begins with a webhook trigger; answers its address when it is registered. */
	listen(workflow: StoredWorkflow, path: string): Promise<string>;
	close(): Promise<void>;
}

/** Starts n8n from the packed tarball, with an owner who is signed in. Give it some minutes in `beforeAll`. */
export async function openStage(env: Record<string, string> = {}): Promise<Stage> {
	await ensureHost();
	const userFolder = mkdtempSync(join(tmpdir(), 'tenfold-host-'));
	installPack(userFolder, await packPack());
	const n8n = await startN8n({ userFolder, env });
	const close = async () => {
		await n8n.stop();
		rmSync(userFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
	};
	return await stageOn(n8n, n8n.url, close).catch(async (error: unknown) => {
		await close();
		throw error;
	});
}

/**
 * What tests do with an n8n that runs.
 * @param webhooks address at which its webhooks are called
 */
export async function stageOn(
	n8n: N8n,
	webhooks: string,
	close: () => Promise<void>,
): Promise<Stage> {
	const rest = new Rest(n8n.url);
	await rest.signIn();
	const stage: Stage = {
		n8n,
		rest,
		close,
		credential: async (type, data) =>
			await rest.createCredential({ name: `${type} ${randomUUID().slice(0, 8)}`, type, data }),
		workflow: async (name, nodes, { fanOut = false } = {}) =>
			await rest.createWorkflow({
				name,
				nodes: nodes.map(placed),
				connections: connected(nodes, fanOut),
				settings: { executionOrder: 'v1' },
			}),
		async run(name, nodes, options) {
			const { id } = await stage.workflow(name, [manual, ...nodes], options);
			return await rest.waitForExecution(await rest.runManually(id), {
				timeout: options?.timeout ?? 120_000,
			});
		},
		async listen(workflow, path) {
			await rest.activate(workflow.id);
			const url = webhookUrl(webhooks, workflow.id, workflow.nodes[0]!, { path });
			await webhookReady(url);
			return url;
		},
	};
	return stage;
}

export const manual: NodeSpec = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };

/** A node that makes so many items, each with its own `index`. */
export const manyItems = (count: number): NodeSpec[] => [
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

const placed = (node: NodeSpec, index: number): INode => ({
	id: randomUUID(),
	typeVersion: 1,
	position: [index * 200, 0],
	parameters: {},
	...(node.type.startsWith('n8n-nodes-tenfold.') ? { webhookId: randomUUID() } : {}),
	...node,
});

function connected(nodes: NodeSpec[], fanOut: boolean): IConnections {
	const to = (node: NodeSpec) => ({ node: node.name, type: 'main' as const, index: 0 });
	const [first, ...rest] = nodes;
	if (fanOut) return { [first!.name]: { main: [rest.map(to)] } };
	return Object.fromEntries(
		nodes.slice(0, -1).map((node, index) => [node.name, { main: [[to(nodes[index + 1]!)]] }]),
	);
}

/** Items of a node's last run. */
export const itemsOf = (execution: Execution, node: string): INodeExecutionData[] =>
	execution.nodes[node]?.at(-1)?.items ?? [];
