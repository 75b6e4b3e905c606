/** The indefinite article of a word. */

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

/** `an owner` for `owner`. */
export const withArticle = (text: string): string => `${articleFor(text)} ${text}`;
