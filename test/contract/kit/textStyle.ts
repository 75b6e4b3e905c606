// n8n's style rules for texts: labels in Title Case, actions and descriptions in sentence case, and
// categories of the node panel.

const smallWords = new Set([
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

/** Correct spellings of acronyms and product names. */
const names = new Map(
	(
		'AI API APIs AWS Azure CMDB CPU CPUs CSV FIT FLUX FPS GPT GPUs GPX GitHub HTTP HTTPS ID IDs IP ' +
		'JSON LatLng LoRA MB MiB OAuth2 OS ROMs RVTools SHA SSL TCP TCX TLS UDP URI URL URLs UUID XLSX ZIP'
	)
		.split(' ')
		.map((name) => [name.toLowerCase(), name]),
);

const httpMethods = new Set(['DELETE', 'GET', 'PATCH', 'POST', 'PUT']);

/**
 * Words of a label that are acronyms or product names in the wrong capitalization, and other words
 * in capital letters.
 */
export const misspelledNames = (label: string): string[] =>
	(label.match(/[A-Za-z]+\d?/g) ?? []).filter((word) => {
		const name = names.get(word.toLowerCase());
		return name === undefined ? /^[A-Z]{3,}$/.test(word) && !httpMethods.has(word) : word !== name;
	});

/** Whether every word starts with a capital letter or a digit, except small words in the middle. */
export function isTitleCase(label: string): boolean {
	const words = label.split(/\s+/);
	return (
		label.trim() === label &&
		words.every(
			(word, index) =>
				/^[("[]?[A-Z0-9]/.test(word) ||
				(index > 0 && index < words.length - 1 && smallWords.has(word)),
		)
	);
}

/** Capitalized words after the first one, except acronyms such as API, JSON and IDs. */
const capitalsInside = (sentence: string): string[] =>
	(sentence.match(/[A-Za-z][\w-]*/g) ?? [])
		.slice(1)
		.filter((word) => /^[A-Z][a-z]/.test(word) && word !== 'IDs');

/** Whether a string is in sentence case without a period at the end. */
export const isAction = (text: string): boolean =>
	/^[A-Z]/.test(text) && !text.endsWith('.') && capitalsInside(text).length === 0;

/**
 * Whether a string is in sentence case. As n8n requires, a single sentence has no period at the
 * end.
 */
export function isDescription(text: string): boolean {
	const sentences = text.split(/\.\s+(?=[A-Z])/);
	return (
		/^[A-Z]/.test(text) &&
		text.trim() === text &&
		text.endsWith('.') === sentences.length > 1 &&
		sentences.every((sentence) => capitalsInside(sentence).length === 0)
	);
}

/**
 * Categories in the codex files of n8n-nodes-base 2.41, except Core Nodes, HITL and AI. Core Nodes
 * and HITL contain only n8n's own nodes. The editor moves nodes in the category AI to its AI panel,
 * and the regular search finds them only if their subcategories declare them as root nodes.
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
