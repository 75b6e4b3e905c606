/** What AI agents see of a node, and what they may do with it. */
import type { INode } from 'n8n-workflow';
import { PackError } from './errors';
import type { Field } from './field';
import { list } from './fieldBuilders';
import type { Effect, Operation } from './operation';
import { type Providers, withdrawalIn } from './provider';

/** Whether a node is the tool of an AI agent. n8n adds the word to its type. */
export const isTool = ({ type }: Pick<INode, 'type'>): boolean => type.endsWith('Tool');

/** Shows a parameter only in tools. */
export const onlyInTools = { show: { '@tool': [true] } };

/** Hides a parameter or an option in tools. */
export const notInTools = { hide: { '@tool': [true] } };

/** A language model cannot pass a file, and cannot decide how requests are sent. */
export const isHiddenFromAgents = ({ hideFromAgents, kind, collection }: Partial<Field>): boolean =>
	hideFromAgents === true || kind === 'file' || collection === 'requestOptions';

/** By effect: a note for users, and how the action of the operation ends in the node panel. */
const effects: Readonly<Record<Effect, { readonly note?: string; readonly ending?: string }>> = {
	reversible: {},
	irreversible: { note: "can't be undone", ending: 'permanently' },
	/** What was there before stays in a history, such as that of a branch. */
	recorded: { note: "can't be undone" },
	locksOut: { note: 'can lock others out', ending: 'with risk of locking others out' },
	costs: { note: 'costs money', ending: 'with costs' },
	// Actions say "any" themselves, because a longer one would become the name of an ordinary node.
	unlimited: { note: 'can do anything that the credential allows' },
};

export const effectNote = ({ effect = 'reversible' }: Operation): string | undefined =>
	effects[effect].note;

/** Whether records have more than ten fields, so that tools can select some of them. */
export const hasManyFields = ({ shape, simplify }: Operation): boolean =>
	[shape, simplify].some((one) => typeof one === 'object' && Object.keys(one).length > 10);

export const isOfferedToAgents = ({ agents, missingIn }: Operation, { list }: Providers): boolean =>
	agents !== false && list.some(({ key }) => !withdrawalIn(missingIn, key));

/**
 * The action in the node panel, which is also what a model reads: with its effect, and without
 * articles, as n8n's guidelines require: "Delete file permanently".
 */
export const panelAction = ({ action, effect = 'reversible' }: Operation): string => {
	const short = action.replace(/ (?:an?|the)(?= )/g, '');
	const { ending } = effects[effect];
	return ending ? `${short} ${ending}` : short;
};

/** Rejects an operation that AI agents must not run. @throws PackError */
export function rejectForAgents(operation: Operation, parameters: INode['parameters']): void {
	if (operation.agents === false)
		throw new PackError(`${operation.name} is not available to AI agents`);
	const note = effectNote(operation);
	// The parameter before expressions: n8n would evaluate `$fromAI`, despite `noDataExpression`.
	if (note !== undefined && parameters.allowIrreversible !== true)
		throw new PackError(`${operation.name} is not available to AI agents, because it ${note}`, {
			hint: 'Turn on Allow Irreversible Operations in the tool if agents may use it.',
		});
}

/** Only in tools, because a model reads the whole result. */
export const outputFieldsField = {
	outputFields: list('Fields to Return', {
		description:
			'Names of the fields that the model gets, separated by commas. Nested fields have a path, such as user.login. Leave empty for all.',
		placeholder: 'e.g. title, status',
		in: 'none',
		...onlyInTools,
	}),
} as const;
