/** Retry On Fail of a tool: n8n runs the node again inside the run of the agent. */
import { SupplyDataContext } from 'n8n-core';
import { makeHandleToolInvocation } from 'n8n-core/dist/execution-engine/node-execution-context/utils/get-input-connection-data';
import { createRunExecutionData, type IDataObject, type INode, Workflow } from 'n8n-workflow';
import { MediaGenerationApi } from '../../credentials/MediaGenerationApi.credentials';
import { MediaGeneration } from '../../nodes/MediaGeneration/MediaGeneration.node';
import { additionalData } from './kit/executor';
import { byId } from './kit/locator';
import { rawServersPerTest } from './kit/rawServer';

const startRawServer = rawServersPerTest();

/** Creates a tool for an agent in the same way as n8n. */
function createTool(parameters: IDataObject, baseUrl: string) {
	const nodeType = new MediaGeneration();
	const node = (name: string, more: Partial<INode> = {}): INode => ({
		id: name,
		name,
		type: 'n8n-nodes-tenfold.mediaGenerationTool',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		...more,
	});
	const agent = node('Agent');
	const tool = node('Tool', {
		parameters: parameters as INode['parameters'],
		credentials: { mediaGenerationApi: { id: '1', name: 'mediaGenerationApi' } },
		retryOnFail: true,
		maxTries: 3,
		waitBetweenTries: 0,
	});
	const workflow = new Workflow({
		id: 'workflow-1',
		nodes: [agent, tool],
		connections: {},
		active: false,
		nodeTypes: {
			getByName: () => nodeType,
			getByNameAndVersion: () => nodeType,
			getKnownTypes: () => ({}),
		},
	});
	const runExecutionData = createRunExecutionData({});
	const credentials = {
		mediaGenerationApi: {
			type: new MediaGenerationApi(),
			data: { baseUrl, authentication: 'bearer', apiKey: 'key' },
		},
	};
	const executeData = { node: agent, data: {}, source: null };
	return makeHandleToolInvocation(
		(runIndex) =>
			new SupplyDataContext(
				workflow,
				tool,
				additionalData({ nodeType, credentials }, '1'),
				'trigger',
				runExecutionData,
				runIndex,
				[],
				{},
				'ai_tool',
				executeData,
				[],
			),
		tool,
		nodeType,
		runExecutionData,
	);
}

test('Retry On Fail does not repeat a write that may have been processed, but a new call sends it again', async () => {
	const server = await startRawServer();
	server.respond = (_, __, { socket }) => void socket.destroy();
	const callTool = createTool(
		{ resource: 'checkout', operation: 'create', pack: '100', options: {} },
		server.url,
	);
	for (const _ of [1, 2]) {
		void _;
		await expect(callTool({})).rejects.toThrow(/interrupted/);
	}
	expect(server.received.map(({ method }) => method)).toEqual(['POST', 'POST']);
});

test('all attempts of a call have the same idempotency key, and different calls have different keys', async () => {
	const server = await startRawServer();
	server.respond = (response, { target }, { socket }) =>
		target.endsWith('/estimate')
			? void response.writeHead(200).end('{"cost":1,"balance":9}')
			: void socket.destroy();
	const callTool = createTool(
		{
			resource: 'generation',
			operation: 'create',
			modelId: byId('flux-dev'),
			specifyFields: 'json',
			fieldsJson: '{"prompt":"a lighthouse"}',
			maximumCost: 5,
			options: { requestOptions: { attempts: 1 } },
		},
		server.url,
	);
	for (const _ of [1, 2]) {
		void _;
		await expect(callTool({})).rejects.toThrow(/interrupted/);
	}
	const keys = server.received
		.filter(({ target }) => target.endsWith('/generations'))
		.map(({ body }) => (JSON.parse(body.toString('utf8')) as IDataObject).idempotency_key);
	expect(keys).toHaveLength(6);
	expect(new Set(keys.slice(0, 3)).size).toBe(1);
	expect(new Set(keys).size).toBe(2);
});
