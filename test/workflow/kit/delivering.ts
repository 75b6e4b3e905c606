/** Hands deliveries to a webhook trigger inside n8n's own context, and plays the part of n8n's server around it. */
import { EventEmitter } from 'node:events';
import { WebhookContext } from 'n8n-core';
import {
	Workflow,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { additionalData, type Stage } from './executor';

export interface Delivered {
	/** What the caller is answered. */
	readonly status: number;
	readonly body: unknown;
	/** What an execution is started with; nothing where none is. */
	readonly items?: INodeExecutionData[];
}

export interface Delivery {
	readonly body: Buffer;
	/** Names in lower case, as Node hands them on. */
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	readonly mode?: WorkflowExecuteMode;
	/** n8n fails to start the execution, and answers 500. */
	readonly fails?: boolean;
	/** The body is not one that n8n keeps the bytes of. */
	readonly withoutBytes?: boolean;
}

/** A trigger in an active workflow of that id. */
export function delivering(
	stage: Stage,
	parameters: INodeParameters,
	workflowId = 'workflow-1',
): (delivery: Delivery) => Promise<Delivered> {
	const { nodeType } = stage;
	const node: INode = {
		id: 'c3c3c1a8-5d1c-4d0e-9d4c-0c8f4f1f0003',
		name: 'Trigger',
		type: `n8n-nodes-tenfold.${nodeType.description.name}`,
		typeVersion: 1,
		position: [0, 0],
		parameters,
		credentials: Object.fromEntries(
			Object.keys(stage.credentials).map((name) => [name, { id: name, name }]),
		),
	};
	const workflow = new Workflow({
		id: workflowId,
		nodes: [node],
		connections: {},
		active: true,
		nodeTypes: {
			getByName: () => nodeType,
			getByNameAndVersion: () => nodeType,
			getKnownTypes: () => ({}),
		},
	});
	return async ({ body, headers, mode = 'webhook', fails = false, withoutBytes = false }) => {
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
		const additional = {
			...additionalData(stage, '1'),
			httpRequest: { headers, body: parsed(body), ...(withoutBytes ? {} : { rawBody: body }) },
			httpResponse: response,
		};
		const context = new WebhookContext(
			workflow,
			workflow.getNode(node.name)!,
			additional as never,
			mode,
			{} as never,
			[],
			null,
		);
		const { workflowData, webhookResponse, noWebhookResponse } =
			await nodeType.webhook!.call(context);
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

function parsed(body: Buffer): unknown {
	try {
		return JSON.parse(body.toString('utf8'));
	} catch {
		return undefined;
	}
}
