// What the local language model responds: to the agent of the example that triages issues, and to any
// other agent. It calls each tool once, and uses their results as a language model would.
import type { IDataObject } from 'n8n-workflow';
import { toText } from '../../nodes/engine/describe';
import type { ModelRequest, ModelResponse } from './chatModel';

/** The tools of the example, in the order of their calls. Tools of other agents keep their order. */
const order = ['Get_Labels', 'Find_Similar_Issues', 'Add_Labels', 'Add_Comment'];

export function triage({ messages, tools = [] }: ModelRequest): ModelResponse {
	const offered = tools
		.map((tool) => tool.function)
		.sort((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
	const prompt = textOf(messages.find(({ role }) => role === 'user'));
	const results = messages.filter(({ role }) => role === 'tool').map(textOf);
	const next = offered[results.length];
	const names = offered.map(({ name }) => name).join(', ');
	if (next === undefined) return { text: `The local language model called: ${names}.` };
	const texts = triageTexts(prompt, rowsOf(results[0]), rowsOf(results[1]));
	const { properties = {} } = next.parameters;
	const values = Object.entries(properties as Record<string, IDataObject>).map(
		([name, { type }]) => {
			if (type === 'number' || type === 'integer') return [name, 1] as const;
			return [name, type === 'boolean' ? false : (texts[name] ?? prompt)] as const;
		},
	);
	return { tool: next.name, toolCall: Object.fromEntries<IDataObject[string]>(values) };
}

/** What the example's model fills in, by field. Without a fitting label, the team decides. */
function triageTexts(
	prompt: string,
	labels: readonly IDataObject[],
	found: readonly IDataObject[],
): Readonly<Record<string, string>> {
	const [, number, title] = /^Issue #(\d+) .*\nTitle: (\S+)/.exec(prompt) ?? [];
	if (title === undefined) return {};
	const names = labels.map(({ name }) => toText(name));
	const fitting = names.filter((name) => prompt.toLowerCase().includes(name));
	const similar = found.map((issue) => toText(issue.number)).filter((one) => one !== number);
	return {
		Words: title,
		Labels: (fitting.length > 0 ? fitting : ['question']).join(', '),
		Body:
			similar.length > 0
				? `Similar issues: ${similar.map((one) => `#${one}`).join(', ')}.`
				: 'There is no similar issue.',
	};
}

/** The content of a message is text, or a list with texts. */
const textOf = (message: IDataObject | undefined): string =>
	Array.isArray(message?.content)
		? (message.content as IDataObject[]).map(({ text }) => toText(text)).join('\n')
		: toText(message?.content);

/** A result is a list of rows, or the text of an error. */
function rowsOf(result = ''): IDataObject[] {
	try {
		const rows: unknown = JSON.parse(result);
		return Array.isArray(rows) ? (rows as IDataObject[]) : [];
	} catch {
		return [];
	}
}
