/** Labels in the title case of n8n. */

/** `output_quality` and `outputQuality` become `Output Quality`, in n8n's title case. */
export function titled(value: string): string {
	return value
		.replace(/([a-z\d])([A-Z])/g, '$1 $2')
		.split(/[_\s-]+/)
		.filter(Boolean)
		.map(
			(word, at) =>
				special.get(word.toLowerCase()) ??
				(at > 0 && small.has(word) ? word : word[0]!.toUpperCase() + word.slice(1)),
		)
		.join(' ');
}

const small = new Set([
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

const special = new Map(
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
