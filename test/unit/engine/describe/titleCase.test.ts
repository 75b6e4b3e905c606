import { toTitleCase } from '../../../../nodes/engine/describe';

describe('toTitleCase', () => {
	it.each([
		['output_quality', 'Output Quality'],
		['outputQuality', 'Output Quality'],
		['n', 'N'],
		['first_clip_url', 'First Clip URL'],
		['veo31_image_urls', 'Veo31 Image URLs'],
		['fileIds', 'File IDs'],
		['fps', 'FPS'],
		['id', 'ID'],
		['price_per_unit', 'Price per Unit'],
		['of_interest', 'Of Interest'],
		['TEXT_2_VIDEO', 'TEXT 2 VIDEO'],
		['flux-dev', 'Flux Dev'],
		['lora_scale_transformer_2', 'Lora Scale Transformer 2'],
		['__private__ name ', 'Private Name'],
		['', ''],
	])('converts %p to %p', (name, label) => expect(toTitleCase(name)).toBe(label));

	it('converts names of built-in object properties like any other name', () =>
		expect(toTitleCase('constructor')).toBe('Constructor'));
});
