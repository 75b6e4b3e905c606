// The image models. Their names are from the specification; fields and prices are made up, so that
// every field of GenerationRequest belongs to at least one model.

import {
	defineModels,
	oneOf,
	optional,
	perImage,
	perRequest,
	range,
	required,
	type FieldTable,
} from './defineModels';

const prompted: FieldTable = { prompt: required, aspect_ratio: optional, seed: optional };
const encoded: FieldTable = { output_format: optional, output_quality: optional };
const banana: FieldTable = {
	prompt: required,
	image_input: { maxItems: 8 },
	aspect_ratio: optional,
	output_format: oneOf('png jpg'),
};
const gpt: FieldTable = {
	prompt: required,
	image_input: { maxItems: 8 },
	aspect_ratio: optional,
	quality: optional,
	n: optional,
	background: optional,
	output_format: optional,
};
const qwen: FieldTable = {
	...prompted,
	...encoded,
	negative_prompt: optional,
	guidance: optional,
	num_inference_steps: optional,
	go_fast: optional,
};
const seedream: FieldTable = {
	prompt: required,
	image_input: { maxItems: 10 },
	aspect_ratio: optional,
	max_images: optional,
	seed: optional,
};

const large = { resolution: { '2k': 1.5, '4k': 2.5 } };
const high = { quality: { high: 2 } };

export const imageModels = defineModels('image', {
	'flux-dev': [
		'FLUX Dev',
		'inexpensive drafts with full control',
		perImage(2.5, { megapixels: { '0.25': 0.6 } }),
		{
			...prompted,
			...encoded,
			image: optional,
			prompt_strength: optional,
			num_outputs: optional,
			num_inference_steps: optional,
			guidance: optional,
			megapixels: optional,
			go_fast: optional,
			lora_weights: optional,
			lora_scale: optional,
		},
	],
	'flux-kontext-pro': [
		'FLUX Kontext Pro',
		'edits described in text',
		perImage(4),
		{
			...prompted,
			input_image: optional,
			output_format: oneOf('png jpg'),
		},
	],
	'gpt-image-2': ['GPT Image 2', 'instructions followed to the letter', perImage(4, high), gpt],
	'gpt-image-2.5': [
		'GPT Image 2.5',
		'legible text and exact layouts',
		perImage(5, { ...high, ...large }),
		{
			...gpt,
			resolution: oneOf('1K 2K 4K'),
		},
	],
	'imagen-4-ultra': [
		'Imagen 4 Ultra',
		'photographic detail',
		perImage(6),
		{
			prompt: required,
			aspect_ratio: optional,
			output_format: oneOf('png jpg'),
		},
	],
	'nano-banana': ['Nano Banana', 'quick edits that preserve faces', perImage(4), banana],
	'nano-banana-2': [
		'Nano Banana 2',
		'edits grounded in a search',
		perImage(6, large),
		{
			...banana,
			resolution: oneOf('1K 2K 4K'),
			google_search: optional,
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
			resolution: oneOf('1K 2K 4K'),
			google_search: optional,
		},
	],
	'nano-banana-pro': [
		'Nano Banana Pro',
		'infographics and product pictures',
		perImage(13, { resolution: { '4k': 1.75 } }),
		{
			...banana,
			resolution: oneOf('1K 2K 4K'),
			google_search: optional,
		},
	],
	'qwen-image': [
		'Qwen Image',
		'posters with Chinese and Latin text',
		perImage(2.5),
		{
			...qwen,
			image: optional,
			prompt_strength: optional,
			lora_weights: optional,
			lora_scale: optional,
		},
	],
	'qwen-image-2.1': [
		'Qwen Image 2.1',
		'long prompts with many parts',
		perImage(3),
		{
			prompt: required,
			negative_prompt: optional,
			size: oneOf('1024*1024 1536*1024 1024*1536'),
			n: optional,
			prompt_extend: optional,
			watermark: optional,
			seed: optional,
		},
	],
	'qwen-image-edit': [
		'Qwen Image Edit',
		'changing text in a picture',
		perImage(3),
		{ ...qwen, image: required },
	],
	'qwen-image-edit-plus': [
		'Qwen Image Edit Plus',
		'several pictures merged into one',
		perImage(3.5),
		{
			...qwen,
			image_input: { ...required, maxItems: 3 },
		},
	],
	'qwen-image-edit-plus-lora': [
		'Qwen Image Edit Plus LoRA',
		'edits in a custom style',
		perImage(4),
		{
			...qwen,
			image_input: { ...required, maxItems: 3 },
			lora_weights: optional,
			lora_scale: optional,
		},
	],
	'qwen-image-layered': [
		'Qwen Image Layered',
		'a picture split into layers',
		perImage(1.5),
		{
			image: required,
			prompt: optional,
			num_layers: optional,
			seed: optional,
			output_format: oneOf('png webp'),
		},
	],
	'recraft-crisp-upscale': [
		'Recraft Crisp Upscale',
		'sharper and larger pictures',
		perRequest(1),
		{ image: required },
	],
	'remove-background': [
		'Remove Background',
		'cut-outs with a clean edge',
		perRequest(0.5),
		{ image: required },
	],
	'restore-image': [
		'Restore Image',
		'old and damaged photographs',
		perRequest(4),
		{
			input_image: required,
			seed: optional,
			output_format: oneOf('png jpg'),
		},
	],
	'seedream-3': [
		'Seedream 3',
		'stylish pictures in one step',
		perImage(3),
		{
			...prompted,
			size: oneOf('regular small big'),
			width: range(512, 2048, 1024),
			height: range(512, 2048, 1024),
			guidance_scale: optional,
		},
	],
	'seedream-4': [
		'Seedream 4',
		'related pictures in one go',
		perImage(3, { size: { '4k': 2 } }),
		{
			...seedream,
			size: oneOf('2K 1K 4K custom'),
			width: range(1024, 4096, 2048),
			height: range(1024, 4096, 2048),
		},
	],
	'seedream-4.5': [
		'Seedream 4.5',
		'high resolution from several references',
		perImage(4, high),
		{
			...seedream,
			quality: optional,
		},
	],
	'seedream-5-flash': ['Seedream 5 Flash', 'fast variations', perImage(2), seedream],
	'seedream-5-lite': [
		'Seedream 5 Lite',
		'everyday pictures',
		perImage(3, high),
		{ ...seedream, quality: optional },
	],
	'seedream-5-pro': [
		'Seedream 5 Pro',
		'campaign pictures',
		perImage(8, high),
		{
			...seedream,
			quality: optional,
			web_search: optional,
		},
	],
	'wan-2.7-image': [
		'Wan 2.7 Image',
		'picture stories from one prompt',
		perImage(3, { size: { '2k': 1.5, '4k': 2 } }),
		{
			prompt: required,
			image_input: { maxItems: 9 },
			n: { maximum: 12 },
			enable_sequential: optional,
			thinking_mode: optional,
			size: oneOf('1K 2K 4K'),
			seed: optional,
			watermark: optional,
		},
	],
});
