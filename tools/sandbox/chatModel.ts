// A local language model for n8n's AI Agent, with the chat completions of OpenAI. A function
// returns its responses.
import { fastify } from 'fastify';
import type { IDataObject } from 'n8n-workflow';
import type { RunningService } from '../../test/services/list';
import { LOOPBACK } from '../system/ports';

export interface ModelRequest {
	readonly messages: readonly IDataObject[];
	readonly tools?: readonly {
		function: { name: string; description: string; parameters: IDataObject };
	}[];
}
/** A tool call with arguments, or text. */
export interface ModelResponse {
	readonly toolCall?: IDataObject;
	/** Name of the tool to call. Default: the first tool. */
	readonly tool?: string;
	readonly text?: string;
}

const onlyChatCompletions =
	'The local language model only has chat completions. Turn off Use Responses API in the OpenAI Chat Model node.';

/** @param port default: any free port */
export async function startChatModel(
	respond: (request: ModelRequest) => ModelResponse,
	port = 0,
): Promise<RunningService> {
	let count = 0;
	const app = fastify({ bodyLimit: 100_000_000, forceCloseConnections: true });
	app.all('/*', async ({ body }, reply) => {
		const { messages, ...request } = (body ?? {}) as Partial<ModelRequest>;
		return messages
			? completion(request, respond({ ...request, messages }), ++count)
			: await reply.code(400).send({ error: { message: onlyChatCompletions } });
	});
	const url = `${await app.listen({ port, host: LOOPBACK })}/v1`;
	return {
		url,
		credential: { type: 'openAiApi', data: { apiKey: 'scripted', url } },
		close: async () => await app.close(),
	};
}

function completion(
	{ tools }: Pick<ModelRequest, 'tools'>,
	{ toolCall, tool: name = tools?.[0]?.function.name, text = 'Done.' }: ModelResponse,
	count: number,
): IDataObject {
	const called = { name, arguments: JSON.stringify(toolCall) };
	const call = { id: `call_${count}`, type: 'function', function: called };
	const content = toolCall ? { content: null, tool_calls: [call] } : { content: text };
	const message = { role: 'assistant', ...content };
	return {
		id: 'c',
		object: 'chat.completion',
		created: 1,
		model: 'scripted',
		choices: [{ index: 0, message, finish_reason: toolCall ? 'tool_calls' : 'stop' }],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}
