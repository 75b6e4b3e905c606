// Every action node as a tool of n8n's MCP Server Trigger, called by the official MCP client.
import Ajv from 'ajv';
import Ajv2020 from 'ajv/dist/2020';
import { panelAction } from '../../../nodes/engine/describe';
import { importCredentials } from '../../../tools/sandbox/importExamples';
import { nodesWithCases } from '../../contract/kit/pack';
import { localServices, type RunningService } from '../../services/list';
import { startMediaService } from '../../services/mediaGeneration/service';
import { startTestN8n, type TestN8n } from '../kit/testN8n';
import { connectMcpClient, mcpToolName, startMcpServer, type McpSession } from './mcpServer';
import { toolCases } from './toolCases';
import { toolNode } from './toolNode';

const bearerToken = 'mcp-token';

const tools = nodesWithCases.map((node) => {
	const { resource, operation, ...toolCase } = toolCases[node.name]!;
	const action = panelAction(node.service.resources[resource]!.operations[operation]!);
	return { ...toolCase, node, resource, operation, action, label: node.service.label };
});
const actionOf = (label: string): string => tools.find((tool) => tool.label === label)!.action;

let services: Record<string, RunningService>;
let n8n: TestN8n;
let session: McpSession;

beforeAll(async () => {
	services = {
		mediaGeneration: await startMediaService({
			settings: { imageMs: 100, videoMs: 100, attachMs: 50 },
		}),
	};
	for (const { name, start } of localServices) services[name] ??= await start({ port: 0 });
	n8n = await startTestN8n();
	const credentials = await importCredentials(n8n.rest, services);
	const url = await startMcpServer(
		n8n,
		tools.map(({ node, resource, operation, parameters, action }) => ({
			...toolNode(node, credentials, resource, operation, parameters('json')),
			name: action,
		})),
		bearerToken,
	);
	session = await connectMcpClient(url, bearerToken);
});
afterAll(async () => {
	await session?.close();
	await n8n?.close();
	for (const service of Object.values(services ?? {})) await service.close();
});

test('each node is listed as a tool with a description and a schema of the fields that the model fills in', async () => {
	const { tools: listed } = await session.client.listTools();
	expect(listed.map(({ name }) => name).sort()).toEqual(
		tools.map(({ action }) => mcpToolName(action)).sort(),
	);
	for (const { action, label, call } of tools) {
		const tool = listed.find(({ name }) => name === mcpToolName(action))!;
		expect(tool.description).toBe(`${action} in ${label}`);
		const { type, properties = {}, required } = tool.inputSchema;
		expect(type).toBe('object');
		expect(Object.keys(properties).sort()).toEqual(Object.keys(call).sort());
		expect([...(required ?? [])].sort()).toEqual(Object.keys(call).sort());
		for (const property of Object.values(properties))
			expect(property).toMatchObject({ description: expect.stringMatching(/\w/) });
		// n8n 1.x writes the schema in draft 7, and n8n 2.x in draft 2020-12.
		const isDraft7 = String(tool.inputSchema.$schema).includes('draft-07');
		const accepts = new (isDraft7 ? Ajv : Ajv2020)().compile(tool.inputSchema);
		expect([accepts(call), accepts.errors]).toEqual([true, null]);
		expect(accepts({})).toBe(false);
	}
});

test.each(tools)('$label: a call returns the result', async ({ action, call, result }) => {
	const { text, isError } = await session.call(action, call);
	expect([isError, text]).toEqual([false, expect.stringContaining(result)]);
	expect(text.length).toBeLessThan(4000);
});

test('an error of the service says what happened and what to do', async () => {
	const { text, isError } = await session.call(actionOf('Code Hosting'), {
		...toolCases.CodeHosting!.call,
		Workflow: 'nope.yml',
	});
	expect([isError, text]).toEqual([true, expect.stringContaining('Workflow nope.yml not found')]);
	expect(text).toContain('Check its ID, Owner octo-org and Repository hello-world.');
});
