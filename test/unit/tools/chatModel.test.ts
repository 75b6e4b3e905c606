import { startChatModel } from '../../../tools/sandbox/chatModel';
import { triage } from '../../../tools/sandbox/triageModel';

let model: Awaited<ReturnType<typeof startChatModel>>;
beforeEach(async () => {
	model = await startChatModel(triage);
});
afterEach(async () => await model.close());

const post = async (path: string, body: object) => {
	const response = await fetch(model.url + path, { method: 'POST', body: JSON.stringify(body) });
	return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

test('the local language model rejects the Responses API, and says what to turn off', async () => {
	expect(await post('/responses', { model: 'gpt-5-mini', input: 'Hello' })).toEqual({
		status: 400,
		body: {
			error: {
				message: expect.stringContaining('Turn off Use Responses API in the OpenAI Chat Model'),
			},
		},
	});
});

test('the local language model calls each tool of any agent once, and then responds', async () => {
	const parameters = { properties: { Title: { type: 'string' }, Limit: { type: 'number' } } };
	const tools = ['Create_Task', 'Find_Issues'].map((name) => ({
		type: 'function',
		function: { name, description: '', parameters },
	}));
	const messages: object[] = [{ role: 'user', content: 'Review the issues' }];
	const texts: unknown[] = [];
	for (let turn = 0; turn < 3; turn++) {
		const { body } = await post('/chat/completions', { messages, tools });
		const [{ message }] = body.choices as [{ message: Record<string, unknown> }];
		messages.push(message);
		const [call] = (message.tool_calls ?? []) as Array<{ id: string; function: object }>;
		texts.push(call?.function ?? message.content);
		if (call) messages.push({ role: 'tool', tool_call_id: call.id, content: '[]' });
	}
	const values = JSON.stringify({ Title: 'Review the issues', Limit: 1 });
	expect(texts).toEqual([
		{ name: 'Create_Task', arguments: values },
		{ name: 'Find_Issues', arguments: values },
		'The local language model called: Create_Task, Find_Issues.',
	]);
});
