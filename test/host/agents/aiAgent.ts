// n8n's AI Agent with one node of the pack as its tool. Its language model is a local server with
// scripted responses.
import type { Execution } from '../../../tools/n8n/execution';
import type { StoredCredential } from '../../../tools/n8n/restTypes';
import {
	startChatModel,
	type ModelRequest,
	type ModelResponse,
} from '../../../tools/sandbox/chatModel';
import { manualTrigger, type NodeSpec, type SharedN8n } from '../kit/testN8n';

export interface Agent {
	/** The requests that the model received in the last run. */
	readonly requests: readonly ModelRequest[];
	/** The tool's results in the last run, in the order of the calls. */
	toolResults(): string[];
	/**
	 * Runs the agent with a tool and scripted model responses. After the last scripted response, the
	 * model responds with "Done."
	 */
	run(tool: NodeSpec, ...script: ModelResponse[]): Promise<Execution>;
	close(): Promise<void>;
}

/** Starts the model server and creates a credential for it. */
export async function startAgent(n8n: SharedN8n): Promise<Agent> {
	let script: ModelResponse[] = [];
	let requests: ModelRequest[] = [];
	const model = await startChatModel((request) => {
		requests.push(request);
		return script.shift() ?? {};
	});
	const openAi = await n8n.createCredential(model.credential.type, model.credential.data);
	return {
		get requests() {
			return requests;
		},
		toolResults: () =>
			(requests.at(-1)?.messages ?? [])
				.filter(({ role }) => role === 'tool')
				.map(({ content }) => String(content)),
		async run(tool, ...responses) {
			script = responses;
			requests = [];
			const workflow = await n8n.createWorkflow('agent', [manualTrigger, agentNode]);
			const subNodes = [modelNode(openAi), tool].map((node, index) => ({
				id: `sub-node-${index}`,
				typeVersion: 1,
				position: [index * 200, 300] as [number, number],
				parameters: {},
				...node,
			}));
			await n8n.rest.updateWorkflow(workflow.id, {
				nodes: [...workflow.nodes, ...subNodes],
				connections: {
					...workflow.connections,
					...connectionToAgent('Model', 'ai_languageModel'),
					...connectionToAgent(tool.name, 'ai_tool'),
				} as never,
			});
			return await n8n.rest.waitForExecution(await n8n.rest.runManually(workflow.id), {
				timeout: 60_000,
			});
		},
		close: model.close,
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

const connectionToAgent = (name: string, type: string) => ({
	[name]: { [type]: [[{ node: 'Agent', type, index: 0 }]] },
});

/** The expression that the editor writes for a parameter that the model fills in. */
export const fromAi = (name: string, description: string, type = 'string'): string =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${name}', \`${description}\`, '${type}') }}`;
