// A local language model for n8n's AI Agent, with the chat completions of OpenAI. A function
// returns its responses.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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
	const server = createServer((request, response) => {
		let text = '';
		request.on('data', (chunk: Buffer) => (text += chunk.toString()));
		request.on('end', () => {
			const body = (text === '' ? { messages: [] } : JSON.parse(text)) as Partial<ModelRequest>;
			const { messages } = body;
			response.writeHead(messages ? 200 : 400, { 'content-type': 'application/json' });
			response.end(
				JSON.stringify(
					messages
						? completion(body, respond({ ...body, messages }), ++count)
						: { error: { message: onlyChatCompletions } },
				),
			);
		});
	}).listen(port, LOOPBACK);
	await once(server, 'listening');
	const url = `http://${LOOPBACK}:${(server.address() as AddressInfo).port}/v1`;
	return {
		url,
		credential: { type: 'openAiApi', data: { apiKey: 'scripted', url } },
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

function completion(
	{ tools }: Pick<ModelRequest, 'tools'>,
	{ toolCall, tool = tools?.[0]?.function.name, text = 'Done.' }: ModelResponse,
	count: number,
): IDataObject {
	const message = toolCall
		? {
				role: 'assistant',
				content: null,
				tool_calls: [
					{
						id: `call_${count}`,
						type: 'function',
						function: { name: tool, arguments: JSON.stringify(toolCall) },
					},
				],
			}
		: { role: 'assistant', content: text };
	return {
		id: 'c',
		object: 'chat.completion',
		created: 1,
		model: 'scripted',
		choices: [{ index: 0, message, finish_reason: toolCall ? 'tool_calls' : 'stop' }],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}
