/** n8n's AI Agent with one node of the pack as its tool; its language model is a local server that says what a script tells it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject } from 'n8n-workflow';
import type { Execution } from '../../../tools/n8n/execution';
import { LOOPBACK } from '../../../tools/system/ports';
import type { StoredCredential } from '../../../tools/n8n/restTypes';
import { manual, type NodeSpec, type Stage } from '../kit/testN8n';

/** What the agent asked its model. */
export interface Asked {
	readonly messages: readonly IDataObject[];
	readonly tools?: readonly {
		function: { name: string; description: string; parameters: IDataObject };
	}[];
}
/** What the model answers: a call of the tool, or words. */
export interface Turn {
	readonly tool?: IDataObject;
	readonly says?: string;
}

export interface Agent {
	/** What was asked in the last run. */
	readonly asked: readonly Asked[];
	/** What the tool answered to the model's calls in the last run, in their order. */
	answers(): string[];
	/** Runs the agent with a tool and a script for its model, which says "Done." in the end. */
	run(tool: NodeSpec, ...script: Turn[]): Promise<Execution>;
	close(): void;
}

/** Starts the model and stores a credential for it. */
export async function openAgent(stage: Stage): Promise<Agent> {
	let script: Turn[] = [];
	let asked: Asked[] = [];
	const server = createServer((request, response) => {
		let text = '';
		request.on('data', (chunk: Buffer) => (text += chunk.toString()));
		request.on('end', () => {
			const body = (text === '' ? {} : JSON.parse(text)) as Asked;
			asked.push(body);
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end(JSON.stringify(completion(body, script.shift() ?? {}, asked.length)));
		});
	}).listen(0, LOOPBACK);
	await once(server, 'listening');
	const openAi = await stage.credential('openAiApi', {
		apiKey: 'scripted',
		url: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}/v1`,
	});
	return {
		get asked() {
			return asked;
		},
		answers: () =>
			(asked.at(-1)?.messages ?? [])
				.filter(({ role }) => role === 'tool')
				.map(({ content }) => String(content)),
		async run(tool, ...turns) {
			script = turns;
			asked = [];
			const workflow = await stage.workflow('agent', [manual, agentNode]);
			const parts = [modelNode(openAi), tool].map((node, index) => ({
				id: `part-${index}`,
				typeVersion: 1,
				position: [index * 200, 300] as [number, number],
				parameters: {},
				...node,
			}));
			await stage.rest.updateWorkflow(workflow.id, {
				nodes: [...workflow.nodes, ...parts],
				connections: {
					...workflow.connections,
					...serving('Model', 'ai_languageModel'),
					...serving(tool.name, 'ai_tool'),
				} as never,
			});
			return await stage.rest.waitForExecution(await stage.rest.runManually(workflow.id), {
				timeout: 60_000,
			});
		},
		close: () => server.close(),
	};
}

function completion({ tools }: Asked, { tool, says = 'Done.' }: Turn, count: number): IDataObject {
	const message = tool
		? {
				role: 'assistant',
				content: null,
				tool_calls: [
					{
						id: `call_${count}`,
						type: 'function',
						function: { name: tools![0]!.function.name, arguments: JSON.stringify(tool) },
					},
				],
			}
		: { role: 'assistant', content: says };
	return {
		id: 'c',
		object: 'chat.completion',
		created: 1,
		model: 'scripted',
		choices: [{ index: 0, message, finish_reason: tool ? 'tool_calls' : 'stop' }],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}

const agentNode: NodeSpec = {
	name: 'Agent',
	type: '@n8n/n8n-nodes-langchain.agent',
	typeVersion: 3,
	parameters: { promptType: 'define', text: 'Do it', options: {} },
};

const modelNode = (openAi: StoredCredential): NodeSpec => ({
	name: 'Model',
	type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
	typeVersion: 1.2,
	parameters: { model: { __rl: true, mode: 'id', value: 'scripted' }, options: {} },
	credentials: { openAiApi: { id: openAi.id, name: openAi.name } },
});

const serving = (name: string, type: string) => ({
	[name]: { [type]: [[{ node: 'Agent', type, index: 0 }]] },
});

/** What the editor writes for a parameter that the model defines. */
export const fromAi = (name: string, description: string, type = 'string'): string =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${name}', \`${description}\`, '${type}') }}`;
