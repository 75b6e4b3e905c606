// What the local language model responds: to the agent of the example that triages issues, and to any
// other agent. It calls each tool once, and uses their results as a language model would.
import type { IDataObject } from 'n8n-workflow';
import { toText } from '../../nodes/engine/describe';
import type { ModelRequest, ModelResponse } from './chatModel';

/** The issue in the prompt, and the results of the tools so far. */
interface Conversation {
	readonly number: number;
	readonly title: string;
	readonly prompt: string;
	readonly text: string;
	readonly results: Readonly<Record<string, readonly IDataObject[]>>;
}

/** Tools in the order of their calls, with their arguments. */
const calls: Readonly<Record<string, (conversation: Conversation) => IDataObject>> = {
	Get_Labels: () => ({}),
	Find_Similar_Issues: ({ title }) => ({ Words: title.split(' ')[0] }),
	Add_Labels: (conversation) => ({ Labels: fittingLabels(conversation).join(', ') }),
	Add_Comment: (conversation) => ({ Body: commentOn(conversation) }),
};

export function triage(request: ModelRequest): ModelResponse {
	const conversation = read(request);
	const offered = new Set(request.tools?.map(({ function: { name } }) => name));
	if (!Object.keys(calls).some((tool) => offered.has(tool))) return callEach(request, conversation);
	const next = Object.entries(calls).find(
		([tool]) => offered.has(tool) && !(tool in conversation.results),
	);
	return next
		? { tool: next[0], toolCall: next[1](conversation) }
		: {
				text: `Issue #${conversation.number}: ${fittingLabels(conversation).join(', ')}. ${commentOn(conversation)}`,
			};
}

/** Calls each tool once, with the prompt as every text. */
function callEach({ tools = [] }: ModelRequest, { prompt, results }: Conversation): ModelResponse {
	const next = tools.find(({ function: { name } }) => !(name in results));
	if (!next)
		return { text: `The local language model called: ${Object.keys(results).join(', ')}.` };
	const { properties = {} } = next.function.parameters as {
		properties?: Record<string, IDataObject>;
	};
	const values = Object.entries(properties).map(([name, { type }]) => {
		if (type === 'number' || type === 'integer') return [name, 1] as const;
		return [name, type === 'boolean' ? false : prompt] as const;
	});
	return { tool: next.function.name, toolCall: Object.fromEntries<IDataObject[string]>(values) };
}

function read({ messages }: ModelRequest): Conversation {
	const prompt = textOf(messages.find(({ role }) => role === 'user'));
	const toolOf = new Map(
		messages
			.flatMap(({ tool_calls: toolCalls }) => (toolCalls ?? []) as IDataObject[])
			.map(({ id, function: called }) => [id, (called as IDataObject).name as string]),
	);
	return {
		number: Number(/^Issue #(\d+)/.exec(prompt)?.[1]),
		title: /^Title: (.*)$/m.exec(prompt)?.[1] ?? '',
		prompt,
		text: prompt.toLowerCase(),
		results: Object.fromEntries(
			messages
				.filter(({ role }) => role === 'tool')
				.map((message) => [toolOf.get(message.tool_call_id), rowsOf(textOf(message))]),
		) as Conversation['results'],
	};
}

/** Without a fitting label, the team decides. */
function fittingLabels({ text, results }: Conversation): string[] {
	const labels = (results.Get_Labels ?? []).map(({ name }) => toText(name));
	const fitting = labels.filter((label) => text.includes(label));
	return fitting.length > 0 ? fitting : ['question'];
}

function commentOn({ number, results }: Conversation): string {
	const similar = (results.Find_Similar_Issues ?? []).filter((issue) => issue.number !== number);
	return similar.length > 0
		? `Similar issues: ${similar.map((issue) => `#${toText(issue.number)}`).join(', ')}.`
		: 'There is no similar issue.';
}

/** The content of a message is text, or a list with texts. */
const textOf = (message: IDataObject | undefined): string =>
	Array.isArray(message?.content)
		? (message.content as IDataObject[]).map(({ text }) => toText(text)).join('\n')
		: toText(message?.content);

/** A result is a list of rows, or the text of an error. */
function rowsOf(result: string): IDataObject[] {
	try {
		const rows: unknown = JSON.parse(result);
		return Array.isArray(rows) ? (rows as IDataObject[]) : [];
	} catch {
		return [];
	}
}
