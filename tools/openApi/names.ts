/** Keys, labels and sentences from the names and texts of a document. */
import { toTitleCase } from '../../nodes/engine/describe';

/** Spellings of acronyms and product names in labels and texts. */
const spellings = new Map(
	(
		'AI API APIs AWS Azure CPU CPUs CSV GPU GPUs GitHub HTTP HTTPS ID IDs IP JSON MB MiB OAuth2 OS ' +
		'SHA SSL TCP TLS UDP URI URL URLs UUID XLSX ZIP'
	)
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

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `petId` for pet and id. A key starts with a letter. */
export function camelCase(words: readonly string[]): string {
	const key = words.map((word, index) => (index === 0 ? word : capitalize(word))).join('');
	return /^[a-z]/.test(key) ? key : `value${capitalize(key)}`;
}

/** The text with the numbers from 2. */
export const numbered = (text: string): string[] =>
	Array.from({ length: 98 }, (_, index) => `${text}${index + 2}`);

export const pascalCase = (words: readonly string[]): string => capitalize(camelCase(words));

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

const unchanged = /(?:ss|us|is|as|news|series|species|dns|sms|https|aws)$/;

export const singularOf = (word: string): string => {
	if (unchanged.test(word) && !/(?:aliases|statuses)$/.test(word)) return word;
	if (/[^aeiou]ies$/.test(word)) return word.replace(/ies$/, 'y');
	if (/(?:ss|sh|ch|x|us|as|zz)es$/.test(word)) return word.replace(/es$/, '');
	return word.length > 2 ? word.replace(/s$/, '') : word;
};

export const isPlural = (word = ''): boolean => singularOf(word) !== word;

/** The words of a noun, with the last one in the singular. */
export const singularWords = (words: readonly string[]): string[] =>
	words.map((word, index) => (index === words.length - 1 ? singularOf(word) : word));

export const pluralWords = (words: readonly string[]): string[] =>
	words.map((word, index) =>
		index < words.length - 1
			? word
			: `${word.replace(/([^aeiou])y$/, '$1ie').replace(/(s|x|ch|sh)$/, '$1e')}s`,
	);

/** Whether the word starts with the sound of a vowel. */
const startsWithVowel = (word: string): boolean =>
	/^[A-Z\d]{2,}s?$/.test(word)
		? /^[AEFHILMNORSX8]/.test(word)
		: /^(?:[aeiou]|hour|honest|heir)/i.test(word) &&
			!/^(?:eu|one\b|once\b|uni(?![dmn])|ur[il]\b|us[aeu]|uti|uuid)/i.test(word);

export const withArticle = (phrase: string): string =>
	`${startsWithVowel(/^\w+/.exec(phrase)?.[0] ?? '') ? 'an' : 'a'} ${phrase}`;

/** Text without markup, on one line. */
const plain = (text: string): string =>
	text
		.replace(/```[\s\S]*?```/g, ' ')
		.replace(/<[^>]+>/g, ' ')
		.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
		.replace(/[`*#|]|\\(?=[_-])/g, '')
		.replace(/&\w+;/g, ' ')
		.replace(/[^\x20-\x7e’“”–…]/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();

/** Texts that would break a style rule of the pack, so that they are left out. */
const unusable =
	/\be\.g\.|\bi\.e\.|\betc\b|\bre-?r[ua]n\b|\bactiv\w* (?:the|a|your|this) workflow|[{}<>]|https?:|^(?:the|a|an)$|^\W*$/i;

/**
 * The first sentence of a text, without a period; undefined if it is too short, too long, or would
 * break a style rule.
 */
export function sentenceOf(text = '', maxLength = 180): string | undefined {
	const [first = ''] = plain(text)
		.replace(/^\[[^\]]*\]\s*/, '')
		.split(/[.:;](?=\s|$)|\s[-–]\s/);
	const sentence = first
		.trim()
		.replace(/[\s.,:;!?]+$/, '')
		.replace(/\b(?:id|ids|json|url|urls|api|http|uuid|ip)\b/gi, (word) =>
			spellings.get(word.toLowerCase())!,
		)
		.replace(
			/\ban? (["“']?)([A-Za-z]\w*)/g,
			(_, quote: string, word: string) => `${startsWithVowel(word) ? 'an' : 'a'} ${quote}${word}`,
		);
	if (sentence.length < 3 || sentence.length > maxLength || unusable.test(sentence))
		return undefined;
	return capitalize(sentence);
}

/** A sentence with capital letters only at its start and in acronyms, as in n8n's node panel. */
export const sentenceCase = (text: string): string =>
	capitalize(text.replace(/(?<=.)\b[A-Z][a-z][\w-]*/g, (word) => word.toLowerCase()));
