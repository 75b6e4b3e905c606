/** The body of a create and of an estimate: all fields of GenerationRequest with their own rules (specification part A). */
import type { IDataObject } from 'n8n-workflow';
import {
	choice,
	decimal,
	type Field,
	flag,
	integer,
	list,
	PackError,
	text,
	toTitleCase,
} from '../engine/describe';
import { validate } from '../engine/input/validate';

type Maker = (label: string) => Field;

const named = (names: string, make: Maker): Record<string, Field> =>
	Object.fromEntries(names.split(' ').map((name) => [name, make(toTitleCase(name))]));

const files = 'image input_image last_image first_clip_url audio';
const fileLists = 'image_input video_input reference_audios';

/** Fields that take the public address of a file, or here the name of a binary property. */
export const fileFields = new Set(`${files} ${fileLists} veo31_image_urls`.split(' '));

/** Every field beside model, prompt, idempotency_key and callback_url, which stand in the form themselves. */
export const requestFields: Readonly<Record<string, Field>> = {
	...named(
		`prompt negative_prompt ${files} character_orientation aspect_ratio resolution size megapixels output_format lora_weights lora_weights_transformer lora_weights_transformer_2 veo31_watermark`,
		(label) => text(label),
	),
	...named(
		'enhance_prompt translate_prompt optimize_prompt prompt_extend generate_audio enable_sequential camera_fixed go_fast high_performance is_pro thinking_mode google_search web_search watermark',
		(label) => flag(label),
	),
	...named(
		'num_outputs max_images duration num_frames video_length fps width height seed infer_steps num_inference_steps',
		(label) => integer(label),
	),
	...named(
		'prompt_strength guidance guidance_scale sample_shift lora_scale lora_scale_transformer lora_scale_transformer_2',
		(label) => decimal(label),
	),
	...named(fileLists, (label) => list(label)),
	n: integer('N', { minimum: 1, maximum: 12 }),
	num_layers: integer('Num Layers', { minimum: 2, maximum: 8 }),
	output_quality: integer('Output Quality', { minimum: 1, maximum: 100 }),
	audio_setting: choice('Audio Setting', ['auto', 'origin']),
	quality: choice('Quality', ['basic', 'high']),
	background: choice('Background', ['transparent', 'opaque']),
	reference_audios: list('Reference Audios', { maximum: 5 }),
	veo31_model: choice('Veo31 Model', ['veo3', 'veo3_fast']),
	veo31_image_urls: list('Veo31 Image URLs', { minimum: 1, maximum: 3 }),
	veo31_generation_type: choice('Veo31 Generation Type', [
		'TEXT_2_VIDEO',
		'FIRST_AND_LAST_FRAMES_2_VIDEO',
		'REFERENCE_2_VIDEO',
	]),
};

/** Set by the form or by the node itself. */
const reserved: Record<string, string> = {
	model: 'Choose the model in the field Model.',
	idempotency_key: 'Use the option Idempotency Key.',
	callback_url: 'Use the option Callback URL.',
};

/**
 * Checks the fields given in the form or as JSON. A field that the specification does not name is sent as it is:
 * a new model may take it, and the service says so if it doesn't.
 * @throws Refusal with the field's name
 */
export function checkedRequest(given: IDataObject): IDataObject {
	const body: IDataObject = {};
	for (const [name, value] of Object.entries(given)) {
		if (value === null || value === undefined || value === '') continue;
		if (Object.hasOwn(reserved, name))
			throw new PackError(`The fields may not hold ${name}`, {
				field: 'Fields',
				hint: reserved[name],
			});
		const field = Object.hasOwn(requestFields, name) ? requestFields[name] : undefined;
		body[name] = (
			field ? validate({ ...field, label: name }, value) : value
		) as IDataObject[string];
	}
	if (typeof body.n === 'number' && body.n > 4 && body.enable_sequential !== true) {
		throw new PackError(`n must be at most 4, got ${body.n}`, {
			field: 'n',
			hint: 'Up to 12 images need enable_sequential.',
		});
	}
	return body;
}
