// The image models of the specification's list. Names are its own; fields and prices are plausible
// inventions, chosen so that every field of GenerationRequest is taken by some model.

import { among, may, models, must, perImage, perRequest, within, type Taken } from './defineModels';

const prompted: Taken = { prompt: must, aspect_ratio: may, seed: may };
const encoded: Taken = { output_format: may, output_quality: may };
const banana: Taken = {
	prompt: must,
	image_input: { maxItems: 8 },
	aspect_ratio: may,
	output_format: among('png jpg'),
};
const gpt: Taken = {
	prompt: must,
	image_input: { maxItems: 8 },
	aspect_ratio: may,
	quality: may,
	n: may,
	background: may,
	output_format: may,
};
const qwen: Taken = {
	...prompted,
	...encoded,
	negative_prompt: may,
	guidance: may,
	num_inference_steps: may,
	go_fast: may,
};
const seedream: Taken = {
	prompt: must,
	image_input: { maxItems: 10 },
	aspect_ratio: may,
	max_images: may,
	seed: may,
};

const large = { resolution: { '2k': 1.5, '4k': 2.5 } };
const high = { quality: { high: 2 } };

export const imageModels = models('image', {
	'flux-dev': [
		'FLUX Dev',
		'inexpensive drafts with full control',
		perImage(2.5, { megapixels: { '0.25': 0.6 } }),
		{
			...prompted,
			...encoded,
			image: may,
			prompt_strength: may,
			num_outputs: may,
			num_inference_steps: may,
			guidance: may,
			megapixels: may,
			go_fast: may,
			lora_weights: may,
			lora_scale: may,
		},
	],
	'flux-kontext-pro': [
		'FLUX Kontext Pro',
		'edits told in words',
		perImage(4),
		{
			...prompted,
			input_image: may,
			output_format: among('png jpg'),
		},
	],
	'gpt-image-2': ['GPT Image 2', 'instructions followed to the letter', perImage(4, high), gpt],
	'gpt-image-2.5': [
		'GPT Image 2.5',
		'legible text and exact layouts',
		perImage(5, { ...high, ...large }),
		{
			...gpt,
			resolution: among('1K 2K 4K'),
		},
	],
	'imagen-4-ultra': [
		'Imagen 4 Ultra',
		'photographic detail',
		perImage(6),
		{
			prompt: must,
			aspect_ratio: may,
			output_format: among('png jpg'),
		},
	],
	'nano-banana': ['Nano Banana', 'quick edits that keep a face', perImage(4), banana],
	'nano-banana-2': [
		'Nano Banana 2',
		'edits grounded in a search',
		perImage(6, large),
		{
			...banana,
			resolution: among('1K 2K 4K'),
			google_search: may,
		},
	],
	'nano-banana-2-lite': [
		'Nano Banana 2 Lite',
		'many small edits at a low price',
		perImage(2),
		banana,
	],
	'nano-banana-2.1': [
		'Nano Banana 2.1',
		'consistent characters over a series',
		perImage(7, large),
		{
			...banana,
			resolution: among('1K 2K 4K'),
			google_search: may,
		},
	],
	'nano-banana-pro': [
		'Nano Banana Pro',
		'infographics and product pictures',
		perImage(13, { resolution: { '4k': 1.75 } }),
		{
			...banana,
			resolution: among('1K 2K 4K'),
			google_search: may,
		},
	],
	'qwen-image': [
		'Qwen Image',
		'posters with Chinese and Latin text',
		perImage(2.5),
		{
			...qwen,
			image: may,
			prompt_strength: may,
			lora_weights: may,
			lora_scale: may,
		},
	],
	'qwen-image-2.1': [
		'Qwen Image 2.1',
		'long prompts with many parts',
		perImage(3),
		{
			prompt: must,
			negative_prompt: may,
			size: among('1024*1024 1536*1024 1024*1536'),
			n: may,
			prompt_extend: may,
			watermark: may,
			seed: may,
		},
	],
	'qwen-image-edit': [
		'Qwen Image Edit',
		'text changed inside a picture',
		perImage(3),
		{ ...qwen, image: must },
	],
	'qwen-image-edit-plus': [
		'Qwen Image Edit Plus',
		'several pictures merged into one',
		perImage(3.5),
		{
			...qwen,
			image_input: { ...must, maxItems: 3 },
		},
	],
	'qwen-image-edit-plus-lora': [
		'Qwen Image Edit Plus LoRA',
		"edits in a style of one's own",
		perImage(4),
		{
			...qwen,
			image_input: { ...must, maxItems: 3 },
			lora_weights: may,
			lora_scale: may,
		},
	],
	'qwen-image-layered': [
		'Qwen Image Layered',
		'a picture taken apart into layers',
		perImage(1.5),
		{
			image: must,
			prompt: may,
			num_layers: may,
			seed: may,
			output_format: among('png webp'),
		},
	],
	'recraft-crisp-upscale': [
		'Recraft Crisp Upscale',
		'sharper and larger pictures',
		perRequest(1),
		{ image: must },
	],
	'remove-background': [
		'Remove Background',
		'cut-outs with a clean edge',
		perRequest(0.5),
		{ image: must },
	],
	'restore-image': [
		'Restore Image',
		'old and damaged photographs',
		perRequest(4),
		{
			input_image: must,
			seed: may,
			output_format: among('png jpg'),
		},
	],
	'seedream-3': [
		'Seedream 3',
		'stylish pictures in one step',
		perImage(3),
		{
			...prompted,
			size: among('regular small big'),
			width: within(512, 2048, 1024),
			height: within(512, 2048, 1024),
			guidance_scale: may,
		},
	],
	'seedream-4': [
		'Seedream 4',
		'related pictures in one go',
		perImage(3, { size: { '4k': 2 } }),
		{
			...seedream,
			size: among('2K 1K 4K custom'),
			width: within(1024, 4096, 2048),
			height: within(1024, 4096, 2048),
		},
	],
	'seedream-4.5': [
		'Seedream 4.5',
		'high resolution from several references',
		perImage(4, high),
		{
			...seedream,
			quality: may,
		},
	],
	'seedream-5-flash': ['Seedream 5 Flash', 'fast variations', perImage(2), seedream],
	'seedream-5-lite': [
		'Seedream 5 Lite',
		'everyday pictures',
		perImage(3, high),
		{ ...seedream, quality: may },
	],
	'seedream-5-pro': [
		'Seedream 5 Pro',
		'campaign pictures',
		perImage(8, high),
		{
			...seedream,
			quality: may,
			web_search: may,
		},
	],
	'wan-2.7-image': [
		'Wan 2.7 Image',
		'picture stories from one prompt',
		perImage(3, { size: { '2k': 1.5, '4k': 2 } }),
		{
			prompt: must,
			image_input: { maxItems: 9 },
			n: { maximum: 12 },
			enable_sequential: may,
			thinking_mode: may,
			size: among('1K 2K 4K'),
			seed: may,
			watermark: may,
		},
	],
});
