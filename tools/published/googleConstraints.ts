/**
 * Constraints that Google's discovery documents state only in descriptions, or in formats that JSON
 * Schema does not have.
 */
import type { Schema } from './extract';

const int64 = '^-?\\d{1,19}$';

/** Formats of strings. Protocol buffers encode 64-bit integers as strings in JSON. */
const stringFormats: Readonly<Record<string, Schema>> = {
	int64: { format: 'int64', pattern: int64 },
	uint64: { format: 'uint64', pattern: '^\\d{1,20}$' },
	byte: { pattern: '^[\\w+/-]*={0,2}$' },
	'google-datetime': { format: 'date-time' },
	'google-duration': { pattern: '^-?\\d+(\\.\\d{1,9})?s$' },
	'google-fieldmask': { pattern: '^[^,\\s]+(,[^,\\s]+)*$' },
};

const numberFormats: Readonly<Record<string, Schema>> = {
	uint32: { minimum: 0, maximum: 4_294_967_295 },
};

export const formatConstraints = (type: string | undefined, format: string | undefined): Schema =>
	format === undefined
		? {}
		: ((type === 'string' ? stringFormats : numberFormats)[format] ?? { format });

/** Sentences in descriptions of texts, and the constraint that each of them states. */
const sentences: ReadonlyArray<readonly [RegExp, (...found: string[]) => Schema]> = [
	[/either ["`](\w+)["`] or ["`](\w+)["`]/, (first, second) => ({ enum: [first, second] })],
	[/Acceptable values are: (- "`.*)/s, (values) => ({ enum: quotedIn(values) })],
	[/[Mm]aximum length (?:allowed: |is |of )(\d+)/, (length) => ({ maxLength: Number(length) })],
	[/must match the regular expression: `([^`]+)`/, (pattern) => ({ pattern: `^(?:${pattern})$` })],
	[/^(?:Output only\. )?\w+ URI (?:for|to|of)/, () => ({ format: 'uri' })],
	[/RFC 3339 timestamp/, () => ({ format: 'date-time' })],
	[/must be a valid UUID/, () => ({ format: 'uuid' })],
	[/in (?:epoch millis|micros)\b/, () => stringFormats.int64!],
];

const quotedIn = (text: string): string[] =>
	[...text.matchAll(/"`(\w+)`"/g)].map(([, value]) => value!);

export function describedConstraints(type: string | undefined, description = ''): Schema {
	const maximum = /max allowed: (\d+)/.exec(description)?.[1];
	if (type === 'integer') return maximum === undefined ? {} : { maximum: Number(maximum) };
	if (type !== 'string') return {};
	return Object.assign(
		{},
		...sentences.map(([sentence, constraint]) => {
			const found = sentence.exec(description);
			return found ? constraint(...found.slice(1)) : {};
		}),
	) as Schema;
}

/** Whether the description marks the field as required (https://google.aip.dev/203). */
export const isDescribedAsRequired = (description = ''): boolean => /^Required\b/.test(description);
