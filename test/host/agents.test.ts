/** The nodes as tools of n8n's AI Agent, whose language model is a local server with scripted answers. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject } from 'n8n-workflow';
import { startMediaService, type MediaService } from '../services/mediaGeneration/service';
import { itemsOf, manual, openStage, type NodeSpec, type Stage } from './kit/stage';
import type { StoredCredential } from './rest-types';

interface Asked {
	readonly messages: readonly IDataObject[];
	readonly tools?: readonly { function: { name: string; description: string; parameters: IDataObject } }[];
}
type Turn = (asked: Asked) => { tool?: IDataObject; says?: string };

let stage: Stage;
let media: MediaService;
let model: Server;
let credential: StoredCredential;
let openAi: StoredCredential;
let turns: Turn[] = [];
let asked: Asked[] = [];

beforeAll(async () => {
	media = await startMediaService({ settings: { imageMs: 100, videoMs: 100, attachMs: 50 } });
	model = createServer((request, response) => {
		let text = '';
		request.on('data', (chunk: Buffer) => (text += chunk.toString()));
		request.on('end', () => {
			const body = (text === '' ? {} : JSON.parse(text)) as Asked;
			asked.push(body);
			const { tool, says = 'Done.' } = turns.shift()?.(body) ?? {};
			const message = tool
				? { role: 'assistant', content: null, tool_calls: [{ id: `call_${asked.length}`, type: 'function', function: { name: body.tools![0]!.function.name, arguments: JSON.stringify(tool) } }] }
				: { role: 'assistant', content: says };
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end(JSON.stringify({ id: 'c', object: 'chat.completion', created: 1, model: 'scripted', choices: [{ index: 0, message, finish_reason: tool ? 'tool_calls' : 'stop' }], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } }));
		});
	}).listen(0, '127.0.0.1');
	stage = await openStage();
	credential = await stage.credential('mediaGenerationApi', media.credential.data);
	openAi = await stage.credential('openAiApi', { apiKey: 'scripted', url: `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1` });
}, 600_000);
afterAll(async () => {
	await stage?.close();
	await media?.close();
	model?.close();
}, 60_000);
beforeEach(() => {
	turns = [];
	asked = [];
});

/** An agent with one tool of the pack; its model does what the turns say. */
async function agentRuns(parameters: IDataObject, ...script: Turn[]) {
	turns = script;
	const nodes: NodeSpec[] = [
		manual,
		{ name: 'Agent', type: '@n8n/n8n-nodes-langchain.agent', typeVersion: 3, parameters: { promptType: 'define', text: 'Do it', options: {} } },
	];
	const model: NodeSpec = {
		name: 'Model',
		type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
		typeVersion: 1.2,
		parameters: { model: { __rl: true, mode: 'id', value: 'scripted' }, options: {} },
		credentials: { openAiApi: { id: openAi.id, name: openAi.name } },
	};
	const tool: NodeSpec = {
		name: 'Media',
		type: 'n8n-nodes-tenfold.mediaGenerationTool',
		parameters: parameters as NodeSpec['parameters'],
		credentials: { mediaGenerationApi: { id: credential.id, name: credential.name } },
	};
	const workflow = await stage.workflow('agent', nodes);
	const placed = (node: NodeSpec, index: number) => ({ id: `tool-${index}-${node.name}`, typeVersion: 1, position: [index * 200, 300] as [number, number], parameters: {}, ...node });
	const all = [...workflow.nodes, placed(model, 1), placed(tool, 2)];
	await stage.rest.updateWorkflow(workflow.id, {
		nodes: all as never,
		connections: {
			...workflow.connections,
			Model: { ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 0 }]] },
			Media: { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
		} as never,
	});
	return await stage.rest.waitForExecution(await stage.rest.runManually(workflow.id), { timeout: 60_000 });
}

const fromAi = (name: string, description: string, type = 'string') => `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${name}', \`${description}\`, '${type}') }}`;
const creating = {
	resource: 'generation',
	operation: 'create',
	modelId: { __rl: true, mode: 'id', value: 'flux-dev' },
	prompt: fromAi('Prompt', 'What to make'),
	specifyFields: 'json',
	fieldsJson: '{}',
	maximumCost: 20,
	wait: 'polling',
	options: {},
};

test('every action node of the pack is offered as a tool, and no trigger is', async () => {
	const names = (await stage.rest.nodeTypes()).map(({ name }) => name).filter((name) => name.startsWith('n8n-nodes-tenfold.'));
	const actions = names.filter((name) => !name.endsWith('Trigger') && !name.endsWith('Tool'));
	expect(actions.length).toBeGreaterThan(0);
	for (const name of actions) expect(names).toContain(`${name}Tool`);
	expect(names.filter((name) => name.endsWith('TriggerTool'))).toEqual([]);
});

test.each([
	['an object', 'json', { aspect_ratio: '1:1' }],
	['a JSON text', 'string', '{"aspect_ratio":"1:1"}'],
])('an agent makes a picture, its fields given as %s', async (_, type, fields) => {
	const execution = await agentRuns({ ...creating, fieldsJson: fromAi('Fields__JSON_', 'Fields of the model', type) }, () => ({ tool: { Prompt: 'a lighthouse', Fields__JSON_: fields } }), () => ({ says: 'Here it is.' }));
	expect(execution.error).toBeUndefined();
	expect(itemsOf(execution, 'Agent')[0]?.json.output).toBe('Here it is.');
	const answer = String(asked[1]?.messages.at(-1)?.content);
	expect(answer).toContain('completed');
	expect(answer.length).toBeLessThan(4000);
	expect((media.state.jobs.at(-1)!.input as IDataObject).aspect_ratio).toBe('1:1');
});

test('two calls of one tool in a run are two jobs', async () => {
	const before = media.state.jobs.length;
	const call: Turn = () => ({ tool: { Prompt: 'a boat' } });
	const execution = await agentRuns(creating, call, call, () => ({ says: 'Two.' }));
	expect(execution.error).toBeUndefined();
	expect(media.state.jobs.length - before).toBe(2);
});

test('spending without a limit is refused, and the agent is told why', async () => {
	const before = media.state.accounts[0]!.charges.length;
	const execution = await agentRuns({ ...creating, maximumCost: 0 }, () => ({ tool: { Prompt: 'a boat' } }), () => ({ says: 'No.' }));
	expect(media.state.accounts[0]!.charges.length).toBe(before);
	// n8n 2 tells the model; n8n 1 ends the execution with it.
	expect(JSON.stringify(asked[1]?.messages.at(-1) ?? execution.error ?? {})).toContain('may not spend without a limit');
});
