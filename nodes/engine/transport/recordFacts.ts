/** Texts for errors about the record that a request refers to. */
import type { ErrorFacts, RecordReference } from '../describe';
import { printable } from './printable';

/** Maximum length of an ID or name, in characters. */
const maxValueLength = 100;

/**
 * Names the innermost record, and what to check if it was not found: its ID or name, and the
 * records that contain it.
 */
export function recordFacts(
	records: readonly RecordReference[] = [],
	redact: (text: string) => string,
): Pick<ErrorFacts, 'record' | 'recordCheck'> {
	const innermost = records.at(-1);
	if (!innermost) return {};
	const nameOf = ({ label, value }: RecordReference): string =>
		`${label.replace(/ (?:ID|Name|Number)$/, '')} ${printable(redact(value), maxValueLength)}`;
	const checks = [innermost.byName ? 'its name' : 'its ID', ...records.slice(0, -1).map(nameOf)];
	return { record: nameOf(innermost), recordCheck: `Check ${joinWords(checks)}` };
}

/** Joins words as in a sentence: `a, b and c`. */
const joinWords = (words: readonly string[]): string =>
	words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
