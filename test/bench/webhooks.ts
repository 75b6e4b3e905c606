// Webhooks per second: the finance data trigger with its signature check, compared with
// n8n's Webhook node.
import { createHmac, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NodeSpec } from '../host/kit/testN8n';
import type { Setting } from './measure';
import { spreadOf, type Line } from './report';

/**
 * Number of connections and deliveries per round. The triggers are measured in alternating rounds,
 * so that other load on the machine affects all triggers.
 */
const rounds = [
	[1, 50],
	[8, 100],
	[64, 150],
] as const;
const secret = 'secret';

interface Trigger {
	readonly what: string;
	readonly workflowId: string;
	readonly url: string;
}

interface Round {
	readonly perSecond: number;
	readonly p99: number;
}

export const plain = { type: 'n8n-nodes-base.webhook', typeVersion: 2 };

export const signedTrigger = (
	financeDataApi: Setting['credentials'][string],
): Omit<NodeSpec, 'name'> => ({
	type: 'n8n-nodes-tenfold.financeDataTrigger',
	parameters: {},
	credentials: { financeDataApi },
});

export async function webhooks(setting: Setting): Promise<Line[]> {
	const triggers = [
		await activateTrigger(
			setting,
			'this pack, Finance Data Trigger with signature check',
			'events',
			signedTrigger(setting.credentials.financeDataApi!),
		),
		await activateTrigger(setting, "n8n's Webhook node", randomUUID(), plain),
		// Checks a header instead of a signature. The difference from the previous line is
		// the time that n8n needs to load a credential, whatever its type.
		await activateTrigger(setting, "n8n's Webhook node with a header credential", randomUUID(), {
			...plain,
			credentials: { httpHeaderAuth: setting.credentials.httpHeaderAuth! },
		}),
		// n8n creates an expression isolate for each call of a trigger, except for newer versions of
		// the Webhook node.
		await activateTrigger(
			setting,
			"n8n's Webhook node, version 1, with an expression isolate like all other triggers",
			randomUUID(),
			{ ...plain, typeVersion: 1 },
		),
	];
	const lines: Line[] = [];
	for (const [connections, deliveries] of rounds) {
		const results = triggers.map((): Round[] => []);
		for (let run = 0; run <= setting.runs; run++) {
			for (const [index, trigger] of triggers.entries()) {
				const result = await sendRound(trigger.what, [trigger.url], connections, deliveries);
				console.log(
					`${trigger.what}, ${connections}: ${Math.round(result.perSecond)} per second${run === 0 ? ' (warm-up)' : ''}`,
				);
				await waitForExecutions(setting, trigger);
				if (run > 0) results[index]!.push(result);
			}
		}
		for (const [index, { what }] of triggers.entries()) {
			const p99 = spreadOf(results[index]!.map((result) => result.p99)).median;
			lines.push({
				row: `webhooks, ${connections} connection${connections > 1 ? 's' : ''}`,
				what,
				unit: 'per second',
				...spreadOf(results[index]!.map(({ perSecond }) => perSecond)),
				runs: setting.runs,
				beside: { 'ms p99': p99 },
			});
		}
	}
	for (const { workflowId } of triggers) await setting.n8n.rest.deactivate(workflowId);
	return lines;
}

/**
 * Activates a workflow with only the trigger. Successful executions are not saved.
 * @param baseUrl of the webhooks
 */
export async function activateTrigger(
	{ n8n }: Pick<Setting, 'n8n'>,
	what: string,
	path: string,
	node: Omit<NodeSpec, 'name'>,
	baseUrl = n8n.process.url,
): Promise<Trigger> {
	const parameters = node.parameters ?? {
		httpMethod: 'POST',
		path,
		authentication: node.credentials ? 'headerAuth' : 'none',
		options: {},
	};
	const isPlain = node.parameters === undefined;
	const workflow = await n8n.createWorkflow(what, [
		{ name: 'Trigger', webhookId: isPlain ? path : randomUUID(), ...node, parameters },
	]);
	await n8n.rest.updateWorkflow(workflow.id, {
		settings: { executionOrder: 'v1', saveDataSuccessExecution: 'none' },
	});
	await n8n.rest.activate(workflow.id);
	const url = isPlain
		? `${baseUrl}/webhook/${path}`
		: `${baseUrl}/webhook/${workflow.nodes[0]!.webhookId}/${path}`;
	const isReady = async () => (await deliver(url, new Agent())).status === 200;
	for (let attempt = 0; !(await isReady()); attempt++) {
		if (attempt > 100) throw new Error(`${what} does not respond`);
		await sleep(200);
	}
	return { what, workflowId: workflow.id, url };
}

/**
 * Sends deliveries over several connections.
 * @param urls the connections are spread over these URLs
 */
export async function sendRound(
	what: string,
	urls: readonly string[],
	connections: number,
	deliveries: number,
): Promise<Round> {
	const agent = new Agent({ keepAlive: true, maxSockets: connections });
	const times: number[] = [];
	let next = 0;
	const start = performance.now();
	const connection = async (url: string) => {
		while (next++ < deliveries) {
			const { status, ms } = await deliver(url, agent);
			if (status !== 200) throw new Error(`${what} responded with status ${status}`);
			times.push(ms);
		}
	};
	await Promise.all(
		Array.from(
			{ length: connections },
			async (_, index) => await connection(urls[index % urls.length]!),
		),
	);
	const seconds = (performance.now() - start) / 1000;
	agent.destroy();
	return {
		perSecond: times.length / seconds,
		p99: times.sort((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1]!,
	};
}

/**
 * Sends a signed change of an order. Each has a different ID, because the trigger drops repeated
 * deliveries.
 */
async function deliver(url: string, agent: Agent): Promise<{ status: number; ms: number }> {
	const body = JSON.stringify({
		type: 'ORDER',
		code: 'ORDER_UPDATED',
		connection_id: 'c-1',
		order: { id: randomUUID(), updated_at: '2026-01-31T08:00:00Z', total: 5 },
	});
	const headers = {
		authorization: 'Bearer key',
		'content-type': 'application/json',
		'content-length': Buffer.byteLength(body),
		'x-service-signature': `sha256=${createHmac('sha256', secret).update(body).digest('base64')}`,
	};
	const start = performance.now();
	const status = await new Promise<number>((resolve, reject) => {
		request(url, { method: 'POST', agent, headers }, (response) =>
			response.resume().on('end', () => resolve(response.statusCode!)),
		)
			.on('error', reject)
			.end(body);
	});
	return { status, ms: performance.now() - start };
}

/** Waits until all executions have finished. */
async function waitForExecutions({ n8n }: Setting, { workflowId }: Trigger): Promise<void> {
	while ((await n8n.rest.executions(workflowId)).length > 0) await sleep(200);
}
