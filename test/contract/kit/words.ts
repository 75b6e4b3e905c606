// How n8n writes things: labels in Title Case, sentences for what an operation does, categories of the node panel.

const small = new Set([
	'a',
	'an',
	'and',
	'as',
	'at',
	'but',
	'by',
	'for',
	'from',
	'if',
	'in',
	'into',
	'nor',
	'of',
	'on',
	'or',
	'per',
	'the',
	'to',
	'via',
	'vs',
	'with',
]);

/** Title Case: every word with a capital or a digit first, small words in the middle excepted. */
export function isTitleCase(label: string): boolean {
	const words = label.split(/\s+/);
	return (
		label.trim() === label &&
		words.every(
			(word, at) =>
				/^[("[]?[A-Z0-9]/.test(word) || (at > 0 && at < words.length - 1 && small.has(word)),
		)
	);
}

/** Proper names that keep their capital inside a sentence, beside acronyms. */
const names = new Set<string>([]);

/** What follows the first word is in lower case, acronyms (API, JSON, IDs) and names excepted. */
const capitalsInside = (sentence: string): string[] =>
	(sentence.match(/[A-Za-z][\w-]*/g) ?? [])
		.slice(1)
		.filter((word) => /^[A-Z][a-z]/.test(word) && word !== 'IDs' && !names.has(word));

/** An action: a sentence without a period at its end. */
export const isAction = (text: string): boolean =>
	/^[A-Z]/.test(text) && !text.endsWith('.') && capitalsInside(text).length === 0;

/** A description: begins with a capital; one sentence has no period at its end, as n8n's rules have it. */
export function isDescription(text: string): boolean {
	const sentences = text.split(/\.\s+(?=[A-Z])/);
	return (
		/^[A-Z]/.test(text) &&
		text.trim() === text &&
		text.endsWith('.') === sentences.length > 1 &&
		sentences.every((one) => capitalsInside(one).length === 0)
	);
}

/**
 * Categories in the codex files of n8n-nodes-base 2.41. Core Nodes and HITL are left out: their nodes are n8n's own.
 * So is AI: the editor takes such a node for a part of its AI panel, and drops it from the ordinary search
 * unless its subcategories name it a root node.
 */
export const knownCategories: ReadonlySet<string> = new Set([
	'Analytics',
	'Communication',
	'Data & Storage',
	'Developer Tools',
	'Development',
	'Finance & Accounting',
	'Marketing',
	'Miscellaneous',
	'Productivity',
	'Sales',
	'Utility',
]);
