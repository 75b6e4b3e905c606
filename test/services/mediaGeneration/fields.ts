// The fields of GenerationRequest. Each model has some of these fields and
// can set its own restrictions on them.

export type FieldType = 'string' | 'integer' | 'number' | 'boolean' | 'array';
export type FileKind = 'image' | 'video' | 'audio';

/** A field in the response of GET /api/v2/models. */
export interface FieldInfo {
	name: string;
	description: string;
	type: FieldType;
	required: boolean;
	default?: unknown;
	/** Case-insensitive. */
	enum?: string[];
	minimum?: number;
	maximum?: number;
	/** Kind of file, if the value is the URL of a file. */
	input?: FileKind;
}

/** A field of a model. The catalog does not contain `maxItems`. */
export interface ModelField extends FieldInfo {
	maxItems?: number;
}

type Shape = Omit<ModelField, 'name' | 'required'>;

const text = (description: string, options: Partial<Shape> = {}): Shape => ({
	type: 'string',
	description,
	...options,
});
const flag = (description: string): Shape => ({ type: 'boolean', description, default: false });
const integer = (description: string, options: Partial<Shape> = {}): Shape => ({
	type: 'integer',
	description,
	...options,
});
const real = (
	description: string,
	minimum: number,
	maximum: number,
	defaultValue: number,
): Shape => ({
	type: 'number',
	description,
	minimum,
	maximum,
	default: defaultValue,
});
const file = (input: FileKind, description: string): Shape => ({
	type: 'string',
	description,
	input,
});
const files = (input: FileKind, description: string, maxItems: number): Shape => ({
	type: 'array',
	description,
	input,
	maxItems,
});

const FIELDS = {
	prompt: text('What to generate'),
	negative_prompt: text('What to exclude from the result'),
	enhance_prompt: flag('Rewrite the prompt in more detail first, free of charge'),
	translate_prompt: flag('Translate the prompt to English first, free of charge'),
	optimize_prompt: flag('Let the model translate the prompt to Chinese'),
	prompt_extend: flag('Let the model expand the prompt'),
	prompt_strength: real('Weight of the prompt relative to the input image', 0, 1, 0.8),
	idempotency_key: text('Repeated requests with the same key return the first job'),
	callback_url: text('HTTPS URL that receives the finished job'),
	image: file('image', 'Image to edit, animate or process'),
	input_image: file('image', 'Image to edit'),
	image_input: files('image', 'Images to edit or use as references', 10),
	last_image: file('image', 'Last frame of the video; requires image'),
	first_clip_url: file('video', 'Clip to continue, instead of image and last_image'),
	video_input: files('video', 'Input videos', 3),
	audio: file('audio', 'Audio track that the video follows'),
	reference_audios: files(
		'audio',
		'Reference audio for the soundtrack; no effect with an image',
		3,
	),
	audio_setting: text('Generate new audio (auto) or keep the audio of the input video (origin)', {
		enum: ['auto', 'origin'],
		default: 'auto',
	}),
	generate_audio: flag('Generate a soundtrack'),
	n: integer('Number of images', { minimum: 1, maximum: 4, default: 1 }),
	num_outputs: integer('Number of images', { minimum: 1, maximum: 4, default: 1 }),
	max_images: integer('Maximum number of images; also state the number in the prompt', {
		minimum: 1,
		maximum: 15,
		default: 1,
	}),
	enable_sequential: flag('Generate a batch of up to 12 related images'),
	num_layers: integer('Number of layers to split the image into', {
		minimum: 2,
		maximum: 8,
		default: 4,
	}),
	duration: integer('Length in seconds', { minimum: 1, maximum: 10, default: 5 }),
	num_frames: integer('Length in frames; the default is 81 with high_performance', {
		minimum: 81,
		maximum: 241,
		default: 121,
	}),
	video_length: integer('Length in frames', { minimum: 1, maximum: 200, default: 129 }),
	fps: integer('Frames per second', { minimum: 5, maximum: 60, default: 24 }),
	camera_fixed: flag('Keep the camera fixed'),
	character_orientation: text('Source of the character orientation', {
		enum: ['image', 'video'],
		default: 'image',
	}),
	aspect_ratio: text('Aspect ratio', {
		enum: ['1:1', '16:9', '9:16', '4:3', '3:4'],
		default: '1:1',
	}),
	resolution: text('Resolution of the result'),
	size: text('Size preset of the result'),
	width: integer('Width in pixels', { minimum: 64, maximum: 4096 }),
	height: integer('Height in pixels', { minimum: 64, maximum: 4096 }),
	megapixels: text('Approximate size in megapixels', { enum: ['0.25', '1'], default: '1' }),
	quality: text('basic (2K) or high (4K)', { enum: ['basic', 'high'], default: 'basic' }),
	output_format: text('File format of the result', {
		enum: ['png', 'jpg', 'webp'],
		default: 'png',
	}),
	output_quality: integer('Quality of a compressed file', {
		minimum: 1,
		maximum: 100,
		default: 90,
	}),
	background: text('transparent or opaque', { enum: ['transparent', 'opaque'], default: 'opaque' }),
	seed: integer('The same seed gives the same result; with 0, the service chooses a seed', {
		minimum: 0,
		maximum: 2147483647,
	}),
	guidance: real('How closely to follow the prompt', 0, 10, 3),
	guidance_scale: real('How closely to follow the prompt', 1, 10, 5),
	infer_steps: integer('Denoising steps', { minimum: 1, maximum: 50, default: 30 }),
	num_inference_steps: integer('Denoising steps', { minimum: 1, maximum: 50, default: 28 }),
	sample_shift: real('Higher for composition and motion, lower for fine detail', 1, 20, 5),
	go_fast: flag('Faster generation'),
	high_performance: flag('Higher quality'),
	is_pro: flag('Use the Pro variant'),
	thinking_mode: flag('Reason about the prompt first; not with input files or enable_sequential'),
	google_search: flag('Ground the image in a web search'),
	web_search: flag('Search the web for the subject; not with input files'),
	watermark: flag('Add a watermark to the result'),
	lora_scale: real('Strength of the LoRA', 0, 4, 1),
	lora_scale_transformer: real('Strength of the first LoRA', 0, 4, 1),
	lora_scale_transformer_2: real('Strength of the second LoRA', 0, 4, 1),
	lora_weights: text('LoRA weights, by URL or identifier'),
	lora_weights_transformer: text('First LoRA weights, by URL'),
	lora_weights_transformer_2: text('Second LoRA weights, by URL'),
	veo31_model: text('Quality tier', { enum: ['veo3', 'veo3_fast'], default: 'veo3_fast' }),
	veo31_image_urls: files(
		'image',
		'One image: first frame; two: first and last frame; three: references',
		3,
	),
	veo31_generation_type: text('How the images are used; the default depends on their number', {
		enum: ['TEXT_2_VIDEO', 'FIRST_AND_LAST_FRAMES_2_VIDEO', 'REFERENCE_2_VIDEO'],
	}),
	veo31_watermark: text('Watermark text'),
} satisfies Record<string, Shape>;

export type FieldName = keyof typeof FIELDS;
export const fieldNames = Object.keys(FIELDS) as FieldName[];

/** A model's restrictions on a field. */
export type FieldOverrides = Partial<Omit<ModelField, 'name' | 'type' | 'input'>>;

export function defineField(name: FieldName, overrides: FieldOverrides = {}): ModelField {
	const field: ModelField = { name, required: false, ...(FIELDS[name] as Shape), ...overrides };
	if (field.required) delete field.default;
	return field;
}
