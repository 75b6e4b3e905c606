/**
 * Converts a key to a label in n8n's title case: `output_quality`, `outputQuality` and
 * `OUTPUT_QUALITY` become `Output Quality`. A single word in capital letters is an acronym or an
 * HTTP method, and does not change.
 */
export function toTitleCase(value: string): string {
	const isConstant = value.includes('_') && value === value.toUpperCase();
	return (isConstant ? value.toLowerCase() : value)
		.replace(/([a-z\d])([A-Z])/g, '$1 $2')
		.split(/[_\s-]+/)
		.filter(Boolean)
		.map(
			(word, index) =>
				spellings.get(word.toLowerCase()) ??
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

/** Correct spellings of acronyms and product names. */
const spellings = new Map(
	Object.entries({
		api: 'API',
		aws: 'AWS',
		cmdb: 'CMDB',
		cpu: 'CPU',
		csv: 'CSV',
		flux: 'FLUX',
		fps: 'FPS',
		gpt: 'GPT',
		http: 'HTTP',
		id: 'ID',
		ids: 'IDs',
		json: 'JSON',
		latlng: 'LatLng',
		lora: 'LoRA',
		mb: 'MB',
		os: 'OS',
		po: 'PO',
		roms: 'ROMs',
		rvtools: 'RVTools',
		tcp: 'TCP',
		tls: 'TLS',
		udp: 'UDP',
		url: 'URL',
		urls: 'URLs',
		uuid: 'UUID',
		vcpus: 'Virtual CPUs',
		veo2: 'Veo 2',
		veo3: 'Veo 3',
		'veo3.1': 'Veo 3.1',
		veo31: 'Veo 3.1',
		xlsx: 'XLSX',
		zip: 'ZIP',
	}),
);
