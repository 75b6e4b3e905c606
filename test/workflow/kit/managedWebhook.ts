/**
 * Runs a trigger that creates its own webhook inside n8n's own contexts. Deliveries of a local test
 * service reach it over HTTP, as they would reach n8n.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HookContext, PollContext } from 'n8n-core';
import type {
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	WebhookSetupMethodNames,
} from 'n8n-workflow';
import { additionalData, type NodeSetup } from './executor';
import {
	deliverTo,
	triggerName,
	triggerWorkflow,
	type Delivery,
	type DeliveryResult,
} from './webhooks';

export interface ManagedWebhook {
	/** Activates the workflow: creates the webhook if it does not exist, and polls once. */
	activate(): Promise<void>;
	/** Creates a webhook for the test URL, as Listen For Test Event does. */
	listen(): Promise<void>;
	/** Deactivates the workflow. */
	deactivate(): Promise<boolean>;
	poll(): Promise<unknown>;
	/** Delivers a request without HTTP. */
	deliver(delivery: Delivery): Promise<DeliveryResult>;
	/** Items of all executions that deliveries over HTTP started, in order. */
	readonly emitted: INodeExecutionData[];
	/** Responses to deliveries over HTTP. */
	readonly responses: DeliveryResult[];
	/** Whether n8n accepts deliveries. Otherwise, it responds with 503, as while it starts. */
	isReady: boolean;
	/** Whether polls have their own state, apart from the static data. */
	hasDurableCursors: boolean;
	/** The static data that n8n has stored for the node. */
	stored(): IDataObject;
	/** The URL of the trigger. */
	readonly url: string;
	/** Changes the parameters, as if the user edited the workflow. */
	parameters: INodeParameters;
	/** Changes the credentials, or the node type, as if n8n had restarted. */
	setup: NodeSetup;
	close(): Promise<void>;
}

export async function startManagedWebhook(
	setup: NodeSetup,
	parameters: INodeParameters,
	workflowId: string,
): Promise<ManagedWebhook> {
	/** State of the polls with durable cursors. n8n 2.41 creates it before the webhook exists. */
	let cursor = '{}';
	/**
	 * As in n8n's database. Static data is stored on activation, on deactivation, and after a delivery
	 * that starts no execution.
	 */
	let stored = '{}';
	const emitted: INodeExecutionData[] = [];
	const responses: DeliveryResult[] = [];
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			void receive({
				method: request.method as 'GET' | 'POST',
				query: Object.fromEntries(new URL(request.url!, origin).searchParams),
				body: Buffer.concat(chunks),
				headers: request.headers,
			}).then((result) => {
				response.writeHead(result.status, { 'content-type': 'application/json' });
				response.end(JSON.stringify(result.body));
			});
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

	async function receive(delivery: Delivery): Promise<DeliveryResult> {
		const result = webhook.isReady
			? await webhook.deliver(delivery)
			: { status: 503, body: { message: 'Database is not ready!' } };
		responses.push(result);
		for (const item of result.items ?? []) emitted.push(item);
		return result;
	}

	const additional = () => ({
		...additionalData(webhook.setup, '1'),
		webhookBaseUrl: `${origin}/webhook`,
		webhookTestBaseUrl: `${origin}/webhook-test`,
		webhookWaitingBaseUrl: `${origin}/webhook-waiting`,
	});
	/** Runs an action in the workflow with the stored static data, and returns the changed data. */
	async function run<T>(
		action: (workflow: ReturnType<typeof triggerWorkflow>) => Promise<T>,
	): Promise<[T, string]> {
		const data = JSON.parse(stored) as IDataObject;
		const workflow = triggerWorkflow(webhook.setup, webhook.parameters, workflowId, data);
		const result = await action(workflow);
		return [result, JSON.stringify(workflow.staticData)];
	}
	const callMethod = async (
		workflow: ReturnType<typeof triggerWorkflow>,
		name: WebhookSetupMethodNames,
		mode: 'trigger' | 'manual' = 'trigger',
	): Promise<boolean> => {
		const node = workflow.getNode(triggerName)!;
		const activation = mode === 'manual' ? 'manual' : 'activate';
		const { nodeType } = webhook.setup;
		const context = new HookContext(workflow, node, additional(), mode, activation, {
			webhookDescription: nodeType.description.webhooks![0]!,
			isTest: mode === 'manual',
		} as never);
		return await nodeType.webhookMethods!.default![name]!.call(context);
	};
	const poll = async (workflow: ReturnType<typeof triggerWorkflow>): Promise<unknown> => {
		const node = workflow.getNode(triggerName)!;
		const state = JSON.parse(cursor) as IDataObject;
		const result = await webhook.setup.nodeType.poll!.call(
			new PollContext(
				workflow,
				node,
				additional(),
				'trigger',
				'activate',
				() => undefined,
				() => undefined,
				undefined,
				undefined,
				webhook.hasDurableCursors ? () => state : undefined,
			),
		);
		cursor = JSON.stringify(state);
		return result;
	};

	const webhook: ManagedWebhook = {
		async activate() {
			const [, changed] = await run(async (workflow) => {
				if (!(await callMethod(workflow, 'checkExists'))) await callMethod(workflow, 'create');
				// n8n stores the ID and the secret before other processes receive deliveries.
				stored = JSON.stringify(workflow.staticData);
				await poll(workflow);
			});
			stored = changed;
		},
		async listen() {
			await run(async (workflow) => {
				if (!(await callMethod(workflow, 'checkExists', 'manual')))
					await callMethod(workflow, 'create', 'manual');
			});
		},
		async deactivate() {
			const [result, changed] = await run(async (workflow) => await callMethod(workflow, 'delete'));
			stored = changed;
			return result;
		},
		poll: async () => (await run(poll))[0],
		async deliver(delivery) {
			const [result, changed] = await run(
				async (workflow) => await deliverTo(webhook.setup, workflow)(delivery),
			);
			if (!result.items) stored = changed;
			return result;
		},
		emitted,
		responses,
		isReady: true,
		hasDurableCursors: false,
		stored: () => (JSON.parse(stored) as Record<string, IDataObject>)[`node:${triggerName}`] ?? {},
		url: `${origin}/webhook/${workflowId}/${triggerName.toLowerCase()}/${setup.nodeType.description.webhooks![0]!.path}`,
		parameters,
		setup,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	return webhook;
}
