// A workflow with n8n's MCP Server Trigger, and the official MCP client connected to it.
import { randomUUID } from 'node:crypto';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { IDataObject } from 'n8n-workflow';
import { waitForWebhook } from '../../../tools/n8n/webhooks';
import type { NodeSpec, SharedN8n } from '../kit/testN8n';
import { toolConnection } from './toolNode';

/** Result of a tool call, as the model receives it. */
export interface ToolResult {
	readonly text: string;
	readonly isError: boolean;
}

export interface McpSession {
	readonly client: Client;
	/** @param tool name of the node */
	call(tool: string, parameters: IDataObject): Promise<ToolResult>;
	close(): Promise<void>;
}

/** Name of a node as the name of an MCP tool. */
export const mcpToolName = (node: string): string => node.replace(/[^a-zA-Z0-9]+/g, '_');

/** Publishes a workflow with the tools, and returns the URL of its MCP server. */
export async function startMcpServer(
	n8n: SharedN8n,
	tools: readonly NodeSpec[],
	bearerToken: string,
): Promise<string> {
	const { id, name } = await n8n.createCredential('httpBearerAuth', { token: bearerToken });
	const path = randomUUID();
	const trigger: NodeSpec = {
		name: 'MCP Server',
		type: '@n8n/n8n-nodes-langchain.mcpTrigger',
		typeVersion: 2,
		webhookId: path,
		parameters: { authentication: 'bearerAuth', path },
		credentials: { httpBearerAuth: { id, name } },
	};
	const workflow = await n8n.createWorkflow('MCP server', [trigger, ...tools]);
	await n8n.rest.updateWorkflow(workflow.id, {
		connections: Object.assign({}, ...tools.map((tool) => toolConnection(tool.name, trigger.name))),
	});
	await n8n.rest.activate(workflow.id);
	const url = `${n8n.rest.url}/mcp/${path}`;
	await waitForWebhook(url);
	return url;
}

export async function connectMcpClient(url: string, bearerToken: string): Promise<McpSession> {
	const client = new Client({ name: 'tenfold-tests', version: '1.0.0' });
	await client.connect(
		new StreamableHTTPClientTransport(new URL(url), {
			requestInit: { headers: { authorization: `Bearer ${bearerToken}` } },
		}),
	);
	return {
		client,
		async call(tool, parameters) {
			const { content, isError = false } = (await client.callTool({
				name: mcpToolName(tool),
				arguments: parameters,
			})) as CallToolResult;
			const text = content.map((part) => (part.type === 'text' ? part.text : part.type)).join('\n');
			return { text, isError };
		},
		close: async () => await client.close(),
	};
}
