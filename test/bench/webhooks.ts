/** Row 4: webhooks accepted and answered, the finance trigger with its signature check against n8n's plain Webhook node. */
import { createHmac, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NodeSpec } from '../host/kit/testN8n';
import type { Setting } from './measure';
import { spreadOf, type Line } from './report';

/** Deliveries a round by the number of connections; the rounds of the triggers take turns, so that whatever else the machine does meets all. */
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

const plain = { type: 'n8n-nodes-base.webhook', typeVersion: 2 };

export async function webhooks(setting: Setting): Promise<Line[]> {
	const triggers = [
		await listening(setting, 'this pack, finance trigger, signature checked', 'events', {
			type: 'n8n-nodes-tenfold.financeDataTrigger',
			parameters: {},
			credentials: { financeDataApi: setting.credentials.financeDataApi! },
		}),
		await listening(setting, "n8n's Webhook node", randomUUID(), plain),
		// It checks a header and no signature; what it takes beside the plain one is what n8n does about any credential.
		await listening(setting, "n8n's Webhook node with a header credential", randomUUID(), {
			...plain,
			credentials: { httpHeaderAuth: setting.credentials.httpHeaderAuth! },
		}),
		// n8n spares an expression isolate for each call of the newer versions of its own node, and of no other trigger.
		await listening(
			setting,
			"n8n's Webhook node, version 1, which is given an expression isolate as every other trigger is",
			randomUUID(),
			{ ...plain, typeVersion: 1 },
		),
	];
	const lines: Line[] = [];
	for (const [connections, deliveries] of rounds) {
		const results = triggers.map((): Round[] => []);
		for (let run = 0; run <= setting.runs; run++) {
			for (const [index, trigger] of triggers.entries()) {
				const result = await round(trigger, connections, deliveries);
				console.log(
					`${trigger.what}, ${connections}: ${Math.round(result.perSecond)} a second${run === 0 ? ', warming up' : ''}`,
				);
				await quiet(setting, trigger);
				if (run > 0) results[index]!.push(result);
			}
		}
		for (const [index, { what }] of triggers.entries()) {
			const p99 = spreadOf(results[index]!.map((one) => one.p99)).median;
			lines.push({
				row: `webhooks, ${connections} connection${connections > 1 ? 's' : ''}`,
				what,
				unit: 'a second',
				...spreadOf(results[index]!.map(({ perSecond }) => perSecond)),
				runs: setting.runs,
				beside: { 'ms 99th percentile': p99 },
			});
		}
	}
	for (const { workflowId } of triggers) await setting.stage.rest.deactivate(workflowId);
	return lines;
}

/** A workflow of the trigger alone, active; n8n stores nothing of executions that succeed. */
async function listening(
	{ stage }: Setting,
	what: string,
	path: string,
	node: Omit<NodeSpec, 'name'>,
): Promise<Trigger> {
	const parameters = node.parameters ?? {
		httpMethod: 'POST',
		path,
		authentication: node.credentials ? 'headerAuth' : 'none',
		options: {},
	};
	const isPlain = node.parameters === undefined;
	const workflow = await stage.workflow(what, [
		{ name: 'Trigger', webhookId: isPlain ? path : randomUUID(), ...node, parameters },
	]);
	await stage.rest.updateWorkflow(workflow.id, {
		settings: { executionOrder: 'v1', saveDataSuccessExecution: 'none' },
	});
	await stage.rest.activate(workflow.id);
	const url = isPlain
		? `${stage.n8n.url}/webhook/${path}`
		: `${stage.n8n.url}/webhook/${workflow.nodes[0]!.webhookId}/${path}`;
	const answers = async () => (await deliver(url, new Agent())).status === 200;
	for (let tries = 0; !(await answers()); tries++) {
		if (tries > 100) throw new Error(`${what} does not answer`);
		await sleep(200);
	}
	return { what, workflowId: workflow.id, url };
}

async function round(
	{ what, url }: Trigger,
	connections: number,
	deliveries: number,
): Promise<Round> {
	const agent = new Agent({ keepAlive: true, maxSockets: connections });
	const times: number[] = [];
	let next = 0;
	const began = performance.now();
	const connection = async () => {
		while (next++ < deliveries) {
			const { status, ms } = await deliver(url, agent);
			if (status !== 200) throw new Error(`${what} answered ${status}`);
			times.push(ms);
		}
	};
	await Promise.all(Array.from({ length: connections }, connection));
	const seconds = (performance.now() - began) / 1000;
	agent.destroy();
	return {
		perSecond: times.length / seconds,
		p99: times.sort((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1]!,
	};
}

/** A change of an order, signed as the service does; each another one, as repeats start nothing. */
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
	const began = performance.now();
	const status = await new Promise<number>((resolve, reject) => {
		request(url, { method: 'POST', agent, headers }, (response) =>
			response.resume().on('end', () => resolve(response.statusCode!)),
		)
			.on('error', reject)
			.end(body);
	});
	return { status, ms: performance.now() - began };
}

/** Waits until n8n is done with the executions, and has forgotten them. */
async function quiet({ stage }: Setting, { workflowId }: Trigger): Promise<void> {
	while ((await stage.rest.executions(workflowId)).length > 0) await sleep(200);
}
