/**
 * Converts a key to a label in n8n's title case: `outputQuality` and `OUTPUT_QUALITY` become
 * `Output Quality`. A single word in capital letters is an acronym, and does not change.
 * @param names spellings of the names and terms of a service, by word in lower case
 */
export function toTitleCase(value: string, names: ReadonlyMap<string, string> = new Map()): string {
	const isConstant = value.includes('_') && value === value.toUpperCase();
	return (isConstant ? value.toLowerCase() : value)
		.replace(/([a-z\d])([A-Z])/g, '$1 $2')
		.split(/[_\s-]+/)
		.filter(Boolean)
		.map(
			(word, index, { length }) =>
				names.get(word.toLowerCase()) ??
				acronyms.get(word.toLowerCase()) ??
				(index > 0 && index < length - 1 && smallWords.has(word)
					? word
					: word[0]!.toUpperCase() + word.slice(1)),
		)
		.join(' ');
}

const smallWords = new Set('a by an and as at for from in of on or per the to with'.split(' '));

const acronyms = new Map(
	'API AWS CPU CSV FPS HTTP ID IDs JSON MB OS PO TCP TLS UDP URL URLs UUID XLSX ZIP'
		.split(' ')
		.map((word) => [word.toLowerCase(), word]),
);
