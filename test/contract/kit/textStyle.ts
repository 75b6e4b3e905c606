// n8n's style rules for texts: labels in Title Case, actions and descriptions in sentence case, and
// categories of the node panel.

/** Words that start with the sound of "you" or "won", although their first letter is a vowel. */
const consonantSound = /^(?:eu|on(?:ce|e)\b|uni(?![dmn])|ur[il]\b|us[aeu]|uti|uuid)/i;

/** Words whose first letter is silent. */
const silentConsonant = /^(?:heir|honest|honou?r|hour)/i;

/** Letters whose names start with a vowel. */
const vowelLetter = /^[aefhilmnorsx]/i;

/** Words that are spelled letter by letter, such as HTTP and n8n. */
const spelledWord = /^(?:[A-Z]{2,}s?|[A-Za-z]\d*)$/;

/** Acronyms that are pronounced as a word. */
const spokenAcronym = /^(?:RAM|ROM|SAML|SHA|SIM|SKU|SQL)/;

/** `an` for `owner`, `hour` and `HTTP request`; `a` for `user`, `URL` and `run`. */
export function articleFor(text: string): 'a' | 'an' {
	const [word] = /^[A-Za-z]+\d*/.exec(text) ?? [''];
	if (spelledWord.test(word) && !spokenAcronym.test(word))
		return vowelLetter.test(word) ? 'an' : 'a';
	if (silentConsonant.test(word)) return 'an';
	return /^[aeiou]/i.test(word) && !consonantSound.test(word) ? 'an' : 'a';
}

/** Articles that do not match the following word: `a owner`, `an user`. */
export const wrongArticles = (text: string): string[] =>
	[...text.matchAll(/(?<![\w'’.{/-])(an?)\s+[*"“`(]*([a-z][\w-]*)/gi)].flatMap(
		([found, article, word]) => (article!.toLowerCase() === articleFor(word!) ? [] : [found]),
	);

/**
 * What n8n 1.x and n8n 2.x call by different names: a workflow is activated in n8n 1.x, and
 * published in n8n 2.x. Texts use neither word, or both.
 */
export function versionSpecificWords(text: string): string[] {
	const activating =
		/\b(?:(?:de)?activat\w+ (?:the|a|your|this) workflow\w*|workflows? (?:is|are|was) (?:not )?(?:(?:in)?active|activated)|(?:after|on|of|before) activation)\b/gi;
	const publishing =
		/\b(?:(?:un)?publish\w* (?:the|a|your|this) workflow|workflows? (?:is|are|was) (?:not )?(?:un)?published)\b/gi;
	const [activated, published] = [activating, publishing].map((words) => text.match(words) ?? []);
	const hasBoth = /\bactiv/i.test(text) && /\bpublish/i.test(text);
	return hasBoth ? [] : [...activated!, ...published!];
}

/** Other spellings of words that this project writes in one way: "rerun", as GitHub does. */
export const otherSpellings = (text: string): string[] => text.match(/\bre-r[ua]n\w*/gi) ?? [];

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
		'AI API APIs AWS Azure CMDB CPU CPUs CSV Dependabot FIT FLUX FPS GPT GPUs GPX GitHub GraphQL HTTP HTTPS ID IDs IP ' +
		'JSON LatLng LoRA MB MiB OAuth2 OS ROMs RVTools SHA SSL TCP TCX TLS UDP URI URL URLs UUID XLSX ZIP'
	)
		.split(' ')
		.map((name) => [name.toLowerCase(), name]),
);

const httpMethods = new Set(['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT']);

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

const abbreviations = /\b(?:args|conf|env|heartrate|mem|sched|spec|temp|unspec)\b/i;

const isConstant = (value: string): boolean => /^[A-Z\d]+(?:_[A-Z\d]+)+$/.test(value);

/**
 * The labels of choices that are constants or abbreviations, or that repeat the name of the enum:
 * `Job Format CSV` if all values start with `JOB_`.
 */
export function rawLabels(choices: ReadonlyArray<{ name: string; value: unknown }>): string[] {
	const values = choices.map(({ value }) => String(value));
	const [enumWord = ''] = values[0]?.split('_') ?? [];
	const isEnum =
		values.length > 1 &&
		values.every((value) => isConstant(value) && value.startsWith(`${enumWord}_`));
	return choices
		.map(({ name }) => name)
		.filter(
			(label) =>
				label.includes('_') ||
				abbreviations.test(label) ||
				!isTitleCase(label) ||
				(isEnum && label.toUpperCase().startsWith(`${enumWord} `)),
		);
}

/** Capitalized words after the first one, except acronyms such as API and IDs, and product names. */
const capitalsInside = (sentence: string): string[] =>
	(sentence.match(/[A-Za-z][\w-]*/g) ?? [])
		.slice(1)
		.filter((word) => /^[A-Z][a-z]/.test(word) && names.get(word.toLowerCase()) !== word);

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
 * The categories of n8n's rule valid-node-categories, except AI. The editor moves nodes in the
 * category AI to its AI panel, and the regular search finds them only if their subcategories declare
 * them as root nodes.
 */
export const knownCategories: ReadonlySet<string> = new Set([
	'Analytics',
	'Communication',
	'Data & Storage',
	'Development',
	'Finance & Accounting',
	'Marketing & Content',
	'Miscellaneous',
	'Productivity',
	'Sales',
	'Utility',
]);
