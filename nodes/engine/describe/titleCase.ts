/**
 * Converts a key to a label in n8n's title case: `output_quality` and `outputQuality` become
 * `Output Quality`.
 */
export function toTitleCase(value: string): string {
	return value
		.replace(/([a-z\d])([A-Z])/g, '$1 $2')
		.split(/[_\s-]+/)
		.filter(Boolean)
		.map(
			(word, index) =>
				acronyms.get(word.toLowerCase()) ??
				(index > 0 && smallWords.has(word) ? word : word[0]!.toUpperCase() + word.slice(1)),
		)
		.join(' ');
}

const smallWords = new Set([
	'a',
	'an',
	'and',
	'as',
	'at',
	'by',
	'for',
	'from',
	'in',
	'of',
	'on',
	'or',
	'per',
	'the',
	'to',
	'with',
]);

const acronyms = new Map(
	Object.entries({
		id: 'ID',
		ids: 'IDs',
		url: 'URL',
		urls: 'URLs',
		uuid: 'UUID',
		fps: 'FPS',
		json: 'JSON',
		api: 'API',
	}),
);
