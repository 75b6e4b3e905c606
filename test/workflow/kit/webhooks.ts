/**
 * Delivers webhook requests to a trigger inside n8n's own webhook context, and responds as n8n's
 * server would.
 */
import { EventEmitter } from 'node:events';
import { WebhookContext } from 'n8n-core';
import {
	createRunExecutionData,
	type IDataObject,
	type INodeExecutionData,
	type INodeParameters,
	type IRunExecutionData,
	type Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { additionalData, nodeOf, workflowOf, type NodeSetup } from './executor';

export interface DeliveryResult {
	/** Status and body of the response to the caller. */
	readonly status: number;
	readonly body: unknown;
	/** Items that the execution starts with; undefined if no execution starts. */
	readonly items?: INodeExecutionData[];
}

export interface Delivery {
	readonly body: Buffer;
	/** Header names in lower case, as in Node.js. */
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	readonly mode?: WorkflowExecuteMode;
	/** Whether n8n fails to start the execution, and responds with 500. */
	readonly fails?: boolean;
	/** Whether n8n provides the parsed body without `rawBody`. */
	readonly withoutRawBody?: boolean;
	/** Default: POST. */
	readonly method?: 'GET' | 'POST';
	readonly query?: IDataObject;
}

export const triggerName = 'Trigger';

/** An active workflow that consists of a trigger. */
export function triggerWorkflow(
	setup: NodeSetup,
	parameters: INodeParameters,
	workflowId: string,
	staticData?: IDataObject,
): Workflow {
	const node = nodeOf(setup, parameters, { name: triggerName });
	return workflowOf(setup.nodeType, { id: workflowId, nodes: [node], active: true, staticData });
}

/**
 * Activates the trigger in a workflow. Returns a function that delivers one request to it.
 * @param waitingItem input of the node, for a webhook that resumes a suspended execution
 * @param staticData static data that is stored with the workflow
 */
export function activateWebhook(
	setup: NodeSetup,
	parameters: INodeParameters,
	workflowId = 'workflow-1',
	waitingItem?: IDataObject,
	staticData?: IDataObject,
): (delivery: Delivery) => Promise<DeliveryResult> {
	const workflow = triggerWorkflow(setup, parameters, workflowId, staticData);
	const activeNode = workflow.getNode(triggerName)!;
	const waitingExecution =
		waitingItem &&
		createRunExecutionData({
			executionData: {
				nodeExecutionStack: [
					{ node: activeNode, data: { main: [[{ json: waitingItem }]] }, source: null },
				],
			},
		});
	return deliverTo(setup, workflow, waitingExecution);
}

/** Returns a function that delivers one request to the trigger of a workflow. */
export function deliverTo(
	setup: NodeSetup,
	workflow: Workflow,
	waitingExecution?: IRunExecutionData,
): (delivery: Delivery) => Promise<DeliveryResult> {
	const activeNode = workflow.getNode(triggerName)!;
	return async ({
		body,
		headers,
		mode = 'webhook',
		fails = false,
		withoutRawBody = false,
		method = 'POST',
		query = {},
	}) => {
		const response = Object.assign(new EventEmitter(), {
			statusCode: 200,
			sent: undefined as unknown,
			writableFinished: false,
			status(code: number) {
				this.statusCode = code;
				return this;
			},
			json(value: unknown) {
				this.sent = value;
				return this;
			},
		});
		const isJson = headers['content-type'] === 'application/json';
		const additional = {
			...additionalData(setup, '1'),
			httpRequest: {
				method,
				query,
				headers,
				body: parseJson(body),
				// n8n reads only the bodies of some content types by itself.
				rawBody: isJson && !withoutRawBody ? body : undefined,
				async readRawBody() {
					if (!withoutRawBody) this.rawBody ??= body;
					await Promise.resolve();
				},
			},
			httpResponse: response,
		};
		const context = new WebhookContext(
			workflow,
			activeNode,
			additional as never,
			mode,
			{} as never,
			[],
			waitingExecution ?? null,
		);
		const { workflowData, webhookResponse, noWebhookResponse } =
			await setup.nodeType.webhook!.call(context);
		const items = workflowData?.[0] ?? undefined;
		if (items && fails) response.status(500);
		else if (!noWebhookResponse) response.json(webhookResponse);
		response.writableFinished = true;
		response.emit('close');
		return {
			status: response.statusCode,
			body: response.sent,
			...(items && !fails ? { items } : {}),
		};
	};
}

function parseJson(body: Buffer): unknown {
	try {
		return JSON.parse(body.toString('utf8'));
	} catch {
		return undefined;
	}
}
