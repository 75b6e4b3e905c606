import { toTitleCase } from '../../../../nodes/engine/describe';

describe('toTitleCase', () => {
	it.each([
		['output_quality', 'Output Quality'],
		['outputQuality', 'Output Quality'],
		['n', 'N'],
		['first_clip_url', 'First Clip URL'],
		['veo31_image_urls', 'Veo 3.1 Image URLs'],
		['fileIds', 'File IDs'],
		['fps', 'FPS'],
		['id', 'ID'],
		['price_per_unit', 'Price per Unit'],
		['of_interest', 'Of Interest'],
		['TEXT_2_VIDEO', 'Text 2 Video'],
		['TOTAL_COST_OF_OWNERSHIP', 'Total Cost of Ownership'],
		['SOURCE_TYPE_GUEST_OS_SCAN', 'Source Type Guest OS Scan'],
		['IMPORT_JOB_FORMAT_RVTOOLS_XLSX', 'Import Job Format RVTools XLSX'],
		['PATCH', 'PATCH'],
		['flux-dev', 'FLUX Dev'],
		['gpt-image-2.5', 'GPT Image 2.5'],
		['veo3.1', 'Veo 3.1'],
		['lora_scale_transformer_2', 'LoRA Scale Transformer 2'],
		['tls', 'TLS'],
		['latlng', 'LatLng'],
		['memory_mb', 'Memory MB'],
		['vcpus', 'Virtual CPUs'],
		['__private__ name ', 'Private Name'],
		['', ''],
	])('converts %p to %p', (name, label) => expect(toTitleCase(name)).toBe(label));

	it('converts names of built-in object properties like any other name', () =>
		expect(toTitleCase('constructor')).toBe('Constructor'));
});
