/** Keys, labels and sentences from the names and texts of a document. */
import { toTitleCase } from '../../nodes/engine/describe';
import { capitalize } from '../generate/serviceNames';

/** Spellings of acronyms in labels and texts. */
const spellings = new Map(
	'AI API APIs CSV HTTP HTTPS ID IDs IP JSON OAuth2 SSL URI URL URLs UUID ZIP'
		.split(' ')
		.map((word) => [word.toLowerCase(), word]),
);

/** The words of an identifier or a short text: `petIDs_of-user` are pet, ids, of and user. */
export const wordsOf = (text: string): string[] =>
	(
		text
			.normalize('NFD')
			.replace(/['’\u0300-\u036f]/g, '')
			.replace(/([a-z\d])([A-Z])/g, '$1 $2')
			.replace(/([A-Z]+)([A-Z][a-z])(?!s\b)/g, '$1 $2')
			.match(/[A-Za-z\d]+/g) ?? []
	).map((word) => word.toLowerCase());

/** `petId` for pet and id. A key starts with a letter. */
export function camelCase(words: readonly string[]): string {
	const key = words.map((word, index) => (index === 0 ? word : capitalize(word))).join('');
	return /^[a-z]/.test(key) ? key : `value${capitalize(key)}`;
}

export const numbered = (text: string): string[] =>
	Array.from({ length: 98 }, (_, index) => `${text}${index + 2}`);

/** `Pet IDs of User` for the words of `petIDs_of-user`. */
export const labelOf = (words: readonly string[]): string =>
	toTitleCase(words.join(' '), spellings) || 'Value';

/** A label that n8n does not cut off: without its first words, which name what contains the value. */
export const shortLabel = (label: string): string =>
	label.length <= 40 || !label.includes(' ')
		? label
		: shortLabel(capitalize(label.slice(label.indexOf(' ') + 1)));

/** The words in a sentence: `pet IDs`. */
export const phraseOf = (words: readonly string[]): string =>
	words.map((word) => spellings.get(word) ?? word).join(' ');

export function singularOf(word: string): string {
	if (/(?:ss|us|is|as|news|series|dns|sms|https|aws)$/.test(word)) return word;
	if (/[^aeiou]ies$/.test(word)) return word.replace(/ies$/, 'y');
	if (/(?:ss|sh|ch|x|us|as)es$/.test(word)) return word.replace(/es$/, '');
	return word.length > 2 ? word.replace(/s$/, '') : word;
}

export const isPlural = (word = ''): boolean => singularOf(word) !== word;

/** The words of a noun, with the last one in the singular. */
export const singularWords = (words: readonly string[]): string[] =>
	words.map((word, index) => (index === words.length - 1 ? singularOf(word) : word));

export const pluralWords = (words: readonly string[]): string[] => [
	...words.slice(0, -1),
	`${words
		.at(-1)!
		.replace(/([^aeiou])y$/, '$1ie')
		.replace(/(s|x|ch|sh)$/, '$1e')}s`,
];

export const withArticle = (phrase: string): string =>
	`${/^(?:[aeio]|u(?!n?i|[rst]|uid)|[AEFHILMNORSX][A-Z])/.test(phrase) ? 'an' : 'a'} ${phrase}`;

/** Texts that would break a style rule of the pack, so that they are left out. */
const unusable = /\be\.g\.|\bi\.e\.|\betc\b|\bre-?r[ua]n\b|[{}<>|]|https?:|^\W*$/i;

/** The first sentence of a text, without markup and a period; undefined if it cannot be used. */
export function sentenceOf(text = ''): string | undefined {
	const [first = ''] = text
		.replace(/```[^]*?```|<[^>]+>|&\w+;|[^\x20-\x7e’“”–…]/g, ' ')
		.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
		.replace(/[`*#\\]/g, '')
		.trim()
		.split(/[.:;](?=\s|$)|\s[-–]\s/);
	const sentence = first
		.replace(/\s+/g, ' ')
		.replace(/[\s,!?]+$/, '')
		.replace(/\b(?:ids?|json|urls?|api|http|uuid|ip)\b/gi, (word) =>
			spellings.get(word.toLowerCase())!,
		);
	const isUsable = sentence.length > 2 && sentence.length <= 180 && !unusable.test(sentence);
	return isUsable ? capitalize(sentence) : undefined;
}

/** A sentence with capital letters only at its start and in acronyms, as in n8n's node panel. */
export const sentenceCase = (text: string): string =>
	capitalize(text.replace(/(?<=.)\b[A-Z][a-z][\w-]*/g, (word) => word.toLowerCase()));
