// What the local language model responds: to the agent of the example that triages issues, and to any
// other agent. It calls each tool once, and uses their results as a language model would.
import type { IDataObject } from 'n8n-workflow';
import { toText } from '../../nodes/engine/describe';
import type { ModelRequest, ModelResponse } from './chatModel';

/** The tools of the example, in the order of their calls. */
const triageTools = ['Get_Labels', 'Find_Similar_Issues', 'Add_Labels', 'Add_Comment'];

export function triage({ messages, tools = [] }: ModelRequest): ModelResponse {
	const prompt = textOf(messages.find(({ role }) => role === 'user'));
	const offered = tools.map(({ function: { name } }) => name);
	const known = triageTools.filter((name) => offered.includes(name));
	const called = known.length > 0 ? known : offered;
	const results = messages.filter(({ role }) => role === 'tool').map(textOf);
	const tool = called[results.length];
	const rowsIn = (name: string): IDataObject[] => rowsOf(results[called.indexOf(name)]);
	const answers = answersTo(prompt, rowsIn('Get_Labels'), rowsIn('Find_Similar_Issues'));
	if (known.length > 0)
		return tool ? { tool, toolCall: answers.calls[tool] } : { text: answers.text };
	const parameters = tools[results.length]?.function.parameters;
	return tool
		? { tool, toolCall: filledWith(prompt, parameters) }
		: { text: `The local language model called: ${called.join(', ')}.` };
}

/** The arguments of the example's tools, and the last answer. Without a fitting label, the team decides. */
function answersTo(
	prompt: string,
	labels: readonly IDataObject[],
	found: readonly IDataObject[],
): { calls: Readonly<Record<string, IDataObject>>; text: string } {
	const number = Number(/^Issue #(\d+)/.exec(prompt)?.[1]);
	const [, title = ''] = /^Title: (.*)$/m.exec(prompt) ?? [];
	const names = labels.map(({ name }) => toText(name));
	const fitting = names.filter((name) => prompt.toLowerCase().includes(name));
	const Labels = (fitting.length > 0 ? fitting : ['question']).join(', ');
	const similar = found.filter((issue) => issue.number !== number);
	const Body =
		similar.length > 0
			? `Similar issues: ${similar.map((issue) => `#${toText(issue.number)}`).join(', ')}.`
			: 'There is no similar issue.';
	const Words = title.split(' ')[0];
	return {
		calls: {
			Get_Labels: {},
			Find_Similar_Issues: { Words },
			Add_Labels: { Labels },
			Add_Comment: { Body },
		},
		text: `Issue #${number}: ${Labels}. ${Body}`,
	};
}

/** Arguments with the prompt as every text. */
function filledWith(prompt: string, { properties = {} }: IDataObject = {}): IDataObject {
	const values = Object.entries(properties as Record<string, IDataObject>).map(
		([name, { type }]) => {
			if (type === 'number' || type === 'integer') return [name, 1] as const;
			return [name, type === 'boolean' ? false : prompt] as const;
		},
	);
	return Object.fromEntries<IDataObject[string]>(values);
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
